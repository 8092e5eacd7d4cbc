#include "sim/config/json_schema.h"

#include <string>

#include <gmock/gmock.h>

#include "sim/config/describe.h"
#include "sim/text/json.h"
#include "tests/unit/config/sample_config.h"

namespace sim {
namespace {

class JsonSchema : public testing::Test {
 protected:
  Json schema_ = Json::parse(json_schema(describe_fields<sample::Config>(), "a title"));
  [[nodiscard]] const Json& field(const char* pointer) const { return schema_.at(Json::json_pointer(pointer)); }
};

TEST_F(JsonSchema, NamesItsDraftAndTitle) {
  EXPECT_EQ(field("/$schema"), "https://json-schema.org/draft/2020-12/schema");
  EXPECT_EQ(field("/title"), "a title");
}

TEST_F(JsonSchema, ClosesStructsAndListsWhatTheyRequire) {
  EXPECT_EQ(field("/additionalProperties"), false);
  EXPECT_EQ(field("/required"), Json::parse(R"(["name", "clock", "streams"])"));
  EXPECT_EQ(field("/properties/clock/required"), Json::parse(R"(["duration"])"));
  EXPECT_FALSE(schema_.at("properties").contains("timeline"));
}

TEST_F(JsonSchema, DescribesValues) {
  EXPECT_EQ(field("/properties/clock/properties/duration/type"), "string");
  EXPECT_EQ(field("/properties/clock/properties/duration/description"),
            "how long the run lasts; 1 s to 3660 d; for example 250 ms, 30 min, 1 h 30 min");
  EXPECT_EQ(field("/properties/burst/type"), "boolean");
  EXPECT_EQ(field("/properties/level/enum"), Json::parse(R"(["session", "strong"])"));
  const Json& limit = field("/properties/streams/additionalProperties/properties/limit");
  EXPECT_EQ(limit.at("type"), "integer");
  EXPECT_EQ(limit.at("minimum"), 1);
  EXPECT_FALSE(limit.contains("maximum"));
}

TEST_F(JsonSchema, DescribesMapsAndLists) {
  EXPECT_EQ(field("/properties/streams/propertyNames/pattern"), "^[A-Za-z][A-Za-z0-9_-]*$");
  EXPECT_EQ(field("/properties/streams/minProperties"), 1);
  EXPECT_EQ(field("/properties/weights/additionalProperties/type"), "number");
  EXPECT_EQ(field("/properties/clocks/items/type"), "object");
  EXPECT_TRUE(field("/properties/extra").at("description").is_string());
}

TEST_F(JsonSchema, DescribesChoices) {
  const Json& choices = field("/properties/streams/additionalProperties/properties/popularity/anyOf");
  ASSERT_EQ(choices.size(), 3U);
  EXPECT_EQ(choices[0], Json::parse(R"({"const": "uniform", "description": "every member alike"})"));
  EXPECT_EQ(choices[1].at("required"), Json::parse(R"(["zipf"])"));
  EXPECT_EQ(choices[1].at("additionalProperties"), false);
  EXPECT_EQ(choices[1].at(Json::json_pointer("/properties/zipf/properties/theta/maximum")), 3);
  const Json& plain = field("/properties/streams/additionalProperties/properties/pause/anyOf");
  EXPECT_EQ(plain[0].at("type"), "string");
  EXPECT_EQ(plain[3].at("type"), "array");
  EXPECT_EQ(plain[4].at(Json::json_pointer("/properties/factor/exclusiveMinimum")), 1);
}

}  // namespace
}  // namespace sim
