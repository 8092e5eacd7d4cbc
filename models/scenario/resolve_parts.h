#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "models/scenario/resolver.h"

namespace cosmos {

// The streams of an operation of several parts, once each is resolved; they will follow that of the whole.
class Resolver::Parts {
 public:
  void add(Stream part, std::optional<Stream> undo = std::nullopt) {
    parts_.emplace_back(std::move(part), std::move(undo));
  }
  [[nodiscard]] std::vector<std::pair<Stream, std::optional<Stream>>>& all() { return parts_; }

 private:
  std::vector<std::pair<Stream, std::optional<Stream>>> parts_;
};

}  // namespace cosmos
