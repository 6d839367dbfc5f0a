#include "score_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "score_arrangements.hpp"

namespace partwise {
namespace {

constexpr std::uint32_t of_pairs = bit(Member::n11) | bit(Member::n10) | bit(Member::n01) |
                                   bit(Member::n00);
constexpr std::uint32_t of_information = bit(Member::entropy_a) | bit(Member::entropy_b) |
                                         bit(Member::entropy_joint) |
                                         bit(Member::mutual_information);
constexpr std::uint32_t of_expectation = bit(Member::expected_mutual_information);
constexpr std::uint32_t of_arrangements =
    bit(Member::arrangement_information) | bit(Member::log_table_count);
constexpr std::uint32_t of_cells = needs_cells | needs_places | bit(Member::row_maxima) |
                                   bit(Member::column_maxima) | bit(Member::same_clusters) |
                                   bit(Member::linked_pairs);
constexpr std::uint32_t of_sorted_sizes = of_expectation | bit(Member::size_overlap) |
                                          bit(Member::n11_variance) |
                                          bit(Member::log_table_count);

constexpr std::uint32_t computed_here = of_pairs | of_information | of_cells | of_sorted_sizes |
                                        of_arrangements |
                                        bit(Member::n) | bit(Member::k_a) | bit(Member::k_b);

constexpr double unit = 0x1p-102;  // of one operation on double-doubles

Enclosed wide(Wide x) {
  const DoubleDouble value = difference(x, Wide{0});
  return {value, value.hi < 0x1p104 ? 0.0 : value.hi * unit};
}

Enclosed whole(std::uint64_t x) {
  return x < std::uint64_t{1} << 53 ? Enclosed{{static_cast<double>(x), 0.0}} : wide(Wide{x});
}

template <class Visit>
void for_each_cell(const CountedTable& table, std::size_t width, Visit visit) {
  for (std::size_t at = 0; at < table.counts.size(); ++at) {
    if (table.counts[at] == 0) continue;
    if (table.rows.empty())
      visit(table.counts[at], at / width, at % width);
    else
      visit(table.counts[at], table.rows[at], table.columns[at]);
  }
}

std::uint64_t sum_of_squares(std::span<const std::uint32_t> counts) {
  std::uint64_t sum = 0;
  for (const std::uint64_t count : counts) sum += count * count;
  return sum;
}

// Sum of min(a_(i), b_(i)) over sizes in order, the largest first.
std::uint64_t size_overlap(std::span<const SizeCount> rows, std::span<const SizeCount> columns) {
  std::uint64_t sum = 0;
  std::size_t i = 0, j = 0;
  std::uint32_t used_i = 0, used_j = 0;
  while (i < rows.size() && j < columns.size()) {
    const std::uint32_t both = std::min(rows[i].count - used_i, columns[j].count - used_j);
    sum += std::uint64_t{both} * std::min(rows[i].size, columns[j].size);
    used_i += both;
    used_j += both;
    if (used_i == rows[i].count) {
      used_i = 0;
      ++i;
    }
    if (used_j == columns[j].count) {
      used_j = 0;
      ++j;
    }
  }
  return sum;
}

// Sums of the falling factorials of the sizes, and the ordered choices of two disjoint pairs, each
// inside a cluster (tables/pairs.py).
struct Falling {
  DoubleDouble two, three, four;

  explicit Falling(std::span<const SizeCount> sizes) {
    for (const SizeCount& s : sizes) {
      const double size = s.size, count = s.count;
      const DoubleDouble pairs = two_product(size, size - 1.0) * count;
      two = two + pairs;
      three = three + pairs * (size - 2.0);
    }
    four = two * two - three * 4.0 - two * 2.0;
  }
};

Enclosed n11_variance(std::uint32_t n, const Margin& rows, const Margin& columns) {
  if (n < 4 || n >= 1 << 25) return {{}, HUGE_VAL};  // below, sums and two * two are exact
  const Falling a(rows.distinct), b(columns.distinct);
  const double items = n;
  const DoubleDouble two = two_product(items, items - 1.0), three = two * (items - 2.0);
  const DoubleDouble mean = a.two * b.two / (two * 2.0);
  const DoubleDouble sharing = a.three * b.three / three;
  const DoubleDouble apart = a.four * b.four / (three * (items - 3.0) * 4.0);
  const DoubleDouble square = mean * mean;
  const double largest = mean.hi + sharing.hi + apart.hi + square.hi;
  return {mean + sharing + apart - square, largest * 0x1p-96};
}

}  // namespace

void Margin::prepare(std::uint32_t needs) {
  clusters = static_cast<std::uint32_t>(
      sizes.size() - static_cast<std::size_t>(std::count(sizes.begin(), sizes.end(), 0u)));
  squares = sum_of_squares(sizes);
  if (needs & (of_information | of_expectation)) logs = LogSum::over(sizes);
  distinct.clear();
  if (!(needs & of_sorted_sizes)) return;
  for (const std::uint32_t size : sizes)
    if (size != 0) distinct.push_back({size, 1});
  std::sort(distinct.begin(), distinct.end(),
            [](const SizeCount& x, const SizeCount& y) { return x.size > y.size; });
  std::size_t last = 0;
  for (std::size_t i = 1; i < distinct.size(); ++i) {
    if (distinct[i].size == distinct[last].size)
      ++distinct[last].count;
    else
      distinct[++last] = distinct[i];
  }
  if (!distinct.empty()) distinct.resize(last + 1);
}

void TableScorer::read(const CountedTable& table, const Margin& rows, const Margin& columns,
                       std::uint32_t needs) {
  known_ = table.n == 0 ? 0 : needs & computed_here;
  vocabulary_[Member::n] = whole(table.n);
  vocabulary_[Member::k_a] = whole(rows.clusters);
  vocabulary_[Member::k_b] = whole(columns.clusters);
  if (known_ & of_pairs) fill_pairs(table, rows, columns);
  if (known_ & of_cells) fill_cells(table, rows, columns, needs);
  if (known_ & bit(Member::size_overlap))
    vocabulary_[Member::size_overlap] = whole(size_overlap(rows.distinct, columns.distinct));
  if (known_ & bit(Member::n11_variance))
    vocabulary_[Member::n11_variance] = n11_variance(table.n, rows, columns);
  if (known_ & of_information) fill_information(table, rows, columns);
  if (known_ & of_arrangements) fill_arrangements(table, rows, columns);
  if (known_ & of_expectation && !fill_expected(table.n, rows, columns)) known_ &= ~of_expectation;
}

bool TableScorer::can_score(const Program& program) {
  return (program.needs() & ~computed_here) == 0;
}

double TableScorer::score(const Program& program) const {
  if (program.needs() & ~known_) return std::numeric_limits<double>::quiet_NaN();
  return program(vocabulary_);
}

void TableScorer::fill_pairs(const CountedTable& table, const Margin& rows,
                             const Margin& columns) {
  const std::uint64_t n = table.n, total = n * (n - 1) / 2;
  const std::uint64_t both = (sum_of_squares(table.counts) - n) / 2;
  const std::uint64_t same_a = (rows.squares - n) / 2, same_b = (columns.squares - n) / 2;
  vocabulary_[Member::n11] = whole(both);
  vocabulary_[Member::n10] = whole(same_a - both);
  vocabulary_[Member::n01] = whole(same_b - both);
  vocabulary_[Member::n00] = whole(total - same_a - same_b + both);
}

void TableScorer::fill_cells(const CountedTable& table, const Margin& rows, const Margin& columns,
                             std::uint32_t needs) {
  cells_.clear();
  rows_.clear();
  columns_.clear();
  row_numbers_.clear();
  column_numbers_.clear();
  row_maxima_.assign(rows.sizes.size(), 0);
  column_maxima_.assign(columns.sizes.size(), 0);
  std::uint64_t same_clusters = 0;
  Wide linked{0}, linked_within{0};
  for_each_cell(table, columns.sizes.size(), [&](std::uint32_t count, std::size_t i, std::size_t j) {
    const std::uint32_t a = rows.sizes[i], b = columns.sizes[j];
    if (needs & needs_cells) {
      cells_.push_back(count);
      rows_.push_back(a);
      columns_.push_back(b);
    }
    if (needs & needs_places) {
      row_numbers_.push_back(static_cast<std::int32_t>(i));
      column_numbers_.push_back(static_cast<std::int32_t>(j));
    }
    row_maxima_[i] = std::max(row_maxima_[i], count);
    column_maxima_[j] = std::max(column_maxima_[j], count);
    same_clusters += count == a && count == b;
    linked += product(std::uint64_t{a - 1} * (b - 1), count);
    linked_within += product(count - 1, count);
  });
  vocabulary_.cells = cells_;
  vocabulary_.rows = rows_;
  vocabulary_.columns = columns_;
  vocabulary_.row_numbers = row_numbers_;
  vocabulary_.column_numbers = column_numbers_;
  const auto sum = [](const std::vector<std::uint32_t>& maxima) {
    std::uint64_t result = 0;
    for (const std::uint32_t maximum : maxima) result += maximum;
    return result;
  };
  vocabulary_[Member::row_maxima] = whole(sum(row_maxima_));
  vocabulary_[Member::column_maxima] = whole(sum(column_maxima_));
  vocabulary_[Member::same_clusters] = whole(same_clusters);
  vocabulary_[Member::linked_pairs] = wide(linked - linked_within);
}

void TableScorer::fill_information(const CountedTable& table, const Margin& rows,
                                   const Margin& columns) {
  const double n = table.n;
  const LogSum all = LogSum::of(table.n), cells = LogSum::over(table.counts);
  const double largest = (all - LogSum{}).hi;
  const auto per_item = [&](DoubleDouble difference, double terms) {
    const DoubleDouble value = difference / n;
    return Enclosed{value, LogSum::error(terms, 2.0 * largest) / n + std::abs(value.hi) * unit};
  };
  LogSum both = all, sides = rows.logs;
  both += cells;
  sides += columns.logs;
  const double terms = 1.0 + rows.clusters + columns.clusters + static_cast<double>(table.counts.size());
  vocabulary_[Member::entropy_a] = per_item(all - rows.logs, terms);
  vocabulary_[Member::entropy_b] = per_item(all - columns.logs, terms);
  vocabulary_[Member::entropy_joint] = per_item(all - cells, terms);
  vocabulary_[Member::mutual_information] = per_item(both - sides, terms);
}

// One cluster on a side settles the table.
void TableScorer::fill_arrangements(const CountedTable& table, const Margin& rows,
                                    const Margin& columns) {
  Enclosed& logs = vocabulary_[Member::arrangement_information];
  Enclosed& tables = vocabulary_[Member::log_table_count];
  logs = tables = whole(0);
  if (rows.clusters <= 1 || columns.clusters <= 1) return;
  if (known_ & bit(Member::log_table_count))
    tables = log_table_count(table.n, rows.distinct, columns.distinct);
  LogSum both = LogSum::of_factorial(table.n);
  LogSum sides = LogSum::of_factorials(rows.sizes);
  both += LogSum::of_factorials(table.counts);
  sides += LogSum::of_factorials(columns.sizes);
  const double n = table.n, terms = 1.0 + rows.clusters + columns.clusters +
                                    static_cast<double>(table.counts.size());
  const double largest = (LogSum::of_factorial(table.n) - LogSum{}).hi;
  const DoubleDouble value = (both - sides) / n;
  logs = {value, LogSum::error(terms, 2.0 * largest) / n + std::abs(value.hi) * unit};
}

bool TableScorer::fill_expected(std::uint32_t n, const Margin& rows, const Margin& columns) {
  const std::optional<Enclosed> sum = expected_.sum(n, rows.distinct, columns.distinct);
  if (!sum) return false;
  const LogSum all = LogSum::of(n);
  LogSum sides = rows.logs;
  sides += columns.logs;
  const DoubleDouble value = (sum->value + (all - sides)) / n;
  const double terms = 1.0 + rows.clusters + columns.clusters;
  const double largest = (all - LogSum{}).hi;
  const double error = sum->error + LogSum::error(terms, 2.0 * largest) + 4.0 * largest * unit;
  vocabulary_[Member::expected_mutual_information] = {value, error / n + std::abs(value.hi) * unit};
  return true;
}

}  // namespace partwise
