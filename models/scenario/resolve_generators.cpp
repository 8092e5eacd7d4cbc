#include <algorithm>

#include <fmt/format.h>

#include "models/scenario/resolver.h"
#include "sim/text/diagnostics.h"

// Generators of an item's properties, and what some of them are made of.
namespace cosmos {
namespace {

bool is_number(const std::string& text) {
  const auto parsed = sim::ValueTraits<double>::parse(text);
  return parsed.value.has_value() && text == fmt::format("{}", *parsed.value);
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

constexpr std::size_t kMostPieces = 100;  // of a format, with those of the formats inside it

// The properties of an item that are made of others, inner ones first, and how many pieces each has when it is opened
// up. Those of a cycle, and what is made of them, have no size.
class MadeSizes {
 public:
  explicit MadeSizes(const Item& item)
      : size_(item.properties.size()), waits_for_(size_.size()), used_by_(size_.size()) {
    std::vector<std::size_t> ready;
    for (std::size_t p = 0; p < size_.size(); ++p) {
      for (const std::size_t part : direct_parts(item, p)) {
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
      for (const std::size_t part : direct_parts(item, p)) {
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
  std::vector<std::optional<std::size_t>> size_;
  std::vector<std::size_t> waits_for_;
  std::vector<std::vector<std::size_t>> used_by_;
};

}  // namespace

PropertyGenerator Resolver::generator(const std::string& path, const GeneratorFields& fields) {
  const int kinds = int{fields.population.has_value()} + int{fields.time.has_value()} + int{fields.bucket.has_value()} +
                    int{fields.modulo.has_value()} + int{fields.format.has_value()} + int{fields.constant.has_value()};
  if (kinds != 1) {
    error(path, kinds == 0 ? "has no generator" : "has several generators",
          "exactly one of population, time, bucket, modulo, format, constant, or the word unique or given");
    return UniqueProperty{};
  }
  const ValueKind as = fields.as.value_or(ValueKind::kString);
  if (fields.as && (fields.format || fields.constant)) {
    error(path + ".as", "does not go with `format` or `constant`", "a format is a text, a constant is what it is");
  }
  if (fields.column && !fields.population) {
    error(path + ".column", "belongs to `population`", "say whose file has it");
  }
  if (fields.population) {
    return population_generator(path, fields, as);
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
  if (fields.modulo) {
    return ModuloProperty{0, fields.modulo->by, as};  // what it is of is found once all properties are known
  }
  if (fields.constant) {
    const auto value = key_value(*fields.constant);
    if (!value) {
      error(path + ".constant", "is not a plain value", "text, number, true, false, null or undefined");
      return UniqueProperty{};
    }
    return ConstantProperty{*value};
  }
  return FormatProperty{};  // likewise its pieces
}

PropertyGenerator Resolver::population_generator(const std::string& path, const GeneratorFields& fields, ValueKind as) {
  const auto position = config_.populations.index_of(*fields.population);
  if (!position) {
    error(path + ".population", fmt::format("no population `{}`", *fields.population),
          known_names(*fields.population, config_.populations.names()));
    return UniqueProperty{};
  }
  const Population& population = plan_.populations[*position];
  const PopulationConfig& config = config_.populations[*position].value;
  const auto check_number = [&](const std::string& value, const char* hint) {
    const bool number = as != ValueKind::kNumber || is_number(value);
    if (!number) {
      error(path + ".as", fmt::format("{} is not a number", sim::in_backquotes(value)), hint);
    }
    return number;
  };
  if (fields.column) {
    const auto column = population.find_column(*fields.column);
    if (!config.file) {
      error(path + ".column", fmt::format("population `{}` has no file", *fields.population),
            "only members from a file have columns");
    } else if (!column && population_is_sound_[*position]) {
      error(path + ".column", fmt::format("column `{}` was not read", *fields.column),
            "a property of an item that asks for it, too");
    }
    if (!column) {
      return UniqueProperty{};
    }
    for (const std::string& value : population.columns()[*column].values) {
      if (!check_number(value, "a column of numbers")) {
        break;
      }
    }
    return ColumnProperty{*position, *column, as};
  }
  if (population_is_sound_[*position]) {
    // The `count` others are called alike: the first of them tells. Where they lie within another population no name
    // is a number.
    const std::size_t told =
        population.outer() != nullptr ? 1 : std::min(population.named_size() + 1, population.size());
    for (std::size_t i = 0; i < told; ++i) {
      if (!check_number(population.member(i), "a population whose members are called by numbers: names: \"{}\"")) {
        break;
      }
    }
  }
  return PopulationProperty{*position, as};
}

void Resolver::resolve_parts(const std::string& path, const GeneratorFields& fields, Item& item, std::size_t p) {
  PropertyGenerator& generator = item.properties[p].generator;
  const auto position = [&](const std::string& at, const std::string& name) {
    const auto property = item.find(name);
    if (!property) {
      error(at, fmt::format("no property `{}`", name), known_names(name, item.property_names()));
    }
    return property;
  };
  if (auto* modulo = std::get_if<ModuloProperty>(&generator)) {
    const auto of = position(path + ".modulo.of", fields.modulo->of);
    modulo->of = of.value_or(0);
    if (!of) {
      generator = UniqueProperty{};
    }
  }
  auto* format = std::get_if<FormatProperty>(&generator);
  if (format == nullptr || !fields.format) {
    return;
  }
  const std::string at = path + ".format";
  FormatParser parser{*fields.format, {}};
  bool has_property = false;
  while (const auto piece = parser.next()) {
    FormatProperty::Piece resolved{piece->literal, std::nullopt};
    if (piece->property) {
      has_property = true;
      resolved.property = position(at, *piece->property);
      if (!resolved.property) {
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

// What is refused is not made of anything any more: everything that follows it down can rely on an end soon.
void Resolver::check_made_sizes(Item& item, const std::function<std::string(std::size_t)>& path_of) {
  const MadeSizes sizes(item);
  for (std::size_t p = 0; p < item.properties.size(); ++p) {
    const auto size = sizes.size(p);
    if (size && *size <= kMostPieces) {
      continue;
    }
    PropertyGenerator& generator = item.properties[p].generator;
    const bool is_format = std::holds_alternative<FormatProperty>(generator);
    const std::string at = path_of(p) + (is_format ? ".format" : ".modulo");
    if (size) {
      error(at, "has too many properties in it",
            fmt::format("at most {}, with those of formats inside it", kMostPieces - 1));
    } else if (is_format) {
      error(at, "leads into a circle", "a format may not be made of itself, nor of one that is");
    } else {
      error(at, "leads into a circle", "a modulo may not be of itself, nor of a format that it is in");
    }
    generator = UniqueProperty{};
  }
}

}  // namespace cosmos
