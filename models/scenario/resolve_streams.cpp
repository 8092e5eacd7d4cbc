#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "models/scenario/resolver.h"

namespace cosmos {
namespace {

// A reference that may be left out where there is only one thing to refer to.
template <class Map>
std::optional<std::size_t> position_of(const Map& map, const std::optional<std::string>& name) {
  if (name) {
    return map.index_of(*name);
  }
  return map.size() == 1 ? std::optional<std::size_t>(0) : std::nullopt;
}
}  // namespace

void Resolver::resolve_streams() {
  for (const auto& [name, config] : config_.streams) {
    resolve_stream("streams." + name, name, config);
  }
}

void Resolver::resolve_stream(const std::string& path, const std::string& name, const StreamConfig& config) {
  Stream stream;
  stream.name = name;
  const auto item = position_of(config_.items, config.item);
  const auto container = position_of(config_.containers, config.container);
  for (const auto& [field, found, names] : {std::tuple("item", item, config_.items.names()),
                                            std::tuple("container", container, config_.containers.names())}) {
    const auto& written = std::string_view(field) == "item" ? config.item : config.container;
    if (!found) {
      error(path + "." + field, written ? fmt::format("no {} `{}`", field, *written) : "missing",
            written ? known_names(*written, names) : fmt::format("there are several: {}", fmt::join(names, ", ")));
    }
  }
  if (!item || !container) {
    return;
  }
  stream.item = *item;
  stream.container = *container;
  resolve_operation(path, config, stream);
  resolve_where(path, config, stream);
  resolve_choose(path + ".choose", config, stream);
  resolve_charge(path + ".charge", config, stream);
  resolve_arrivals(path, config, stream);
  resolve_client(path, config, stream);
  check_given(path, config, stream);
  for (const std::size_t traced : traced_properties(stream)) {
    const std::string& property = plan_.items[stream.item].properties[traced].name;
    if (config.choose.find(property) != nullptr) {
      error(path + ".choose." + property, "is said by the trace, too", "by one of the two");
    }
  }
  plan_.streams.push_back(std::move(stream));
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
}
}  // namespace cosmos
