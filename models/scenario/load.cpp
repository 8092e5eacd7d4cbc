#include "models/scenario/load.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <span>

#include <fmt/format.h>

#include "models/scenario/resolver.h"
#include "sim/config/node.h"
#include "sim/config/read_config.h"
#include "sim/config/yaml_file.h"

namespace cosmos {
namespace {

constexpr std::size_t kMostVariants = 1'000;
constexpr std::size_t kMostValues =
    5'000'000;  // of all variants together: each is read and kept whole, some 500 B a value
constexpr std::size_t kEnoughErrors = 1'000;  // more are not worth looking for

// Fields of which setting one takes the others, and what belongs to them, away.
struct Alternatives {
  std::string_view parent;  // path pattern, * is any name
  std::array<std::string_view, 4> fields;
  std::array<std::string_view, 17> taken_away;  // by setting any of `fields` …
};
constexpr std::array kAlternatives = {
    Alternatives{"streams.*", {"rate"}, {"trace", "bursts"}},
    Alternatives{"streams.*", {"bursts"}, {"trace", "rate", "shape"}},
    Alternatives{"streams.*", {"trace"}, {"rate", "spacing", "shape", "bursts"}},
    Alternatives{"streams.*", {"operation"}, {"mix", "steps", "on_failure"}},
    Alternatives{"streams.*.mix.*", {"operation"}, {"steps", "on_failure"}},
    Alternatives{"streams.*",
                 {"steps"},
                 {"mix", "operation", "returns", "loads", "top", "order", "max_item_count", "max_concurrency",
                  "changed_properties", "batch", "charge"}},
    Alternatives{"streams.*.mix.*",
                 {"steps"},
                 {"operation", "returns", "loads", "top", "order", "max_item_count", "max_concurrency",
                  "changed_properties", "batch", "charge"}},
    Alternatives{"streams.*",
                 {"mix"},
                 {"operation", "choose", "age", "where", "returns", "loads", "top", "order", "max_item_count",
                  "max_concurrency", "changed_properties", "batch", "charge", "steps", "on_failure"}},
    Alternatives{"containers.*.layout", {"equal"}, {"shares"}},
    Alternatives{"containers.*.layout", {"shares"}, {"equal"}},
    Alternatives{"populations.*", {"file"}, {"members", "count", "within"}},
    Alternatives{"populations.*", {"count"}, {"file", "key", "weight"}},
    Alternatives{"populations.*", {"members"}, {"file", "key", "weight", "within"}},
    Alternatives{"populations.*", {"within"}, {"file", "key", "weight", "members"}},
};

bool matches(std::string_view pattern, std::string_view path) {
  while (true) {
    const std::size_t a = pattern.find('.');
    const std::size_t b = path.find('.');
    const std::string_view wanted = pattern.substr(0, a);
    if (wanted != "*" && wanted != path.substr(0, b)) {
      return false;
    }
    if (a == std::string_view::npos || b == std::string_view::npos) {
      return a == b;
    }
    pattern.remove_prefix(a + 1);
    path.remove_prefix(b + 1);
  }
}

void take_alternatives_away(sim::Node& root, std::string_view path) {
  for (std::size_t dot = path.rfind('.'); dot != std::string_view::npos; dot = path.rfind('.', dot - 1)) {
    const std::string_view parent = path.substr(0, dot);
    const std::string_view below = path.substr(dot + 1);
    const std::string_view field = below.substr(0, below.find('.'));
    for (const Alternatives& rule : kAlternatives) {
      const bool set = std::find(rule.fields.begin(), rule.fields.end(), field) != rule.fields.end();
      if (!set || field.empty() || !matches(rule.parent, parent)) {
        continue;
      }
      for (const std::string_view other : rule.taken_away) {
        const std::string at = sim::join_path(parent, other);
        if (!other.empty() && sim::find_path(root, at) != nullptr) {
          static_cast<void>(sim::put_path(root, at, sim::Node::null()));
        }
      }
    }
    if (dot == 0) {
      return;
    }
  }
}

void put(sim::Node& root, const std::string& path, const sim::Node& value, const sim::SourceMark& mark,
         const std::string& where, sim::Diagnostics& diagnostics) {
  if (!value.is_null()) {
    take_alternatives_away(root, path);
  }
  const sim::PutResult result = sim::put_path(root, path, value);
  if (!result.ok) {
    diagnostics.error(mark, where, result.message, result.hint);
  }
}

sim::Node parse_override(const std::string& path, const std::string& value) {
  const std::string name = fmt::format("--set {}", path);
  if (value.empty()) {
    return sim::Node::scalar("", {name, 0, 0}, true);
  }
  return sim::parse_yaml_text(value, name);
}

FilePlaces places_for(const std::string& file) {
  FilePlaces places{file == "-" ? std::filesystem::path(".") : std::filesystem::path(file).parent_path()};
  if (const char* data = std::getenv("COSMOSIM_DATA"); data != nullptr && *data != '\0') {
    places.emplace_back(data);
  }
  return places;
}

// Whether what is wrong in meaning may only be so because of something wrong in form: of the same field, one around it
// or one inside it. Without the sections that the others refer to, everything may.
bool follows_from(const sim::Diagnostic& wrong, std::span<const sim::Diagnostic> form) {
  constexpr std::array<std::string_view, 7> kReferredTo = {"",           "clock",       "clock.duration", "items",
                                                           "containers", "populations", "streams"};
  const auto inside = [](std::string_view a, std::string_view b) {
    return a == b || b.empty() || (a.starts_with(b) && a[b.size()] == '.');
  };
  return std::any_of(form.begin(), form.end(), [&](const sim::Diagnostic& of_form) {
    const std::string& path = of_form.path;
    return std::find(kReferredTo.begin(), kReferredTo.end(), path) != kReferredTo.end() || inside(path, wrong.path) ||
           inside(wrong.path, path);
  });
}

// It is also the name of the result file.
void check_name(const std::string& name, const sim::SourceIndex& index, sim::Diagnostics& diagnostics) {
  constexpr std::size_t kLongestName = 200;
  if (name.empty()) {
    diagnostics.error(index.at("name"), "name", "is empty", "what the scenario is called");
  } else if (name.size() > kLongestName) {
    diagnostics.error(index.at("name"), "name", fmt::format("has {} bytes", name.size()),
                      fmt::format("at most {}; the rest belongs in `description`", kLongestName));
  }
}

LoadedVariant resolve_variant(std::string name, const sim::Node& root, const FilePlaces& places, MemoryBudget& memory,
                              sim::Diagnostics& diagnostics) {
  LoadedVariant variant;
  variant.name = std::move(name);
  sim::SourceIndex index;
  sim::Diagnostics own;
  variant.config = sim::read_config<ScenarioConfig>(root, own, &index);
  sim::Diagnostics meaning;
  check_name(variant.config.name, index, meaning);
  variant.plan = Resolver(variant.config, index, places, memory, meaning).resolve();
  if (own.empty()) {
    variant.parameters = sim::echo_config(variant.config);
  }
  for (const sim::Diagnostic& wrong : meaning.all()) {
    if (!follows_from(wrong, own.all())) {
      diagnostics.error(wrong.mark, wrong.path, wrong.message, wrong.hint);
    }
  }
  diagnostics.append(own.all());
  return variant;
}

// Whether something was written at this place in `node`.
bool holds(const sim::Node& node, const sim::SourceMark& mark) {
  const auto below = [&](const auto& child) { return holds(child, mark); };
  return node.mark() == mark || std::any_of(node.items().begin(), node.items().end(), below) ||
         std::any_of(node.entries().begin(), node.entries().end(),
                     [&](const sim::Node::Entry& entry) { return entry.key_mark == mark || holds(entry.value, mark); });
}

// What only this variant has wrong, said of it and at a line of it; what the file has wrong itself is said once.
void report_variant(const std::string& path, const sim::Node& written, std::span<const sim::Diagnostic> of_base,
                    std::span<const sim::Diagnostic> found, sim::Diagnostics& diagnostics) {
  for (const sim::Diagnostic& wrong : found) {
    if (std::find(of_base.begin(), of_base.end(), wrong) != of_base.end()) {
      continue;
    }
    const bool well_placed = wrong.mark.file != written.mark().file || holds(written, wrong.mark);
    diagnostics.error(well_placed ? wrong.mark : written.mark(), path + ": " + wrong.path, wrong.message, wrong.hint);
  }
}

std::size_t count_values(const sim::Node& node) {
  std::size_t n = 1;
  for (const sim::Node& item : node.items()) {
    n += count_values(item);
  }
  for (const sim::Node::Entry& entry : node.entries()) {
    n += count_values(entry.value);
  }
  return n;
}

void put_all(sim::Node& root, const LoadRequest::Overrides& overrides, sim::Diagnostics& diagnostics) {
  for (const auto& [path, value] : overrides) {
    put(root, path, parse_override(path, value), {fmt::format("--set {}", path), 0, 0}, path, diagnostics);
  }
}

void resolve_variants(const LoadRequest& request, LoadedScenario& scenario, const sim::Node& root,
                      const FilePlaces& places, MemoryBudget& memory, sim::Diagnostics& diagnostics) {
  sim::Node design = root;
  design.erase("variants");
  const std::size_t n = scenario.base.config.variants.size();
  const std::size_t length = count_values(design);
  const std::size_t most = std::min(kMostVariants, kMostValues / length);
  if (n > most) {
    const sim::Node* written = root.find("variants");
    diagnostics.error(written == nullptr ? sim::SourceMark{} : written->mark(), "variants", fmt::format("are {}", n),
                      most == kMostVariants ? fmt::format("at most {}", most)
                                            : fmt::format("at most {} of a file with {} values", most, length));
    return;
  }
  const std::vector<sim::Diagnostic> of_base(diagnostics.all().begin(), diagnostics.all().end());
  for (const auto& [name, values] : scenario.base.config.variants) {
    const std::string path = "variants." + name;
    const sim::Node& written = *sim::find_path(root, path);
    if (name == "all" || name == "base") {
      diagnostics.error(written.mark(), path, fmt::format("a variant may not be called `{}`", name),
                        name == "all" ? "--variant all means each of them" : "`base` is the file as written");
      continue;
    }
    sim::Node changed = design;
    for (const auto& entry : values) {
      const sim::SourceMark at = entry.value.mark().line > 0 ? entry.value.mark() : written.mark();
      if (entry.name.substr(0, entry.name.find('.')) == "variants") {
        diagnostics.error(at, path + "." + entry.name, "a variant may not change the variants");
      } else {
        put(changed, entry.name, entry.value, at, path + "." + entry.name, diagnostics);
      }
    }
    put_all(changed, request.overrides, diagnostics);
    sim::Diagnostics found;
    scenario.variants.push_back(resolve_variant(name, changed, places, memory, found));
    report_variant(path, written, of_base, found.all(), diagnostics);
    if (diagnostics.size() >= kEnoughErrors) {
      return;
    }
  }
}

}  // namespace

LoadedScenario load_scenario(const LoadRequest& request) {
  LoadedScenario scenario;
  const std::string shown = request.file == "-" ? "<stdin>" : request.file;
  scenario.text = request.text ? *request.text : sim::read_yaml_file(request.file);
  sim::Node root = sim::parse_yaml_text(scenario.text, shown);
  sim::Diagnostics diagnostics;
  put_all(root, request.overrides, diagnostics);
  diagnostics.throw_if_any();
  const FilePlaces places = places_for(request.file);
  MemoryBudget memory{request.memory ? static_cast<double>(*request.memory) : std::numeric_limits<double>::infinity()};
  scenario.base = resolve_variant("base", root, places, memory, diagnostics);
  resolve_variants(request, scenario, root, places, memory, diagnostics);
  diagnostics.throw_if_any();
  return scenario;
}

}  // namespace cosmos
