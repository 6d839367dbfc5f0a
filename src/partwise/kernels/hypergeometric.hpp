// The law of one cell of a random table, as a short list of points with weights.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "double_double.hpp"

namespace partwise {

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
  for (int k = std::abs(d) < 0.1 ? 7 : 17; k >= 1; --k) tail = square * (1.0 / (2 * k + 1) + tail);
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

  // Points that carry all but a 1e-20th of the mass. A narrow law is listed value by value. For a
  // wide one every h-th value is enough: the trapezoid rule errs by exp(-2 (pi deviation / h)^2).
  void points(std::vector<Point>& out) const {
    out.clear();
    if (is_narrow())
      visit_each<double>([&out](double x, double delta, double w) { out.push_back({x, delta, w}); });
    else
      list_strided(out);
    double total = 0.0;
    for (const Point& point : out) total += point.weight;
    for (Point& point : out) point.weight /= total;
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
      weight = weight * (a_ - x) / (x + 1.0) * (b_ - x) / (n_ - a_ - b_ + x + 1.0);
      if (is_negligible(weight) && x >= start + always_listed) break;
      visit(x + 1.0, x + 1.0 - mean_, weight);
    }
    weight = Weight{1.0};
    for (double x = start; x > low; --x) {
      weight = weight * x / (a_ - x + 1.0) * (n_ - a_ - b_ + x) / (b_ - x + 1.0);
      if (is_negligible(weight)) break;
      visit(x - 1.0, x - 1.0 - mean_, weight);
    }
  }

 private:
  static constexpr double widest_listed = 48.0;
  static bool is_negligible(double weight) { return weight < 1e-22; }
  static bool is_negligible(const DoubleDouble& weight) { return weight.hi < 1e-36; }
  static constexpr double always_listed = 8;  // small means: rare values carry most of psi

  double mode() const { return std::floor((a_ + 1.0) / (n_ + 2.0) * (b_ + 1.0)); }

  void list_strided(std::vector<Point>& out) const {
    constexpr int each_side = 42;  // quarters of a deviation
    const double stride = std::floor(deviation_ / 4.0);
    const double start = mean_ < 0x1p52 ? mode() - mean_ : 0.0, at_start = log_weight(start);
    for (int i = -each_side; i <= each_side; ++i) {
      const double delta = start + i * stride;
      out.push_back({mean_ + delta, delta, std::exp(log_weight(delta) - at_start)});
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

}  // namespace partwise
