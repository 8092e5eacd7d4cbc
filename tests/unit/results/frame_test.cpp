#include "sim/results/frame.h"

#include <stdexcept>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Frame good_frame() {
  return {.path = "runs/a/0/partitions",
          .axes = {{"time", "start of the bin", "seconds since 2026-01-01T00:00:00Z", std::vector<double>{0, 60, 120}},
                   {"partition", "physical partition", "", std::vector<std::string>{"0", "1"}}},
          .variables = {{"load", "request units", "RU", {"time", "partition"}, std::vector<double>(6)},
                        {"total", "requests of the run", "1", {}, std::vector<std::int64_t>{7}}}};
}

// What check() says of the good frame after `spoil`.
template <class Spoil>
std::string complaint(Spoil spoil) {
  Frame frame = good_frame();
  spoil(frame);
  try {
    check(frame);
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return "no complaint";
}

TEST(Frame, AnAgreeingFramePassesAndHasItsShapes) {
  const Frame frame = good_frame();
  check(frame);
  EXPECT_THAT(shape(frame, frame.variables[0]), ElementsAre(3U, 2U));
  EXPECT_THAT(shape(frame, frame.variables[1]), ElementsAre());
}

TEST(Frame, AnAxisWithoutPositionsMakesVariablesWithoutValues) {
  Frame frame = good_frame();
  frame.axes[0].values = std::vector<double>{};
  frame.variables[0].values = std::vector<double>{};
  EXPECT_NO_THROW(check(frame));
}

TEST(Frame, ValuesMustFillTheAxes) {
  // 3 bins x 2 partitions are 6 values; a variable without axes is one.
  EXPECT_THAT(complaint([](Frame& f) { f.variables[0].values = std::vector<double>(5); }),
              HasSubstr("`load` has 5 values, its axes have room for 6"));
  EXPECT_THAT(complaint([](Frame& f) { f.variables[1].values = std::vector<double>{}; }),
              HasSubstr("`total` has 0 values, its axes have room for 1"));
}

TEST(Frame, VariablesLieAlongAxesThatExistOnce) {
  EXPECT_THAT(complaint([](Frame& f) { f.variables[0].axes[1] = "partitoin"; }), HasSubstr("along `partitoin`"));
  EXPECT_THAT(complaint([](Frame& f) { f.variables[0].axes[1] = "time"; }), HasSubstr("twice along `time`"));
}

TEST(Frame, NamesAreUnique) {
  EXPECT_THAT(complaint([](Frame& f) { f.variables[0].name = "time"; }), HasSubstr("`time` is there twice"));
  EXPECT_THAT(complaint([](Frame& f) {
                f.attributes = {{"seed", 1.0}, {"seed", 2.0}};
              }),
              HasSubstr("two attributes `seed`"));
}

TEST(Frame, NamesAreNames) {
  for (const char* path : {"", "/runs", "runs/", "runs//a", "runs/../a", "."})
    EXPECT_THAT(complaint([&](Frame& f) { f.path = path; }), HasSubstr("is not a path")) << path;
  for (const char* name : {"", "a/b", "..", "."})
    EXPECT_THAT(complaint([&](Frame& f) { f.axes[1].name = name; }), HasSubstr("is not a name")) << name;
}

TEST(Frame, ReservedAttributesAndDurationWordsAreRefused) {
  EXPECT_THAT(complaint([](Frame& f) {
                f.axes[0].attributes = {{"units", std::string("s")}};
              }),
              HasSubstr("reserved name: `units`"));
  EXPECT_THAT(complaint([](Frame& f) { f.variables[0].units = "seconds"; }), HasSubstr("take for a time difference"));
}

}  // namespace
}  // namespace sim
