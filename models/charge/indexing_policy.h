#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// What a container keeps in its index (index-policy.md).
namespace cosmos {

// A path of a policy: `/total/?` leads to one scalar, `/content/*` to all that lies below `content`, `/*` to
// everything.
struct IndexPath {
  std::vector<std::string> segments;  // names, and [] for the elements of an array
  bool subtree = false;               // ends in *
  bool included = true;
};

// The path that a text spells; nothing if it spells none. Names may stand in double quotes.
[[nodiscard]] std::optional<IndexPath> parse_index_path(std::string_view text);

// Where several paths lead to a property, the most precise one decides: the longest, and of two equally long ones that
// which names a scalar. `id` is always indexed, unless nothing is.
class IndexingPolicy {
 public:
  // Indexes everything.
  IndexingPolicy() : paths_{{{}, true, true}} {}
  // No two paths are the same, and one of them is `/*`. A composite index is the two or
  // more properties that it is made of.
  IndexingPolicy(std::vector<IndexPath> paths, std::vector<std::vector<std::string>> composites)
      : paths_(std::move(paths)), composites_(std::move(composites)) {}
  // Mode none: a store of keys and items, without index.
  [[nodiscard]] static IndexingPolicy none() { return {{}, {}}; }

  [[nodiscard]] bool is_none() const { return paths_.empty(); }
  // Whether the scalar "address/city" is indexed.
  [[nodiscard]] bool indexes(std::string_view property) const;
  // Whether the scalars below a top-level property are, of which nothing but their number is known.
  [[nodiscard]] bool indexes_below(std::string_view top_level) const;
  // Whether a scalar on the top level is, of which not even the name is known.
  [[nodiscard]] bool indexes_others() const;
  [[nodiscard]] const std::vector<std::vector<std::string>>& composites() const { return composites_; }

 private:
  [[nodiscard]] bool includes(const std::vector<std::string>& segments) const;

  std::vector<IndexPath> paths_;
  std::vector<std::vector<std::string>> composites_;
};

}  // namespace cosmos
