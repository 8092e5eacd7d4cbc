#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "models/scenario/resolver.h"
#include "models/service_limits.h"
#include "sim/text/diagnostics.h"

namespace cosmos {
namespace {

bool is_number(const std::string& text) {
  const auto parsed = sim::ValueTraits<double>::parse(text);
  return parsed.value.has_value() && text == fmt::format("{}", *parsed.value);
}

std::vector<std::string> names_of(const Item& item) {
  std::vector<std::string> names;
  for (const Property& property : item.properties) {
    names.push_back(property.name);
  }
  return names;
}

// `address/city`: names with slashes between them.
bool is_property_path(std::string_view text) {
  std::size_t from = 0;
  while (true) {
    const std::size_t slash = text.find('/', from);
    const std::string_view part = text.substr(from, slash == std::string_view::npos ? slash : slash - from);
    const bool system = !part.empty() && part.front() == '_' && sim::is_name(part.substr(1));
    if (!sim::is_name(part) && !system) {
      return false;
    }
    if (slash == std::string_view::npos) {
      return true;
    }
    from = slash + 1;
  }
}

struct FormatParser {
  std::string_view rest;
  // The next piece: a literal, or a property's name. Nothing at the end. `problem` is set on a stray brace.
  struct Piece {
    std::string literal;
    std::optional<std::string> property;
  };
  std::string problem;

  std::optional<Piece> next() {
    if (rest.empty()) {
      return std::nullopt;
    }
    if (rest.front() != '{') {
      const std::size_t brace = std::min(rest.find_first_of("{}"), rest.size());
      if (brace == 0) {
        problem = "has a `}` without its `{`";
        return std::nullopt;
      }
      Piece piece{std::string(rest.substr(0, brace)), std::nullopt};
      rest.remove_prefix(brace);
      return piece;
    }
    const std::size_t close = rest.find('}');
    if (close == std::string_view::npos) {
      problem = "has a `{` without its `}`";
      return std::nullopt;
    }
    Piece piece{{}, std::string(rest.substr(1, close - 1))};
    rest.remove_prefix(close + 1);
    return piece;
  }
};

bool reaches(const Item& item, std::size_t from, std::size_t target, std::size_t depth) {
  const auto* format = std::get_if<FormatProperty>(&item.properties[from].generator);
  if (format == nullptr || depth > item.properties.size()) {
    return false;
  }
  return std::any_of(format->pieces.begin(), format->pieces.end(), [&](const FormatProperty::Piece& piece) {
    return piece.property && (*piece.property == target || reaches(item, *piece.property, target, depth + 1));
  });
}

}  // namespace

void Resolver::resolve_items() {
  if (config_.items.empty()) {
    error("items", "is empty", "name at least one kind of item");
  }
  for (const auto& [name, config] : config_.items) {
    resolve_item("items." + name, name, config);
  }
}

void Resolver::resolve_item(const std::string& path, const std::string& name, const ItemConfig& config) {
  Item item;
  item.name = name;
  item.size = resolve_distribution(config.size);
  if (const std::string problem = distribution_problem(item.size); !problem.empty()) {
    error(path + ".size", problem);
  } else if (quantile(item.size, 0.5) > static_cast<double>(service_limits::kMaxItemBytes.count())) {
    error(path + ".size", "is above 2 MiB (PART-10)", "the answer 413 is not supported yet");
  }
  item.system_properties = config.system_properties;
  if (const auto* count = config.other_properties.get_if<PropertyCount>()) {
    item.other_terms = count->value;
  } else {
    for (const auto& [top_level, n] : config.other_properties.get_if<PropertyCounts>()->value) {
      item.other_terms += n;
    }
  }
  if (item.other_terms < 0 || item.other_terms > 100'000) {
    error(path + ".other_properties", "is out of range", "0 to 100000");
  }
  for (const auto& [property, generator_config] : config.properties) {
    const std::string at = path + ".properties." + property;
    if (!is_property_path(property)) {
      error(at, fmt::format("`{}` is not a property", property), "names, nested ones as address/city");
    }
    PropertyGenerator made = UniqueProperty{};
    if (generator_config.is<GivenConfig>()) {
      made = GivenProperty{};
    } else if (const auto* generator_fields = generator_config.get_if<GeneratorConfig>()) {
      made = generator(at, generator_fields->value);
    }
    item.properties.push_back({property, std::move(made)});
  }
  if (!item.find("id")) {
    item.properties.push_back({"id", UniqueProperty{}});
  }
  resolve_formats(path, config, item);
  check_format_cycles(path, item);
  plan_.items.push_back(std::move(item));
}

PropertyGenerator Resolver::generator(const std::string& path, const GeneratorFields& fields) {
  const int kinds = int{fields.population.has_value()} + int{fields.time.has_value()} + int{fields.bucket.has_value()} +
                    int{fields.format.has_value()} + int{fields.constant.has_value()};
  if (kinds != 1) {
    error(path, kinds == 0 ? "has no generator" : "has several generators",
          "exactly one of population, time, bucket, format, constant, or the word unique or given");
    return UniqueProperty{};
  }
  const ValueKind as = fields.as.value_or(ValueKind::kString);
  if (fields.as && (fields.format || fields.constant)) {
    error(path + ".as", "does not go with `format` or `constant`", "a format is a text, a constant is what it is");
  }
  if (fields.population) {
    const auto position = config_.populations.index_of(*fields.population);
    if (!position) {
      error(path + ".population", fmt::format("no population `{}`", *fields.population),
            known_names(*fields.population, config_.populations.names()));
      return UniqueProperty{};
    }
    if (*position >= plan_.populations.size()) {
      return UniqueProperty{};  // that population is wrong itself
    }
    const Population& population = plan_.populations[*position];
    if (as == ValueKind::kNumber && !is_number(population.member(0))) {
      error(path + ".as", fmt::format("`{}` is not a number", population.member(0)),
            "a population whose members are called by numbers: names: \"{}\"");
    }
    return PopulationProperty{*position, as};
  }
  if (fields.time) {
    auto pattern = TimePattern::parse(*fields.time);
    if (!pattern) {
      error(path + ".time", fmt::format("`{}` is not a time pattern", *fields.time),
            "text with %Y %m %d %H %M %S %j %F %T, at least one");
      return UniqueProperty{};
    }
    if (as == ValueKind::kNumber &&
        pattern->text(pattern->period_of(0)).find_first_not_of("0123456789") != std::string::npos) {
      error(path + ".as", fmt::format("`{}` does not give a number", *fields.time), "digits alone, such as %Y");
    }
    return TimeProperty{std::move(*pattern), as};
  }
  if (fields.bucket) {
    return BucketProperty{*fields.bucket, as};
  }
  if (fields.constant) {
    const auto value = key_value(*fields.constant);
    if (!value) {
      error(path + ".constant", "is not a plain value", "text, number, true, false, null or undefined");
      return UniqueProperty{};
    }
    return ConstantProperty{*value};
  }
  return FormatProperty{};  // its pieces are found once all properties are known
}

void Resolver::resolve_formats(const std::string& path, const ItemConfig& config, Item& item) {
  for (const auto& [property, generator_config] : config.properties) {
    const auto* fields = generator_config.get_if<GeneratorConfig>();
    auto* format = std::get_if<FormatProperty>(&item.properties[*item.find(property)].generator);
    if (fields == nullptr || format == nullptr || !fields->value.format) {
      continue;
    }
    const std::string at = path + ".properties." + property + ".format";
    FormatParser parser{*fields->value.format, {}};
    bool has_property = false;
    while (const auto piece = parser.next()) {
      FormatProperty::Piece resolved{piece->literal, std::nullopt};
      if (piece->property) {
        has_property = true;
        resolved.property = item.find(*piece->property);
        if (!resolved.property) {
          error(at, fmt::format("no property `{}`", *piece->property), known_names(*piece->property, names_of(item)));
          continue;
        }
      }
      format->pieces.push_back(std::move(resolved));
    }
    if (!parser.problem.empty()) {
      error(at, parser.problem, "properties are written {tenantId}");
    } else if (!has_property) {
      error(at, "has no property in it", "write {tenantId}, or use `constant`");
    }
  }
}

void Resolver::check_format_cycles(const std::string& path, Item& item) {
  for (std::size_t p = 0; p < item.properties.size(); ++p) {
    if (reaches(item, p, p, 0)) {
      error(path + ".properties." + item.properties[p].name + ".format", "is made of itself",
            "a format may not lead back to its own property");
      std::get<FormatProperty>(item.properties[p].generator).pieces.clear();  // later checks follow formats down
    }
  }
}

}  // namespace cosmos
