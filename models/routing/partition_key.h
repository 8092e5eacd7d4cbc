#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "models/keys/key_point.h"

namespace cosmos {

// How several levels are hashed (HPK-03; `combined` only shows a widespread misconception, C2).
enum class HpkHash { kPerLevel, kCombined };

// A container's partition key definition (HPK-01, C1).
struct PartitionKeyDefinition {
  std::vector<std::string> paths;  // without the leading slash, broadest first
  KeyHashing hashing = KeyHashing::kHashV2;
  HpkHash several_levels = HpkHash::kPerLevel;

  [[nodiscard]] std::size_t levels() const { return paths.size(); }
  // Levels that routing can tell apart: one where all are hashed together.
  [[nodiscard]] std::size_t routed_levels() const { return several_levels == HpkHash::kCombined ? 1 : levels(); }
  // As the service writes it: "/tenantId", "[/tenantId, /year]".
  [[nodiscard]] std::string text() const {
    std::string out;
    for (const std::string& path : paths) {
      out += (out.empty() ? "/" : ", /") + path;
    }
    return paths.size() == 1 ? out : "[" + out + "]";
  }
};

}  // namespace cosmos
