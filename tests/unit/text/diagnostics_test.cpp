#include "sim/text/diagnostics.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>

namespace sim {
namespace {

using testing::ElementsAre;

std::string text_of(const SourceMark& mark, const char* path, const char* message, const char* hint) {
  Diagnostic diagnostic;
  diagnostic.mark = mark;
  diagnostic.path = path;
  diagnostic.message = message;
  diagnostic.hint = hint;
  return to_text(diagnostic);
}

TEST(Diagnostic, LeavesOutWhatItDoesNotHave) {
  EXPECT_EQ(text_of({"a.yaml", 3, 7}, "clock.duration", "missing", "how long"),
            "a.yaml:3:7: error: clock.duration: missing\n    hint: how long");
  EXPECT_EQ(text_of({"a.yaml", 3, 0}, "", "is odd", ""), "a.yaml:3: error: is odd");
  EXPECT_EQ(text_of({"command line", 0, 0}, "", "unknown option", ""), "command line: error: unknown option");
  EXPECT_EQ(text_of({}, "", "broken", ""), "error: broken");
}

TEST(Diagnostic, IndentsTheLinesOfAHint) {
  EXPECT_EQ(text_of({"f", 1, 2}, "p", "m", "one of\na\nb"),
            "f:1:2: error: p: m\n    hint: one of\n          a\n          b");
}

TEST(Diagnostics, ThrowNothingWhenNothingIsWrong) {
  Diagnostics none;
  EXPECT_TRUE(none.empty());
  EXPECT_NO_THROW(none.throw_if_any());
}

TEST(Diagnostics, AreThrownInOrderOfPlaceWithoutRepetitions) {
  Diagnostics found;
  found.error({"b", 1, 1}, "", "fifth");
  found.error({"a", 10, 1}, "", "fourth");
  found.error({"a", 2, 9}, "", "second");
  found.error({"a", 2, 3}, "", "first");
  found.error({"a", 2, 9}, "", "third, found after the second at the same place");
  found.error({"a", 2, 9}, "", "second");
  ASSERT_EQ(found.size(), 6U);
  try {
    found.throw_if_any();
    FAIL() << "nothing was thrown";
  } catch (const InputError& error) {
    std::vector<std::string> messages;
    for (const Diagnostic& diagnostic : error.diagnostics()) messages.push_back(diagnostic.message);
    EXPECT_THAT(messages,
                ElementsAre("first", "second", "third, found after the second at the same place", "fourth", "fifth"));
    EXPECT_STREQ(error.what(),
                 "a:2:3: error: first\na:2:9: error: second\n"
                 "a:2:9: error: third, found after the second at the same place\n"
                 "a:10:1: error: fourth\nb:1:1: error: fifth");
  }
  EXPECT_TRUE(found.empty());
}

TEST(InputError, TellsTheFirstFiftyAndCountsTheOthers) {
  Diagnostics found;
  for (int line = 1; line <= 53; ++line) found.error({"f", line, 0}, "", "wrong");
  try {
    found.throw_if_any();
    FAIL() << "nothing was thrown";
  } catch (const InputError& error) {
    const std::string text = error.what();
    EXPECT_EQ(error.diagnostics().size(), 53U);
    EXPECT_NE(text.find("f:50: error: wrong\nand 3 more"), std::string::npos) << text;
    EXPECT_EQ(text.find("f:51"), std::string::npos);
  }
}

}  // namespace
}  // namespace sim
