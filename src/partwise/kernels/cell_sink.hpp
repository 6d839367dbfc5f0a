// From the rows of a random table to its list of non-zero cells.
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "sampling_plan.hpp"

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

}  // namespace partwise
