// Which cells of a table to choose, at most one of each row and column, for the largest sum.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace partwise {

// The cells of a table with a whole number as the gain of each, which is not negative and at most
// `largest_gain`.
struct Gains {
  std::span<const std::int32_t> row, column;
  std::span<const std::int64_t> gain;
  std::size_t height, width;
};

inline constexpr std::int64_t largest_gain = std::int64_t{1} << 60;

// A matching of the largest sum, and prices that prove it: no cell gains more than its row and its
// column cost together, a chosen cell just as much, and what is left alone costs nothing.
struct Assignment {
  std::vector<std::int32_t> partner;  // of each row; -1 if it has none
  std::vector<std::int64_t> row_price, column_price;
};

// `tick` is called now and then with the number of clusters that are left to settle; it throws to
// stop the work.
Assignment best_assignment(const Gains& gains, const std::function<void(std::size_t)>& tick);

}  // namespace partwise
