#include "sim/results/h5_writer.h"

#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/results/h5_handle.h"

// The leak sanitizer's hook: HDF5 itself loses a few hundred bytes when it cannot create a file on a full disk.
extern "C" const char* __lsan_default_suppressions();                            // NOLINT(bugprone-reserved-identifier)
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5"; }  // NOLINT(bugprone-reserved-identifier)

namespace sim {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class H5WriterTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "h5_writer_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }
  [[nodiscard]] fs::path file(const char* name = "out.h5") const { return folder_ / name; }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
};

std::string bytes_of(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

Frame frame_at(const std::string& path, std::size_t bins, std::size_t partitions) {
  Axis time{"time", "start of the bin", "seconds since 2026-01-01T00:00:00Z", {}};
  std::vector<std::int64_t> starts;
  for (std::size_t i = 0; i < bins; ++i) starts.push_back(static_cast<std::int64_t>(60 * i));
  time.values = starts;
  Axis partition{"partition", "physical partition", "", {}};
  std::vector<std::string> names;
  for (std::size_t i = 0; i < partitions; ++i) names.push_back(std::to_string(i));
  partition.values = names;
  std::vector<double> load;
  for (std::size_t i = 0; i < bins * partitions; ++i) load.push_back(static_cast<double>(i) / 4);
  return {.path = path,
          .attributes = {{"note", std::string("naïve")}, {"share", 0.5}, {"names", names}, {"seed", std::int64_t{-1}}},
          .axes = {time, partition},
          .variables = {{"load", "request units", "RU", {"time", "partition"}, load},
                        {"key", "hottest key", "", {"partition"}, names}}};
}

void write_file(const fs::path& path, const std::vector<Frame>& frames) {
  H5Writer writer(path);
  writer.root_attributes({{"format_version", std::int64_t{1}}, {"scenario_text", std::string(200'000, 'x')}});
  for (const Frame& frame : frames) writer.write(frame);
  writer.commit();
}

std::vector<double> read_doubles(const fs::path& path, const char* name, H5D_layout_t* layout = nullptr) {
  const H5File file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), "open");
  const H5Dataset dataset(H5Dopen2(file.id(), name, H5P_DEFAULT), "open");
  const H5Space space(H5Dget_space(dataset.id()), "space");
  std::vector<double> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space.id())));
  h5_check(H5Dread(dataset.id(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), "read");
  const H5Properties properties(H5Dget_create_plist(dataset.id()), "properties");
  if (layout != nullptr) *layout = H5Pget_layout(properties.id());
  return values;
}

std::string failure(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no failure";
}

TEST_F(H5WriterTest, ValuesComeBackFromEachLayout) {
  // 8-byte values: 2 x 2 lie in the header (<= 4 KiB), 64 x 16 beside it, 4096 x 3 in chunks (> 64 KiB).
  write_file(file(), {frame_at("small", 2, 2), frame_at("middle", 64, 16), frame_at("large", 4096, 3)});
  const auto expect = [&](const char* name, std::size_t count, H5D_layout_t expected) {
    H5D_layout_t layout = H5D_LAYOUT_ERROR;
    const std::vector<double> values = read_doubles(file(), name, &layout);
    EXPECT_EQ(layout, expected) << name;
    ASSERT_EQ(values.size(), count) << name;
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(values[i], static_cast<double>(i) / 4) << name;
  };
  expect("small/load", 4, H5D_COMPACT);
  expect("middle/load", 1024, H5D_CONTIGUOUS);
  expect("large/load", 12288, H5D_CHUNKED);
}

TEST_F(H5WriterTest, ChunksAreLongAlongTime) {
  Frame frame = frame_at("wide", 3000, 40);
  write_file(file(), {frame});
  const H5File opened(H5Fopen(file().c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), "open");
  const H5Dataset dataset(H5Dopen2(opened.id(), "wide/load", H5P_DEFAULT), "open");
  const H5Properties properties(H5Dget_create_plist(dataset.id()), "properties");
  std::vector<hsize_t> chunk(2);
  h5_check(H5Pget_chunk(properties.id(), 2, chunk.data()), "chunk");
  EXPECT_THAT(chunk, ElementsAre(1024U, 16U));
}

TEST_F(H5WriterTest, EqualInputGivesEqualBytes) {
  const std::vector<Frame> frames{frame_at("runs/a/0/partitions", 3, 2), frame_at("runs/b/0/partitions", 5000, 4)};
  write_file(file("one.h5"), frames);
  sleep(1);  // a time of day in the file would differ now
  write_file(file("two.h5"), frames);
  const std::string one = bytes_of(file("one.h5"));
  EXPECT_GT(one.size(), 1000U);
  EXPECT_TRUE(one == bytes_of(file("two.h5")));
}

TEST_F(H5WriterTest, OnlyACommittedFileBearsItsName) {
  {
    H5Writer writer(file());
    writer.write(frame_at("a", 2, 2));
    EXPECT_TRUE(fs::exists(file("out.h5.partial")));
    EXPECT_FALSE(fs::exists(file()));
  }
  EXPECT_EQ(files(), 0U);
  write_file(file(), {frame_at("a", 2, 2)});
  EXPECT_TRUE(fs::exists(file()));
  EXPECT_EQ(files(), 1U);
}

TEST_F(H5WriterTest, AnEarlierFileStaysUntilTheNewOneIsWhole) {
  write_file(file(), {frame_at("a", 2, 2)});
  const std::string before = bytes_of(file());
  { H5Writer abandoned(file()); }
  EXPECT_TRUE(before == bytes_of(file()));
  write_file(file(), {frame_at("b", 2, 2)});
  EXPECT_FALSE(before == bytes_of(file()));
}

TEST_F(H5WriterTest, AGroupOnTheWayMayBeWrittenBeforeAndAfter) {
  const Frame run{.path = "runs/a/0", .attributes = {{"seed", std::int64_t{7}}}};
  write_file(file("before.h5"), {run, frame_at("runs/a/0/partitions", 2, 2)});
  write_file(file("after.h5"), {frame_at("runs/a/0/partitions", 2, 2), run});
  for (const char* name : {"before.h5", "after.h5"}) {
    const H5File opened(H5Fopen(file(name).c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), "open");
    EXPECT_GT(H5Aexists_by_name(opened.id(), "runs/a/0", "seed", H5P_DEFAULT), 0) << name;
    EXPECT_GT(H5Lexists(opened.id(), "runs/a/0/partitions", H5P_DEFAULT), 0) << name;
  }
}

TEST_F(H5WriterTest, ASecondFrameOfOnePathIsAMistake) {
  H5Writer writer(file());
  writer.write(frame_at("a", 2, 2));
  EXPECT_THROW(writer.write(frame_at("a", 2, 2)), std::logic_error);
}

TEST_F(H5WriterTest, EmptyAndManyValuedColumnsAreStored) {
  Frame frame = frame_at("many", 0, 9000);
  frame.attributes.push_back({"long", std::vector<double>(20'000, 0.5)});  // beyond what an object header holds
  frame.attributes.push_back({"none", std::vector<std::string>{}});
  frame.attributes.push_back({"empty", std::string()});
  write_file(file(), {frame});
  EXPECT_TRUE(read_doubles(file(), "many/load").empty());
}

TEST_F(H5WriterTest, WhatTheSystemRefusesIsNamedWithPathAndReason) {
  EXPECT_THAT(failure([&] { H5Writer writer(folder_ / "missing" / "out.h5"); }),
              testing::AllOf(HasSubstr("missing/out.h5.partial"), HasSubstr("No such file or directory")));
  EXPECT_THAT(failure([&] { H5Writer writer(folder_); }), HasSubstr("is a directory"));
}

// A limit on the size of files stands for a disk that is full: each write beyond it fails.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST_F(H5WriterTest, AFullDiskIsAnErrorAndLeavesNothing) {
  for (const rlim_t bytes : {rlim_t{0}, rlim_t{3000}, rlim_t{50'000}, rlim_t{200'000}}) {
    const FileSizeLimit limit(bytes);
    Frame frame = frame_at("a", 100'000, 1);
    std::get<std::vector<double>>(frame.variables[0].values)[0] = std::nan("");
    frame.variables.push_back({"index", "own place", "1", {"time"}, frame.axes[0].values});
    EXPECT_THAT(failure([&] {
                  write_file(file(), {frame, frame_at("b", 20'000, 3)});
                }),
                HasSubstr("out.h5.partial"))
        << bytes;
    EXPECT_EQ(files(), 0U) << bytes;
  }
}

}  // namespace
}  // namespace sim
