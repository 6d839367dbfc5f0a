// The cell of each item, among the cells of a table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace partwise {

// Cells in order of row and column: those of row r are first_of_row[r] … first_of_row[r + 1] - 1.
struct CellPlaces {
  std::span<const std::int64_t> first_of_row;
  std::span<const std::int32_t> columns;
};

// Writes the position of the cell of each item; throws if one of them is in none of the cells.
void cell_positions(const CellPlaces& cells, std::span<const std::int64_t> rows,
                    std::span<const std::int64_t> columns, std::span<std::int32_t> positions,
                    std::size_t threads);

}  // namespace partwise
