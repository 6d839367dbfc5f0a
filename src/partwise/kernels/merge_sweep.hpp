// The sums of a contingency table while clusters of the candidate are joined, one pair at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels.hpp"
#include "moving_table.hpp"

namespace partwise {

struct SweptSums {
  std::vector<std::int64_t> columns, largest, cell_squares, column_squares;
  std::vector<std::int64_t> row_maxima, column_maxima, same_clusters;
  std::vector<double> cell_logs, column_logs;                // empty if not kept
  std::vector<double> squares_by_row, squares_by_column;
};

// Joins the columns of the items left[i] and right[i], in this order, and notes the sums after as
// many joins as each of `ends` says, which must not decrease. Items are numbered from 0.
SweptSums sweep_merges(std::span<const std::int32_t> rows, std::span<const std::int32_t> columns,
                       std::span<const std::int32_t> left, std::span<const std::int32_t> right,
                       std::span<const std::int64_t> ends, Keep keep, const Tick& tick);

}  // namespace partwise
