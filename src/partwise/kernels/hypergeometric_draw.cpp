#include "random.hpp"

#include <algorithm>
#include <cmath>

#include "hypergeometric.hpp"
#include "wide.hpp"

namespace partwise {
namespace {

constexpr std::int64_t most_urn_draws = 8;

// One item after the other: no rounding at all.
std::int64_t draw_from_urn(std::int64_t n, std::int64_t a, std::int64_t b, RandomStream& random) {
  std::int64_t overlap = 0;
  for (std::int64_t i = 0; i < b; ++i)
    if (random.below(static_cast<std::uint64_t>(n - i)) < static_cast<std::uint64_t>(a - overlap))
      ++overlap;
  return overlap;
}

// Ratio of uniforms with Stadlober's hat (HRUA: Stadlober 1990, The ratio of uniforms approach for
// generating discrete random variates), for a, b <= n / 2. Works with offsets from the mode, so
// that nothing is lost where doubles cannot tell neighbouring counts apart.
class RatioOfUniforms {
 public:
  RatioOfUniforms(std::int64_t n, std::int64_t a, std::int64_t b) : n_(n), a_(a), b_(b) {
    const double n_items = static_cast<double>(n), mean = static_cast<double>(a) / n_items * b;
    locate(mean);
    const double variance = mean * (static_cast<double>(n - a) / n_items) *
                            (static_cast<double>(n - b) / static_cast<double>(n - 1));
    width_ = 1.7155277699214135 * std::sqrt(variance + 0.5) + 0.8989161620588988;
    cells_ = {mode_, n - a - b + mode_, a - mode_, b - mode_};
  }

  std::int64_t draw(RandomStream& random) const {
    const double least = static_cast<double>(-mode_);
    const double beyond = static_cast<double>(cells_.least_falling()) + 1;
    while (true) {
      const double u = random.uniform(), v = random.uniform() - 0.5;
      const double x = centre_ + width_ * v / u;
      if (x < least || x >= beyond) continue;
      const std::int64_t offset = floor_of(x);
      if (accepts(offset, u)) return mode_ + offset;
    }
  }

 private:
  // The four cells of the two-by-two table at the mode: two grow with the overlap, two fall.
  struct Cells {
    std::int64_t rising, rising_too, falling, falling_too;
    std::int64_t least_falling() const { return std::min(falling, falling_too); }
    std::int64_t least_rising() const { return std::min(rising, rising_too); }
    Cells mirrored() const { return {falling, falling_too, rising, rising_too}; }
  };

  // std::floor is a call where the compiler may not assume SSE4.
  static std::int64_t floor_of(double x) {
    const std::int64_t truncated = static_cast<std::int64_t>(x);
    return truncated - (x < static_cast<double>(truncated) ? 1 : 0);
  }

  // The mode floor((a + 1)(b + 1) / (n + 2)), exactly, and mean + 1/2 as an offset from it.
  void locate(double mean) {
    const double rounded = (static_cast<double>(a_) + 1) * (static_cast<double>(b_) + 1);
    if (rounded < 0x1p52) {
      mode_ = static_cast<std::int64_t>(rounded / (static_cast<double>(n_) + 2));
      centre_ = mean - static_cast<double>(mode_) + 0.5;
      return;
    }
    const auto next = [](std::int64_t size) { return static_cast<std::uint64_t>(size) + 1; };
    mode_ = static_cast<std::int64_t>(quotient(product(next(a_), next(b_)), next(n_) + 1));
    const double excess = difference_of_products(a_, b_, mode_, n_);
    centre_ = excess / static_cast<double>(n_) + 0.5;
  }

  // Whether u^2 is at most the probability at this offset relative to the mode's.
  bool accepts(std::int64_t offset, double u) const {
    constexpr std::int64_t longest_product = 16, least_for_stirling = 16;
    const Cells cells = offset < 0 ? cells_.mirrored() : cells_;
    const std::int64_t steps = std::abs(offset);
    if (steps <= longest_product || cells.least_falling() - steps < least_for_stirling ||
        cells.least_rising() < least_for_stirling)
      return exceeds_product(u * u, cells, steps);
    return 2 * std::log(u) <= log_ratio(cells, static_cast<double>(steps));
  }

  // Step by step from the mode; the product only falls, so it can stop early.
  static bool exceeds_product(double bound, const Cells& cells, std::int64_t steps) {
    constexpr std::int64_t at_once = 4;  // 8 factors below 2^63 cannot overflow
    double falling = static_cast<double>(cells.falling);
    double falling_too = static_cast<double>(cells.falling_too);
    double rising = static_cast<double>(cells.rising);
    double rising_too = static_cast<double>(cells.rising_too);
    for (std::int64_t done = 0; done < steps && bound <= 1; done += at_once) {
      double numerator = 1.0, denominator = 1.0;
      for (std::int64_t i = 0; i < std::min(at_once, steps - done); ++i) {
        numerator *= falling-- * falling_too--;
        denominator *= ++rising * ++rising_too;
      }
      bound *= denominator / numerator;
    }
    return bound <= 1;
  }

  // Logarithm of the probability `steps` above the mode, relative to the mode's, by Stirling's
  // formula for the ratios of factorials. psi takes the large terms; those linear in steps cancel
  // but for the logarithm of the odds ratio at the mode, which is nearly one.
  static double log_ratio(const Cells& cells, double steps) {
    const double c11 = static_cast<double>(cells.rising);
    const double c22 = static_cast<double>(cells.rising_too);
    const double c12 = static_cast<double>(cells.falling);
    const double c21 = static_cast<double>(cells.falling_too);
    const double cross = difference_of_products(cells.rising, cells.rising_too, cells.falling,
                                                cells.falling_too);
    const double log_odds = std::log1p(cross / c12 / c21);
    const double roots = 0.5 * std::log((1 + steps / c11) * (1 + steps / c22) * (1 - steps / c12) *
                                        (1 - steps / c21));
    const double large = psi(c11, steps) + psi(c22, steps) + psi(c12, -steps) + psi(c21, -steps);
    const double small = stirling_step(c11, steps) + stirling_step(c22, steps) +
                         stirling_step(c12, -steps) + stirling_step(c21, -steps);
    return -(large + steps * log_odds + roots + small);
  }

  static double stirling_step(double cell, double step) {
    return stirling_error(cell + step) - stirling_error(cell);
  }

  std::int64_t n_, a_, b_;
  std::int64_t mode_ = 0;
  double centre_ = 0.0, width_ = 0.0;
  Cells cells_{};
};

std::int64_t draw_reduced(std::int64_t n, std::int64_t a, std::int64_t b, RandomStream& random) {
  if (a < b) std::swap(a, b);
  if (b <= most_urn_draws) return draw_from_urn(n, a, b, random);
  return RatioOfUniforms(n, a, b).draw(random);
}

}  // namespace

std::int64_t draw_overlap(std::int64_t n, std::int64_t a, std::int64_t b, RandomStream& random) {
  const bool other_a = a > n - a, other_b = b > n - b;
  const std::int64_t drawn = draw_reduced(n, other_a ? n - a : a, other_b ? n - b : b, random);
  if (other_a) return other_b ? drawn - (n - a) + b : b - drawn;
  return other_b ? a - drawn : drawn;
}

}  // namespace partwise
