#include "tests/property/random_plan.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/core/rng.h"
#include "tests/support/plan_builder.h"

namespace cosmos::testing {
namespace {

class Choices {
 public:
  explicit Choices(std::uint64_t seed) : draws_(sim::Seed{seed}, 0, 0, sim::purpose_id("random plan")) {}
  // From low to high, both included.
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low +
           static_cast<std::int64_t>(sim::scale_bits(draws_.bits(n_++), static_cast<std::uint64_t>(high - low + 1)));
  }
  bool flip() { return between(0, 1) == 1; }

 private:
  sim::Draws draws_;
  std::uint64_t n_ = 0;
};

std::vector<std::string> key(Choices& choices) {
  const std::vector<std::vector<std::string>> keys = {
      {"tenantId"},          {"id"}, {"pk"}, {"userId"}, {"tenantId", "userId"}, {"tenantId", "month", "id"},
      {"bucket", "tenantId"}};
  return keys[static_cast<std::size_t>(choices.between(0, 6))];
}

// Some rates move, some operations come in bursts.
void choose_course(Choices& choices, std::int64_t rate, Stream& stream) {
  const std::int64_t kind = choices.between(0, 5);
  if (kind == 0) {
    stream.arrivals = Bursts{rate, sim::Duration::milliseconds(choices.between(0, 2'500)),
                             sim::Duration::milliseconds(choices.between(2'500, 6'000)),
                             choices.flip() ? Spacing::kEven : Spacing::kPoisson};
  } else if (kind == 1) {
    std::get<OpenLoop>(stream.arrivals).shape = std::make_shared<const RateShape>(
        std::vector<ShapeFactor>{RampFactor{0, choices.between(1, 10), 2.0}, SpikeFactor{2, 1, 4, 3.0}}, 0);
  }
}

// Of properties that the query does not know.
void choose_lists(Choices& choices, Stream& stream) {
  if (stream.known.empty() && choices.flip()) {
    stream.lists.push_back({property::kTenant, choices.between(1, 3)});
  }
  for (const auto& [listed, most] :
       {std::pair(property::kBucket, 8), std::pair(property::kMonth, 5), std::pair(property::kId, 4)}) {
    if (choices.between(0, 3) == 0) {
      stream.lists.push_back({listed, choices.between(1, most)});
    }
  }
}

Stream stream(Choices& choices, const std::string& name) {
  const std::int64_t rate = choices.between(1, 60);
  const Ru charge = Ru::milli(choices.between(500, 30'000));
  Stream out;
  switch (choices.between(0, 2)) {
    case 0:
      out = creates(name, rate, charge);
      break;
    case 1:
      out = point_reads(name, rate, charge);
      break;
    default: {
      const std::vector<std::vector<std::size_t>> known = {
          {}, {property::kTenant}, {property::kTenant, property::kUser}};
      out = queries(name, rate, charge, known[static_cast<std::size_t>(choices.between(0, 2))]);
      choose_lists(choices, out);
    }
  }
  if (choices.flip()) {
    out = poisson(std::move(out));
  }
  if (choices.flip()) {
    out = with_retries(std::move(out));
    out.retries = sdk_retry_rules(static_cast<Sdk>(choices.between(0, 6)));
  }
  choose_course(choices, rate, out);
  if (choices.between(0, 3) == 0) {
    out.timeout = sim::Duration::milliseconds(choices.between(1, 3'000));
  }
  if (choices.between(0, 3) == 0) {
    out.round_trip = Exponential{3e6, 1e6};
  }
  if (!is_write(out.operation) && choices.flip()) {
    out.cache_hit_share = static_cast<double>(choices.between(0, 10)) / 10.0;
  }
  return out;
}

// Each tenant has users of its own, and clients know them: a query that knows tenants lists the users of these.
void nest_users(RunPlan& plan) {
  plan.populations[1] = plan.populations[1].within(0, plan.populations[0]);
  for (Stream& stream : plan.streams) {
    const bool is_query = stream.operation == OperationKind::kQuery;
    if (is_query && stream.known == std::vector{property::kTenant}) {
      stream.lists.push_back({property::kUser, 100, true, 0});
    } else if (is_query && !stream.lists.empty() && stream.lists[0].property == property::kTenant) {
      stream.lists.push_back({property::kUser, 100 * stream.lists[0].values, true, 0});
    }
  }
}

}  // namespace

RunPlan random_plan(std::uint64_t seed) {
  Choices choices(seed);
  PlanBuilder builder(choices.between(3, 20));
  builder.seed(seed).throughput(choices.between(20, 2'000)).tenants(choices.between(3, 20), Placement::kHash);
  builder.key(key(choices)).partitions(static_cast<std::size_t>(choices.between(1, 6)));
  builder.ratelimit(choices.flip() ? RateLimit::kDebt : RateLimit::kStrictSecond);
  const std::int64_t streams = choices.between(1, 4);
  for (std::int64_t s = 0; s < streams; ++s) {
    builder.add(stream(choices, "stream " + std::to_string(s)));
  }
  RunPlan plan = builder.build();
  if (choices.flip()) {
    nest_users(plan);
  }
  return plan;
}

Ru charge_of(const Stream& stream) {
  return stream.operation == OperationKind::kQuery ? stream.query_charge->per_visit : *stream.fixed_charge;
}

}  // namespace cosmos::testing
