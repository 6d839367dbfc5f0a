// Wide for compilers without integers of 128 bits: the operations that the kernels use, and no more.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#if defined(_MSC_VER) && defined(_M_X64)
#include <intrin.h>
#endif

namespace partwise {

class PortableWide {
 public:
  constexpr PortableWide(std::uint64_t low = 0) : high_(0), low_(low) {}

  friend std::uint64_t high_word(PortableWide x) { return x.high_; }
  friend std::uint64_t low_word(PortableWide x) { return x.low_; }

  PortableWide& operator+=(PortableWide other) {
    low_ += other.low_;
    high_ += other.high_ + (low_ < other.low_ ? 1 : 0);
    return *this;
  }

  friend PortableWide operator-(PortableWide x, PortableWide y) {
    return {x.high_ - y.high_ - (x.low_ < y.low_ ? 1 : 0), x.low_ - y.low_};
  }

  friend bool operator<(PortableWide x, PortableWide y) {
    return x.high_ != y.high_ ? x.high_ < y.high_ : x.low_ < y.low_;
  }

  static PortableWide product(std::uint64_t x, std::uint64_t y) {
#if defined(_MSC_VER) && defined(_M_X64)
    PortableWide result;
    result.low_ = _umul128(x, y, &result.high_);
    return result;
#else
    constexpr std::uint64_t half = 0xffffffffu;
    const std::uint64_t low = (x & half) * (y & half);
    const std::uint64_t cross = (x >> 32) * (y & half) + (low >> 32);
    const std::uint64_t middle = (x & half) * (y >> 32) + (cross & half);
    return {(x >> 32) * (y >> 32) + (cross >> 32) + (middle >> 32), (middle << 32) | (low & half)};
#endif
  }

  friend PortableWide halved(PortableWide x) {
    return {x.high_ >> 1, (x.low_ >> 1) | (x.high_ << 63)};
  }

  // Binary digit by digit.
  friend std::uint64_t quotient(PortableWide x, std::uint64_t divisor) {
    for (int digit = 0; digit < 64; ++digit) {
      const bool carries = x.high_ >> 63 != 0;
      x.high_ = (x.high_ << 1) | (x.low_ >> 63);
      x.low_ <<= 1;
      if (carries || x.high_ >= divisor) {
        x.high_ -= divisor;
        x.low_ |= 1;
      }
    }
    return x.low_;
  }

  // Rounded once, to the nearest: the 64 leading bits, the last of which tells whether any other
  // is set.
  explicit operator double() const {
    if (high_ == 0) return static_cast<double>(low_);
    const int beyond = std::bit_width(high_);
    const std::uint64_t leading = beyond == 64 ? high_ : (high_ << (64 - beyond)) | (low_ >> beyond);
    const bool has_rest = (beyond == 64 ? low_ : low_ << (64 - beyond)) != 0;
    return std::ldexp(static_cast<double>(leading | (has_rest ? 1 : 0)), beyond);
  }

 private:
  constexpr PortableWide(std::uint64_t high, std::uint64_t low) : high_(high), low_(low) {}

  std::uint64_t high_, low_;
};

}  // namespace partwise
