#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

// Reads arrays of numbers from the members of a JSON object, as data files of other tools hold them:
//   {"popularityWeights": [27638685, 17015731], "popularityBuckets": [1, 1], …}
namespace sim {

// The arrays under `names`, in that order; other members are skipped, whatever they hold. Memory is that of the
// numbers: nothing else is kept, however deep or long it is. Throws InputError with line and column where the text is
// no JSON object, lacks one of the members, or holds something else than finite numbers in one of them.
[[nodiscard]] std::vector<std::vector<double>> read_json_columns(std::string_view text, const std::string& file_name,
                                                                 std::span<const std::string_view> names);

}  // namespace sim
