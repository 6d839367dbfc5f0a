// Sums, products and logarithms of more than 53 bits.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace partwise {

// About 106 bits as an unevaluated sum hi + lo (Dekker 1971; Hida, Li, Bailey 2001).
struct DoubleDouble {
  double hi = 0.0;
  double lo = 0.0;
};

inline double rounded(DoubleDouble x) { return x.hi + x.lo; }

inline DoubleDouble quick_two_sum(double a, double b) {  // needs |a| >= |b|
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

inline DoubleDouble two_sum(double a, double b) {
  const double sum = a + b;
  const double part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}

#ifdef __MINGW32__

// Its std::fma rounds more than once; Dekker's product of numbers in two halves needs none.
inline DoubleDouble in_halves(double a) {
  const double scaled = a * (0x1p27 + 1.0);
  const double high = scaled - (scaled - a);
  return {high, a - high};
}

inline DoubleDouble two_product(double a, double b) {
  const double product = a * b;
  const DoubleDouble x = in_halves(a), y = in_halves(b);
  return {product, ((x.hi * y.hi - product) + x.hi * y.lo + x.lo * y.hi) + x.lo * y.lo};
}

// a - b b, where that is a double.
inline double less_square(double a, double b) {
  const DoubleDouble square = two_product(b, b);
  return (a - square.hi) - square.lo;
}

#else

inline DoubleDouble two_product(double a, double b) {
  const double product = a * b;
  return {product, std::fma(a, b, -product)};
}

inline double less_square(double a, double b) { return std::fma(-b, b, a); }

#endif

inline DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble high = two_sum(a.hi, b.hi);
  const DoubleDouble low = two_sum(a.lo, b.lo);
  const DoubleDouble sum = quick_two_sum(high.hi, high.lo + low.hi);
  return quick_two_sum(sum.hi, sum.lo + low.lo);
}

inline DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble product = two_product(a.hi, b.hi);
  return quick_two_sum(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
}

inline DoubleDouble operator/(DoubleDouble a, double b) {
  const double first = a.hi / b;
  const DoubleDouble back = two_product(first, b);
  const double second = (((a.hi - back.hi) - back.lo) + a.lo) / b;
  return quick_two_sum(first, second);
}

inline DoubleDouble operator*(DoubleDouble a, double b) { return a * DoubleDouble{b, 0.0}; }
inline DoubleDouble operator-(DoubleDouble a) { return {-a.hi, -a.lo}; }
inline DoubleDouble operator-(DoubleDouble a, DoubleDouble b) { return a + (-b); }

inline DoubleDouble operator/(DoubleDouble a, DoubleDouble b) {
  const double first = a.hi / b.hi;
  const DoubleDouble rest = a - b * first;
  const double second = rest.hi / b.hi;
  const DoubleDouble last = rest - b * second;
  return quick_two_sum(first, second) + DoubleDouble{last.hi / b.hi, 0.0};
}

// a b, within 1.5 u² (1 + 3u) relatively, where u = 2^-53.
inline DoubleDouble times(DoubleDouble a, double b) {
  const DoubleDouble product = two_product(a.hi, b);
  const DoubleDouble sum = quick_two_sum(product.hi, a.lo * b);
  return quick_two_sum(sum.hi, sum.lo + product.lo);
}

// a / b, within 15 u² + 56 u³; faster than the operator, which gives some more bits.
inline DoubleDouble quotient(DoubleDouble a, DoubleDouble b) {
  const double first = a.hi / b.hi;
  const DoubleDouble back = times(b, first);
  const double second = ((a.hi - back.hi) + (a.lo - back.lo)) / b.hi;
  return quick_two_sum(first, second);
}

// Within 25/8 u²; 0 for 0.
inline DoubleDouble square_root(DoubleDouble a) {
  const double first = std::sqrt(a.hi);
  const double rest = less_square(a.hi, first) + a.lo;
  return quick_two_sum(first, first > 0.0 ? rest / (2.0 * first) : 0.0);
}

// exp(y) for |y| < 700: y = k ln 2 + 512 r, a Taylor series in r, then nine squarings.
inline DoubleDouble exp_double_double(double y) {
  constexpr DoubleDouble ln2{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
  constexpr int squarings = 9;
  const double k = std::nearbyint(y / ln2.hi);
  DoubleDouble r = DoubleDouble{y, 0.0} - ln2 * k;
  r = {std::ldexp(r.hi, -squarings), std::ldexp(r.lo, -squarings)};
  DoubleDouble nested{1.0, 0.0};
  for (int i = 10; i >= 2; --i) nested = DoubleDouble{1.0, 0.0} + nested * r / i;
  DoubleDouble less_one = nested * r;
  for (int i = 0; i < squarings; ++i) less_one = less_one * 2.0 + less_one * less_one;
  const DoubleDouble result = DoubleDouble{1.0, 0.0} + less_one;
  return {std::ldexp(result.hi, static_cast<int>(k)), std::ldexp(result.lo, static_cast<int>(k))};
}

// One Newton step from the double logarithm doubles its digits.
inline DoubleDouble log_double_double(double x) {
  const double guess = std::log(x);
  const DoubleDouble error = exp_double_double(-guess) * x - DoubleDouble{1.0, 0.0};
  const DoubleDouble square = error * error;
  return DoubleDouble{guess, 0.0} + (error - square * 0.5);
}

// Neumaier's compensated sum.
class Accumulator {
 public:
  void add(double term) {
    const double next = sum_ + term;
    lost_ += std::abs(sum_) >= std::abs(term) ? (sum_ - next) + term : (term - next) + sum_;
    sum_ = next;
  }
  double value() const { return sum_ + lost_; }

 private:
  double sum_ = 0.0;
  double lost_ = 0.0;
};

// x ln x for whole x, to 30 digits; remembers the values for small x, from which the others follow:
// with m the leading 16 bits, x = m 2^e (1 + r), and ln(1 + r) is a short series in s = r / (2 + r).
class SizeLogs {
 public:
  DoubleDouble operator()(double x) {
    if (x <= 1.0) return {};
    if (x < remembered) return small(x);
    const int exponent = std::ilogb(x) - 15;
    const double leading = std::floor(std::ldexp(x, -exponent));
    const double base = std::ldexp(leading, exponent);
    const DoubleDouble s = DoubleDouble{x - base, 0.0} / two_sum(x, base);
    const DoubleDouble square = s * s;
    DoubleDouble series = square / 7.0 + DoubleDouble{1.0, 0.0} / 5.0;
    series = series * square + DoubleDouble{1.0, 0.0} / 3.0;
    series = s + s * square * series;
    constexpr DoubleDouble ln2{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
    return (small(leading) / leading + ln2 * exponent + series * 2.0) * x;
  }

 private:
  static constexpr double remembered = 65536.0;

  DoubleDouble small(double x) {
    const auto i = static_cast<std::size_t>(x);
    if (known_.size() <= i) known_.resize(i + 1);
    if (known_[i].hi == 0.0) known_[i] = log_double_double(x) * x;
    return known_[i];
  }

  std::vector<DoubleDouble> known_;
};

}  // namespace partwise
