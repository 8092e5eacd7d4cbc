#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "models/scenario/resolve_parts.h"
#include "models/scenario/resolver.h"

// Operations of several parts: the steps that a scenario writes, and writes that have to find their item first.
namespace cosmos {
namespace {

constexpr std::size_t kMostSteps = 100;

// Knows all of its item: it has read or made it.
void know_everything(const Item& item, Stream& stream) {
  stream.known.resize(item.properties.size());
  std::iota(stream.known.begin(), stream.known.end(), std::size_t{0});
  stream.lists.clear();
  stream.filters = 0;
}

// What takes back what a step wrote; nothing of a step that wrote nothing.
std::optional<OperationKind> inverse(const Stream& step) {
  switch (step.operation) {
    case OperationKind::kCreate:
      return OperationKind::kDelete;
    case OperationKind::kUpsert:
      return step.upserts_new_items ? OperationKind::kDelete : OperationKind::kReplace;
    case OperationKind::kReplace:
    case OperationKind::kPatch:
      return OperationKind::kReplace;
    case OperationKind::kDelete:
      return OperationKind::kCreate;
    case OperationKind::kPointRead:
    case OperationKind::kQuery:
    case OperationKind::kSteps:
      break;
  }
  return std::nullopt;
}

std::optional<Stream> undo_of(const Item& item, const Stream& step) {
  const std::optional<OperationKind> operation = inverse(step);
  if (!operation) {
    return std::nullopt;
  }
  Stream undo = step;
  undo.name += ".undo";
  undo.part_of->undoes = true;
  undo.operation = *operation;
  undo.finds_first = false;
  undo.upserts_new_items = false;
  know_everything(item, undo);
  return undo;
}

std::optional<std::size_t> population_of(const Item& item, std::size_t property) {
  const PropertyGenerator& generator = item.properties[property].generator;
  if (const auto* member = std::get_if<PopulationProperty>(&generator)) {
    return member->population;
  }
  if (const auto* column = std::get_if<ColumnProperty>(&generator)) {
    return column->population;
  }
  return std::nullopt;
}

bool meet(const std::vector<std::size_t>& a, const std::vector<std::size_t>& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](std::size_t one) { return std::find(b.begin(), b.end(), one) != b.end(); });
}

bool chooses_item(const StepConfig& step) {
  return std::any_of(step.choose.begin(), step.choose.end(), [](const auto& choice) {
    const sim::Node& node = choice.value;
    return node.is_map() && (node.find("existing") != nullptr || node.find("newest") != nullptr);
  });
}

}  // namespace

bool Resolver::check_steps(const std::string& path, const StreamConfig& config) {
  const std::size_t before = diagnostics_.all().size();
  if (config.operation) {
    error(path + ".steps", "stands beside `operation`", "one of the two");
  }
  for (const auto& [field, given] :
       {std::pair("where", config.where.has_value()), std::pair("returns", config.returns.has_value()),
        std::pair("loads", config.loads.has_value()), std::pair("top", config.top.has_value()),
        std::pair("order", config.order.has_value()), std::pair("max_item_count", config.max_item_count.has_value()),
        std::pair("max_concurrency", config.max_concurrency.has_value()),
        std::pair("changed_properties", config.changed_properties.has_value()),
        std::pair("batch", config.batch.has_value()), std::pair("charge", config.charge.has_value())}) {
    if (given) {
      error(path + "." + field, "belongs to the steps", "put it into each of them that it is about");
    }
  }
  if (config.steps.size() > kMostSteps) {
    error(path + ".steps", fmt::format("are {}", config.steps.size()), fmt::format("at most {}", kMostSteps));
  }
  for (std::size_t i = 0; i < config.steps.size(); ++i) {
    const StepConfig& step = config.steps[i];
    const std::string at = fmt::format("{}.steps.{}", path, i);
    if (!step.operation) {
      error(at + ".operation", "missing", "what is done");
    }
    if (step.age) {
      error(at + ".age", "belongs to the whole: the steps are about one item", "put it beside `steps`");
    }
  }
  return diagnostics_.all().size() == before;
}

void Resolver::resolve_steps(const std::string& path, const std::string& stream_path, const std::string& name,
                             const StreamConfig& config, const std::optional<MixShare>& mix) {
  if (!check_steps(path, config)) {
    return;
  }
  std::optional<Stream> whole = stream_of(stream_path, name, config, mix);
  if (!whole) {
    return;
  }
  whole->operation = OperationKind::kSteps;
  if (config.age) {
    whole->age = distribution(path + ".age", *config.age).value_or(whole->age);
  }
  resolve_choose(path + ".choose", config, *whole);
  resolve_arrivals(stream_path, config, *whole);
  resolve_client(stream_path, config, *whole);
  if (config.trace && config.trace->charge) {
    error(stream_path + ".trace.charge", "is one figure for several steps", "`charge` in each of them");
  }
  if (whole->item_choice && config.steps.front().operation->is<CreateWord>()) {
    error(path + ".steps.0", "creates an item that is chosen among those that exist",
          "`choose` without `existing` or `newest`");
  }
  Parts parts;
  for (std::size_t i = 0; i < config.steps.size(); ++i) {
    Stream step = *whole;
    step.name = fmt::format("{}.{}", name, i);
    step.part_of = PartOf{0, name, step.name, {}, false};
    resolve_step(fmt::format("{}.steps.{}", path, i), config, config.steps[i], std::move(step), parts);
  }
  add_parts(std::move(*whole), std::move(parts));
}

void Resolver::resolve_step(const std::string& path, const StreamConfig& config, const StepConfig& step, Stream stream,
                            Parts& parts) {
  StreamConfig of_step = config;
  static_cast<ActionFields&>(of_step) = step;
  of_step.steps.clear();
  if (!step.choose.empty() && stream.item >= config_.items.size()) {
    Item copy = plan_.items[stream.item];  // the whole's own kind: what this step changes is not the other steps'
    stream.item = plan_.items.size();
    plan_.items.push_back(std::move(copy));
  }
  stream.part_of->drawn_anew = drawn_anew(step, stream);
  stream.part_of->chooses_its_item = chooses_item(step);
  forget_choice(step, stream);
  resolve_action(path, of_step, stream);
  for (const auto& [property, node] : config.choose) {
    if (of_step.choose.find(property) == nullptr) {
      of_step.choose.emplace_back(property, node);
    }
  }
  check_given(path, of_step, stream);
  if (stream.operation == OperationKind::kUpsert && !parts.all().empty() && moves_to_another_key(stream)) {
    stream.upserts_new_items = true;
  }
  const bool undoes = config.on_failure.value_or(OnFailure::kStop) == OnFailure::kUndo;
  const std::optional<Stream> undo = undoes ? undo_of(plan_.items[stream.item], stream) : std::nullopt;
  if (undo) {
    check_given(path, of_step, *undo);
  }
  if (stream.finds_first) {
    find_and_write(path, of_step, stream, parts);
    parts.all().back().second = undo;
  } else {
    parts.add(std::move(stream), undo);
  }
}

void Resolver::forget_choice(const StepConfig& step, Stream& stream) const {
  const Item& item = plan_.items[stream.item];
  for (const auto& [name, node] : step.choose) {
    const auto property = item.find(name);
    if (!property) {
      continue;  // that is the error
    }
    std::erase_if(stream.fixed_values, [&](const FixedValue& fixed) { return fixed.property == *property; });
    if (const auto population = population_of(item, *property)) {
      std::erase_if(stream.population_choices, [&](const PopulationChoice& choice) {
        return meet(decided_by(choice), nesting(plan_.populations, *population));
      });
    }
  }
  if (chooses_item(step)) {
    stream.item_choice.reset();
  }
}

// Properties of one population agree, and so do populations within one another: whoever draws one of them anew draws
// all of them anew.
std::vector<char> Resolver::drawn_anew(const StepConfig& step, const Stream& stream) const {
  const Item& item = plan_.items[stream.item];
  std::vector<char> anew(item.properties.size(), chooses_item(step) ? 1 : 0);
  std::vector<std::size_t> populations;
  for (const auto& [name, node] : step.choose) {
    const auto property = item.find(name);
    if (!property) {
      continue;
    }
    anew[*property] = 1;
    if (const auto population = population_of(item, *property)) {
      const std::vector<std::size_t> around = nesting(plan_.populations, *population);
      populations.insert(populations.end(), around.begin(), around.end());
    }
  }
  for (std::size_t p = 0; p < item.properties.size(); ++p) {
    const auto population = population_of(item, p);
    if (population && meet(populations, nesting(plan_.populations, *population))) {
      anew[p] = 1;
    }
  }
  for (std::size_t p = 0; p < item.properties.size(); ++p) {
    const std::vector<std::size_t> parts = deciding_parts(item, p);
    if (std::any_of(parts.begin(), parts.end(), [&](std::size_t part) { return anew[part] != 0; })) {
      anew[p] = 1;
    }
  }
  return anew;
}

// Under the design at hand: there is no item there yet.
bool Resolver::moves_to_another_key(const Stream& stream) const {
  if (stream.part_of->chooses_its_item) {
    return false;  // one that exists
  }
  const std::string& name = config_.containers[stream.container].name;
  const auto container = std::find_if(plan_.containers.begin(), plan_.containers.end(),
                                      [&](const Container& candidate) { return candidate.name == name; });
  if (container == plan_.containers.end()) {
    return false;
  }
  const Item& item = plan_.items[stream.item];
  const std::vector<std::string>& paths = container->key.paths;
  return std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
    const auto property = item.find(path);
    return property && stream.part_of->drawn_anew[*property] != 0;
  });
}

// HPK-12: an application that does not know where an item is has to look for it by what it knows.
void Resolver::find_and_write(const std::string& path, const StreamConfig& config, const Stream& stream, Parts& parts) {
  const Item& item = plan_.items[stream.item];
  Stream find = stream;
  find.name += ".query";
  find.operation = OperationKind::kQuery;
  find.finds_first = false;
  find.batch = 1;
  find.fixed_charge.reset();
  if (!find.part_of) {
    find.part_of = PartOf{0, stream.name, {}, {}, false};
  }
  Stream write = stream;
  write.name += fmt::format(".{}", name_of(stream.operation));
  write.finds_first = false;
  write.part_of = find.part_of;
  know_everything(item, write);
  write.returns = Constant{1};
  write.loads.reset();
  write.loaded_item.reset();
  check_given(path, config, write);
  parts.add(std::move(find));
  parts.add(std::move(write));
}

void Resolver::add_parts(Stream whole, Parts parts) {
  const std::size_t position = plan_.streams.size();
  std::vector<Stream> streams;
  const auto add = [&](Stream part) {
    part.part_of->whole = position;
    part.part_of->drawn_anew.resize(plan_.items[part.item].properties.size());
    part.item_choice = part.part_of->chooses_its_item ? part.item_choice : whole.item_choice;
    streams.push_back(std::move(part));
    return position + streams.size();
  };
  for (auto& [part, undo] : parts.all()) {
    OperationPart of_whole{add(std::move(part)), std::nullopt};
    if (undo) {
      of_whole.undo = add(std::move(*undo));
    }
    whole.parts.push_back(of_whole);
  }
  whole.timeout = sim::Duration::max();  // it is of each request to the client, not of the application's sequence
  plan_.streams.push_back(std::move(whole));
  plan_.streams.insert(plan_.streams.end(), std::make_move_iterator(streams.begin()),
                       std::make_move_iterator(streams.end()));
}

}  // namespace cosmos
