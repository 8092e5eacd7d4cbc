#pragma once

#include <string>
#include <string_view>

#include "sim/config/values.h"

namespace sim {

// The value that a text stands for, printed; else "message | hint" of the refusal, where "not one" is
// the message that the reader makes by itself.
template <class T>
std::string text_of(std::string_view text) {
  const Parsed<T> parsed = ValueTraits<T>::parse(text);
  if (parsed.value) return ValueTraits<T>::print(*parsed.value);
  const std::string message = parsed.message.empty() ? "not one" : parsed.message;
  return parsed.hint.empty() ? message : message + " | " + parsed.hint;
}

}  // namespace sim
