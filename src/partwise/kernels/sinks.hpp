// From the rows of a random table to its list of non-zero cells, or to the sums that indices need.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "double_double.hpp"
#include "hypergeometric.hpp"
#include "sampling_plan.hpp"
#include "wide.hpp"

namespace partwise {

struct SampledCell {
  std::int64_t row, column, count;
  friend auto operator<=>(const SampledCell&, const SampledCell&) = default;
};

class CellSink {
 public:
  static constexpr bool wants_singletons = true;

  explicit CellSink(const SamplingPlan& plan) : plan_(plan), counts_(plan.columns.count()) {}

  void begin() { cells_.clear(); }

  void drawn_row(std::size_t row, std::span<const std::int64_t> cells) {
    for (std::size_t j = 0; j < cells.size(); ++j)
      if (cells[j] > 0) add(row, j, cells[j]);
  }

  void shuffled_part(std::span<const std::int64_t>) {}

  void shuffled_row(std::size_t row, std::span<const Label> labels) {
    for (const Label label : labels) ++counts_[label];
    for (const Label label : labels)
      if (const std::uint32_t cell = std::exchange(counts_[label], 0)) add(row, label, cell);
  }

  std::vector<SampledCell> sorted_cells() {
    std::sort(cells_.begin(), cells_.end());
    return cells_;
  }

 private:
  void add(std::size_t row, std::size_t column, std::int64_t count) {
    std::int64_t i = plan_.rows.original[row], j = plan_.columns.original[column];
    if (plan_.transposed) std::swap(i, j);
    cells_.push_back({i, j, count});
  }

  const SamplingPlan& plan_;
  std::vector<SampledCell> cells_;
  std::vector<std::uint32_t> counts_;  // of the row at hand
};

// What is known of one table.
struct Sums {
  Wide pairs = 0;
  double information = 0.0;
  std::int64_t row_maxima = 0, column_maxima = 0;
  double row_squares = 0.0, column_squares = 0.0;
};

// n M(A, B) in two parts. Drawn rows have large cells and add psi(n_ij, a_i b_j / n), as in
// expected_mi.cpp. Shuffled rows have small cells; n_ij ln n_ij is summed over a histogram of them,
// in double-double arithmetic since what is subtracted from it is nearly as large.
class InformationSum {
 public:
  explicit InformationSum(const SamplingPlan& plan) : plan_(plan), n_(static_cast<double>(plan.n)) {
    if (plan.n == 0) return;
    const DoubleDouble log_n = log_double_double(n_);
    std::int64_t suffix = plan.n;
    for (const std::int64_t size : plan.columns.size) {
      log_share_.push_back(log_double_double(static_cast<double>(size)) - log_n);
      from_column_.push_back(static_cast<double>(suffix));
      suffix -= size;
    }
    from_column_.push_back(0.0);
    if (plan.drawn == plan.rows.count()) return;
    for (std::size_t row = plan.drawn; row < plan.first_singleton; ++row)
      shuffled_rows_ = shuffled_rows_ + size_log_(static_cast<double>(plan.rows.size[row]));
    whole_ = weighted_log_shares(plan.columns.size);
    const std::int64_t most = std::min(plan.rows.size[plan.drawn], plan.columns.size.front());
    for (auto& histogram : histograms_) histogram.resize(static_cast<std::size_t>(most) + 1);
  }

  void begin() {
    drawn_ = Accumulator();
    subtracted_ = {};
    largest_ = 0;
  }

  void add_drawn_row(std::int64_t size, std::span<const std::int64_t> cells) {
    const double share = static_cast<double>(size) / n_;
    for (std::size_t j = 0; j < cells.size(); ++j) {
      const std::int64_t column = plan_.columns.size[j];
      drawn_.add(psi(share * static_cast<double>(column), excess(cells[j], size, column) / n_));
    }
    drawn_.add(share * from_column_[cells.size()]);  // psi of empty cells is their mean
  }

  void begin_shuffled(std::span<const std::int64_t> items) {
    subtracted_ = shuffled_rows_ + (plan_.drawn == 0 ? whole_ : weighted_log_shares(items));
  }

  // Two histograms by turns: neighbours are mostly equal, and one counter would wait for itself.
  void add_shuffled_cell(std::size_t turn, std::uint32_t cell) { ++histograms_[turn & 1][cell]; }
  void note_largest(std::uint32_t cell) { largest_ = std::max<std::size_t>(largest_, cell); }

  double value() {
    DoubleDouble sum = -subtracted_;
    for (std::size_t cell = 2; cell <= largest_; ++cell) {
      const std::uint32_t many = histograms_[0][cell] + histograms_[1][cell];
      if (many > 0) sum = sum + size_log_(static_cast<double>(cell)) * static_cast<double>(many);
      histograms_[0][cell] = histograms_[1][cell] = 0;
    }
    return std::max(0.0, (sum.hi + sum.lo) + drawn_.value());
  }

 private:
  // n n_ij - a_i b_j, which may be the small difference of large numbers.
  double excess(std::int64_t cell, std::int64_t row, std::int64_t column) const {
    constexpr std::int64_t products_fit = std::int64_t{1} << 31;
    if (plan_.n < products_fit) return static_cast<double>(cell * plan_.n - row * column);
    return difference_of_products(cell, plan_.n, row, column);
  }

  DoubleDouble weighted_log_shares(std::span<const std::int64_t> items) const {
    DoubleDouble sum;
    for (std::size_t j = 0; j < items.size(); ++j)
      sum = sum + log_share_[j] * static_cast<double>(items[j]);
    return sum;
  }

  const SamplingPlan& plan_;
  double n_;
  SizeLogs size_log_;
  std::vector<DoubleDouble> log_share_;  // ln(b_j / n)
  std::vector<double> from_column_;      // items in this column and later ones
  DoubleDouble shuffled_rows_;           // sum of a_i ln a_i over the shuffled rows
  DoubleDouble whole_;                   // sum of b_j ln(b_j / n)
  Accumulator drawn_;
  DoubleDouble subtracted_;
  std::size_t largest_ = 0;
  std::array<std::vector<std::uint32_t>, 2> histograms_;  // of cells in shuffled rows
};

class SumSink {
 public:
  static constexpr bool wants_singletons = false;  // their cells add constants only

  explicit SumSink(const SamplingPlan& plan)
      : plan_(plan), information_(plan), columns_(plan.columns.count()),
        counts_(plan.columns.count()) {}

  void begin() {
    information_.begin();
    pairs_ = 0;
    row_maxima_ = 0;
    pairs_per_row_size_ = 0.0;
    std::fill(columns_.begin(), columns_.end(), Column{});
  }

  void drawn_row(std::size_t row, std::span<const std::int64_t> cells) {
    Wide pairs = 0;
    std::int64_t most = 0;
    for (std::size_t j = 0; j < cells.size(); ++j) {
      const Wide here = pairs_among(cells[j]);
      pairs += here;
      most = std::max(most, cells[j]);
      columns_[j].pairs += static_cast<double>(here);
      columns_[j].most = std::max(columns_[j].most, cells[j]);
    }
    add_row(row, pairs, most);
    information_.add_drawn_row(plan_.rows.size[row], cells);
  }

  void shuffled_part(std::span<const std::int64_t> items) { information_.begin_shuffled(items); }

  void shuffled_row(std::size_t row, std::span<const Label> labels) {
    for (const Label label : labels) ++counts_[label];
    if (labels.size() < counts_.size() / 4)
      add_counted<true>(row, labels);
    else
      add_counted<false>(row, labels);
  }

  Sums sums() {
    Sums result{pairs_, information_.value(), row_maxima_ + singleton_rows(), 0,
                static_cast<double>(plan_.rows.count()) + 2 * pairs_per_row_size_, 0.0};
    double pairs_per_size = 0.0;
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      pairs_per_size += columns_[j].pairs / static_cast<double>(plan_.columns.size[j]);
      result.column_maxima += std::max<std::int64_t>(columns_[j].most, 1);
    }
    result.column_squares = static_cast<double>(columns_.size()) + 2 * pairs_per_size;
    if (plan_.transposed) {
      std::swap(result.row_maxima, result.column_maxima);
      std::swap(result.row_squares, result.column_squares);
    }
    return result;
  }

 private:
  struct Column {
    double pairs = 0.0;
    std::int64_t most = 0;
  };

  // The first item that meets its cell takes the count and leaves zero to the others. Cells of one
  // item add constants only; to skip them pays where nearly all are such, else it is a gamble.
  template <bool skips_single_items>
  void add_counted(std::size_t row, std::span<const Label> labels) {
    std::uint64_t pairs = 0;
    std::uint32_t most = 1;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const std::uint32_t cell = std::exchange(counts_[labels[i]], 0);
      if (skips_single_items && cell < 2) continue;
      const std::uint64_t here = std::uint64_t{cell} * (cell - std::uint64_t{1}) / 2;
      Column& column = columns_[labels[i]];
      information_.add_shuffled_cell(i, cell);
      pairs += here;
      most = std::max(most, cell);
      column.pairs += static_cast<double>(here);
      column.most = std::max<std::int64_t>(column.most, cell);
    }
    information_.note_largest(most);
    add_row(row, pairs, most);
  }

  void add_row(std::size_t row, Wide pairs, std::int64_t most) {
    pairs_ += pairs;
    row_maxima_ += most;
    pairs_per_row_size_ += static_cast<double>(pairs) / static_cast<double>(plan_.rows.size[row]);
  }

  // Those that were not shown.
  std::int64_t singleton_rows() const {
    const std::size_t shown = std::max(plan_.drawn, plan_.first_singleton);
    return static_cast<std::int64_t>(plan_.rows.count() - shown);
  }

  const SamplingPlan& plan_;
  InformationSum information_;
  Wide pairs_ = 0;
  std::int64_t row_maxima_ = 0;
  double pairs_per_row_size_ = 0.0;
  std::vector<Column> columns_;
  std::vector<std::uint32_t> counts_;  // of the row at hand
};

}  // namespace partwise
