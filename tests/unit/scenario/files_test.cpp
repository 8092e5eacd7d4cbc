#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "sim/text/diagnostics.h"
#include "tests/unit/scenario/wrong_scenario.h"

namespace cosmos {
namespace {

// A folder with a scenario and one data file beside it.
class DataFile : public testing::Test {
 protected:
  DataFile() : folder_(std::filesystem::path(testing::TempDir()) / ("cosmosim-data-" + test_name())) {
    std::filesystem::create_directories(folder_);
  }
  ~DataFile() override { std::filesystem::remove_all(folder_); }

  // What is said of the scenario when the file `d.csv` holds `data`; paths are shown without the folder.
  std::string said_with(const std::string& data, const std::string& scenario) {
    std::ofstream(folder_ / "d.csv", std::ios::binary) << data;
    LoadRequest request;
    request.file = (folder_ / "f").string();
    request.text = scenario;
    std::string said;
    try {
      static_cast<void>(load_scenario(request));
    } catch (const sim::InputError& error) {
      said = error.what();
    }
    const std::string folder = folder_.string() + "/";
    for (std::size_t at = said.find(folder); at != std::string::npos; at = said.find(folder)) {
      said.erase(at, folder.size());
    }
    return said;
  }

  std::string said_of_trace(const std::string& data) {
    return said_with(data, edited({instead_of(kTenantId, "      tenantId: given\n"),
                                   instead_of(kRate,
                                              "    trace: {file: d.csv, wide: {first: \"1\", interval: 1 min}, "
                                              "properties: {tenantId: who}, volume: 2}\n")}));
  }

  std::string said_of_members(const std::string& data) {
    return said_with(data, edited({instead_of(kMembers, "    file: d.csv\n    key: name\n    weight: w\n")}));
  }

  // `data` as the sizes of items, in a CSV file, or in one that is called d.json.
  std::string said_of_sizes(const std::string& data, const std::string& name = "d.csv") {
    std::ofstream(folder_ / "d.json", std::ios::binary) << data;
    return said_with(data, edited({instead_of(kSize, "    size: {table: {file: " + name + "}}\n")}));
  }

  std::string said_of_popularity(const std::string& data) {
    return said_with(data, edited({instead_of(kMembers, "    count: 10\n    popularity: {table: {file: d.csv}}\n")}));
  }

  // Members with a region, of which a property asks.
  std::string said_of_regions(const std::string& data, const std::string& as = "", const std::string& choose = "") {
    return said_with(data, edited({instead_of(kMembers, "    file: d.csv\n    key: name\n"),
                                   behind(kShard, "      region: {population: tenants, column: region" + as + "}\n"),
                                   behind(kOperation, choose)}));
  }

 private:
  static std::string test_name() { return testing::UnitTest::GetInstance()->current_test_info()->name(); }
  std::filesystem::path folder_;
};

TEST_F(DataFile, OfATraceIsReadWithEitherLineEnd) {
  EXPECT_EQ(said_of_trace("who,1,2\nA,5,0\nB,0,7\n"), "");
  EXPECT_EQ(said_of_trace("\xEF\xBB\xBFwho,1,2\r\nA,5,0\r\nB,0,7\r\n"), "");
}

TEST_F(DataFile, OfATraceNamesItsBadLine) {
  EXPECT_EQ(said_of_trace("who,1,2\nA,5,0\nB,x,7\n"),
            "d.csv:3:3: error: 1: `x` is not a count\n    hint: digits only: 0, 17, 250000");
  EXPECT_EQ(said_of_trace("who,1,2\nA,5\n"),
            "d.csv:2:4: error: the record has 2 fields, expected 3\n    hint: as many as the first line has");
  // 2,000,000,001 x 2 is more than 4,000,000,000.
  EXPECT_EQ(said_of_trace("who,1,2\nA,5,2000000001\n"),
            "d.csv:2:5: error: streams.writes.trace: `2000000001` operations times volume 2 in one interval is too "
            "many\n    hint: at most 4000000000");
}

TEST_F(DataFile, OfATraceNamesAMissingColumn) {
  EXPECT_EQ(said_of_trace("whom,1,2\nA,5,0\n"), "d.csv:1: error: has no column `who`\n    hint: did you mean `whom`?");
  EXPECT_EQ(said_of_trace("who,0,2\nA,5,0\n"), "d.csv:1: error: has no column `1`\n    hint: known: who, 0, 2");
}

TEST_F(DataFile, OfATraceHasRows) {
  EXPECT_EQ(said_of_trace(""), "d.csv:1:1: error: the file is empty, expected a line of column names");
  EXPECT_EQ(said_of_trace("who,1,2\n"),
            "d.csv:2:1: error: streams.writes.trace: has no rows\n    hint: a row a series");
}

TEST_F(DataFile, OfATraceIsText) {
  EXPECT_EQ(said_of_trace(std::string("who,1,2\nA\0,5,0\n", 15)),
            "d.csv:2:2: error: holds a NUL byte: this is not a text file");
}

TEST_F(DataFile, OfATraceNamesMembersOnly) {
  EXPECT_EQ(said_with("who,1\nA,1\nC,1\n",
                      edited({instead_of(kRate,
                                         "    trace: {file: d.csv, wide: {first: \"1\", interval: 1 min}, properties: "
                                         "{tenantId: who}}\n")})),
            "d.csv:3:1: error: streams.writes.trace: `C` is no member of the property's population");
}

TEST_F(DataFile, OfMembersNamesItsBadLine) {
  EXPECT_EQ(said_of_members("name,w\nA,1\nB,2.5\n"), "");
  EXPECT_EQ(said_of_members("name,w\nA,1\nB,-2\n"),
            "d.csv:3:3: error: w: `-2` is not a number of 0 or more\n    hint: digits, with a point or an exponent if "
            "need be: 17, 0.25, 1.5e-3");
  EXPECT_EQ(said_of_members("name,w\nA,1e16\n"),
            "d.csv:2:3: error: populations.tenants: `1e16` is too large a weight\n    hint: at most 1e15");
  EXPECT_EQ(said_of_members("name,w\nA,0\n"),
            "f:6:11: error: populations.tenants.file: has no member with a weight above 0\n    hint: at least one row");
}

// Whatever reads a file refuses what is no text of sound lines, before it keeps any of it.
TEST_F(DataFile, OfAnyKindIsText) {
  const std::string long_field(std::size_t{17} << 20, 'x');
  const std::string too_long =
      "error: the record is longer than 16 MiB\n    hint: is there a quote that is never closed?";
  EXPECT_EQ(said_of_members("name,w\nA,1\nB\n"),
            "d.csv:3:2: error: the record has 1 field, expected 2\n    hint: as many as the first line has");
  EXPECT_EQ(said_of_members(std::string("name,w\nA,1\nB,\0\n", 14)),
            "d.csv:3:3: error: holds a NUL byte: this is not a text file");
  EXPECT_EQ(said_of_members("name,w\nA,1\n\xE9,1\n"),
            "d.csv:3:1: error: holds a byte that is not UTF-8 text\n    hint: convert the file to UTF-8");
  EXPECT_EQ(said_of_members("name,w\nA,1\n" + long_field + ",1\n"), "d.csv:3: " + too_long);
  EXPECT_EQ(said_of_members("\xEF\xBB\xBFname,w\r\nA,1\r\n"), "");
  EXPECT_EQ(said_of_sizes("value,weight\n100,1\n\"" + long_field), "d.csv:3: " + too_long);
  EXPECT_EQ(said_of_sizes(std::string("value,weight\n1\0,1\n", 18)),
            "d.csv:2:2: error: holds a NUL byte: this is not a text file");
  EXPECT_EQ(said_of_popularity("value,weight\n1,\xFF\n"),
            "d.csv:2:3: error: holds a byte that is not UTF-8 text\n    hint: convert the file to UTF-8");
  EXPECT_EQ(said_of_popularity("\xEF\xBB\xBFvalue,weight\r\n1,1\r\n"), "");
}

TEST_F(DataFile, WrongOnceIsToldOnce) {
  EXPECT_EQ(said_with("name\nA,1\n", edited({instead_of(kMembers, "    file: d.csv\n    key: name\n"),
                                             behind(kThroughput, "variants: {a: {}, b: {}}\n")})),
            "d.csv:2:3: error: the record has 2 fields, expected 1\n    hint: as many as the first line has");
}

TEST_F(DataFile, OfSizesIsReadInEitherForm) {
  EXPECT_EQ(said_of_sizes("value,weight\n1 KiB,3\n500,1\n"), "");
  EXPECT_EQ(said_of_sizes(R"({"x": [[1, {"valSizeRange": null}]], "valSizeRange": [31, 63],
                             "valSizeRangeProbability": [1, 2]})",
                          "d.json"),
            "");
}

TEST_F(DataFile, OfSizesNamesWhatIsWrong) {
  EXPECT_EQ(said_of_sizes("value,wait\n1,3\n"), "d.csv:1: error: has no column `weight`\n    hint: known: value, wait");
  EXPECT_EQ(said_of_sizes("value,weight\n1 KiB,3\n-5,1\n"),
            "d.csv:3:1: error: `-5` is not a size\n    hint: 1 KiB, or a number of bytes");
  EXPECT_EQ(said_of_sizes("value,weight\n1e300,3\n"),
            "d.csv:2:1: error: `1e300` is not a size\n    hint: 1 KiB, or a number of bytes");
  EXPECT_EQ(said_of_sizes("value,weight\n1,2e15\n"),
            "d.csv:2:3: error: `2e15` is too large a weight\n    hint: at most 1e15");
  EXPECT_EQ(said_of_sizes("value,weight\n1,0\n"),
            "d.csv:1:1: error: has no value with a weight above 0\n    hint: at least one row");
}

TEST_F(DataFile, OfJsonNamesWhatIsWrong) {
  const std::string form = "\n    hint: an object with valSizeRange and valSizeRangeProbability";
  EXPECT_EQ(said_of_sizes("{\"valSizeRange\": [1,\n 2", "d.json"), "d.json:2:3: error: is not JSON" + form);
  EXPECT_EQ(said_of_sizes("[1]", "d.json"), "d.json:1:1: error: is not a JSON object" + form);
  EXPECT_EQ(said_of_sizes("{\"valSizeRange\": [1]}", "d.json"),
            "d.json:1:1: error: has no array `valSizeRangeProbability`" + form);
  EXPECT_EQ(said_of_sizes("{\"valSizeRange\": {}}", "d.json"),
            "d.json:1:1: error: has an object in `valSizeRange` where an array of numbers is expected" + form);
  EXPECT_EQ(said_of_sizes("{\"valSizeRange\": [1, \"2\"]}", "d.json"),
            "d.json:1:1: error: has a text in `valSizeRange` among the numbers" + form);
  EXPECT_EQ(said_of_sizes("{\"valSizeRange\": [1, 2], \"valSizeRangeProbability\": [1]}", "d.json"),
            "d.json:1:1: error: has 2 values in `valSizeRange`, but 1 in `valSizeRangeProbability`");
  EXPECT_EQ(said_of_sizes("{\"valSizeRange\": [1, -2], \"valSizeRangeProbability\": [1, 1]}", "d.json"),
            "d.json:1:1: error: has -2 at position 1 of `valSizeRange`\n    hint: 0 to 4.5e+15");
}

TEST_F(DataFile, OfDeepJsonIsAnsweredQuickly) {
  EXPECT_EQ(said_of_sizes(std::string(1'000'000, '['), "d.json").substr(0, 40),
            "d.json:1:1: error: is not a JSON object\n");
  EXPECT_EQ(said_of_sizes("{\"x\": " + std::string(1'000'000, '['), "d.json").substr(0, 37),
            "d.json:1:1000007: error: is not JSON\n");
}

TEST_F(DataFile, OfPopularityCountsMembers) {
  EXPECT_EQ(said_of_popularity("value,weight\n1,30\n99,70\n"), "");
  EXPECT_EQ(said_of_popularity("value,weight\n1 KiB,3\n"),
            "d.csv:2:1: error: `1 KiB` is not a number of members\n    hint: 1, 4000");
  EXPECT_EQ(said_of_popularity("value,weight\n0,3\n5,0\n"),
            "f:7:32: error: populations.tenants.popularity.table.file: has no members with a weight above 0\n"
            "    hint: a row with both above 0");
}

TEST_F(DataFile, OfMembersMayHaveFurtherColumns) {
  EXPECT_EQ(said_of_regions("name,region\nA,eu\nB,us\nA,eu\n"), "");
  EXPECT_EQ(said_of_regions("name,region\nA,eu\nB,us\nA,us\n"),
            "d.csv:4:3: error: populations.tenants: `A` has another `region` than in a row before\n"
            "    hint: one value for each member");
  EXPECT_EQ(said_of_regions("name,area\nA,eu\n"),
            "d.csv:1: error: has no column `region`\n    hint: known: name, area");
  EXPECT_EQ(said_of_regions("name,region\nA,1\nB,two\n", ", as: number"),
            "f:15:57: error: items.order.properties.region.as: `two` is not a number\n    hint: a column of numbers");
  EXPECT_EQ(said_of_regions("name,region\nA,1\nB,2\n", ", as: number"), "");
}

TEST_F(DataFile, OfMembersIsChosenFromByItsColumns) {
  EXPECT_EQ(said_of_regions("name,region\nA,eu\nB,us\n", "", "    choose: {region: us}\n"), "");
  EXPECT_EQ(said_of_regions("name,region\nA,eu\nB,us\n", "", "    choose: {region: asia}\n"),
            "f:19:22: error: streams.writes.choose.region: no member of `tenants` with `asia` in column `region`\n"
            "    hint: known: eu, us");
  EXPECT_EQ(said_of_regions("name,region\nA,eu\nB,us\n", "", "    choose: {region: us, tenantId: A}\n"),
            "f:19:36: error: streams.writes.choose.tenantId: population `tenants` is chosen twice\n"
            "    hint: properties of one population agree: one draw per operation");
}

}  // namespace
}  // namespace cosmos
