#include "score_arrangements.hpp"

#include "enclosed.hpp"
#include "score_logs.hpp"

namespace partwise {
namespace {

constexpr double least = 40.0;  // from which Stirling's series is used

constexpr double left_out = 0x1p-107;  // of the series, at most

Enclosed whole(double x) { return {{x, 0.0}, 0.0}; }

Enclosed series(Enclosed x) {
  const Enclosed over = whole(1.0) / x, square = over * over;
  Enclosed sum = whole(0.0);
  for (std::size_t k = stirling.size(); k-- > 0;)
    sum = sum * square + whole(stirling[k].numerator) / whole(stirling[k].denominator);
  sum = sum * over;
  return {sum.value, sum.error + left_out};
}

struct Shares {
  double clusters = 0.0;
  Enclosed squares{}, logs{};  // sums over the clusters

  // Of (1 - w) / k + w size / n, for each size.
  Shares(std::span<const SizeCount> sizes, Enclosed n, Enclosed w) {
    for (const SizeCount& size : sizes) clusters += size.count;
    const Enclosed rest = (whole(1.0) - w) / whole(clusters);
    for (const SizeCount& size : sizes) {
      const Enclosed share = rest + w * whole(size.size) / n, count = whole(size.count);
      squares = squares + count * share * share;
      logs = logs + count * logarithm(share);
    }
  }
};

// (other + 1) / (other squares) - 1 / other
Enclosed dispersion(const Shares& side, double other) {
  return whole(other + 1.0) / (whole(other) * side.squares) - whole(1.0) / whole(other);
}

}  // namespace

Enclosed log_gamma(Enclosed x) {
  if (!(x.value.hi > x.error)) return {{}, enclosed_limits::unknown};
  Enclosed before = whole(1.0);
  for (; x.value.hi < least; x = x + whole(1.0)) before = before * x;
  const Enclosed half = whole(1.0) / whole(2.0), half_log{half_log_two_pi, left_out};
  return (x - half) * logarithm(x) - x + half_log + series(x) - logarithm(before);
}

Enclosed log_table_count(std::uint32_t n, std::span<const SizeCount> rows,
                         std::span<const SizeCount> columns) {
  double k_a = 0.0, k_b = 0.0;
  for (const SizeCount& size : rows) k_a += size.count;
  for (const SizeCount& size : columns) k_b += size.count;
  const Enclosed items = whole(n), a = whole(k_a), b = whole(k_b), two = whole(2.0);
  const Enclosed one = whole(1.0), twice = two * items, cells = a * b;
  const Enclosed w = twice / (twice + cells);
  const Shares x(rows, items, w), y(columns, items, w);
  const Enclosed nu = dispersion(x, k_b), mu = dispersion(y, k_a);
  return (a - one) * (b - one) * logarithm(items + cells / two) +
         (a + nu - two) / two * y.logs + (b + mu - two) / two * x.logs +
         (log_gamma(mu * a) + log_gamma(nu * b)) / two -
         (a * (log_gamma(b) + log_gamma(mu)) + b * (log_gamma(a) + log_gamma(nu))) / two;
}

}  // namespace partwise
