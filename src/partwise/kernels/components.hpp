// Connected parts of contingency tables: what tables of few items are put together from.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace partwise {

inline constexpr int most_items = 12;

// A table of at most 12 items to work with; no row and no column is empty.
struct Grid {
  using Line = std::array<std::uint8_t, most_items>;

  int rows = 0;
  int columns = 0;
  std::array<Line, most_items> cell{};

  Line column(int j) const {
    Line line{};
    for (int i = 0; i < rows; ++i) line[i] = cell[i][j];
    return line;
  }

  // Whether an earlier row or column is the same, so that what is done to it was done before.
  bool repeats_row(int i) const {
    return std::find(cell.begin(), cell.begin() + i, cell[i]) != cell.begin() + i;
  }
  bool repeats_column(int j) const {
    for (int other = 0; other < j; ++other)
      if (column(other) == column(j)) return true;
    return false;
  }

  Grid transposed() const {
    Grid result{.rows = columns, .columns = rows};
    for (int j = 0; j < columns; ++j) result.cell[j] = column(j);
    return result;
  }
};

// A connected table, packed: 12 items connect at most 13 rows and columns, so at most 6 × 7 cells.
struct Component {
  std::uint8_t rows = 0;
  std::uint8_t columns = 0;
  std::array<std::uint8_t, 42> cells{};

  bool operator==(const Component&) const = default;
  // By parts: not every standard library can compare arrays three ways.
  bool operator<(const Component& other) const {
    if (rows != other.rows) return rows < other.rows;
    if (columns != other.columns) return columns < other.columns;
    return cells < other.cells;
  }

  static Component of(const Grid& grid) {
    if (grid.rows * grid.columns > 42) throw std::logic_error("this table is not connected");
    Component result{.rows = static_cast<std::uint8_t>(grid.rows),
                     .columns = static_cast<std::uint8_t>(grid.columns)};
    for (int i = 0; i < grid.rows; ++i)
      std::copy_n(grid.cell[i].begin(), grid.columns, result.cells.begin() + i * grid.columns);
    return result;
  }

  Grid grid() const {
    Grid result{.rows = rows, .columns = columns};
    for (int i = 0; i < rows; ++i)
      std::copy_n(cells.begin() + i * columns, columns, result.cell[i].begin());
    return result;
  }
};

struct ComponentHash {
  std::size_t operator()(const Component& component) const {
    const auto* bytes = reinterpret_cast<const char*>(component.cells.data());
    const std::string_view text(bytes, component.cells.size());
    return std::hash<std::string_view>{}(text) * 31 + component.rows;
  }
};

// One representative of all tables that differ by the order of rows and columns only.
struct Canonical {
  Component form;
  std::int64_t automorphisms = 0;  // ways to reorder rows and columns that leave the table as it is
};

// The table must be connected.
Canonical canonical(const Grid& grid);

using Stop = std::function<void()>;  // called now and then; throws to stop

// All connected tables of at most n items, each once up to the order of rows and columns.
class Components {
 public:
  Components(int items, const Stop& stop);

  int count() const { return static_cast<int>(forms_.size()); }
  int first_of(int items) const { return first_of_[items]; }  // those of s items are consecutive
  int items(int id) const;
  const Component& form(int id) const { return forms_[id]; }
  std::int64_t automorphisms(int id) const { return automorphisms_[id]; }
  int id(const Grid& connected) const;
  int transpose(int id) const { return this->id(forms_[id].grid().transposed()); }

 private:
  using Found = std::unordered_map<Component, std::int64_t, ComponentHash>;

  void keep(const Found& found);

  std::vector<Component> forms_;
  std::vector<std::int64_t> automorphisms_;
  std::vector<int> first_of_;
  std::unordered_map<Component, int, ComponentHash> ids_;
};

}  // namespace partwise
