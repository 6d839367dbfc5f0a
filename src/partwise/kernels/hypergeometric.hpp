// The law of one cell of a random table, as a short list of points with weights.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "double_double.hpp"

namespace partwise {

// 1 / (2k + 1)
inline constexpr auto odd_reciprocals = [] {
  std::array<double, 18> result{};
  for (int k = 0; k < 18; ++k) result[k] = 1.0 / (2 * k + 1);
  return result;
}();

// psi(x, mean) = x ln(x / mean) - x + mean with x = mean + delta; never negative, and accurate to
// a few units in the last place also where delta is small and the plain formula would cancel.
inline double psi(double mean, double delta) {
  const double d = delta / mean;
  if (std::abs(d) >= 0.5) {
    const double x = mean + delta;
    return x <= 0.0 ? mean : x * std::log(x / mean) - delta;
  }
  // With s = d / (2 + d): ln(1 + d) = 2 atanh(s), and atanh(s) = s (1 + tail).
  const double s = d / (2.0 + d);
  const double square = s * s;
  double tail = 0.0;
  for (int k = std::abs(d) < 0.1 ? 7 : 17; k >= 1; --k) tail = square * (odd_reciprocals[k] + tail);
  return mean * 2.0 * s * (tail + s * (1.0 + tail)) / (1.0 - s);
}

// ln(x!) less its Stirling approximation, for x >= 16.
inline double stirling_error(double x) {
  const double y = 1.0 / (x * x);
  return (1.0 / 12 - y * (1.0 / 360 - y * (1.0 / 1260 - y * (1.0 / 1680 - y / 1188)))) / x;
}

struct Point {
  double x;       // a value of the cell
  double delta;   // x less the mean, kept apart: beyond 2^53 the difference of the two is noise
  double weight;  // its probability, or that of the stretch of values for which it stands
};

// X ~ Hypergeometric(n, a, b): the overlap of clusters of sizes a and b under random labels.
class Hypergeometric {
 public:
  Hypergeometric(double n, double a, double b)
      : n_(n), a_(a), b_(b), mean_(a / n * b),
        deviation_(n > 1 ? std::sqrt(mean_ * ((n - a) / n) * ((n - b) / (n - 1))) : 0.0) {}

  double mean() const { return mean_; }
  bool is_narrow() const { return deviation_ < widest_listed; }
  bool is_visited_value_by_value() const { return deviation_ < least_strided; }

  // Points that carry all but a 1e-20th of the mass.
  void points(std::vector<Point>& out) const {
    out.clear();
    visit_points([&out](double x, double delta, double w) { out.push_back({x, delta, w}); });
    double total = 0.0;
    for (const Point& point : out) total += point.weight;
    for (Point& point : out) point.weight /= total;
  }

  // Visit such points with their probabilities relative to the mode's. If the deviation is at
  // least 8, every h-th value is enough: for smooth functions the trapezoid rule errs by about
  // exp(-deviation^2 (1 - cos(2 pi / h))), which is below 1e-27 for h = deviation / 2, and what is
  // not smooth, at the ends of the range, has a probability below exp(-64).
  template <class Visit>
  void visit_points(Visit visit) const {
    if (!is_narrow())
      visit_by_formula(visit);
    else if (mean_ < 0x1p52)
      visit_by_recurrence(visit);
    else
      visit_by_smallest_cell(visit);
  }

  // Visit the values of a narrow law from the mode outwards, with their probabilities relative to
  // the mode's, in any arithmetic that has products and quotients with doubles.
  template <class Weight, class Visit>
  void visit_each(Visit visit) const {
    const double low = std::max(0.0, a_ + b_ - n_), high = std::min(a_, b_);
    const double start = std::clamp(mode(), low, high);
    visit(start, start - mean_, Weight{1.0});
    Weight weight{1.0};
    for (double x = start; x < high; ++x) {
      weight = scaled(weight, a_ - x, b_ - x, x + 1.0, n_ - a_ - b_ + x + 1.0);
      if (is_negligible(weight) && x >= start + always_listed) break;
      visit(x + 1.0, x + 1.0 - mean_, weight);
    }
    weight = Weight{1.0};
    for (double x = start; x > low; --x) {
      weight = scaled(weight, x, n_ - a_ - b_ + x, a_ - x + 1.0, b_ - x + 1.0);
      if (is_negligible(weight)) break;
      visit(x - 1.0, x - 1.0 - mean_, weight);
    }
  }

 private:
  static constexpr double widest_listed = 48.0, least_strided = 8.0;
  static bool is_negligible(double weight) { return weight < 1e-22; }
  static bool is_negligible(const DoubleDouble& weight) { return weight.hi < 1e-36; }

  // weight (a b) / (c d), with half the operations where the products are exact.
  template <class Weight>
  Weight scaled(Weight weight, double a, double b, double c, double d) const {
    if (n_ < 0x1p26) return weight * (a * b) / (c * d);
    return weight * a / c * b / d;
  }

  static constexpr double always_listed = 8;  // small means: rare values carry most of psi

  double mode() const { return std::floor((a_ + 1.0) / (n_ + 2.0) * (b_ + 1.0)); }

  // p(x + 1) / p(x), with a single division: the quotients do not wait for each other.
  double ratio(double x) const {
    return (a_ - x) * (b_ - x) / ((x + 1.0) * (n_ - a_ - b_ + x + 1.0));
  }
  double inverse_ratio(double x) const {
    return (x + 1.0) * (n_ - a_ - b_ + x + 1.0) / ((a_ - x) * (b_ - x));
  }

  template <class Visit>
  void visit_by_recurrence(Visit visit) const {
    const int stride = is_visited_value_by_value() ? 1 : static_cast<int>(deviation_ / 2.0);
    const double low = std::max(0.0, a_ + b_ - n_), high = std::min(a_, b_);
    const double start = std::clamp(mode(), low, high);
    visit(start, start - mean_, 1.0);
    // Small means: rare values carry most of psi, so what is negligible is relative to theirs.
    double negligible = 1e-22, weight = 1.0;
    for (double x = start; x + stride <= high;) {
      for (int i = 0; i < stride; ++i, ++x) weight *= ratio(x);
      if (x <= start + 2.0) negligible = 1e-22 * std::min(weight, 1.0);
      if (weight < negligible) break;
      visit(x, x - mean_, weight);
    }
    weight = 1.0;
    for (double x = start; x - stride >= low;) {
      for (int i = 0; i < stride; ++i) weight *= inverse_ratio(--x);
      if (weight < 1e-22) break;
      visit(x, x - mean_, weight);
    }
  }

  // Next to 2^52 there is no counting; but the smallest of the four cells is small if the law is
  // narrow, and it deviates from its mean as much as this one, up or down.
  template <class Visit>
  void visit_by_smallest_cell(Visit visit) const {
    const bool is_row_large = a_ > n_ / 2.0, is_column_large = b_ > n_ / 2.0;
    const double sign = is_row_large == is_column_large ? 1.0 : -1.0;
    Hypergeometric(n_, is_row_large ? n_ - a_ : a_, is_column_large ? n_ - b_ : b_)
        .visit_by_recurrence([&](double, double delta, double weight) {
          visit(mean_ + sign * delta, sign * delta, weight);
        });
  }

  template <class Visit>
  void visit_by_formula(Visit visit) const {
    constexpr int each_side = 21;  // halves of a deviation
    const double stride = std::floor(deviation_ / 2.0);
    const double start = mean_ < 0x1p52 ? mode() - mean_ : 0.0, at_start = log_weight(start);
    for (int i = -each_side; i <= each_side; ++i) {
      const double delta = start + i * stride;
      visit(mean_ + delta, delta, std::exp(log_weight(delta) - at_start));
    }
  }

  // The logarithm of the probability, up to a constant: four factorials by Stirling's formula. Each
  // of the four cells is at least deviation^2 in the mean, so none of them is small.
  double log_weight(double delta) const {
    return -(cell(mean_, delta) + cell(a_ / n_ * (n_ - b_), -delta) +
             cell(b_ / n_ * (n_ - a_), -delta) + cell((n_ - a_) / n_ * (n_ - b_), delta));
  }

  static double cell(double mean, double delta) {
    const double count = mean + delta;
    return psi(mean, delta) + stirling_error(count) + 0.5 * std::log(count);
  }

  double n_, a_, b_, mean_, deviation_;
};

// E psi(X, ab/n) for X ~ Hypergeometric(n, a, b), to a few units in the last place.
double expected_psi(double n, double a, double b);

// E X ln X for the same X. It is E psi(X, ab/n) + (ab/n) ln(ab/n), but exactly 0 where X <= 1.
double expected_x_log_x(double n, double a, double b);

}  // namespace partwise
