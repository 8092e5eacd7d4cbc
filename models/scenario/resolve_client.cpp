#include <utility>

#include <fmt/format.h>

#include "models/scenario/resolver.h"

namespace cosmos {

void Resolver::resolve_client(const std::string& path, const StreamConfig& config, Stream& stream) {
  const auto pick = [&](auto member) {
    const bool own = config.client && ((*config.client).*member).has_value();
    return own ? std::pair((*config.client).*member, path + ".client")
               : std::pair(config_.client.*member, std::string("client"));
  };
  if (const auto [round_trip, at] = pick(&ClientConfig::round_trip); round_trip) {
    stream.round_trip = distribution(at + ".round_trip", *round_trip).value_or(stream.round_trip);
  }
  if (const auto [level, at] = pick(&ClientConfig::consistency); level) {
    resolve_consistency(at + ".consistency", *level, stream);
  }
  stream.timeout = pick(&ClientConfig::timeout).first.value_or(stream.timeout);
  const bool own_cache = config.client && config.client->cache;
  const bool reads = stream.operation == OperationKind::kPointRead || stream.operation == OperationKind::kQuery;
  if (own_cache && !reads) {
    error(path + ".client.cache", "stands in front of writes", "a cache answers reads");
  } else if (const auto cache = pick(&ClientConfig::cache).first; cache && reads) {
    if (const auto* share = cache->get_if<CacheHitShare>()) {
      stream.cache_hit_share = share->value.value;
    } else {
      stream.cache_ttl = cache->get_if<CacheTtl>()->value;
    }
  }
  const Sdk sdk = pick(&ClientConfig::sdk).first.value_or(Sdk::kDotnet);
  stream.retries = sdk_retry_rules(sdk);
  if (const auto [retries, at] = pick(&ClientConfig::retries); retries) {
    stream.retries = retry_rules(at + ".retries", *retries, sdk);
  }
}

// RU-04: a request can relax the account's level; the levels are listed from the strongest down.
void Resolver::resolve_consistency(const std::string& path, Consistency level, Stream& stream) {
  if (level < plan_.consistency) {
    error(path,
          fmt::format("`{}` is stronger than the account's `{}`", sim::enum_name(level),
                      sim::enum_name(plan_.consistency)),
          "a client can only relax the level (RU-04)");
  }
  stream.consistency = level;
}

// Numbers take the SDK's place one by one: its way to hold a sum against its limit stays, and so does the most that it
// waits because a 429 says so.
RetryRules Resolver::retry_rules(const std::string& path, const RetriesConfig& config, Sdk sdk) {
  RetryRules rules = sdk_retry_rules(sdk);
  if (config.is<NoRetriesConfig>()) {
    rules.max_retries = 0;
  } else if (config.is<UnlimitedRetriesConfig>()) {
    rules.max_retries = RetryRules::kUnlimited;
    rules.max_wait = sim::Duration::max();
    rules.wait = ServiceWait{};
  } else if (const auto* numbers = config.get_if<RetryNumbersConfig>()) {
    const RetryNumbersFields& fields = numbers->value;
    rules.max_retries = fields.max.unlimited ? RetryRules::kUnlimited : fields.max.value;
    rules.max_wait = fields.max_wait.unlimited ? sim::Duration::max() : fields.max_wait.value;
    if (const auto* backoff = fields.wait.get_if<BackoffConfig>()) {
      const BackoffFields& b = backoff->value;
      if (b.cap && *b.cap < b.first) {
        error(path + ".wait.cap", "is below `first`", "the longest wait is no shorter than the first");
      }
      rules.wait = BackoffWait{b.first, b.factor, b.cap.value_or(sim::Duration::max()), b.jitter.value};
    } else if (fields.wait.is<ServiceWaitConfig>()) {
      const auto* by_service = std::get_if<ServiceWait>(&rules.wait);
      rules.wait = by_service == nullptr ? ServiceWait{} : *by_service;
    } else {
      DurationDistribution drawn;
      std::visit(
          [&](const auto& alternative) {
            using A = std::decay_t<decltype(alternative)>;
            if constexpr (!std::is_same_v<A, ServiceWaitConfig> && !std::is_same_v<A, BackoffConfig>) {
              drawn = DurationDistribution(alternative);
            }
          },
          fields.wait.value);
      const auto wait = distribution(path + ".wait", drawn);
      if (wait && quantile(*wait, 0.5) < 1e6) {
        error(path + ".wait", "is mostly below 1 ms", "a client that does not wait never ends within a second");
      }
      rules.wait = DrawnWait{wait.value_or(Constant{})};
    }
  }
  return rules;
}

}  // namespace cosmos
