// Arithmetic with bounds of its errors, proved by construction: the relative errors of operations
// on double-doubles are theorems (Joldes, Muller, Popescu 2017; Muller, Rideau 2022; Lefèvre,
// Louvet, Muller, Picot, Rideau 2022), each at most 16 u² with u = 2^-53. Those of the angle, the
// logarithm and the exponential are tested.
//
// All functions are free of branches, so that loops over them become vector instructions.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "vocabulary.hpp"

namespace partwise {

namespace enclosed_limits {
constexpr double whole = 0x1p104;    // whole numbers below have sums and products without error
constexpr double exact_doubles = 0x1p53;  // whole numbers below are doubles
constexpr double rounding = 0x1p-101;  // of one operation, relatively, with room
constexpr double least = 0x1p-900;   // the smallest error but 0: nothing below has its digits
constexpr double room = 1.0 + 0x1p-40;  // for the roundings of the bounds themselves
constexpr double of_angle = 0x1p-73;
constexpr double of_logarithm = 0x1p-88;
constexpr double of_exponential = 0x1p-88;
constexpr double unknown = std::numeric_limits<double>::infinity();
}  // namespace enclosed_limits

// 0 if the doubt is 0, else the error. One comparison of doubles, since compilers make no vector
// instructions of several.
inline double unless_exact(double doubt, double error) { return doubt == 0.0 ? 0.0 : error; }

inline double beyond_whole(double size) { return size < enclosed_limits::whole ? 0.0 : size; }

inline double distance(DoubleDouble a, DoubleDouble b) {
  return std::abs(a.hi - b.hi) + std::abs(a.lo - b.lo);
}

inline Enclosed operator+(Enclosed a, Enclosed b) {
  namespace is = enclosed_limits;
  const DoubleDouble sum = a.value + b.value;
  const double inherited = a.error + b.error;
  const double size = std::abs(sum.hi);
  const double error = (inherited + size * is::rounding) * is::room + is::least;
  return {{sum.hi, sum.lo}, unless_exact(inherited + beyond_whole(size), error)};
}

inline Enclosed operator-(Enclosed a) { return {-a.value, a.error}; }
inline Enclosed operator-(Enclosed a, Enclosed b) { return a + (-b); }

inline Enclosed operator*(Enclosed a, Enclosed b) {
  namespace is = enclosed_limits;
  const DoubleDouble product = a.value * b.value;
  const double size = std::abs(product.hi);
  const double inherited =
      std::abs(a.value.hi) * b.error + std::abs(b.value.hi) * a.error + a.error * b.error;
  const double error = (inherited + size * is::rounding) * is::room + is::least;
  return {{product.hi, product.lo}, unless_exact(a.error + b.error + beyond_whole(size), error)};
}

// Not known if b may be zero. Exact where a is zero, or where a and b are the same whole number.
inline Enclosed operator/(Enclosed a, Enclosed b) {
  namespace is = enclosed_limits;
  const DoubleDouble ratio = quotient(a.value, b.value);
  const double least = std::abs(b.value.hi) / is::room - b.error;
  const double size = std::abs(ratio.hi);
  const double error =
      ((a.error + size * b.error) / least + size * is::rounding) * is::room * is::room + is::least;
  const double from_one = distance(a.value, b.value) + b.error;
  const double from_zero = std::abs(a.value.hi);
  const double bound =
      unless_exact((from_zero < from_one ? from_zero : from_one) + a.error, error);
  return {{ratio.hi, ratio.lo}, least > 0.0 ? bound : is::unknown};
}

inline Enclosed minimum(Enclosed a, Enclosed b) {
  const bool is_first = (a.value.hi < b.value.hi) |
                        ((a.value.hi == b.value.hi) & (a.value.lo < b.value.lo));
  return {{is_first ? a.value.hi : b.value.hi, is_first ? a.value.lo : b.value.lo},
          a.error + b.error};
}

inline Enclosed maximum(Enclosed a, Enclosed b) { return -minimum(-a, -b); }

inline Enclosed absolute(Enclosed a) {
  const double sign = std::copysign(1.0, a.value.hi);
  return {{a.value.hi * sign, a.value.lo * sign}, a.error};
}

// Not known if the number may be negative. Exact for squares of whole numbers.
inline Enclosed square_root(Enclosed a) {
  namespace is = enclosed_limits;
  const DoubleDouble root = square_root(a.value);
  const DoubleDouble square = two_product(root.hi, root.hi);
  const double error = (a.error / root.hi + root.hi * is::rounding) * is::room + is::least;
  const double bound = a.value.hi > a.error * is::room ? error : is::unknown;
  const double from_square = std::abs(root.lo) + distance(square, a.value) + a.error;
  return {{root.hi, root.lo}, unless_exact(from_square, bound)};
}

// The items among which there are so many pairs; not known if there is no such number.
inline Enclosed items_of(Enclosed pairs) {
  const Enclosed one{{1.0, 0.0}, 0.0};
  const Enclosed root = square_root(pairs * Enclosed{{8.0, 0.0}, 0.0} + one);
  const Enclosed twice = root + one;
  return {{twice.value.hi * 0.5, twice.value.lo * 0.5},
          unless_exact(twice.error, enclosed_limits::unknown)};
}

constexpr int arctangent_steps = 1024;
constexpr int known_angles = 4 * arctangent_steps + 1;  // the last one is pi
extern const std::array<DoubleDouble, known_angles> angles;
constexpr DoubleDouble pi{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};

// The angle of a point (x, y) above the axis is pi turns + way arctan(t), where t <= 1 is the
// smaller one of y / |x| and |x| / y.
struct Octant {
  bool is_steep;
  double turns;  // half ones
  double way;

  Octant(double x, double y) : is_steep(y > std::abs(x)) {
    const double sign = std::copysign(1.0, x);
    turns = is_steep ? 0.5 : 0.5 - 0.5 * sign;
    way = is_steep ? -sign : sign;
  }
};

// Which of the known angles is next: those with t = k / steps, in order.
inline double nearest_angle(double x, double y) {
  const Octant octant(x, y);
  const double size = std::abs(x);
  const double t = (octant.is_steep ? size : y) / (octant.is_steep ? y : size);
  const double nearest = (t * arctangent_steps + 0x1.8p52) - 0x1.8p52;  // rounded
  const double k = nearest >= 0.0 ? nearest : 0.0;                      // never NaN
  return octant.turns * (known_angles - 1) + octant.way * k;
}

// The sum, if it is not much smaller than both.
inline DoubleDouble sum_of_close(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble high = two_sum(a.hi, b.hi);
  return quick_two_sum(high.hi, high.lo + (a.lo + b.lo));
}

// The angle of a point, from the nearest known one: with c = k / steps next to t = low / high,
// arctan t = arctan c + arctan z, where z = (low - c high) / (high + c low) is below 2^-11, and all
// of its series but the first term is small enough for doubles.
inline DoubleDouble angle(DoubleDouble x, DoubleDouble y, double number, DoubleDouble known) {
  const Octant octant(x.hi, y.hi);
  const double sign = std::copysign(1.0, x.hi);
  x = {x.hi * sign, x.lo * sign};
  const DoubleDouble low{octant.is_steep ? x.hi : y.hi, octant.is_steep ? x.lo : y.lo};
  const DoubleDouble high{octant.is_steep ? y.hi : x.hi, octant.is_steep ? y.lo : x.lo};
  const double k = octant.way * (number - octant.turns * (known_angles - 1));
  const double c = k * (1.0 / arctangent_steps);
  const DoubleDouble z =
      quotient(sum_of_close(low, -times(high, c)), sum_of_close(high, times(low, c)));
  const double v = z.hi * z.hi;
  const double rest = z.hi * (v * (1.0 / 3 - v * (1.0 / 5 - v * (1.0 / 7))));
  const DoubleDouble more = quick_two_sum(z.hi, z.lo - rest);
  return sum_of_close(known, {more.hi * octant.way, more.lo * octant.way});
}

// The angle with this cosine and this sine, or multiples of them, between 0 and pi.
inline Enclosed angle(Enclosed cosine, Enclosed sine, double number, DoubleDouble known) {
  namespace is = enclosed_limits;
  const DoubleDouble result = angle(cosine.value, sine.value, number, known);
  const double x = std::abs(cosine.value.hi), y = sine.value.hi;
  const double radius = x > y ? x : y;
  const double least = radius / is::room - (cosine.error + sine.error);
  // Twice the sine of the angle between the true point and this one.
  const double inherited = 2.0 * (x * sine.error + y * cosine.error) / (radius * least);
  const double error = (inherited + result.hi * is::of_angle) * is::room + is::least;
  const double from_zero = y + sine.error + (cosine.value.hi > 0.0 ? 0.0 : 1.0);
  const double bound = unless_exact(from_zero, error);
  return {{result.hi, result.lo}, least > 0.0 ? bound : is::unknown};
}

// Of a cosine and its squared sine: nothing cancels where the cosine is near 1.
inline Enclosed one_minus_cosine(Enclosed cosine, Enclosed sine_squared) {
  const Enclosed one{{1.0, 0.0}, 0.0};
  const double way = cosine.value.hi > 0.0 ? 1.0 : -1.0;
  const Enclosed other = one + Enclosed{{cosine.value.hi * way, cosine.value.lo * way},
                                        cosine.error};  // 1 + cosine, or the result
  const bool is_near = way > 0.0;
  const Enclosed above{{is_near ? sine_squared.value.hi : other.value.hi,
                        is_near ? sine_squared.value.lo : other.value.lo},
                       is_near ? sine_squared.error : other.error};
  const Enclosed below{{is_near ? other.value.hi : 1.0, is_near ? other.value.lo : 0.0},
                       is_near ? other.error : 0.0};
  return above / below;
}

// Not known if the number may be zero or negative.
Enclosed logarithm(Enclosed a);
Enclosed exponential(Enclosed a);

// The number rounded once, if it is certain to which double; else NaN.
inline double decided(Enclosed a) {
  const auto [hi, lo] = a.value;
  const double reach = unless_exact(a.error, 2.0 * a.error + std::abs(hi) * 0x1p-105);
  const double low = hi + (lo - reach), high = hi + (lo + reach);
  return low == high ? low + 0.0 : std::numeric_limits<double>::quiet_NaN();  // no -0
}

}  // namespace partwise
