#include "matched_sum.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "assignment.hpp"
#include "enclosed.hpp"

namespace partwise {
namespace {

constexpr std::size_t most_work = std::size_t{1} << 24;  // cells times clusters: milliseconds
constexpr Enclosed undecided{{}, enclosed_limits::unknown};

// Cells that may be chosen, with positive numbers.
struct Candidates {
  std::vector<std::int32_t> row, column;
  std::vector<Enclosed> weight;
  std::size_t height = 0, width = 0;

  explicit Candidates(std::size_t most) {
    row.reserve(most);
    column.reserve(most);
    weight.reserve(most);
  }

  void add(std::int32_t i, std::int32_t j, Enclosed x) {
    row.push_back(i);
    column.push_back(j);
    weight.push_back(x);
    height = std::max(height, static_cast<std::size_t>(i) + 1);
    width = std::max(width, static_cast<std::size_t>(j) + 1);
  }

  std::size_t narrow() const { return std::min(height, width); }
};

// An optimal matching of numbers that are rounded to whole units.
struct Matching {
  std::vector<std::int64_t> gain;
  double unit = 1.0;
  double hidden = 0.0;  // by how many units, at most, a matching may be behind the best one
  Assignment best;

  explicit Matching(const Candidates& cells) : gain(cells.weight.size()) {
    double largest = 0.0, error = 0.0;
    for (const Enclosed& x : cells.weight) {
      largest = std::max(largest, x.value.hi);
      error = std::max(error, x.error);
    }
    const bool is_rounded = error > 0.0 || largest >= 0x1p60;
    if (is_rounded) unit = std::ldexp(1.0, std::ilogb(largest) - 58);
    for (std::size_t k = 0; k < gain.size(); ++k) {
      const auto [high, low] = cells.weight[k].value;
      const double whole = std::nearbyint(high / unit);
      const double rest = std::nearbyint((high - whole * unit + low) / unit);
      gain[k] = static_cast<std::int64_t>(whole) + static_cast<std::int64_t>(rest);
    }
    if (is_rounded) hidden = 2.0 * static_cast<double>(cells.narrow()) * (1.0 + error / unit);
    best = best_assignment({cells.row, cells.column, gain, cells.height, cells.width},
                           [](std::size_t) {});
  }

  bool has(std::int32_t i, std::int32_t j) const {
    return static_cast<std::size_t>(i) < best.partner.size() && best.partner[i] == j;
  }

  // How much a cell lacks of the prices of its clusters. A matching is behind the best one by what
  // its cells lack, and by the prices of clusters that it leaves alone.
  double slack(const Candidates& cells, std::size_t k) const {
    return static_cast<double>(best.row_price[cells.row[k]] +
                               best.column_price[cells.column[k]] - gain[k]);
  }

  Enclosed sum(const Candidates& all) const {
    Enclosed result;
    for (std::size_t k = 0; k < all.weight.size(); ++k)
      if (has(all.row[k], all.column[k])) result = result + all.weight[k];
    return result;
  }
};

// Among cells between which rounding decided: what was rounded off, less the slack. Where a price is
// more than can be hidden, its cluster is matched anyway.
bool settle(const Matching& rounded, const Candidates& cells, Candidates& near) {
  const double most = rounded.hidden + 1.0;
  for (std::size_t k = 0; k < cells.weight.size(); ++k) {
    const double slack = rounded.slack(cells, k);
    if (slack > rounded.hidden) continue;
    const std::int32_t i = cells.row[k], j = cells.column[k];
    const Enclosed whole{two_sum(static_cast<double>(rounded.gain[k] >> 30) * 0x1p30,
                                 static_cast<double>(rounded.gain[k] & 0x3fffffff))};
    const Enclosed scaled{{cells.weight[k].value.hi / rounded.unit,
                           cells.weight[k].value.lo / rounded.unit},
                          std::max(cells.weight[k].error / rounded.unit, 0x1p-40)};
    const auto price = [&](std::int64_t p) { return std::min(static_cast<double>(p), most); };
    const double prices = price(rounded.best.row_price[i]) + price(rounded.best.column_price[j]);
    const Enclosed weight = scaled - whole + Enclosed{{prices - slack, 0.0}};
    if (!(weight.value.hi > 2.0 * weight.error)) return false;
    near.add(i, j, weight);
  }
  return true;
}

}  // namespace

Enclosed matched_sum(std::span<const Enclosed> weights, std::span<const std::int32_t> rows,
                     std::span<const std::int32_t> columns) {
  if (rows.size() != weights.size() || columns.size() != weights.size()) return undecided;
  Candidates cells(weights.size());
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const auto [value, error] = weights[k];
    if (!std::isfinite(value.hi) || !std::isfinite(error)) return undecided;
    if (value.hi <= -error) continue;
    if (value.hi <= 2.0 * error) return undecided;
    cells.add(rows[k], columns[k], weights[k]);
  }
  if (cells.weight.empty()) return {};
  if (cells.narrow() * cells.weight.size() > most_work) return undecided;
  const Matching rounded(cells);
  Enclosed sum = rounded.sum(cells);
  bool is_sure = true;
  for (std::size_t k = 0; k < cells.weight.size() && rounded.hidden > 0.0; ++k)
    is_sure = is_sure && (rounded.has(cells.row[k], cells.column[k]) ||
                          rounded.slack(cells, k) > rounded.hidden);
  if (is_sure) return sum;
  Candidates near(cells.weight.size());
  double hidden = rounded.hidden * rounded.unit;
  if (settle(rounded, cells, near)) {
    const Matching finer(near);
    sum = finer.sum(cells);
    hidden = finer.hidden * finer.unit * rounded.unit;
  }
  sum.error += hidden * enclosed_limits::room;
  return sum;
}

}  // namespace partwise
