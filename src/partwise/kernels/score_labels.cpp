#include "score_labels.hpp"

#include <array>
#include <atomic>
#include <limits>
#include <utility>

#include "parallel.hpp"

namespace partwise {
namespace {

template <class From>
void narrow(const Buffer<From>& from, std::vector<std::uint32_t>& to) {
  to.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) to[i] = static_cast<std::uint32_t>(from[i]);
}

// Sums of the lines of a table of all cells.
void add_up(const std::vector<std::uint32_t>& counts, std::size_t height, std::size_t width,
            std::vector<std::uint32_t>& rows, std::vector<std::uint32_t>& columns) {
  rows.resize(height);
  columns.assign(width, 0);
  for (std::size_t i = 0; i < height; ++i) {
    const std::uint32_t* const row = counts.data() + i * width;
    std::uint32_t sum = 0;
    for (std::size_t j = 0; j < width; ++j) {
      sum += row[j];
      columns[j] += row[j];
    }
    rows[i] = sum;
  }
}

Labels columns_of(const std::vector<std::uint32_t>& codes) {
  return {codes.data(), LabelType::u32, sizeof(std::uint32_t), codes.size()};
}

constexpr std::uint64_t most_counters = std::uint64_t{1} << 23;

bool is_dense(std::uint64_t height, std::uint64_t width, std::size_t n) {
  const std::uint64_t most = std::min<std::uint64_t>(most_counters, 4096 + 16 * n);
  return height <= most && width <= most && height * width <= most;
}

}  // namespace

void LabelScorer::count_all(const Labels& a, const Labels& b, std::uint64_t low_a,
                            std::uint64_t low_b, std::size_t height, std::size_t width) {
  alignas(64) std::array<std::uint32_t, Labels::block> key, column;
  counts_.assign(height * width, 0);
  std::uint32_t* const counts = counts_.data();
  for (std::size_t start = 0; start < a.size(); start += Labels::block) {
    const std::size_t size = std::min(Labels::block, a.size() - start);
    a.offsets(start, size, low_a, key.data());
    b.offsets(start, size, low_b, column.data());
    for (std::size_t i = 0; i < size; ++i)
      key[i] = key[i] * static_cast<std::uint32_t>(width) + column[i];
    for (std::size_t i = 0; i < size; ++i) ++counts[key[i]];
  }
}

// Writes a number for each label, and returns how many labels there are.
std::size_t LabelScorer::number(const Labels& labels, std::vector<std::uint32_t>& codes) {
  std::array<std::uint64_t, Labels::block> label;
  numbers_.clear(labels.size());
  codes.resize(labels.size());
  for (std::size_t start = 0; start < labels.size(); start += Labels::block) {
    const std::size_t size = std::min(Labels::block, labels.size() - start);
    labels.offsets(start, size, 0, label.data());
    for (std::size_t i = 0; i < size; ++i) codes[start + i] = numbers_.number(label[i]);
  }
  return numbers_.labels().size();
}

// The cells that occur, by the ways to count many or sparse labels.
CountedTable LabelScorer::count_named(const Labels& a, const Labels& b) {
  const Table table = count_cells(a, b, 1);
  narrow(table.counts, counts_);
  narrow(table.rows, row_of_);
  narrow(table.columns, column_of_);
  narrow(table.row_sizes, rows_.sizes);
  narrow(table.column_sizes, columns_.sizes);
  return {static_cast<std::uint32_t>(a.size()), counts_, row_of_, column_of_};
}

CountedTable LabelScorer::count(const Labels& a, const Labels& b) {
  const std::size_t n = a.size();
  const Range range_a = a.range(0, n), range_b = b.range(0, n);
  if (!is_dense(range_a.width(), 1, n) || !is_dense(range_b.width(), 1, n)) {
    const std::size_t height = number(a, row_of_), width = number(b, column_of_);
    return count(columns_of(row_of_), columns_of(column_of_), {0, height - 1}, {0, width - 1});
  }
  return count(a, b, range_a, range_b);
}

CountedTable LabelScorer::count(const Labels& a, const Labels& b, Range range_a, Range range_b) {
  const std::size_t n = a.size();
  if (!is_dense(range_a.width(), range_b.width(), n)) return count_named(a, b);
  count_all(a, b, range_a.low, range_b.low, range_a.width(), range_b.width());
  add_up(counts_, range_a.width(), range_b.width(), rows_.sizes, columns_.sizes);
  return {static_cast<std::uint32_t>(n), counts_, {}, {}};
}

double LabelScorer::operator()(const Labels& a, const Labels& b, const Program& program) {
  if (a.size() == 0 || !TableScorer::can_score(program))
    return std::numeric_limits<double>::quiet_NaN();
  const CountedTable table = count(a, b);
  rows_.prepare(program.needs());
  columns_.prepare(program.needs());
  scorer_.read(table, rows_, columns_, program.needs());
  return scorer_.score(program);
}

double LabelScorer::operator()(const Labels& a, const Labels& b, const Margin& rows,
                               const Margin& columns, const Program& program) {
  const std::size_t n = a.size(), height = rows.sizes.size(), width = columns.sizes.size();
  if (!is_dense(height, width, n) || !TableScorer::can_score(program)) return (*this)(a, b, program);
  count_all(a, b, 0, 0, height, width);
  const CountedTable table{static_cast<std::uint32_t>(n), counts_, {}, {}};
  scorer_.read(table, rows, columns, program.needs());
  return scorer_.score(program);
}

MatrixScorer::MatrixScorer(std::vector<Labels> clusterings,
                           std::vector<std::vector<std::uint32_t>> sizes, Program program,
                           std::size_t threads)
    : clusterings_(std::move(clusterings)), program_(std::move(program)) {
  for (std::vector<std::uint32_t>& of_one : sizes) {
    margins_.emplace_back().sizes = std::move(of_one);
    margins_.back().prepare(program_.needs());
  }
  for (std::size_t t = 0; t < threads; ++t)
    scorers_.emplace_back(std::numeric_limits<double>::infinity());
}

std::vector<double> MatrixScorer::row(std::size_t first, std::size_t start, const Tick& tick) {
  std::vector<double> values(size() - start);
  std::atomic<std::size_t> next{start};
  on_threads(scorers_.size(), [&](std::size_t t) {
    try {
      for (std::size_t i = next++; i < size(); i = next++) {
        if (t + 1 == scorers_.size()) tick();
        values[i - start] = scorers_[t](clusterings_[first], clusterings_[i], margins_[first],
                                        margins_[i], program_);
      }
    } catch (...) {
      next = size();  // nothing is left for the others
      throw;
    }
  });
  return values;
}

}  // namespace partwise
