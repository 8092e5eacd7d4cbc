#pragma once

#include <cstdint>

#include "models/quantities.h"
#include "sim/core/time.h"

namespace cosmos {

// A request on its way to one physical partition: an operation, or one visit of a query. Its identity is (stream,
// second in which it arrived, number in that second, visit); with the attempt it fixes every random word about it.
struct Request {
  static constexpr std::uint32_t kNoQuery = 0xFFFF'FFFF;

  sim::SimTime started;   // when the operation arrived
  sim::Duration earlier;  // from then to this request's first try: other requests of the operation were answered first
  Ru charge;
  std::uint32_t stream = 0;
  std::uint32_t number = 0;
  std::uint32_t partition = 0;  // of the container
  std::uint32_t key_slot = 0;
  std::uint32_t query =
      kNoQuery;               // the open query that it belongs to, if that has several visits, or the staged operation
  std::uint32_t visit = 0;    // of a query: how far its partition lies behind the first one visited
  std::uint32_t attempt = 0;  // 0 is the first try
};

}  // namespace cosmos
