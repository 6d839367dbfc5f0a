// Every pair of clusterings of n items once, up to the names of items and clusters, and the perfect
// splits and merges between them.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "components.hpp"

namespace partwise {

// The numbers of its components, in increasing order, then -1: what makes a table, up to order.
using Parts = std::array<std::int32_t, most_items>;

struct PartsHash {
  std::size_t operator()(const Parts& parts) const;
};

struct TableArrays {
  std::vector<std::int64_t> offsets;  // of the cells of each table
  std::vector<std::int8_t> counts, rows, columns;
  std::vector<std::int32_t> transpose;
  std::vector<std::int64_t> weight;  // see Tables::weight
};

class Tables {
 public:
  Tables(int items, const Stop& stop);

  int count() const { return static_cast<int>(parts_.size()); }
  const Components& components() const { return components_; }
  const Parts& parts(int table) const { return parts_[table]; }
  int find(Parts parts) const;  // in any order
  TableArrays arrays(const Stop& stop) const;

 private:
  struct Cell {
    std::uint8_t row, column, count;
  };
  struct Layout {
    int rows = 0, columns = 0, cell_count = 0;
    std::array<std::uint8_t, most_items> row_sizes{}, column_sizes{};
    std::array<Cell, most_items> cells{};
  };

  void add_all(Parts& parts, int used, int left, int next);
  Layout layout(const Parts& parts) const;
  void sort(const Stop& stop);
  std::int64_t weight(const Parts& parts, const Layout& layout) const;

  Components components_;
  std::vector<Parts> parts_;
  std::unordered_map<Parts, int, PartsHash> numbers_;
};

// Perfect splits and merges of the columns of every table.
struct Moves {
  std::vector<std::int32_t> source, target;
  std::vector<std::int8_t> kind;  // 0 for a split, 1 for a merge
};

Moves perfect_moves(const Tables& tables, const Stop& stop);

}  // namespace partwise
