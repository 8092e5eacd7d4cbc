#pragma once

#include <string>
#include <vector>

#include "models/scenario/load.h"

// A faultless scenario, ways to break it, and what is then said.
namespace cosmos {

// The lines of the scenario that tests replace or add to.
inline const std::string kName = "name: t\n";                                    // line 1
inline const std::string kDuration = "  duration: 10 min\n";                     // line 3
inline const std::string kMembers = "    members: {A: 1, B: 2}\n";               // line 6
inline const std::string kSize = "    size: 1 KiB\n";                            // line 9
inline const std::string kTenantId = "      tenantId: {population: tenants}\n";  // line 11
inline const std::string kMonth = "      month: {time: \"%Y-%m\"}\n";            // line 12
inline const std::string kShard = "      shard: {bucket: 4}\n";                  // line 13
inline const std::string kWrites = "  writes:\n";                                // line 15
inline const std::string kOperation = "    operation: create\n";                 // line 16
inline const std::string kRate = "    rate: 10 /s\n";                            // line 17
inline const std::string kKey = "    partition_key: /tenantId\n";                // line 20
inline const std::string kThroughput = "    throughput: {manual: 1000 RU/s}\n";  // line 21

struct Edit {
  std::string line;  // one of those above
  std::string text;  // what stands there instead
};
[[nodiscard]] Edit instead_of(const std::string& line, const std::string& text);
[[nodiscard]] Edit behind(const std::string& line, const std::string& text);

// The scenario with these edits.
[[nodiscard]] std::string edited(const std::vector<Edit>& edits);

// All that is said of the file "f" with this text; empty if nothing is wrong with it.
[[nodiscard]] std::string said_of(const std::string& text, const LoadRequest::Overrides& overrides = {});

struct Wrong {
  std::string what;
  std::vector<Edit> edits;
  std::string said;
};
// Each of these is answered with exactly these words.
void expect_said(const std::vector<Wrong>& all);

}  // namespace cosmos
