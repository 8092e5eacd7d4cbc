#include "tests/support/plan_builder.h"

#include <utility>

#include "models/keys/key_range.h"

namespace cosmos::testing {
namespace {

constexpr std::int64_t kStartOf2026 = 1'767'225'600;
constexpr std::int64_t kUsers = 100;

Population population(std::string name, std::int64_t count, Placement placement) {
  std::string pattern = name.substr(0, name.size() - 1) + "-{}";
  return {std::move(name), {}, count, std::move(pattern), std::vector<double>(static_cast<std::size_t>(count), 1.0),
          placement};
}

Stream stream_of(std::string name, OperationKind operation, std::int64_t per_second) {
  Stream stream;
  stream.name = std::move(name);
  stream.operation = operation;
  stream.fixed_values = {{property::kRegion, 0}};
  for (std::size_t p = 0; p <= property::kKey; ++p) {
    stream.known.push_back(p);
  }
  stream.arrivals = OpenLoop{{per_second * 1'000'000, sim::Duration::seconds(1)}, Spacing::kEven};
  stream.retries.max_retries = 0;
  return stream;
}

}  // namespace

Item order_item() {
  Item item;
  item.name = "order";
  item.size = Constant{1'000};
  item.system_properties = Bytes::of(24);
  item.properties = {
      {"id", UniqueProperty{}},
      {"tenantId", PopulationProperty{0, ValueKind::kString}},
      {"userId", PopulationProperty{1, ValueKind::kString}},
      {"month", TimeProperty{*TimePattern::parse("%Y-%m"), ValueKind::kString}},
      {"bucket", BucketProperty{8, ValueKind::kString}},
      {"region", GivenProperty{ValueKind::kString, {KeyValue::text("eu"), KeyValue::text("us")}}},
      {"pk", FormatProperty{{{"", property::kTenant}, {"-", {}}, {"", property::kBucket}}}},
  };
  return item;
}

PlanBuilder::PlanBuilder(std::int64_t seconds) {
  plan_.start_unix_seconds = kStartOf2026;
  plan_.seconds = seconds;
  plan_.bin_seconds = 1;
  plan_.readings.read_latency = Constant{5'000'000};
  plan_.readings.write_latency = Constant{5'000'000};
  plan_.populations = {population("tenants", 4, Placement::kEven), population("users", kUsers, Placement::kHash)};
  plan_.items = {order_item()};
  Container container;
  container.name = "orders";
  container.key.paths = {"tenantId"};
  container.throughput = Ru::units(1'000);
  plan_.containers = {container};
  plan_.windows = {{0, seconds}};
}

PlanBuilder& PlanBuilder::throughput(std::int64_t ru_per_second) {
  plan_.containers[0].throughput = Ru::units(ru_per_second);
  return *this;
}

PlanBuilder& PlanBuilder::partitions(std::size_t n) {
  plan_.containers[0].boundaries = initial_boundaries(plan_.containers[0].key.hashing, n);
  return *this;
}

PlanBuilder& PlanBuilder::boundaries(std::vector<KeyPoint> inner) {
  plan_.containers[0].boundaries = std::move(inner);
  return *this;
}

PlanBuilder& PlanBuilder::key(std::vector<std::string> paths) {
  PartitionKeyDefinition& key = plan_.containers[0].key;
  key.hashing = paths.size() > 1 ? KeyHashing::kMultiHash : KeyHashing::kHashV2;
  key.paths = std::move(paths);
  return *this;
}

PlanBuilder& PlanBuilder::tenants(std::int64_t n, Placement placement) {
  plan_.populations[0] = population("tenants", n, placement);
  return *this;
}

PlanBuilder& PlanBuilder::ratelimit(RateLimit rule) {
  plan_.readings.ratelimit = rule;
  return *this;
}

PlanBuilder& PlanBuilder::seed(std::uint64_t seed) {
  plan_.seed = seed;
  return *this;
}

PlanBuilder& PlanBuilder::replications(std::int64_t n) {
  plan_.replications = n;
  return *this;
}

PlanBuilder& PlanBuilder::bins_of(std::int64_t seconds) {
  plan_.bin_seconds = seconds;
  return *this;
}

PlanBuilder& PlanBuilder::window(std::int64_t from, std::int64_t to) {
  plan_.windows.push_back({from, to});
  return *this;
}

PlanBuilder& PlanBuilder::add(Stream stream) {
  plan_.streams.push_back(std::move(stream));
  return *this;
}

PlanBuilder& PlanBuilder::add_steps(std::string name, std::vector<Stream> steps) {
  const std::size_t whole = plan_.streams.size();
  Stream head = steps.front();
  head.name = name;
  head.operation = OperationKind::kSteps;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    head.parts.push_back({whole + 1 + i, std::nullopt});
  }
  add(std::move(head));
  for (Stream& step : steps) {
    step.part_of = PartOf{whole, name, step.name, std::vector<char>(plan_.items[0].properties.size()), false};
    add(std::move(step));
  }
  return *this;
}

Stream creates(std::string name, std::int64_t per_second, Ru charge) {
  Stream stream = stream_of(std::move(name), OperationKind::kCreate, per_second);
  stream.fixed_charge = charge;
  return stream;
}

Stream point_reads(std::string name, std::int64_t per_second, Ru charge) {
  Stream stream = stream_of(std::move(name), OperationKind::kPointRead, per_second);
  stream.fixed_charge = charge;
  return stream;
}

Stream queries(std::string name, std::int64_t per_second, Ru per_visit, std::vector<std::size_t> known) {
  Stream stream = stream_of(std::move(name), OperationKind::kQuery, per_second);
  stream.known = std::move(known);
  stream.filters = 1;
  stream.query_charge = QueryCharges{per_visit, Ru{}};
  return stream;
}

Stream poisson(Stream stream) {
  std::get<OpenLoop>(stream.arrivals).spacing = Spacing::kPoisson;
  return stream;
}

Stream only_tenant(Stream stream, std::size_t tenant) {
  stream.population_choices = {{0, FixedMember{tenant}}};
  return stream;
}

Stream with_retries(Stream stream) {
  stream.retries = RetryRules{};
  return stream;
}

}  // namespace cosmos::testing
