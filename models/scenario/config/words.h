#pragma once

#include <cstddef>
#include <string_view>

// A word of the grammar that this version does not support yet: reading it is an error that says so.
namespace cosmos {

template <std::size_t N>
struct WordText {
  constexpr WordText(const char (&text)[N]) {  // NOLINT(google-explicit-constructor): a literal is the word
    for (std::size_t i = 0; i < N; ++i) {
      chars[i] = text[i];
    }
  }
  char chars[N]{};
};

template <WordText kText>
struct NotBuilt {
  static constexpr std::string_view kTag{kText.chars};
  static constexpr bool kNotBuilt = true;
};

}  // namespace cosmos
