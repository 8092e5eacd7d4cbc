#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "tests/unit/config/errors_of.h"

namespace sim {
namespace {

class YamlFile : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string error_of(const std::filesystem::path& file) const {
    try {
      static_cast<void>(parse_yaml_file(file));
    } catch (const InputError& error) {
      return error.what();
    }
    return {};
  }
  std::filesystem::path folder_;
};

TEST_F(YamlFile, IsReadUnderItsName) {
  const std::filesystem::path file = folder_ / "a.yaml";
  std::ofstream(file) << "a: 1\n";
  const Node root = parse_yaml_file(file);
  EXPECT_EQ(to_text(root), "{a: 1}");
  EXPECT_EQ(root.find("a")->mark(), (SourceMark{file.string(), 1, 4}));
}

TEST_F(YamlFile, MustExistAndBeAFile) {
  const std::string missing = (folder_ / "none.yaml").string();
  EXPECT_EQ(error_of(missing), missing + ": error: there is no such file");
  EXPECT_EQ(error_of(folder_), folder_.string() + ": error: is a directory, expected a YAML file");
}

TEST_F(YamlFile, MayBeAPipeButNotAnEndlessOne) {
  EXPECT_EQ(error_of("/dev/zero"),
            "/dev/zero: error: is larger than 4 MiB\n    hint: large tables belong in CSV files");
  EXPECT_EQ(error_of("/dev/null"), "/dev/null: error: is empty");
}

}  // namespace
}  // namespace sim
