#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "models/findings/findings.h"

namespace cosmos {
namespace {

constexpr double kShareOfRu = 0.01;  // of what a partition admitted

}  // namespace

// BURST-03: burst capacity is not guaranteed, and maintenance may spend it. A design that needs it to keep its promises
// should know.
void find_burst_dependence(const VariantResult& variant, std::vector<Finding>& found) {
  std::size_t partitions = 0;
  Ru spent;
  for (std::size_t p = 0; variant.plan->burst_capacity && p < variant.partitions.size(); ++p) {
    Ru here;
    for (const ReplicationResult& replication : variant.replications) {
      here += replication.burst[p].spent;
    }
    const Ru of = Ru::milli(use_of_partition(variant, p).admitted_milli_ru);
    if (here.as_double() >= kShareOfRu * of.as_double() && here > Ru{}) {
      ++partitions;
      spent += here;
    }
  }
  if (partitions == 0) {
    return;
  }
  const auto runs = static_cast<double>(variant.replications.size());
  const std::string where = partitions == 1 ? "one partition" : fmt::format("{} partitions", partitions);
  found.push_back({"F-BURST-DEPENDENT",
                   fmt::format("{:.0f} RU a run on {} came from burst capacity, beyond what their own throughput gives",
                               spent.as_double() / runs, where),
                   "burst capacity is best effort: the service may spend it on maintenance (BURST-03); compare with "
                   "`account.burst_capacity: false`"});
}

}  // namespace cosmos
