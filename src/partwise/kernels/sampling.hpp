// Random contingency tables with given margins: a clustering of given sizes is fixed, another is
// uniform among all that have its sizes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels.hpp"
#include "random.hpp"

namespace partwise {

// automatic: the larger rows by draws and the smaller ones by permutation, whichever is cheaper.
enum class SamplingMethod { automatic, permutation, draws };

struct SamplingTask {
  std::span<const std::int64_t> row_sizes, column_sizes;  // positive, with equal sums below 2^63
  std::int64_t samples;
  RandomKey key;
  int threads;  // at most; the result does not depend on it
  SamplingMethod method;
};

// What the indices need of each table, one entry per table.
struct SampledSums {
  std::vector<std::uint64_t> pairs_high, pairs_low;        // N11 in two words
  std::vector<double> information;                         // n M(A, B)
  std::vector<std::int64_t> row_maxima, column_maxima;     // sums of the largest cells of the lines
  std::vector<double> row_squares, column_squares;         // sums of n_ij^2 / a_i and n_ij^2 / b_j
};

// The cells of all tables, table by table, each sorted by row and column.
struct TableCells {
  std::vector<std::int64_t> rows, columns, counts;
  std::vector<std::int64_t> offsets;  // table t has the cells offsets[t] ... offsets[t + 1] - 1
};

SampledSums sample_sums(const SamplingTask& task, const Tick& tick);
TableCells sample_cells(const SamplingTask& task, const Tick& tick);

}  // namespace partwise
