// Two columns of labels → the non-zero cells of their contingency table, and both margins.
#pragma once

#include <cstdint>
#include <vector>

#include "buffer.hpp"
#include "labels.hpp"

namespace partwise {

struct Table {
  Buffer<std::uint64_t> row_labels, column_labels;  // values as in labels.hpp
  Buffer<std::int64_t> row_sizes, column_sizes;
  Buffer<std::int32_t> rows, columns;  // of the cells, row by row, columns increasing
  Buffer<std::int64_t> counts;
};

// Adaptive: into a dense table when the labels have a small range, by sorting row by row when
// they are many, by numbers from a hash table when they are sparse. The result depends on the
// labels alone, not on the number of threads. For fewer than 2^32 items.
Table count_cells(const Labels& a, const Labels& b, std::size_t threads);

// Every label's number, in the order in which labels appear first, and where that is.
struct Appearance {
  Buffer<std::int64_t> codes;
  std::vector<std::int64_t> first;
};

Appearance factorize(const Labels& labels, std::size_t threads);

}  // namespace partwise
