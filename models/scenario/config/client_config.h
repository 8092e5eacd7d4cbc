#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "models/client/retry_policy.h"
#include "models/scenario/config/consistency_config.h"
#include "models/scenario/config/distribution_config.h"
#include "models/scenario/config/words.h"

// The client: how it waits and retries (grammar section 5). Every field may be left out, so that a
// stream's client can be laid over the top-level one.
namespace cosmos {

struct ServiceWaitConfig {
  static constexpr std::string_view kTag = "service";
  static constexpr std::string_view kSummary = "what the 429 says";
};
struct BackoffFields {
  static constexpr std::string_view kSummary = "exponential back-off";
  sim::Duration first;
  double factor = 2.0;
  std::optional<sim::Duration> cap;
  sim::Share jitter{0.0};
  template <class V>
  void fields(V& v) {
    v.required("first", first, "first wait", sim::at_least(sim::Duration::milliseconds(1)));
    v.optional("factor", factor, "each wait against the one before", sim::range(1.0, 100.0));
    v.optional("cap", cap, "longest wait; default none");
    v.optional("jitter", jitter, "each wait is spread evenly by so much below and above");
  }
};
struct BackoffConfig {
  static constexpr std::string_view kSummary = "exponential back-off";
  BackoffFields value;
};
using WaitConfig = sim::Choice<ServiceWaitConfig, ConstantValue<sim::Duration>, UniformConfig<sim::Duration>,
                               ExponentialConfig<sim::Duration>, LognormalConfig<sim::Duration>,
                               ParetoConfig<sim::Duration>, TableFileConfig, BackoffConfig>;

struct SdkDefaultConfig {
  static constexpr std::string_view kTag = "sdk_default";
  static constexpr std::string_view kSummary = "as this SDK does it by itself";
};
struct NoRetriesConfig {
  static constexpr std::string_view kTag = "none";
  static constexpr std::string_view kSummary = "a 429 is final";
};
struct UnlimitedRetriesConfig {
  static constexpr std::string_view kTag = "unlimited";
  static constexpr std::string_view kSummary = "until it succeeds, waiting what the 429 says";
};
struct RetryNumbersFields {
  static constexpr std::string_view kSummary = "retries by numbers";
  CountLimit max{9, false};
  DurationLimit max_wait{sim::Duration::seconds(30), false};
  WaitConfig wait;
  template <class V>
  void fields(V& v) {
    v.optional("max", max, "retries after the first try");
    v.optional("max_wait", max_wait, "summed waiting");
    v.optional("wait", wait, "how long to wait before a retry");
  }
};
struct RetryNumbersConfig {
  static constexpr std::string_view kSummary = "retries by numbers";
  RetryNumbersFields value;
};
using RetriesConfig = sim::Choice<SdkDefaultConfig, NoRetriesConfig, UnlimitedRetriesConfig, RetryNumbersConfig>;

struct CacheHitShare {
  static constexpr std::string_view kTag = "hit_share";
  static constexpr std::string_view kSummary = "the share of the reads that it answers";
  sim::Share value;
};
struct CacheTtl {
  static constexpr std::string_view kTag = "ttl";
  static constexpr std::string_view kSummary = "answers for so long what was read before, by what is asked for";
  sim::Duration value;
};
using CacheConfig = sim::Choice<CacheHitShare, CacheTtl>;

struct ClientConfig {
  static constexpr std::string_view kSummary = "how the application's client retries and waits";
  std::optional<Sdk> sdk;
  std::optional<RetriesConfig> retries;
  std::optional<DurationDistribution> round_trip;
  std::optional<Consistency> consistency;
  std::optional<sim::Duration> timeout;
  std::optional<CacheConfig> cache;
  template <class V>
  void fields(V& v) {
    v.optional("sdk", sdk, "whose retries `sdk_default` are; default dotnet");
    v.optional("retries", retries, "what is done about a 429; default sdk_default");
    v.optional("round_trip", round_trip, "network time of an answered request; default 1 ms");
    v.optional("consistency", consistency, "level of its reads; default the account's, which it can only relax");
    v.optional("timeout", timeout,
               "an operation that takes longer, waits included, has failed; of several steps each; default none",
               sim::at_least(sim::Duration::milliseconds(1)));
    v.optional(
        "cache", cache,
        "in front of the reads: those that it answers never reach the service and are not counted; default none");
    for (const char* name : {"bulk", "throughput_limit", "connection", "region", "priority", "throughput_bucket"}) {
      v.not_built(name);
    }
  }
};

}  // namespace cosmos

namespace sim {
template <>
struct EnumNames<cosmos::Sdk> {
  static constexpr std::string_view kType = "client library";
  static constexpr std::array kValues = {
      EnumValue<cosmos::Sdk>{"dotnet", cosmos::Sdk::kDotnet, "9 retries, 30 s in all, waits exactly what the 429 says"},
      EnumValue<cosmos::Sdk>{"java", cosmos::Sdk::kJava, "as dotnet"},
      EnumValue<cosmos::Sdk>{"python", cosmos::Sdk::kPython, "as dotnet, but the last wait may go beyond the 30 s"},
      EnumValue<cosmos::Sdk>{"js", cosmos::Sdk::kJs, "as python"},
      EnumValue<cosmos::Sdk>{"go", cosmos::Sdk::kGo, "of 2026: as dotnet, but a single wait of 30 s is begun"},
      EnumValue<cosmos::Sdk>{"go_old", cosmos::Sdk::kGoOld, "3 retries after 4 s, 8 s and 16 s"},
      EnumValue<cosmos::Sdk>{"rust", cosmos::Sdk::kRust, "of 2026: 18 retries, 270 s in all, at most 15 s a wait"}};
};
}  // namespace sim
