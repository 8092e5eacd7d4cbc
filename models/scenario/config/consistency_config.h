#pragma once

#include <array>
#include <string_view>

#include "models/charge/request_charge.h"
#include "sim/config/enum_values.h"

namespace sim {
// Strongest first: a client may ask for a level further down than the account's.
template <>
struct EnumNames<cosmos::Consistency> {
  static constexpr std::string_view kType = "consistency level";
  using C = cosmos::Consistency;
  static constexpr std::array kValues = {EnumValue<C>{"strong", C::kStrong, "reads two replicas"},
                                         EnumValue<C>{"bounded_staleness", C::kBoundedStaleness, "reads two replicas"},
                                         EnumValue<C>{"session", C::kSession, "reads one replica"},
                                         EnumValue<C>{"consistent_prefix", C::kConsistentPrefix, "reads one replica"},
                                         EnumValue<C>{"eventual", C::kEventual, "reads one replica"}};
};
}  // namespace sim
