#include "tests/bench/workload.h"

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "models/keys/key_range.h"
#include "sim/core/distributions.h"

namespace bench {
namespace {

cosmos::Stream stream(const char* name, cosmos::OperationKind operation, cosmos::Ru charge) {
  cosmos::Stream stream;
  stream.name = name;
  stream.operation = operation;
  stream.known = {0, 1};
  stream.fixed_charge = charge;
  stream.arrivals = cosmos::OpenLoop{{25'000'000'000, sim::Duration::seconds(1)}, cosmos::Spacing::kPoisson};
  stream.retries = {9, sim::Duration::max(), cosmos::DrawnWait{cosmos::Uniform{20e6, 180e6}}};
  stream.round_trip = cosmos::Constant{0};
  return stream;
}

}  // namespace

cosmos::RunPlan plan_of(const Variation& variation) {
  cosmos::RunPlan plan;
  plan.seconds = kSeconds;
  plan.bin_seconds = 10;
  plan.readings.read_latency = cosmos::Exponential{2e6, 1e6};
  plan.readings.write_latency = cosmos::Exponential{5e6, 3e6};
  plan.populations.emplace_back("tenants", std::vector<std::string>{}, static_cast<std::int64_t>(variation.tenants),
                                "user{}", sim::zipf_weights(variation.tenants, 0.99), cosmos::Placement::kHash);
  cosmos::Item item;
  item.name = "row";
  item.size = cosmos::Constant{1'000};
  item.properties = {{"tenantId", cosmos::PopulationProperty{0, cosmos::ValueKind::kString}},
                     {"id", cosmos::UniqueProperty{}}};
  plan.items.push_back(item);
  cosmos::Container container;
  container.name = "rows";
  container.key.paths = {"tenantId"};
  container.throughput = variation.quiet
                             ? cosmos::Ru::units(1'000'000) * static_cast<std::int64_t>(variation.partitions)
                             : cosmos::Ru::units(500'000);
  container.boundaries = cosmos::initial_boundaries(cosmos::KeyHashing::kHashV2, variation.partitions);
  plan.containers.push_back(container);
  plan.streams = {stream("writes", cosmos::OperationKind::kCreate, cosmos::Ru::units(5)),
                  stream("reads", cosmos::OperationKind::kPointRead, cosmos::Ru::units(1))};
  if (variation.fan_out) {
    cosmos::Stream everywhere = stream("everywhere", cosmos::OperationKind::kQuery, {});
    everywhere.known = {};
    everywhere.fixed_charge.reset();
    everywhere.query_charge = cosmos::QueryCharges{cosmos::Ru::units(1), {}};
    plan.streams.push_back(std::move(everywhere));
    const std::int64_t tenth = 5'000'000'000;
    std::get<cosmos::OpenLoop>(plan.streams[0].arrivals).rate.micro = 9 * tenth / 2;
    std::get<cosmos::OpenLoop>(plan.streams[1].arrivals).rate.micro = 9 * tenth / 2;
    std::get<cosmos::OpenLoop>(plan.streams[2].arrivals).rate.micro = tenth;
  }
  for (cosmos::Stream& each : plan.streams) {
    if (variation.next_second) {
      each.retries.wait = cosmos::ServiceWait{};
    }
  }
  plan.windows = {{kWarmup, kSeconds}};
  return plan;
}

}  // namespace bench
