#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/charge/request_charge.h"
#include "models/partition/split_reading.h"
#include "models/routing/partition_key.h"
#include "models/scenario/config/distribution_config.h"
#include "models/scenario/config/words.h"
#include "models/throughput/budget.h"

// clock, experiment, output, model and objectives as a scenario writes them (grammar section 8).
namespace cosmos {

struct FixedWarmup {
  static constexpr std::string_view kSummary = "left out of every figure";
  sim::Duration value;
};
struct AtDurationWord {
  static constexpr std::string_view kTag = "at_duration";
  static constexpr std::string_view kSummary = "the run ends at `duration`";
};

struct ClockConfig {
  static constexpr std::string_view kSummary = "when the run starts and how long it lasts";
  sim::Instant start{1'767'225'600};  // 2026-01-01T00:00:00Z
  sim::Duration duration;
  sim::Choice<FixedWarmup, NotBuilt<"auto">> warmup;
  sim::Choice<AtDurationWord, NotBuilt<"when_done">> end;
  template <class V>
  void fields(V& v) {
    v.optional("start", start, "instant of second 0, UTC");
    v.required("duration", duration, "how long the run lasts, whole seconds",
               sim::range(sim::Duration::seconds(1), sim::Duration::days(3660)));
    v.optional("warmup", warmup, "left out of every figure, whole seconds");
    v.optional("end", end, "when the run ends");
  }
};

struct AutoExecutorWord {
  static constexpr std::string_view kTag = "auto";
  static constexpr std::string_view kSummary = "the fastest exact one";
};
struct SettledWord {
  static constexpr std::string_view kTag = "settled";
  static constexpr std::string_view kSummary = "partition by partition, in order only where one is overfull";
};
struct EventsWord {
  static constexpr std::string_view kTag = "events";
  static constexpr std::string_view kSummary = "every arrival and retry in one total time order";
};

struct RatesWord {
  static constexpr std::string_view kTag = "rates";
  static constexpr std::string_view kSummary =
      "where nothing throttles and no limit is near one second stands for up to five minutes: for months and years";
};

struct ExperimentConfig {
  static constexpr std::string_view kSummary = "how the experiment is run";
  std::int64_t seed = 1;
  std::int64_t replications = 1;
  sim::Choice<AutoExecutorWord, EventsWord, SettledWord, RatesWord> executor;
  template <class V>
  void fields(V& v) {
    v.optional("seed", seed, "fixes every draw, with the replication's number", sim::at_least<std::int64_t>(0));
    v.optional("replications", replications, "independent repetitions", sim::range<std::int64_t>(1, 1'000'000));
    v.optional("executor", executor, "how a second is worked out");
    v.not_built("precision");
  }
};

struct BinsWord {
  static constexpr std::string_view kTag = "bins";
  static constexpr std::string_view kSummary = "one row a bin";
};

struct OutputConfig {
  static constexpr std::string_view kSummary = "what the result file keeps";
  sim::Duration bin = sim::Duration::minutes(1);
  sim::Choice<BinsWord, NotBuilt<"around_throttling">, NotBuilt<"full">> detail;
  std::int64_t hot_keys = 10;
  template <class V>
  void fields(V& v) {
    v.optional("bin", bin, "length of a bin, whole seconds; per-second maxima are kept in each",
               sim::range(sim::Duration::seconds(1), sim::Duration::days(366)));
    v.optional("detail", detail, "rows kept");
    v.optional("hot_keys", hot_keys, "hottest keys kept for each partition", sim::range<std::int64_t>(0, 1'000));
  }
};

enum class Gigabyte { kDecimal, kBinary };

struct UntilPositiveWord {
  static constexpr std::string_view kTag = "until_positive";
  static constexpr std::string_view kSummary = "to the first second whose balance is positive";
};
struct EndOfSecondWord {
  static constexpr std::string_view kTag = "end_of_second";
  static constexpr std::string_view kSummary = "to the next second";
};
using RetryAfterConfig = sim::Choice<UntilPositiveWord, EndOfSecondWord, ConstantValue<sim::Duration>>;

struct LatencyConfig {
  static constexpr std::string_view kSummary = "time that an admitted request takes, without `round_trip`";
  DurationDistribution read{LognormalConfig<sim::Duration>{sim::Duration::milliseconds(4), 0.39}};
  DurationDistribution write{LognormalConfig<sim::Duration>{sim::Duration::milliseconds(5), 0.29}};
  template <class V>
  void fields(V& v) {
    v.optional("read", read, "reads and query visits (REPL-02: median at most 4 ms, p99 below 10 ms)");
    v.optional("write", write, "writes (REPL-02: median at most 5 ms, p99 below 10 ms)");
  }
};

struct ModelConfig {
  static constexpr std::string_view kSummary = "readings of the service where sources conflict or are silent";
  RateLimit ratelimit = RateLimit::kDebt;
  RetryAfterConfig retry_after;
  Throughput initial_ru_per_partition{Ru::units(6'000)};
  Throughput single_partition_up_to{Ru::units(0)};
  HpkHash hpk_hash = HpkHash::kPerLevel;
  StrongReadCharge strong_read_charge = StrongReadCharge::kFixedPart;
  SizeCharge size_charge = SizeCharge::kTiers;
  Gigabyte gigabyte = Gigabyte::kDecimal;
  sim::Share burst_at_start{0.0};
  DurationDistribution split_duration{ConstantValue<sim::Duration>{sim::Duration::hours(5)}};
  DurationDistribution merge_duration{ConstantValue<sim::Duration>{sim::Duration::hours(5)}};
  SplitPoint split_point = SplitPoint::kAuto;
  StorageSplitRu storage_split_ru = StorageSplitRu::kEven;
  Redistribution redistribution = Redistribution::kV2025;
  LatencyConfig latency;
  template <class V>
  void fields(V& v) {
    v.optional("ratelimit", ratelimit, "may an operation overshoot the second's budget (RATE-02, RATE-03)");
    v.optional("retry_after", retry_after, "what a 429 says (RATE-05)");
    v.optional("initial_ru_per_partition", initial_ru_per_partition, "creation with manual throughput (SCALE-01)",
               sim::range(Throughput{Ru::units(100)}, Throughput{Ru::units(10'000)}));
    v.optional("single_partition_up_to", single_partition_up_to,
               "created at this or less: one partition (SCALE-01a); 0 is off");
    v.optional("hpk_hash", hpk_hash, "how several levels are hashed (HPK-03, C2)");
    v.optional("strong_read_charge", strong_read_charge, "which part of a query two replicas double (RU-04)");
    v.optional("size_charge", size_charge, "how sizes between the table's points are charged");
    v.optional("gigabyte", gigabyte, "of the 20 GB and 50 GB limits");
    v.optional("burst_at_start", burst_at_start,
               "share of the burst capacity that is saved when the run begins (BURST-02)");
    v.optional("latency", latency, "time that an admitted request takes");
    v.optional("split_duration", split_duration, "how long a split takes, whole seconds (SCALE-05)");
    v.optional("merge_duration", merge_duration, "how long a merge takes, whole seconds (MERGE-04)");
    v.optional("split_point", split_point, "where a physical partition is cut (SPLIT-03, HPK-06)");
    v.optional("storage_split_ru", storage_split_ru, "RU/s after a split for storage (SPLIT-06)");
    v.optional("redistribution", redistribution, "edition of its rules (REDIS-01 to REDIS-04)");
    for (const char* name : {"cut_over", "serverless", "burst_accrual"}) {
      v.not_built(name);
    }
  }
};

struct WorstWord {
  static constexpr std::string_view kTag = "worst";
  static constexpr std::string_view kSummary = "judges each partition and reports the worst";
};

struct ObjectiveConfig {
  static constexpr std::string_view kSummary = "a threshold that the design must keep";
  std::string metric;
  std::optional<std::string> at_most;
  std::optional<std::string> at_least;
  std::optional<std::string> container;
  std::optional<std::string> stream;
  std::optional<sim::Choice<WorstWord>> partition;
  std::optional<sim::Duration> start;
  std::optional<sim::Duration> stop;
  template <class V>
  void fields(V& v) {
    v.required("metric", metric,
               "what is judged: throttled_share, first_attempt_throttled_share, failed_share, "
               "latency_p50, latency_p90, latency_p99, latency_p999, consumed_ru, mean_utilization, "
               "normalized_ru, physical_partitions");
    v.optional("at_most", at_most, "largest value that is met, in the metric's unit");
    v.optional("at_least", at_least, "least value that is met, in the metric's unit");
    v.optional("container", container, "judged for this container alone");
    v.optional("stream", stream, "judged for this stream alone");
    v.optional("partition", partition, "`worst`: judged for each physical partition");
    v.optional("start", start, "from here on; default the end of the warm-up");
    v.optional("stop", stop, "until here; default the end");
  }
};

}  // namespace cosmos

namespace sim {
template <>
struct EnumNames<cosmos::RateLimit> {
  static constexpr std::string_view kType = "rate limit rule";
  static constexpr std::array kValues = {
      EnumValue<cosmos::RateLimit>{"debt", cosmos::RateLimit::kDebt,
                                   "admitted while the balance is positive; the overshoot is owed"},
      EnumValue<cosmos::RateLimit>{"strict_second", cosmos::RateLimit::kStrictSecond,
                                   "admitted only if the whole charge still fits"}};
};
template <>
struct EnumNames<cosmos::HpkHash> {
  static constexpr std::string_view kType = "hierarchical hash";
  static constexpr std::array kValues = {
      EnumValue<cosmos::HpkHash>{"per_level", cosmos::HpkHash::kPerLevel,
                                 "each level hashed alone, as the service does"},
      EnumValue<cosmos::HpkHash>{"combined", cosmos::HpkHash::kCombined, "a widespread misconception, to show it"}};
};
template <>
struct EnumNames<cosmos::StrongReadCharge> {
  static constexpr std::string_view kType = "charge of two-replica queries";
  static constexpr std::array kValues = {
      EnumValue<cosmos::StrongReadCharge>{"fixed_part", cosmos::StrongReadCharge::kFixedPart, "as readings show"},
      EnumValue<cosmos::StrongReadCharge>{"everything", cosmos::StrongReadCharge::kEverything, "as the vendor says"}};
};
template <>
struct EnumNames<cosmos::SizeCharge> {
  static constexpr std::string_view kType = "charge by size";
  static constexpr std::array kValues = {
      EnumValue<cosmos::SizeCharge>{"tiers", cosmos::SizeCharge::kTiers, "rounded up to the next point of the table"},
      EnumValue<cosmos::SizeCharge>{"smooth", cosmos::SizeCharge::kSmooth, "a curve through the points"}};
};
template <>
struct EnumNames<cosmos::SplitPoint> {
  static constexpr std::string_view kType = "split point";
  using P = cosmos::SplitPoint;
  static constexpr std::array kValues = {
      EnumValue<P>{"auto", P::kAuto,
                   "throughput: the hash midpoint; storage: the midpoint for one path, the median for several"},
      EnumValue<P>{"hash_midpoint", P::kHashMidpoint, "the middle of the hash range"},
      EnumValue<P>{"storage_median", P::kStorageMedian, "where half of what is stored lies on each side"}};
};
template <>
struct EnumNames<cosmos::StorageSplitRu> {
  static constexpr std::string_view kType = "RU/s after a storage split";
  using R = cosmos::StorageSplitRu;
  static constexpr std::array kValues = {EnumValue<R>{"even", R::kEven, "all physical partitions have the same"},
                                         EnumValue<R>{"inherit", R::kInherit, "each child has half of its parent's"}};
};
template <>
struct EnumNames<cosmos::Redistribution> {
  static constexpr std::string_view kType = "edition of redistribution";
  using R = cosmos::Redistribution;
  static constexpr std::array kValues = {
      EnumValue<R>{"v2025", R::kV2025, "each partition by itself, up to 20,000 RU/s; the sum is the container's"},
      EnumValue<R>{"v2023", R::kV2023, "what some get others give; shares are kept when the throughput changes"}};
};
template <>
struct EnumNames<cosmos::Gigabyte> {
  static constexpr std::string_view kType = "gigabyte";
  static constexpr std::array kValues = {
      EnumValue<cosmos::Gigabyte>{"decimal", cosmos::Gigabyte::kDecimal, "1,000,000,000 bytes"},
      EnumValue<cosmos::Gigabyte>{"binary", cosmos::Gigabyte::kBinary, "1,073,741,824 bytes"}};
};
}  // namespace sim
