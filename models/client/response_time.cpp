#include "models/client/response_time.h"

namespace cosmos {

ResponseTime::ResponseTime(const Distribution& service, const Distribution& round_trip) {
  const auto* fixed_service = std::get_if<Constant>(&service);
  const auto* fixed_way = std::get_if<Constant>(&round_trip);
  if (fixed_service != nullptr && fixed_way != nullptr) {
    constant_ = fixed_service->value + fixed_way->value;
  } else if (fixed_way != nullptr && !std::holds_alternative<Table>(service)) {
    const sim::QuantileTable table([&](double u) { return quantile(service, u); });
    buckets_.emplace(table, fixed_way->value);
  } else {
    service_.emplace(service);
    way_.emplace(round_trip);
  }
}

}  // namespace cosmos
