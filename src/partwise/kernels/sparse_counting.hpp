// Counting when there are too many clusters for a dense table.
#pragma once

#include "counting.hpp"

namespace partwise {

// Items are partitioned by row into pieces that fit the cache, ordered by row and column there, and
// counted. Both ranges must be below 2^31 wide and not much wider than there are items.
Table count_by_sorting(const Labels& a, const Labels& b, Range range_a, Range range_b,
                       std::size_t threads);

}  // namespace partwise
