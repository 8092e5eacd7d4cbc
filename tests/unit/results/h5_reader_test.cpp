#include "sim/results/h5_reader.h"

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <unistd.h>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/results/h5_handle.h"
#include "sim/results/h5_writer.h"
#include "sim/text/diagnostics.h"

namespace sim {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::StartsWith;

constexpr std::uint64_t kEndOfFileAt = 28;  // in the superblock

class H5ReaderTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "h5_reader_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    before_ = fs::current_path();
    fs::current_path(pattern);  // messages name the file as it was given
  }
  void TearDown() override {
    const fs::path folder = fs::current_path();
    fs::current_path(before_);
    fs::remove_all(folder);
  }

 private:
  fs::path before_;
};

// 5,000 x 3 numbers, which are cut and compressed; 2 x 2 texts; a group that has no values.
void write_sample(const Attributes& root) {
  std::vector<std::int64_t> starts;
  std::vector<double> load;
  for (std::int64_t i = 0; i < 5'000; ++i) {
    starts.push_back(60 * i);
    load.insert(load.end(), {static_cast<double>(i), 0.5, std::nan("")});
  }
  H5Writer writer("r.h5");
  writer.root_attributes(root);
  writer.write({.path = "runs/zeta", .attributes = {{"duration_s", std::int64_t{90}}, {"note", std::string("naïve")}}});
  writer.write({.path = "runs/zeta/0",
                .axes = {{"time", "start", "s", starts},
                         {"id", "which", "", std::vector<std::string>{"0", "1", "2"}},
                         {"rank", "place", "1", std::vector<std::int64_t>{1, 2}},
                         {"side", "side", "", std::vector<std::string>{"left", "right"}},
                         {"none", "nothing", "", std::vector<std::string>{}}},
                .variables = {{"load", "load", "RU", {"time", "id"}, load},
                              {"key", "key", "", {"rank", "side"}, std::vector<std::string>{"a", "é", "", "a b"}},
                              {"total", "all", "RU", {}, std::vector<double>{2.5}}}});
  writer.write({.path = "runs/alpha"});
  writer.commit();
}

void write_sample() { write_sample({{"tool", std::string("cosmosim 0.1.0")}, {"format_version", std::int64_t{1}}}); }

std::string bytes_of(const char* file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}
void write_bytes(const std::string& bytes) { std::ofstream("r.h5", std::ios::binary) << bytes; }

std::string refusal(const std::function<void(const H5Reader&)>& action = [](const H5Reader&) {}) {
  try {
    const H5Reader reader("r.h5");
    action(reader);
  } catch (const InputError& wrong) {
    return wrong.what();
  }
  return "accepted";
}

TEST_F(H5ReaderTest, WhatWasWrittenComesBack) {
  write_sample();
  const H5Reader reader("r.h5");
  EXPECT_THAT(reader.groups(""), ElementsAre("runs"));
  EXPECT_THAT(reader.groups("runs"), ElementsAre("zeta", "alpha"));  // in the order of writing
  EXPECT_THAT(reader.groups("runs/zeta"), ElementsAre("0"));
  EXPECT_THAT(reader.groups("runs/zeta/0"), ElementsAre());
  EXPECT_TRUE(reader.has("runs/zeta/0/load"));
  EXPECT_FALSE(reader.has("runs/zeta/1"));
  EXPECT_FALSE(reader.has("runs/zeta/0/load/0"));
  EXPECT_EQ(reader.number_attribute("runs/zeta", "duration_s"), 90.0);
  EXPECT_EQ(reader.text_attribute("runs/zeta", "note"), "naïve");
  const H5Column<double> load = reader.numbers("runs/zeta/0/load", 2);
  EXPECT_THAT(load.shape, ElementsAre(5'000U, 3U));
  ASSERT_EQ(load.values.size(), 15'000U);
  for (std::size_t i = 0; i < 5'000; ++i) {
    ASSERT_EQ(load.values[3 * i], static_cast<double>(i));
    ASSERT_EQ(load.values[3 * i + 1], 0.5);
    ASSERT_TRUE(std::isnan(load.values[3 * i + 2]));
  }
  EXPECT_EQ(reader.numbers("runs/zeta/0/time", 1).values.back(), 60.0 * 4'999);
  EXPECT_THAT(reader.numbers("runs/zeta/0/total", 0).values, ElementsAre(2.5));
  const H5Column<std::string> key = reader.texts("runs/zeta/0/key", 2);
  EXPECT_THAT(key.shape, ElementsAre(2U, 2U));
  EXPECT_THAT(key.values, ElementsAre("a", "é", "", "a b"));
  EXPECT_THAT(reader.texts("runs/zeta/0/none", 1).values, ElementsAre());
}

// More than are read at once, in rows that end in between.
TEST_F(H5ReaderTest, ManyTextsKeepTheirPlaces) {
  std::vector<std::string> names;
  for (int i = 0; i < 3 * 150; ++i) names.push_back("text " + std::to_string(i));
  {
    H5Writer writer("r.h5");
    writer.root_attributes({{"tool", std::string("cosmosim 0.1.0")}, {"format_version", std::int64_t{1}}});
    std::vector<std::int64_t> across(150);
    writer.write({.path = "g",
                  .axes = {{"a", "a", "1", std::vector<std::int64_t>{0, 1, 2}}, {"b", "b", "1", across}},
                  .variables = {{"names", "names", "", {"a", "b"}, names}}});
    writer.commit();
  }
  EXPECT_EQ(H5Reader("r.h5").texts("g/names", 2).values, names);
}

TEST_F(H5ReaderTest, WhatIsNotThereOrIsNoFileIsRefused) {
  EXPECT_EQ(refusal(), "r.h5: error: there is no such file\n    hint: name a file that `cosmosim run` wrote");
  fs::create_directory("r.h5");
  EXPECT_EQ(refusal(),
            "r.h5: error: is a directory, expected a result file\n    hint: name a file that `cosmosim run` wrote");
}

TEST_F(H5ReaderTest, WhatIsNotHdf5IsRefused) {
  const std::string expected = "r.h5: error: is not an HDF5 file\n    hint: name a file that `cosmosim run` wrote";
  write_bytes("");
  EXPECT_EQ(refusal(), expected);
  write_bytes(std::string(1'000, 'x'));
  EXPECT_EQ(refusal(), expected);
}

TEST_F(H5ReaderTest, AFileThatWasCutOffIsRefused) {
  write_sample();
  const std::string whole = bytes_of("r.h5");
  for (std::size_t size = 48; size < whole.size(); size += 397) {
    write_bytes(whole.substr(0, size));
    EXPECT_EQ(refusal(), "r.h5: error: is cut off: " + std::to_string(size) + " bytes of " +
                             std::to_string(whole.size()) + "\n    hint: copy it again, or run the scenario again");
  }
  write_bytes(whole.substr(0, 47));
  EXPECT_EQ(refusal(), "r.h5: error: is cut off\n    hint: copy it again, or run the scenario again");
}

// Whatever bit turns over, the file is read, perhaps with other values, or refused.
TEST_F(H5ReaderTest, ADamagedFileIsReadOrRefused) {
  write_sample();
  const std::string whole = bytes_of("r.h5");
  std::size_t refused = 0;
  for (std::size_t at = 8; at < whole.size(); at += 211) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x40);
    write_bytes(damaged);
    const std::string said = refusal([](const H5Reader& reader) {
      static_cast<void>(reader.numbers("runs/zeta/0/load", 2));
      static_cast<void>(reader.texts("runs/zeta/0/key", 2));
    });
    if (said != "accepted") {
      ++refused;
      EXPECT_THAT(said, StartsWith("r.h5: error: "));
    }
  }
  EXPECT_GT(refused, 10U);
  std::string root_gone = whole;
  root_gone[whole.find("OHDR")] = 'X';
  write_bytes(root_gone);
  EXPECT_EQ(refusal(), "r.h5: error: is damaged\n    hint: copy it again, or run the scenario again");
  std::string longer = whole;
  longer[kEndOfFileAt + 7] = 1;
  write_bytes(longer);
  EXPECT_THAT(refusal(), StartsWith("r.h5: error: is cut off: "));
}

// Texts are referred to by the address of a collection and an index in it, 16 bytes each: length, address, index.
TEST_F(H5ReaderTest, TextsThatLeadAstrayAreRefused) {
  std::vector<std::string> names;
  for (int i = 0; i < 600; ++i) names.push_back("text " + std::to_string(i));  // too many to lie in the header
  {
    H5Writer writer("r.h5");
    writer.root_attributes({{"tool", std::string("cosmosim 0.1.0")}, {"format_version", std::int64_t{1}}});
    writer.write({.path = "g", .axes = {{"names", "names", "", names}}});
    writer.commit();
  }
  const std::string whole = bytes_of("r.h5");
  std::uint64_t at = 0;
  {
    h5_begin();
    const H5File file(H5Fopen("r.h5", H5F_ACC_RDONLY, H5P_DEFAULT), "open");
    const H5Dataset dataset(H5Dopen2(file.id(), "g/names", H5P_DEFAULT), "open");
    at = H5Dget_offset(dataset.id());
  }
  const auto said_after = [&](std::uint64_t place, char value) {
    std::string damaged = whole;
    damaged[place] = value;
    write_bytes(damaged);
    return refusal([](const H5Reader& reader) { static_cast<void>(reader.texts("g/names", 1)); });
  };
  const std::string in_group = "r.h5: error: g/names: is damaged\n    hint: copy it again, or run the scenario again";
  EXPECT_EQ(said_after(at, whole[at]), "accepted");
  EXPECT_EQ(said_after(at + 3, 1), in_group);                                     // longer than the object
  EXPECT_EQ(said_after(at + 5, static_cast<char>(whole[at + 5] ^ 1)), in_group);  // no collection there
  EXPECT_EQ(said_after(at + 14, 1), in_group);                                    // no object of that index
  const std::string in_file = "r.h5: error: is damaged\n    hint: copy it again, or run the scenario again";
  const std::size_t collection = whole.find(std::string("GCOL\x01", 5));
  EXPECT_EQ(said_after(collection + 15, 1), in_file);       // larger than the file
  EXPECT_EQ(said_after(collection + 16 + 15, 1), in_file);  // its first object is larger than it
}

TEST_F(H5ReaderTest, AForeignFileIsRefused) {
  const std::string expected =
      "r.h5: error: is an HDF5 file, but not a result of cosmosim\n    hint: name a file that `cosmosim run` wrote";
  write_sample({});
  EXPECT_EQ(refusal(), expected);
  write_sample({{"tool", std::string("other 1.0")}, {"format_version", std::int64_t{1}}});
  EXPECT_EQ(refusal(), expected);
  write_sample({{"tool", 1.0}, {"format_version", std::int64_t{1}}});
  EXPECT_EQ(refusal(), expected);
  write_sample({{"tool", std::string("cosmosim 0.1.0")}, {"format_version", std::string("1")}});
  EXPECT_EQ(refusal(), expected);
  h5_begin();
  { const H5File other(H5Fcreate("r.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), "create"); }  // superblock 0
  EXPECT_EQ(refusal(), expected);
}

TEST_F(H5ReaderTest, ALaterFormatIsRefused) {
  write_sample({{"tool", std::string("cosmosim 7.0.0")}, {"format_version", std::int64_t{2}}});
  EXPECT_EQ(refusal(),
            "r.h5: error: has format version 2, this program reads 1\n    hint: cosmosim 7.0.0 wrote it, and "
            "can read it");
}

TEST_F(H5ReaderTest, WhatIsMissingIsNamedWithWhatIsThere) {
  write_sample();
  EXPECT_EQ(refusal([](const H5Reader& reader) { static_cast<void>(reader.numbers("runs/zeta/0/loud", 2)); }),
            "r.h5: error: runs/zeta/0/loud: is not in the file\n    hint: did you mean `load`?");
  EXPECT_EQ(refusal([](const H5Reader& reader) { static_cast<void>(reader.groups("runs/beta/0")); }),
            "r.h5: error: runs/beta: is not in the file\n    hint: did you mean `zeta`?");
  EXPECT_EQ(refusal([](const H5Reader& reader) { static_cast<void>(reader.text_attribute("runs/zeta", "nothing")); }),
            "r.h5: error: runs/zeta: has no text `nothing`\n    hint: it was not written by `cosmosim run`");
  EXPECT_EQ(refusal([](const H5Reader& reader) { static_cast<void>(reader.number_attribute("runs/zeta", "note")); }),
            "r.h5: error: runs/zeta: has no number `note`\n    hint: it was not written by `cosmosim run`");
}

TEST_F(H5ReaderTest, AnotherShapeOrTypeIsRefused) {
  write_sample();
  EXPECT_EQ(refusal([](const H5Reader& reader) { static_cast<void>(reader.numbers("runs/zeta/0/load", 1)); }),
            "r.h5: error: runs/zeta/0/load: has 2 axes, expected 1\n    hint: it was not written by `cosmosim run`");
  EXPECT_EQ(refusal([](const H5Reader& reader) { static_cast<void>(reader.numbers("runs/zeta/0/key", 2)); }),
            "r.h5: error: runs/zeta/0/key: does not hold numbers\n    hint: it was not written by `cosmosim run`");
  EXPECT_EQ(refusal([](const H5Reader& reader) { static_cast<void>(reader.texts("runs/zeta/0/load", 2)); }),
            "r.h5: error: runs/zeta/0/load: does not hold texts\n    hint: it was not written by `cosmosim run`");
  EXPECT_EQ(refusal([](const H5Reader& reader) { static_cast<void>(reader.numbers("runs/zeta/0", 1)); }),
            "r.h5: error: runs/zeta/0: is no dataset\n    hint: it was not written by `cosmosim run`");
  EXPECT_EQ(refusal([](const H5Reader& reader) { static_cast<void>(reader.groups("runs/zeta/0/load")); }),
            "r.h5: error: runs/zeta/0/load: is no group\n    hint: it was not written by `cosmosim run`");
}

// Made with HDF5 itself, as its other users could: opened again, whatever a link or a filter leads to is not touched.
TEST_F(H5ReaderTest, WhatLeadsOutOfTheFileOrClaimsTooMuchIsRefused) {
  write_sample();
  {
    const H5File file(H5Fopen("r.h5", H5F_ACC_RDWR, H5P_DEFAULT), "open");
    h5_check(H5Lcreate_external("elsewhere.h5", "/", file.id(), "far", H5P_DEFAULT, H5P_DEFAULT), "link");
    h5_check(H5Lcreate_soft("/runs", file.id(), "soft", H5P_DEFAULT, H5P_DEFAULT), "link");
    const hsize_t huge = hsize_t{1} << 40U;
    const H5Space space(H5Screate_simple(1, &huge, nullptr), "space");
    const H5Properties chunked(H5Pcreate(H5P_DATASET_CREATE), "properties");
    const hsize_t chunk = 1024;
    h5_check(H5Pset_chunk(chunked.id(), 1, &chunk), "chunk");
    const H5Dataset many(
        H5Dcreate2(file.id(), "many", H5T_IEEE_F64LE, space.id(), H5P_DEFAULT, chunked.id(), H5P_DEFAULT), "create");
    h5_check(H5Pset_fletcher32(chunked.id()), "filter");
    const H5Dataset filtered(
        H5Dcreate2(file.id(), "filtered", H5T_IEEE_F64LE, space.id(), H5P_DEFAULT, chunked.id(), H5P_DEFAULT),
        "create");
  }
  EXPECT_THAT(H5Reader("r.h5").groups(""), ElementsAre("runs"));
  EXPECT_FALSE(H5Reader("r.h5").has("far/runs"));
  EXPECT_FALSE(H5Reader("r.h5").has("soft/zeta"));
  EXPECT_EQ(refusal([](const H5Reader& reader) { static_cast<void>(reader.numbers("many", 1)); }),
            "r.h5: error: many: claims to hold more than the file\n    hint: copy it again, or run the scenario again");
  EXPECT_EQ(refusal([](const H5Reader& reader) { static_cast<void>(reader.numbers("filtered", 1)); }),
            "r.h5: error: filtered: is stored in a way that no result file is\n    hint: it was not written by "
            "`cosmosim run`");
}

}  // namespace
}  // namespace sim
