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

constexpr std::int64_t kMostOtherProperties = 100'000;
constexpr std::size_t kMostPieces = 100;  // of a format, with those of the formats inside it

// The formats of an item, inner ones first, and how many pieces each has when it is opened up. Those of a cycle, and
// what is made of them, have no size.
class FormatSizes {
 public:
  explicit FormatSizes(const Item& item)
      : size_(item.properties.size()), waits_for_(size_.size()), used_by_(size_.size()) {
    std::vector<std::size_t> ready;
    for (std::size_t p = 0; p < size_.size(); ++p) {
      for (const std::size_t part : parts(item, p)) {
        used_by_[part].push_back(p);
        ++waits_for_[p];
      }
      if (waits_for_[p] == 0) {
        ready.push_back(p);
      }
    }
    while (!ready.empty()) {
      const std::size_t p = ready.back();
      ready.pop_back();
      size_[p] = 1;
      for (const std::size_t part : parts(item, p)) {
        size_[p] = std::min(*size_[p] + *size_[part], kMostPieces + 1);
      }
      for (const std::size_t user : used_by_[p]) {
        if (--waits_for_[user] == 0) {
          ready.push_back(user);
        }
      }
    }
  }

  [[nodiscard]] std::optional<std::size_t> size(std::size_t p) const { return size_[p]; }

 private:
  static std::vector<std::size_t> parts(const Item& item, std::size_t p) {
    std::vector<std::size_t> found;
    if (const auto* format = std::get_if<FormatProperty>(&item.properties[p].generator)) {
      for (const FormatProperty::Piece& piece : format->pieces) {
        if (piece.property) {
          found.push_back(*piece.property);
        }
      }
    }
    return found;
  }

  std::vector<std::optional<std::size_t>> size_;
  std::vector<std::size_t> waits_for_;
  std::vector<std::vector<std::size_t>> used_by_;
};

}  // namespace

void Resolver::resolve_items() {
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
  } else if (quantile(item.size, 0.999) > static_cast<double>(service_limits::kMaxItemBytes.count())) {
    error(path + ".size", "is above 2 MiB (PART-10)", "the answer 413 is not supported yet");
  }
  item.system_properties = config.system_properties;
  resolve_other_properties(path + ".other_properties", config, item);
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
  check_format_sizes(path, item);
  plan_.items.push_back(std::move(item));
}

void Resolver::resolve_other_properties(const std::string& path, const ItemConfig& config, Item& item) {
  const auto in_range = [&](const std::string& at, std::int64_t n) {
    if (n < 0 || n > kMostOtherProperties) {
      error(at, fmt::format("`{}` is out of range", n), fmt::format("0 to {}", kMostOtherProperties));
      return false;
    }
    return true;
  };
  if (const auto* count = config.other_properties.get_if<PropertyCount>()) {
    item.other_properties = in_range(path, count->value) ? count->value : 0;
    return;
  }
  std::int64_t sum = 0;
  for (const auto& [top_level, n] : config.other_properties.get_if<PropertyCounts>()->value) {
    const std::string at = path + "." + top_level;
    if (!is_property_path(top_level) || top_level.find('/') != std::string::npos) {
      error(at, fmt::format("{} is not a property on the top level", sim::in_backquotes(top_level)),
            "a name, and how many scalars lie below it: {content: 40}");
    } else if (in_range(at, n)) {
      item.property_groups.push_back({top_level, n});
      sum += n;
    }
  }
  if (sum > kMostOtherProperties) {
    error(path, fmt::format("sum to {}", sum), fmt::format("at most {}", kMostOtherProperties));
  }
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
    const Population& population = plan_.populations[*position];
    if (as == ValueKind::kNumber && population_is_sound_[*position]) {
      // The `count` others are called alike: the first of them tells.
      const PopulationConfig& of = config_.populations[*position].value;
      const auto others = static_cast<std::size_t>(of.count.value_or(0));
      const std::size_t told = population.size() - others + (others > 0 ? 1 : 0);
      for (std::size_t i = 0; i < told; ++i) {
        if (const std::string member = population.member(i); !is_number(member)) {
          error(path + ".as", fmt::format("{} is not a number", sim::in_backquotes(member)),
                "a population whose members are called by numbers: names: \"{}\"");
          break;
        }
      }
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
          error(at, fmt::format("no property `{}`", *piece->property),
                known_names(*piece->property, item.property_names()));
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

// What is refused loses its pieces: everything that follows formats down can rely on them to end soon.
void Resolver::check_format_sizes(const std::string& path, Item& item) {
  const FormatSizes sizes(item);
  for (std::size_t p = 0; p < item.properties.size(); ++p) {
    const auto size = sizes.size(p);
    if (size && *size <= kMostPieces) {
      continue;
    }
    const std::string at = path + ".properties." + item.properties[p].name + ".format";
    if (size) {
      error(at, "has too many properties in it",
            fmt::format("at most {}, with those of formats inside it", kMostPieces - 1));
    } else {
      error(at, "leads into a circle", "a format may not be made of itself, nor of one that is");
    }
    std::get<FormatProperty>(item.properties[p].generator).pieces.clear();
  }
}

}  // namespace cosmos
