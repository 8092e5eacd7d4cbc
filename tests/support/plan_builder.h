#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "models/world/run_plan.h"

// A valid plan in one line, for tests of the models:
//
//   const RunPlan plan = PlanBuilder(10).throughput(400).add(creates("orders", 20, Ru::units(5))).build();
namespace cosmos::testing {

// Positions of the properties of the plan's one item.
namespace property {
inline constexpr std::size_t kId = 0;      // "id": unique
inline constexpr std::size_t kTenant = 1;  // "tenantId": member of population 0, "tenants"
inline constexpr std::size_t kUser = 2;    // "userId": member of population 1, "users" (100)
inline constexpr std::size_t kMonth = 3;   // "month": "%Y-%m" of the creation
inline constexpr std::size_t kBucket = 4;  // "bucket": 0 to 7
inline constexpr std::size_t kRegion = 5;  // "region": given, "eu" or "us"
inline constexpr std::size_t kKey = 6;     // "pk": format, "{tenantId}-{bucket}"
}  // namespace property

// What an admitted request takes in such a plan: 5 ms at the service and 1 ms on the way.
inline constexpr sim::Duration kServiceTime = sim::Duration::milliseconds(6);

// The item that the positions above describe; its payload is 1,000 bytes and 24 more are the service's own.
[[nodiscard]] Item order_item();

// Of container 0: the key /tenantId, one physical partition, 1,000 RU/s. 4 tenants of equal weight, placed evenly
// over the key space; one window over the whole run; start 2026-01-01T00:00:00Z; seed 1; bins of one second.
class PlanBuilder {
 public:
  explicit PlanBuilder(std::int64_t seconds);

  PlanBuilder& throughput(std::int64_t ru_per_second);
  PlanBuilder& partitions(std::size_t n);  // of equal width
  PlanBuilder& boundaries(std::vector<KeyPoint> inner);
  // One path: hash version 2. Several: MultiHash.
  PlanBuilder& key(std::vector<std::string> paths);
  PlanBuilder& tenants(std::int64_t n, Placement placement = Placement::kEven);
  PlanBuilder& ratelimit(RateLimit rule);
  PlanBuilder& seed(std::uint64_t seed);
  PlanBuilder& replications(std::int64_t n);
  PlanBuilder& bins_of(std::int64_t seconds);
  PlanBuilder& window(std::int64_t from, std::int64_t to);  // a further one
  PlanBuilder& add(Stream stream);
  // Operations that arrive as the first step says and carry out the steps one after another.
  PlanBuilder& add_steps(std::string name, std::vector<Stream> steps);
  [[nodiscard]] RunPlan build() const { return plan_; }

 private:
  RunPlan plan_;
};

// Streams of evenly spaced operations, the first at the stream's start, without retries. A charge is that of a
// create or point read; a query is charged `per_visit` of each partition and nothing for its result.
[[nodiscard]] Stream creates(std::string name, std::int64_t per_second, Ru charge);
[[nodiscard]] Stream point_reads(std::string name, std::int64_t per_second, Ru charge);
[[nodiscard]] Stream queries(std::string name, std::int64_t per_second, Ru per_visit, std::vector<std::size_t> known);

// The same stream with arrivals at random instants; for one tenant alone; with the SDKs' default retries.
[[nodiscard]] Stream poisson(Stream stream);
[[nodiscard]] Stream only_tenant(Stream stream, std::size_t tenant);
[[nodiscard]] Stream with_retries(Stream stream);

}  // namespace cosmos::testing
