#include "models/world/admission.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "sim/core/rng.h"
#include "tests/support/plan_builder.h"

namespace cosmos {
namespace {

// One stream whose tries reach a partition of 100 RU in second 0.
class AdmissionTest : public ::testing::Test {
 protected:
  AdmissionTest() {
    handler_.begin(0);
    now_.end = sim::SimTime::at(sim::Duration::seconds(1));
  }
  void arrive(std::uint32_t nanosecond, std::int64_t ru) {
    tries_.push_back({Ru::units(ru).milli(), nanosecond, 0, static_cast<std::uint32_t>(tries_.size()), false});
  }
  void retry(std::uint32_t nanosecond, std::int64_t ru) {
    WaitingList& due = now_.due[0];
    tries_.push_back({Ru::units(ru).milli(), nanosecond, 0, static_cast<std::uint32_t>(due.requests.size()), true});
    due.requests.push_back(
        {{}, static_cast<std::uint32_t>(due.requests.size()), 0, 0, Request::kNoQuery, 1, nanosecond});
  }
  std::vector<std::uint32_t> admitted(RateLimit rule = RateLimit::kDebt) {
    RequestBudget budget(Ru::units(100), rule);
    admission_.decide(budget, tries_);
    std::vector<std::uint32_t> out(admission_.admitted().begin(), admission_.admitted().end());
    std::vector<std::uint32_t> all(admission_.refused().begin(), admission_.refused().end());
    all.insert(all.end(), out.begin(), out.end());
    std::sort(all.begin(), all.end());
    std::sort(out.begin(), out.end());
    std::int64_t charged = 0;
    for (const std::uint32_t position : out) charged += tries_[position].milli_ru;
    EXPECT_EQ(budget.balance().milli(), 100'000 - charged);
    for (std::uint32_t i = 0; i < tries_.size(); ++i) EXPECT_EQ(all[i], i);
    return out;
  }

  RunPlan plan_ = testing::PlanBuilder(1).add(testing::creates("w", 1, Ru::units(1))).build();
  World world_{plan_, 0};
  RequestHandler handler_{world_};
  SecondAtHand now_{world_};
  Admission admission_{now_, handler_};
  std::vector<Try> tries_;
};

TEST_F(AdmissionTest, UnderDebtWhoeverMeetsAPositiveBalanceIsAdmitted) {
  // In time: 40 (leaves 60), 60 (leaves 0); 1 is refused, and so is what comes later.
  arrive(300, 1);
  arrive(100, 40);
  arrive(400, 0);
  arrive(200, 60);
  EXPECT_EQ(admitted(), (std::vector<std::uint32_t>{1, 3}));
}

TEST_F(AdmissionTest, TheLastOneMayOvershoot) {
  arrive(300, 1);
  arrive(100, 99);
  arrive(200, 1'000);
  EXPECT_EQ(admitted(), (std::vector<std::uint32_t>{1, 2}));
}

TEST_F(AdmissionTest, InStrictSecondsASmallOnePassesAfterALargeOneWasRefused) {
  arrive(300, 40);
  arrive(100, 60);
  arrive(200, 50);
  arrive(400, 1);
  EXPECT_EQ(admitted(RateLimit::kStrictSecond), (std::vector<std::uint32_t>{0, 1}));
}

TEST_F(AdmissionTest, AtOneInstantRetriesComeBeforeArrivals) {
  arrive(0, 100);
  retry(0, 100);
  EXPECT_EQ(admitted(), std::vector<std::uint32_t>{1});
}

// 1,000 at instants in disorder, 1 RU each: the 100 earliest.
TEST_F(AdmissionTest, OfManyTheEarliestAreAdmitted) {
  const sim::Draws words(sim::Seed{1}, 0, 0, 0);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> by_time;
  for (std::uint32_t i = 0; i < 1'000; ++i) {
    // A third of them within a millisecond, so that the balance ends in a crowded bucket.
    const std::uint64_t range = i % 3 == 0 ? 1'000'000 : 1'000'000'000;
    arrive(static_cast<std::uint32_t>(sim::scale_bits(words.bits(i), range)), 1);
    by_time.emplace_back(tries_.back().nanosecond, i);
  }
  std::sort(by_time.begin(), by_time.end());
  std::vector<std::uint32_t> earliest;
  for (std::size_t k = 0; k < 100; ++k) earliest.push_back(by_time[k].second);
  std::sort(earliest.begin(), earliest.end());
  EXPECT_EQ(admitted(), earliest);
}

// 1,000 retries at the second's start, 1 RU each, and arrivals after them: the 100 least ties.
TEST_F(AdmissionTest, OfACrowdTheLeastTiesAreAdmitted) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> by_tie;
  for (std::uint32_t i = 0; i < 1'000; ++i) {
    arrive(i, 1);
    retry(0, 1);
    Request request;
    request.number = i;
    request.attempt = 1;
    by_tie.emplace_back(handler_.tie(request), 2 * i + 1);
  }
  std::sort(by_tie.begin(), by_tie.end());
  std::vector<std::uint32_t> least;
  for (std::size_t k = 0; k < 100; ++k) least.push_back(by_tie[k].second);
  std::sort(least.begin(), least.end());
  EXPECT_EQ(admitted(), least);
}

}  // namespace
}  // namespace cosmos
