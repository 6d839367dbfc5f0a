// The sums of a contingency table while clusters of the candidate are joined, one pair at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "buffer.hpp"
#include "kernels.hpp"
#include "moving_table.hpp"

namespace partwise {

struct SweptSums {
  std::int64_t items = 0, rows = 0, row_squares = 0;  // the same all the time
  double row_entropy = 0.0;
  LargeVector<std::int64_t> columns, largest, cell_squares, column_squares;
  LargeVector<std::int64_t> row_maxima, column_maxima, same_clusters;
  LargeVector<double> column_entropy, joint_entropy, information;  // empty if not kept
  LargeVector<double> squares_by_row, squares_by_column;           // likewise
};

// Joins the clusters of the items left[i] and right[i], in this order, and notes the sums after as
// many joins as each of `ends` says, which must not decrease. At first each item is a cluster of
// its own. Items are numbered from 0; one without a row (-1) joins others, but is not counted.
SweptSums sweep_merges(std::span<const std::int32_t> rows, std::span<const std::int32_t> left,
                       std::span<const std::int32_t> right, std::span<const std::int64_t> ends,
                       Keep keep, const Tick& tick);

}  // namespace partwise
