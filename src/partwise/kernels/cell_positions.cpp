#include "cell_positions.hpp"

#include <algorithm>
#include <stdexcept>

#include "parallel.hpp"

namespace partwise {

void cell_positions(const CellPlaces& cells, std::span<const std::int64_t> rows,
                    std::span<const std::int64_t> columns, std::span<std::int32_t> positions,
                    std::size_t threads) {
  const auto row_count = static_cast<std::int64_t>(cells.first_of_row.size()) - 1;
  const auto position = [&](std::int64_t row, std::int64_t column) {
    if (row < 0 || row >= row_count) throw std::invalid_argument("there is no such row");
    const auto start = cells.columns.begin() + cells.first_of_row[row];
    const auto end = cells.columns.begin() + cells.first_of_row[row + 1];
    const auto cell = std::lower_bound(start, end, column);
    if (cell == end || *cell != column) throw std::invalid_argument("there is no such cell");
    return static_cast<std::int32_t>(cell - cells.columns.begin());
  };
  on_threads(threads, [&](std::size_t t) {
    const std::size_t end = part_start(rows.size(), threads, t + 1);
    for (std::size_t i = part_start(rows.size(), threads, t); i < end; ++i)
      positions[i] = position(rows[i], columns[i]);
  });
}

}  // namespace partwise
