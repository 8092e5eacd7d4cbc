#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "models/items/population.h"
#include "models/scenario/config/distribution_config.h"
#include "models/scenario/config/words.h"

// populations as a scenario writes them (grammar section 2).
namespace cosmos {

struct UniformPopularityConfig {
  static constexpr std::string_view kTag = "uniform";
  static constexpr std::string_view kSummary = "every member is drawn equally often";
};
struct ZipfPopularityConfig {
  static constexpr std::string_view kTag = "zipf";
  static constexpr std::string_view kSummary = "member of rank r is drawn with weight r^-theta";
  double theta = 0.99;
  template <class V>
  void fields(V& v) {
    v.optional("theta", theta, "skew; 0 is uniform", sim::range(0.0, 3.0));
  }
};
struct InTurnPopularityConfig {
  static constexpr std::string_view kTag = "in_turn";
  static constexpr std::string_view kSummary = "one after the other, by the numbers of the stream's operations";
};
struct HotspotPopularityConfig {
  static constexpr std::string_view kTag = "hotspot";
  static constexpr std::string_view kSummary = "the first `members` get `operations`, equally; the others the rest";
  sim::Share members;
  sim::Share operations;
  template <class V>
  void fields(V& v) {
    v.required("members", members, "share of the members that are hot");
    v.required("operations", operations, "share of the operations that they get");
  }
};
struct ExponentialPopularityConfig {
  static constexpr std::string_view kTag = "exponential";
  static constexpr std::string_view kSummary = "falls by the same factor from each member to the next";
  sim::Share members;
  sim::Share operations;
  template <class V>
  void fields(V& v) {
    v.required("members", members, "share of the members …");
    v.required("operations", operations, "… that get this share of the operations");
  }
};
struct LognormalPopularityConfig {
  static constexpr std::string_view kTag = "lognormal";
  static constexpr std::string_view kSummary = "the logarithms of the members' weights are normal";
  double sigma = 1.0;
  template <class V>
  void fields(V& v) {
    v.required("sigma", sigma, "standard deviation of the natural logarithm", sim::range(0.0, 5.0));
  }
};
using PopularityConfig =
    sim::Choice<UniformPopularityConfig, InTurnPopularityConfig, ZipfPopularityConfig, HotspotPopularityConfig,
                ExponentialPopularityConfig, LognormalPopularityConfig, TableFileConfig>;

struct PopulationConfig {
  static constexpr std::string_view kSummary = "who and what there is: tenants, users, devices";
  std::optional<sim::TextMap<MemberWeight>> members;
  std::optional<std::int64_t> count;
  std::optional<std::string> names;
  std::optional<PopularityConfig> popularity;
  std::optional<std::string> file;
  std::optional<std::string> key;
  std::optional<std::string> weight;
  std::optional<std::string> within;
  Placement placement = Placement::kHash;
  template <class V>
  void fields(V& v) {
    v.optional("members", members, "name: weight (relative), or name: share of all draws");
    v.optional("count", count, "further members that are not worth a name", sim::range<std::int64_t>(1, 100'000'000));
    v.optional("names", names, "how those are called, {} stands for 1, 2, …; default <population>-{}");
    v.optional("popularity", popularity, "of the `count` others; default uniform");
    v.optional("file", file, "CSV file of the members, instead of members and count");
    v.optional("key", key, "its column that names a member");
    v.optional("weight", weight, "its column that weighs a member; default: the rows that a key has");
    v.optional("within", within,
               "each member of that population has `count` members here, <its member>/<name>; drawn together");
    v.optional("placement", placement, "where the members' hashes lie, where the property is a level of a key");
  }
};

}  // namespace cosmos

namespace sim {
template <>
struct EnumNames<cosmos::Placement> {
  static constexpr std::string_view kType = "placement";
  static constexpr std::array kValues = {
      EnumValue<cosmos::Placement>{"hash", cosmos::Placement::kHash, "where the names hash to"},
      EnumValue<cosmos::Placement>{"random", cosmos::Placement::kRandom, "fresh names in every replication"},
      EnumValue<cosmos::Placement>{"even", cosmos::Placement::kEven,
                                   "member i of n hashes to (i - 1/2)/n of the range"}};
};
}  // namespace sim
