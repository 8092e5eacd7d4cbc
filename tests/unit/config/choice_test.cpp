#include "sim/config/choice.h"

#include <string>
#include <variant>

#include <gmock/gmock.h>

#include "tests/unit/config/errors_of.h"
#include "tests/unit/config/sample_config.h"

namespace sim {
namespace {

using sample::Pause;
using sample::Popularity;

struct Holder {
  Popularity popularity;
  Pause pause;
  template <class V>
  void fields(V& v) {
    v.optional("popularity", popularity, "who");
    v.optional("pause", pause, "how long");
  }
};

constexpr const char* kPopularities =
    "    hint: one of\n          uniform - every member alike\n          {zipf: {…}} - by rank\n"
    "          {hotspot: a share} - a few get most";

TEST(Choice, HoldsOnlyAlternativesThatAreBuilt) {
  static_assert(std::variant_size_v<Popularity::Variant> == 3);
  EXPECT_TRUE(Popularity().is<sample::Uniform>());
  EXPECT_TRUE(Popularity(sample::Zipf{0.5}).is<sample::Zipf>());
}

TEST(Choice, IsAWordOrAMapWithOneTag) {
  EXPECT_TRUE(read<Holder>("popularity: uniform").popularity.is<sample::Uniform>());
  EXPECT_EQ(read<Holder>("popularity: {zipf: {theta: 0.5}}").popularity.get_if<sample::Zipf>()->theta, 0.5);
  EXPECT_EQ(read<Holder>("popularity: {zipf: {}}").popularity.get_if<sample::Zipf>()->theta, 0.99);
  EXPECT_EQ(read<Holder>("popularity: {hotspot: 90 %}").popularity.get_if<sample::Hotspot>()->value.value, 0.9);
}

TEST(Choice, TakesAPlainAlternativeByItsKind) {
  EXPECT_EQ(read<Holder>("pause: 2 s").pause.get_if<sample::Wait>()->value, Duration::seconds(2));
  EXPECT_EQ(read<Holder>("pause: [1 s, 2 s]").pause.get_if<sample::Steps>()->value.size(), 2U);
  EXPECT_EQ(read<Holder>("pause: {first: 1 s}").pause.get_if<sample::Backoff>()->value.first, Duration::seconds(1));
  EXPECT_TRUE(read<Holder>("pause: uniform").pause.is<sample::Uniform>());
  EXPECT_TRUE(read<Holder>("pause: {zipf: {}}").pause.is<sample::Zipf>());
}

TEST(Choice, NamesUnknownWordsAndTags) {
  EXPECT_EQ(errors_of<Holder>("popularity: unifrom"),
            "f:1:13: error: popularity: `unifrom` is not one of the choices\n    hint: did you mean `uniform`?");
  EXPECT_EQ(errors_of<Holder>("popularity: {zip: {}}"),
            "f:1:14: error: popularity: `zip` is not one of the choices\n    hint: did you mean `zipf`?");
  EXPECT_EQ(errors_of<Holder>("popularity: often"),
            std::string("f:1:13: error: popularity: `often` is not one of the choices\n") + kPopularities);
}

TEST(Choice, TellsMisspeltWordsFromBadValues) {
  EXPECT_EQ(errors_of<Holder>("pause: unifrom"),
            "f:1:8: error: pause: `unifrom` is not one of the choices\n    hint: did you mean `uniform`?");
  EXPECT_EQ(errors_of<Holder>("pause: 5"),
            "f:1:8: error: pause: `5` is not a duration\n    hint: write it with a unit: 250 ms, 30 min, 1 h 30 min");
  EXPECT_EQ(errors_of<Holder>("pause: {ziff: {}}"),
            "f:1:9: error: pause: `ziff` is not one of the choices\n    hint: did you mean `zipf`?");
  EXPECT_EQ(errors_of<Holder>("pause: {frist: 1 s}"),
            "f:1:8: error: pause.first: missing\n    hint: first wait; for example: 250 ms, 30 min, 1 h 30 min\n"
            "f:1:9: error: pause.frist: unknown field\n    hint: did you mean `first`?");
}

TEST(Choice, NamesWrongKinds) {
  EXPECT_EQ(errors_of<Holder>("popularity: [a]"),
            "f:1:13: error: popularity: is a list, expected uniform, {zipf: {…}} or {hotspot: a share}");
  EXPECT_EQ(errors_of<Holder>("popularity: ~"), "f:1:13: error: popularity: is empty");
  EXPECT_EQ(errors_of<Holder>("popularity: {}"), std::string("f:1:13: error: popularity: is empty\n") + kPopularities);
  EXPECT_EQ(errors_of<Holder>("popularity: {zipf: {}, hotspot: 90 %}"),
            std::string("f:1:24: error: popularity: has several keys, expected one of the choices\n") + kPopularities);
  EXPECT_EQ(errors_of<Holder>("popularity: zipf"),
            "f:1:13: error: popularity: `zipf` needs a value\n    hint: write it as {zipf: {…}}");
  EXPECT_EQ(errors_of<Holder>("popularity: {uniform: {}}"),
            "f:1:14: error: popularity: `uniform` takes no value\n    hint: write the bare word");
}

TEST(Choice, SaysWhatIsNotBuilt) {
  constexpr const char* kText =
      ": error: popularity: `table` is in the grammar, but this version does not support it yet";
  EXPECT_EQ(errors_of<Holder>("popularity: {table: {file: x}}"), std::string("f:1:14") + kText);
  EXPECT_EQ(errors_of<Holder>("popularity: table"), std::string("f:1:13") + kText);
}

TEST(Choice, ReportsWhatIsWrongInsideWithTheTagInThePath) {
  EXPECT_EQ(errors_of<Holder>("popularity: {zipf: {theta: 4}}"),
            "f:1:28: error: popularity.zipf.theta: `4` is out of range\n    hint: 0 to 3");
  EXPECT_EQ(errors_of<Holder>("popularity: {hotspot: 10 %}"),
            "f:1:23: error: popularity.hotspot: `10 %` is out of range\n    hint: at least 50 %");
  EXPECT_EQ(errors_of<Holder>("pause: {first: 1 s, factor: 1}"),
            "f:1:29: error: pause.factor: `1` is out of range\n    hint: above 1");
}

}  // namespace
}  // namespace sim
