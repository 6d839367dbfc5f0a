// x ln x and ln x! for cluster sizes, as fixed-point numbers: their sums have no rounding.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "double_double.hpp"
#include "wide.hpp"

namespace partwise {

// Stirling's series of ln Gamma(x): the factors of x^-1, x^-3, …, which are B_2k / (2k (2k - 1)).
// From x = 40 on, what it leaves out is below 2^-107.
struct Ratio {
  double numerator, denominator;
};
inline constexpr std::array<Ratio, 10> stirling{{{1, 12},
                                                 {-1, 360},
                                                 {1, 1260},
                                                 {-1, 1680},
                                                 {1, 1188},
                                                 {-691, 360360},
                                                 {1, 156},
                                                 {-3617, 122400},
                                                 {43867, 244188},
                                                 {-174611, 125400}}};
inline constexpr DoubleDouble half_log_two_pi{0x1.d67f1c864beb5p-1, -0x1.65b5a1b7ff5dfp-55};

// For a whole number below 2^127 in a double.
inline Wide wide_of(double whole) {
  if (whole < 0x1p63) return Wide{static_cast<std::uint64_t>(whole)};
  int exponent;
  const auto leading = static_cast<std::uint64_t>(std::ldexp(std::frexp(whole, &exponent), 63));
  return product(leading, std::uint64_t{1} << (exponent - 63));
}

// x - y, rounded to some 106 bits.
inline DoubleDouble difference(Wide x, Wide y) {
  if (x < y) return -difference(y, x);
  const Wide distance = x - y;
  const double high = static_cast<double>(distance);
  const Wide back = wide_of(high);
  const double low = back < distance ? static_cast<double>(distance - back)
                                     : -static_cast<double>(back - distance);
  return quick_two_sum(high, low);
}

// Sums of x ln x or of ln x! in units of 2^-88. With fewer than 2^32 items, twice n ln n fits into
// 127 bits.
class LogSum {
 public:
  // x ln x itself, and how far sums of `terms` of them may be off.
  static LogSum of(std::uint32_t x);
  static double error(double terms, double sum) { return terms * 0x1p-88 + sum * 0x1p-95; }

  // The sum over a list of sizes; 0 and 1 add nothing.
  template <class Sizes>
  static LogSum over(const Sizes& sizes) {
    const LogSum* const small = table();
    LogSum sum;
    for (const std::uint32_t x : sizes) sum += x < table_size ? small[x] : of(x);
    return sum;
  }

  // ln x!, and the sum over a list of sizes.
  static LogSum of_factorial(std::uint32_t x);
  template <class Sizes>
  static LogSum of_factorials(const Sizes& sizes) {
    const LogSum* const small = factorials();
    LogSum sum;
    for (const std::uint32_t x : sizes) sum += x < table_size ? small[x] : of_factorial(x);
    return sum;
  }

  LogSum& operator+=(LogSum other) {
    units_ += other.units_;
    return *this;
  }

  friend DoubleDouble operator-(LogSum x, LogSum y) {
    const DoubleDouble units = difference(x.units_, y.units_);
    return {std::ldexp(units.hi, -fraction_bits), std::ldexp(units.lo, -fraction_bits)};
  }

 private:
  static constexpr int fraction_bits = 88;
  static constexpr std::uint32_t table_size = 4096;

  static const LogSum* table();
  static const LogSum* factorials();
  static LogSum of(DoubleDouble x_log_x);

  Wide units_{0};
};

}  // namespace partwise
