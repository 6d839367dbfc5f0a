// A contingency table whose cells change, with all the sums that most indices need kept up to date.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "buffer.hpp"
#include "double_double.hpp"

namespace partwise {

// Sums over a table of fewer than 2^31 items. Whole numbers are exact; sums of x ln x and of
// quotients have about 100 good bits.
struct TableSums {
  std::int64_t items = 0;
  std::int64_t cells = 0, rows = 0, columns = 0;  // that are not empty
  std::int64_t cell_squares = 0, row_squares = 0, column_squares = 0;
  std::int64_t same_clusters = 0;  // rows that are columns, to the last item
  DoubleDouble cell_logs, row_logs, column_logs;  // sums of x ln x
  DoubleDouble squares_by_row, squares_by_column;  // sums of n_ij^2 / a_i and of n_ij^2 / b_j
};

// What is kept up to date besides whole numbers; the rest stays zero, or empty.
struct Keep {
  bool logs = true;
  bool quotients = true;
  bool histograms = true;
};

// How many lines have each size; empty lines are not counted.
using Histogram = std::unordered_map<std::int64_t, std::int64_t>;

// In nats; zero if the table is empty, or sums of x ln x are not kept.
struct Entropies {
  double rows = 0.0, columns = 0.0, cells = 0.0, mutual = 0.0;
};

class MovingTable {
 public:
  explicit MovingTable(Keep keep = {}) : keep_(keep) {}

  // From the row of each item, every item a column of its own.
  static MovingTable of_singletons(std::span<const std::int32_t> rows, Keep keep = {});

  // Adds items to a cell, or takes some away; new rows and columns come into being when they are
  // first named. Throws if the cell has fewer items.
  void change(std::int32_t row, std::int32_t column, std::int64_t items);

  // Moves items of a row from one column to another. Throws if the first has fewer.
  void move(std::int32_t row, std::int32_t source, std::int32_t target, std::int64_t items);

  // Joins two columns under the name of the one with more cells, which is returned; takes time in
  // the cells of the other.
  std::int32_t merge(std::int32_t first, std::int32_t second);

  // Ask for the memory of a column that is merged soon; then for that of its first cell, and then
  // for that of the cell's row.
  void prefetch_column(std::int32_t column) const {
    if (column < column_count()) partwise::prefetch(&columns_[static_cast<std::size_t>(column)]);
  }
  void prefetch_cell(std::int32_t column) const {
    if (const Place any = first_cell(column); any != nowhere) partwise::prefetch(&at(any));
  }
  void prefetch_row(std::int32_t column) const {
    if (const Place any = first_cell(column); any != nowhere)
      partwise::prefetch(&rows_[static_cast<std::size_t>(at(any).row)]);
  }

  const TableSums& sums() const { return sums_; }
  Entropies entropies();
  // Empty ones included.
  std::int32_t row_count() const { return static_cast<std::int32_t>(rows_.size()); }
  std::int32_t column_count() const { return static_cast<std::int32_t>(columns_.size()); }
  const Histogram& row_histogram() const { return row_histogram_; }
  const Histogram& column_histogram() const { return column_histogram_; }
  std::int64_t count(std::int32_t row, std::int32_t column) const;  // of a cell
  std::int64_t size_of_column(std::int32_t column) const;

  // Adds to the number of each row so many times its cell in this column.
  void add_column(std::int32_t column, std::int64_t times, std::span<std::int64_t> numbers) const {
    for (Place i = columns_[static_cast<std::size_t>(column)].any; i != nowhere; i = at(i).next)
      numbers[static_cast<std::size_t>(at(i).row)] += times * at(i).count;
  }

  // Sums of the largest cell of each row, and of each column. Where cells only grew since the last
  // call this is at hand; otherwise, the lines that lost their largest cell are looked through.
  std::int64_t row_maxima();
  std::int64_t column_maxima();

  struct Cells {
    std::vector<std::int32_t> row, column;
    std::vector<std::int64_t> count;
  };
  Cells cells() const;

 private:
  using Place = std::int32_t;  // of a cell in cells_
  static constexpr Place nowhere = -1;
  static constexpr std::int32_t most_scanned = 8;  // cells of a column, before it is indexed
  static constexpr std::int64_t most_items = std::int64_t{1} << 31;

  struct Cell {
    std::int32_t count = 0;
    std::int32_t row = 0, column = 0;
    Place next = nowhere, previous = nowhere;  // in its column
  };
  struct Line {
    std::int64_t squares = 0;  // of its cells
    std::int32_t size = 0;
    std::int32_t largest = 0;  // of its cells, or more if it lost its largest
    std::int32_t cells = 0;
    Place any = nowhere;  // of a column: its first cell; of a row: the places of its cells, xor
    bool is_indexed = false;
    bool lost_largest = false;
  };

  // Cells by row and column: open addressing with linear probing, where a removal moves later
  // entries back.
  class Index {
   public:
    Place find(std::int32_t row, std::int32_t column) const;
    void insert(std::int32_t row, std::int32_t column, Place place);
    void erase(std::int32_t row, std::int32_t column);

   private:
    struct Entry {
      std::uint64_t key = 0;
      Place place = nowhere;
    };
    static std::uint64_t key(std::int32_t row, std::int32_t column);
    std::size_t home(std::uint64_t key) const;
    std::size_t seat(std::uint64_t key) const;
    void grow();
    LargeVector<Entry> entries_;
    std::size_t used_ = 0;
  };

  Cell& at(Place place) { return cells_[static_cast<std::size_t>(place)]; }
  const Cell& at(Place place) const { return cells_[static_cast<std::size_t>(place)]; }
  Line& row_of(const Cell& cell) { return rows_[static_cast<std::size_t>(cell.row)]; }
  Line& column_of(const Cell& cell) { return columns_[static_cast<std::size_t>(cell.column)]; }

  void add_quotient(DoubleDouble& sum, const Line& line, double times) const;
  void replace_log(DoubleDouble& sum, std::int64_t before, std::int64_t after);
  Place first_cell(std::int32_t column) const {
    return column < column_count() ? columns_[static_cast<std::size_t>(column)].any : nowhere;
  }
  void add_singletons();
  static Line& line(LargeVector<Line>& lines, std::int32_t number);
  Place find(std::int32_t row, std::int32_t column) const;
  Place create(std::int32_t row, std::int32_t column);
  void link(Place place);
  void drop(Place place);
  void join(Place place, std::int32_t column_number, Line& column);
  void set_count(Place place, std::int32_t count);
  static void raise(Line& line, std::int32_t largest, std::int64_t& maxima);
  void resize_row(Line& line, std::int64_t items);
  void resize_column(Line& line, std::int64_t items);
  void resize(Line& line, std::int64_t items, std::int64_t& squares, DoubleDouble& logs,
              std::int64_t& lines, Histogram& histogram);
  void take_quotients(const Line& row, const Line& column, double times);
  bool is_row_too(const Line& column) const;
  std::int64_t same_clusters_at(const Line& row, std::int32_t column) const;

  Keep keep_;
  LargeVector<Line> rows_, columns_;
  LargeVector<Cell> cells_;
  std::vector<Place> free_;
  Index index_;
  SizeLogs size_log_;
  TableSums sums_;
  Histogram row_histogram_, column_histogram_;
  std::int64_t row_maxima_ = 0, column_maxima_ = 0;
  bool rows_lost_ = false, columns_lost_ = false;
};

}  // namespace partwise
