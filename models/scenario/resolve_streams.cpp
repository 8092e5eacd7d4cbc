#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "models/scenario/resolve_parts.h"
#include "models/scenario/resolver.h"

namespace cosmos {
namespace {

constexpr double kShareTolerance = 1e-9;

// A reference that may be left out where there is only one thing to refer to.
template <class Map>
std::optional<std::size_t> position_of(const Map& map, const std::optional<std::string>& name) {
  if (name) {
    return map.index_of(*name);
  }
  return map.size() == 1 ? std::optional<std::size_t>(0) : std::nullopt;
}

// A share as a bound among words of 32 bits.
std::uint64_t of_two_to_the_32(double share) {
  return static_cast<std::uint64_t>(std::clamp(share, 0.0, 1.0) * 0x1p32 + 0.5);
}

}  // namespace

void Resolver::resolve_streams() {
  for (const auto& [name, config] : config_.streams) {
    resolve_stream("streams." + name, name, config);
  }
}

void Resolver::resolve_stream(const std::string& path, const std::string& name, const StreamConfig& config) {
  const std::size_t first = plan_.streams.size();
  if (config.mix.empty()) {
    if (!config.operation && config.steps.empty()) {
      error(path + ".operation", "missing", "what is done; or `steps`, or `mix`: one of several each time");
      return;
    }
    resolve_one_operation(path, path, name, config, std::nullopt);
  } else if (check_mix(path, config)) {
    double before = 0.0;
    for (const auto& [entry, operation] : config.mix) {
      StreamConfig one = config;
      static_cast<OperationFields&>(one) = operation;
      const double after = before + operation.share.value;
      resolve_one_operation(path + ".mix." + entry, path, name + "." + entry, one,
                            MixShare{name, of_two_to_the_32(before), of_two_to_the_32(after)});
      before = after;
    }
  }
  const std::size_t count = plan_.streams.size() - first;
  plan_.stream_groups.push_back({name, first, count});
  for (std::size_t s = first; s < plan_.streams.size(); ++s) {
    if (plan_.streams[s].name != name) {
      plan_.stream_groups.push_back({plan_.streams[s].name, s, streams_of(plan_.streams[s])});
    }
  }
}

bool Resolver::check_mix(const std::string& path, const StreamConfig& config) {
  const std::size_t before = diagnostics_.all().size();
  if (config.operation) {
    error(path + ".mix", "stands beside `operation`", "one of the two");
  }
  for (const auto& [field, given] :
       {std::pair("choose", !config.choose.empty()), std::pair("age", config.age.has_value()),
        std::pair("where", config.where.has_value()), std::pair("returns", config.returns.has_value()),
        std::pair("loads", config.loads.has_value()), std::pair("top", config.top.has_value()),
        std::pair("order", config.order.has_value()), std::pair("max_item_count", config.max_item_count.has_value()),
        std::pair("max_concurrency", config.max_concurrency.has_value()),
        std::pair("changed_properties", config.changed_properties.has_value()),
        std::pair("batch", config.batch.has_value()), std::pair("charge", config.charge.has_value()),
        std::pair("steps", !config.steps.empty()), std::pair("on_failure", config.on_failure.has_value())}) {
    if (given) {
      error(path + "." + field, "belongs to the operations of the mix", "put it into each of them that it is about");
    }
  }
  double sum = 0.0;
  for (const auto& [entry, operation] : config.mix) {
    sum += operation.share.value;
    if (!sim::is_name(entry)) {
      error(path + ".mix." + entry, fmt::format("{} is not a name", sim::in_backquotes(entry)),
            "letters, digits, _ and -, a letter first");
    }
    if (!operation.operation && operation.steps.empty()) {
      error(path + ".mix." + entry + ".operation", "missing", "what is done; or `steps`");
    }
  }
  if (std::abs(sum - 1.0) > kShareTolerance) {
    error(path + ".mix", fmt::format("its shares sum to {:.6g} %", sum * 100.0), "100 %");
  }
  return diagnostics_.all().size() == before;
}

void Resolver::resolve_one_operation(const std::string& path, const std::string& stream_path, const std::string& name,
                                     const StreamConfig& config, const std::optional<MixShare>& mix) {
  if (!config.steps.empty()) {
    resolve_steps(path, stream_path, name, config, mix);
    return;
  }
  if (config.on_failure) {
    error(path + ".on_failure", "belongs to `steps`", "what becomes of the steps before one that fails");
  }
  std::optional<Stream> stream = stream_of(stream_path, name, config, mix);
  if (!stream) {
    return;
  }
  resolve_action(path, config, *stream);
  resolve_arrivals(stream_path, config, *stream);
  resolve_client(stream_path, config, *stream);
  check_given(path, config, *stream);
  if (stream->finds_first) {
    Parts parts;
    find_and_write(path, config, *stream, parts);
    add_parts(std::move(*stream), std::move(parts));
  } else {
    plan_.streams.push_back(std::move(*stream));
  }
}

std::optional<Stream> Resolver::stream_of(const std::string& stream_path, const std::string& name,
                                          const StreamConfig& config, const std::optional<MixShare>& mix) {
  const auto item = position_of(config_.items, config.item);
  const auto container = position_of(config_.containers, config.container);
  for (const auto& [field, found, names] : {std::tuple("item", item, config_.items.names()),
                                            std::tuple("container", container, config_.containers.names())}) {
    const auto& written = std::string_view(field) == "item" ? config.item : config.container;
    if (!found) {
      error(stream_path + "." + field, written ? fmt::format("no {} `{}`", field, *written) : "missing",
            written ? known_names(*written, names) : fmt::format("there are several: {}", fmt::join(names, ", ")));
    }
  }
  if (!item || !container) {
    return std::nullopt;
  }
  Stream stream;
  stream.name = name;
  stream.mix = mix;
  stream.item = *item;
  stream.container = *container;
  return stream;
}

void Resolver::resolve_action(const std::string& path, const StreamConfig& config, Stream& stream) {
  resolve_operation(path, config, stream);
  resolve_choose(path + ".choose", config, stream);
  resolve_where(path, config, stream);
  resolve_charge(path + ".charge", config, stream);
}

void Resolver::check_given(const std::string& path, const StreamConfig& config, const Stream& stream) {
  const Item& item = plan_.items[stream.item];
  if (config.trace && trace_rows(stream) == nullptr && event_trace(stream) == nullptr) {
    return;  // the trace could not be read: that is the error
  }
  const std::vector<std::size_t> traced = traced_properties(stream);
  std::vector<std::size_t> needed;
  for (const std::size_t p : stream.known) {
    const std::vector<std::size_t> parts = deciding_parts(item, p);
    needed.insert(needed.end(), parts.begin(), parts.end());
  }
  for (const ListedProperty& list : stream.lists) {
    needed.push_back(list.property);
  }
  std::sort(needed.begin(), needed.end());
  needed.erase(std::unique(needed.begin(), needed.end()), needed.end());
  for (const std::size_t p : needed) {
    if (!std::holds_alternative<GivenProperty>(item.properties[p].generator)) {
      continue;
    }
    const bool chosen = config.choose.index_of(item.properties[p].name).has_value();
    const bool in_trace = std::find(traced.begin(), traced.end(), p) != traced.end();
    if (!chosen && !in_trace) {
      error(path, fmt::format("does not say `{}`, which is `given`", item.properties[p].name),
            "by `choose`, or by a column of its trace");
    }
  }
  for (const std::size_t p : traced) {
    if (config.choose.find(item.properties[p].name) != nullptr) {
      error(path + ".choose." + item.properties[p].name, "is said by the trace, too", "by one of the two");
    }
  }
}

}  // namespace cosmos
