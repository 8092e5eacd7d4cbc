#pragma once

#include <compare>
#include <cstdint>

// The two quantities that the service limits and bills. Both are integers inside, so that
// offered = admitted + throttled holds exactly and sums do not depend on their order.
namespace cosmos {

// Request units, kept to 0.001 RU. Used for charges (RU) and for throughput (RU per second).
class Ru {
 public:
  constexpr Ru() = default;
  [[nodiscard]] static constexpr Ru milli(std::int64_t n) { return Ru(n); }
  [[nodiscard]] static constexpr Ru units(std::int64_t n) { return Ru(n * 1'000); }
  // A computed charge, rounded once, half up, to 0.001 RU. Requires 0 <= ru < 9e12.
  [[nodiscard]] static constexpr Ru rounded(double ru) { return Ru(static_cast<std::int64_t>(ru * 1'000.0 + 0.5)); }

  [[nodiscard]] constexpr std::int64_t milli() const { return milli_; }
  [[nodiscard]] constexpr double as_double() const { return static_cast<double>(milli_) / 1'000.0; }

  constexpr Ru& operator+=(Ru o) {
    milli_ += o.milli_;
    return *this;
  }
  constexpr Ru& operator-=(Ru o) {
    milli_ -= o.milli_;
    return *this;
  }
  friend constexpr Ru operator+(Ru a, Ru b) { return Ru(a.milli_ + b.milli_); }
  friend constexpr Ru operator-(Ru a, Ru b) { return Ru(a.milli_ - b.milli_); }
  friend constexpr Ru operator*(Ru a, std::int64_t n) { return Ru(a.milli_ * n); }
  friend constexpr auto operator<=>(Ru, Ru) = default;

 private:
  explicit constexpr Ru(std::int64_t milli) : milli_(milli) {}
  std::int64_t milli_ = 0;
};

class Bytes {
 public:
  constexpr Bytes() = default;
  [[nodiscard]] static constexpr Bytes of(std::int64_t n) { return Bytes(n); }
  [[nodiscard]] constexpr std::int64_t count() const { return count_; }

  constexpr Bytes& operator+=(Bytes o) {
    count_ += o.count_;
    return *this;
  }
  friend constexpr Bytes operator+(Bytes a, Bytes b) { return Bytes(a.count_ + b.count_); }
  friend constexpr auto operator<=>(Bytes, Bytes) = default;

 private:
  explicit constexpr Bytes(std::int64_t n) : count_(n) {}
  std::int64_t count_ = 0;
};

}  // namespace cosmos
