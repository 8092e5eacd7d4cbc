#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "models/experiment/metrics.h"
#include "models/findings/findings.h"
#include "models/service_limits.h"

namespace cosmos {
namespace {

constexpr double kShareToWarn = 0.8;
constexpr double kDaysToWarn = 90.0;

double days(double seconds) { return seconds / 86'400.0; }

}  // namespace

// PART-02, PART-03: a logical partition that is full, or will be.
void find_walls(const VariantResult& variant, std::vector<Finding>& found) {
  const double limit =
      variant.plan->readings.gigabyte * static_cast<double>(service_limits::kLogicalPartitionGigabytes);
  const ReplicationResult& replication = variant.replications.front();
  const SizeFigures& sizes = replication.sizes;
  const std::size_t containers = sizes.largest_key_text.size();
  for (std::size_t c = 0; sizes.bins > 0 && c < containers; ++c) {
    const double largest = sizes.largest_key[(sizes.bins - 1) * containers + c];
    const double full_at = sizes.full_at[(sizes.bins - 1) * containers + c];
    if (largest < kShareToWarn * limit) {
      continue;
    }
    const std::string advice =
        "more RU/s change nothing; a further level of the key (an id, say) takes the limit away (HPK-02, HPK-10)";
    const std::string key = sizes.largest_key_text[c];
    if (largest >= limit) {
      found.push_back(
          {"F-WALL",
           fmt::format("the logical partition of \"{}\" in {} is full at {:.4g} GB: writes of new items to it "
                       "are answered 403/1014 and not retried (PART-03)",
                       key, variant.plan->containers[c].name, largest / variant.plan->readings.gigabyte),
           advice});
    } else {
      found.push_back(
          {"F-WALL-AHEAD",
           fmt::format(
               "the logical partition of \"{}\" in {} holds {:.4g} of its 20 GB{}", key,
               variant.plan->containers[c].name, largest / variant.plan->readings.gigabyte,
               std::isnan(full_at)
                   ? ""
                   : fmt::format("; as keys grow here, the first is full {:.3g} days after the start", days(full_at))),
           advice});
    }
  }
}

// SPLIT-01: a split that will come, for it makes every share of the throughput smaller. The soonest of each container.
void find_splits_ahead(const VariantResult& variant, std::vector<Finding>& found) {
  const double gigabyte = variant.plan->readings.gigabyte;
  const double limit = gigabyte * static_cast<double>(service_limits::kPhysicalPartitionGigabytes);
  const ReplicationResult& replication = variant.replications.front();
  for (std::size_t c = 0; c < variant.plan->containers.size(); ++c) {
    double partitions = 0.0;
    double ru = 0.0;
    double soonest = kDaysToWarn;
    std::optional<std::size_t> where;
    for (std::size_t p = 0; p < variant.partitions.size(); ++p) {
      const PartitionInfo& info = variant.partitions[p];
      if (info.container != c || info.ended) {
        continue;
      }
      partitions += 1.0;
      ru += info.budget.as_double();
      const double room = limit - bytes_at_end(replication, p);
      const double per_second = bytes_per_second(variant, replication, p);
      if (per_second > 0.0 && room >= 0.0 && days(room / per_second) < soonest) {
        soonest = days(room / per_second);
        where = p;
      }
    }
    if (!where) {
      continue;
    }
    found.push_back(
        {"F-SPLIT-AHEAD",
         fmt::format("{} holds {:.4g} GB and grows by {:.3g} GB a day: it comes to 50 GB {:.3g} days after the end",
                     partition_name(variant, *where), bytes_at_end(replication, *where) / gigabyte,
                     bytes_per_second(variant, replication, *where) * 86'400.0 / gigabyte, soonest),
         fmt::format(
             "it then splits, and each partition has {:.0f} RU/s instead of {:.0f} (SPLIT-01, SPLIT-06): raise the "
             "throughput before",
             ru / (partitions + 1.0), ru / partitions)});
  }
}

// SCALE-09, SCALE-10: what was stored or once provisioned keeps the throughput up.
void find_throughput_floors(const VariantResult& variant, std::vector<Finding>& found) {
  for (std::size_t c = 0; c < variant.plan->containers.size(); ++c) {
    const Container& container = variant.plan->containers[c];
    double gigabytes = 0.0;
    Ru now;
    for (std::size_t p = 0; p < variant.partitions.size(); ++p) {
      if (variant.partitions[p].container == c && !variant.partitions[p].ended) {
        gigabytes += bytes_at_end(variant.replications.front(), p) / variant.plan->readings.gigabyte;
        now += variant.partitions[p].budget;
      }
    }
    Ru highest = std::max(container.highest_ever, container.throughput);
    for (const TimelineAction& action : variant.plan->timeline) {
      const auto* const to = std::get_if<SetThroughput>(&action.what);
      highest = to != nullptr && action.container == c ? std::max(highest, to->throughput) : highest;
    }
    const auto floor_of = [&](Ru ever, double stored) {
      return container.autoscale ? minimum_autoscale_throughput(ever, stored) : minimum_manual_throughput(ever, stored);
    };
    const Ru floor = floor_of(highest, gigabytes);
    if (floor == floor_of(Ru{}, 0.0) || floor.milli() < now.milli() / 2) {
      continue;
    }
    const bool by_peak = floor == floor_of(highest, 0.0);
    found.push_back({"F-FLOOR",
                     fmt::format("{} cannot be lowered below {:.0f} RU/s: {}", container.name, floor.as_double(),
                                 by_peak ? fmt::format("it once had {:.0f}", highest.as_double())
                                         : fmt::format("it stores {:.4g} GB", gigabytes)),
                     by_peak ? "the highest throughput ever set keeps the minimum up; only a new container forgets it"
                             : "the minimum grows with what is stored: delete, or let it expire"});
  }
}

}  // namespace cosmos
