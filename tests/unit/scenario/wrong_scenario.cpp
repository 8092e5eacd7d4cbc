#include "tests/unit/scenario/wrong_scenario.h"

#include <gtest/gtest.h>

#include "sim/text/diagnostics.h"

namespace cosmos {

Edit instead_of(const std::string& line, const std::string& text) { return {line, text}; }

Edit behind(const std::string& line, const std::string& text) { return {line, line + text}; }

std::string edited(const std::vector<Edit>& edits) {
  std::string text = kName + "clock:\n" + kDuration + "populations:\n  tenants:\n" + kMembers + "items:\n  order:\n" +
                     kSize + "    properties:\n" + kTenantId + kMonth + kShard + "streams:\n" + kWrites + kOperation +
                     kRate + "containers:\n  orders:\n" + kKey + kThroughput;
  for (const Edit& edit : edits) {
    const std::size_t at = text.find(edit.line);
    EXPECT_NE(at, std::string::npos) << edit.line;
    text.replace(at, edit.line.size(), edit.text);
  }
  return text;
}

std::string said_of(const std::string& text, const LoadRequest::Overrides& overrides) {
  LoadRequest request;
  request.file = "f";
  request.text = text;
  request.overrides = overrides;
  try {
    static_cast<void>(load_scenario(request));
  } catch (const sim::InputError& error) {
    return error.what();
  }
  return {};
}

void expect_said(const std::vector<Wrong>& all) {
  for (const Wrong& wrong : all) {
    EXPECT_EQ(said_of(edited(wrong.edits)), wrong.said) << wrong.what;
  }
}

}  // namespace cosmos
