#include "models/scenario/resolver.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <tuple>
#include <variant>

#include <fmt/format.h>

#include "sim/text/diagnostics.h"

namespace cosmos {
namespace {

constexpr std::int64_t kNanoseconds = 1'000'000'000;

std::string print(sim::Duration duration) { return sim::ValueTraits<sim::Duration>::print(duration); }

}  // namespace

std::optional<KeyValue> key_value(const sim::Node& node) {
  if (node.is_null()) {
    return KeyValue::null();
  }
  if (!node.is_scalar()) {
    return std::nullopt;
  }
  const std::string& text = node.text();
  if (node.quoted()) {
    return KeyValue::text(text);
  }
  if (text == "true" || text == "false") {
    return KeyValue::boolean(text == "true");
  }
  if (text == "undefined") {
    return KeyValue::undefined();
  }
  double number = 0.0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure == std::errc() && end == text.data() + text.size() && std::isfinite(number)) {
    return KeyValue::number(number);
  }
  // Numbers to YAML that JSON has not, or a double cannot hold: as texts they would hash to another place in silence.
  const std::size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  const std::string_view digits = std::string_view(text).substr(sign);
  const bool is_word =
      digits == ".inf" || digits == ".Inf" || digits == ".INF" || text == ".nan" || text == ".NaN" || text == ".NAN";
  const bool is_hex = digits.size() > 2 && digits.starts_with("0x") &&
                      digits.find_first_not_of("0123456789abcdefABCDEF", 2) == std::string_view::npos;
  if (is_word || is_hex || (failure == std::errc::result_out_of_range && end == text.data() + text.size())) {
    return std::nullopt;
  }
  return KeyValue::text(text);
}

std::string known_names(std::string_view wrong, const std::vector<std::string>& names) {
  return sim::did_you_mean(wrong, names);
}

void Resolver::error(const std::string& path, std::string message, std::string hint) {
  diagnostics_.error(index_.at(path), path, std::move(message), std::move(hint));
}

std::int64_t Resolver::whole_seconds(const std::string& path, sim::Duration duration) {
  const std::int64_t seconds = duration.count() / kNanoseconds;
  if (duration.count() % kNanoseconds != 0) {
    const std::int64_t nearest = seconds + (duration.count() % kNanoseconds * 2 >= kNanoseconds ? 1 : 0);
    error(path, fmt::format("`{}` is not in whole seconds", print(duration)),
          fmt::format("the nearest is {}", print(sim::Duration::seconds(std::max<std::int64_t>(nearest, 1)))));
  }
  return seconds;
}

std::optional<std::filesystem::path> Resolver::find_file(const std::string& path, const std::string& name) {
  if (name.empty()) {
    error(path, "is empty", "the file's name");
    return std::nullopt;
  }
  std::string places;
  for (const std::filesystem::path& place : places_) {
    std::error_code ignored;
    const std::filesystem::path candidate = place / name;
    if (std::filesystem::exists(candidate, ignored)) {
      if (std::filesystem::is_directory(candidate, ignored)) {
        error(path, fmt::format("{} is a directory", sim::in_backquotes(name)), "a file is expected");
        return std::nullopt;
      }
      if (!std::filesystem::is_regular_file(candidate, ignored)) {
        error(path, fmt::format("{} is a pipe or a device", sim::in_backquotes(name)),
              "a file that can be read several times is expected");
        return std::nullopt;
      }
      return candidate;
    }
    places += (places.empty() ? "" : ", ") + candidate.lexically_normal().string();
  }
  error(path, fmt::format("{} is not found", sim::in_backquotes(name)),
        fmt::format("looked for at {}{}", places, places_.size() < 2 ? "; $COSMOSIM_DATA is not set" : ""));
  return std::nullopt;
}

bool Resolver::claim(const std::string& path, double kept, double in_passing) {
  if (kept + in_passing > memory_.left) {
    error(path,
          fmt::format("needs about {:.3g} GB of memory, of which {:.3g} GB are left", (kept + in_passing) * 1e-9,
                      memory_.left * 1e-9),
          "fewer members, or fewer variants: each has its own");
    return false;
  }
  memory_.left -= kept;
  return true;
}

void Resolver::resolve_clock() {
  plan_.start_unix_seconds = config_.clock.start.unix_seconds;
  plan_.seconds = whole_seconds("clock.duration", config_.clock.duration);
  plan_.bin_seconds = whole_seconds("output.bin", config_.output.bin);
  plan_.hot_keys = config_.output.hot_keys;
  plan_.seed = static_cast<std::uint64_t>(config_.experiment.seed);
  plan_.replications = config_.experiment.replications;
  plan_.executor = config_.experiment.executor.is<EventsWord>()  ? Executor::kEvents
                   : config_.experiment.executor.is<RatesWord>() ? Executor::kRates
                                                                 : Executor::kSettled;
  const sim::Duration warmup = std::get<FixedWarmup>(config_.clock.warmup.value).value;
  const std::int64_t from = whole_seconds("clock.warmup", warmup);
  if (from >= plan_.seconds) {
    error("clock.warmup", "is as long as the run or longer",
          fmt::format("below `clock.duration`, {}", print(config_.clock.duration)));
  }
  plan_.windows.push_back({from, plan_.seconds});
}

void Resolver::resolve_model() {
  const ModelConfig& model = config_.model;
  Readings& readings = plan_.readings;
  readings.ratelimit = model.ratelimit;
  if (model.retry_after.is<EndOfSecondWord>()) {
    readings.retry_after = RetryAfter::kEndOfSecond;
  } else if (const auto* fixed = model.retry_after.get_if<ConstantValue<sim::Duration>>()) {
    readings.retry_after = RetryAfter::kFixed;
    readings.fixed_retry_after = fixed->value;
    if (fixed->value < sim::Duration::milliseconds(1)) {
      error("model.retry_after", "is below 1 ms", "a client that does not wait never ends within a second");
    }
  }
  for (const auto& [path, config, reading] :
       {std::tuple("model.split_duration", &model.split_duration, &readings.split_duration),
        {"model.merge_duration", &model.merge_duration, &readings.merge_duration}}) {
    *reading = distribution(path, *config).value_or(*reading);
  }
  readings.split_point = model.split_point;
  readings.storage_split_ru = model.storage_split_ru;
  readings.redistribution = model.redistribution;
  readings.gigabyte = model.gigabyte == Gigabyte::kDecimal ? 1e9 : 1024.0 * 1024.0 * 1024.0;
  readings.strong_read_charge = model.strong_read_charge;
  readings.size_charge = model.size_charge;
  for (const auto& [path, config, reading] :
       {std::tuple("model.latency.read", &model.latency.read, &readings.read_latency),
        {"model.latency.write", &model.latency.write, &readings.write_latency}}) {
    *reading = distribution(path, *config).value_or(*reading);
  }
  plan_.consistency = config_.account.consistency;
  if (config_.account.regions.size() != 1) {
    error("account.regions", fmt::format("{} regions", config_.account.regions.size()),
          "this version simulates one region");
  }
  plan_.burst_capacity = config_.account.burst_capacity;
  plan_.dynamic_autoscale = config_.account.dynamic_autoscale;
  readings.burst_at_start = model.burst_at_start.value;
}

// `settled` wherever it holds.
void Resolver::pick_executor() {
  if (plan_.executor == Executor::kRates) {
    check_rates();
    return;
  }
  const auto staged = std::find_if(plan_.streams.begin(), plan_.streams.end(),
                                   [](const Stream& stream) { return is_staged(stream) && !stream.part_of; });
  if (staged == plan_.streams.end()) {
    return;
  }
  if (config_.experiment.executor.is<SettledWord>()) {
    error("experiment.executor",
          fmt::format("`settled` cannot run stream `{}`: some of its requests are sent only once another was answered",
                      staged->name),
          "`auto` or `events`");
  }
  plan_.executor = Executor::kEvents;
}

// A second can stand for others only where its arrivals depend on nothing but the second.
void Resolver::check_rates() {
  const bool autoscales = std::any_of(plan_.containers.begin(), plan_.containers.end(),
                                      [](const Container& container) { return container.autoscale; });
  if (plan_.burst_capacity || autoscales) {
    error("experiment.executor",
          fmt::format("`rates` does not follow {}, which looks at each second",
                      plan_.burst_capacity ? "burst capacity" : "autoscale"),
          "`auto`");
  }
  for (const Stream& stream : plan_.streams) {
    const auto* const loop = std::get_if<OpenLoop>(&stream.arrivals);
    const char* const why = is_staged(stream)                                          ? "its requests wait for answers"
                            : loop == nullptr                                          ? "it has no rate"
                            : stream.limit != std::numeric_limits<std::int64_t>::max() ? "it has a limit"
                            : loop->shape && loop->spacing == Spacing::kEven ? "it is evenly spaced with a shape"
                            : stream.cache_ttl                               ? "it has a cache"
                            : stream.timeout != sim::Duration::max()         ? "it has a timeout"
                                                                             : nullptr;
    if (why != nullptr && !stream.part_of) {
      error("experiment.executor", fmt::format("`rates` cannot run stream `{}`: {}", stream.name, why),
            "`auto`, or streams with a `rate` alone");
      return;
    }
  }
}

RunPlan Resolver::resolve() {
  resolve_clock();
  resolve_model();
  resolve_populations();
  resolve_items();
  resolve_containers();
  resolve_streams();
  trim_lists();
  check_item_choices();
  pick_executor();
  check_key_paths();
  check_enumerated();
  resolve_timeline();
  resolve_objectives();
  if (diagnostics_.empty()) {
    split_full_partitions();
    follow_storage();
  }
  return std::move(plan_);
}

}  // namespace cosmos
