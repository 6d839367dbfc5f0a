#include "score_expected.hpp"

#include <algorithm>
#include <cmath>

#include "counting_methods.hpp"
#include "hypergeometric.hpp"

namespace partwise {

std::optional<Enclosed> ExpectedLogs::sum(std::uint32_t n, std::span<const SizeCount> rows,
                                          std::span<const SizeCount> columns) {
  if (n != n_) {
    forget();
    n_ = n;
  }
  if (is_too_much(rows, columns)) return std::nullopt;
  DoubleDouble total;
  for (const SizeCount& row : rows) {
    for (const SizeCount& column : columns) {
      if (row.size < 2 || column.size < 2) continue;  // X <= 1, and 1 ln 1 = 0
      const DoubleDouble* const value = find(row.size, column.size);
      if (value == nullptr) return std::nullopt;
      total = total + *value * (static_cast<double>(row.count) * column.count);
    }
  }
  // Some 2^11 values with an error of 2^-102 each, as do the weights from the mode to there.
  return Enclosed{total, total.hi * 0x1p-90};
}

// Cells take values up to 13 deviations to either side of the mean, the variance of which is below
// the mean.
bool ExpectedLogs::is_too_much(std::span<const SizeCount> rows,
                               std::span<const SizeCount> columns) const {
  const auto clusters = [](std::span<const SizeCount> sizes) {
    double sum = 0.0;
    for (const SizeCount& one : sizes) sum += one.count;
    return sum;
  };
  const double pairs = static_cast<double>(rows.size()) * static_cast<double>(columns.size());
  const double mean = n_ / (clusters(rows) * clusters(columns));
  return pairs * (8.0 + 26.0 * std::sqrt(mean)) > most_work_;
}

const DoubleDouble* ExpectedLogs::find(std::uint32_t a, std::uint32_t b) {
  const std::uint64_t sizes = std::uint64_t{std::min(a, b)} << 32 | std::max(a, b);
  if (used_ >= most_entries) forget();
  if (2 * (used_ + 1) > entries_.size()) grow();
  Entry& entry = slot(sizes);
  if (entry.sizes == 0) {
    if (!Hypergeometric(n_, a, b).is_narrow()) return nullptr;
    entry = {sizes, compute(a, b)};
    ++used_;
  }
  return &entry.value;
}

DoubleDouble ExpectedLogs::compute(std::uint32_t a, std::uint32_t b) {
  DoubleDouble sum, total;
  Hypergeometric(n_, a, b).visit_each<DoubleDouble>(
      [&](double x, double, const DoubleDouble& weight) {
        sum = sum + weight * size_log_(x);
        total = total + weight;
      });
  return sum / total;
}

ExpectedLogs::Entry& ExpectedLogs::slot(std::uint64_t sizes) {
  const std::size_t mask = entries_.size() - 1;
  std::size_t at = mixed(sizes) & mask;
  while (entries_[at].sizes != 0 && entries_[at].sizes != sizes) at = (at + 1) & mask;
  return entries_[at];
}

void ExpectedLogs::forget() {
  entries_.clear();
  used_ = 0;
}

void ExpectedLogs::grow() {
  std::vector<Entry> before(std::max<std::size_t>(256, 2 * entries_.size()));
  std::swap(before, entries_);
  for (const Entry& entry : before)
    if (entry.sizes != 0) slot(entry.sizes) = entry;
}

}  // namespace partwise
