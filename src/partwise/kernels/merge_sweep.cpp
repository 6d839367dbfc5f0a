#include "merge_sweep.hpp"

#include <algorithm>
#include <numeric>

namespace partwise {

namespace {

class Joined {
 public:
  explicit Joined(std::size_t columns) : parent_(columns) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  std::int32_t find(std::int32_t column) {
    while (parent_[at(column)] != column) {
      parent_[at(column)] = parent_[at(parent_[at(column)])];
      column = parent_[at(column)];
    }
    return column;
  }

  void join(std::int32_t column, std::int32_t into) { parent_[at(column)] = into; }

 private:
  static std::size_t at(std::int32_t column) { return static_cast<std::size_t>(column); }
  std::vector<std::int32_t> parent_;
};

double rounded(DoubleDouble x) { return x.hi + x.lo; }

void note(MovingTable& table, std::int64_t largest, Keep keep, SweptSums& swept) {
  const TableSums& sums = table.sums();
  swept.columns.push_back(sums.columns);
  swept.largest.push_back(largest);
  swept.cell_squares.push_back(sums.cell_squares);
  swept.column_squares.push_back(sums.column_squares);
  swept.row_maxima.push_back(table.row_maxima());
  swept.column_maxima.push_back(table.column_maxima());
  swept.same_clusters.push_back(sums.same_clusters);
  if (keep.logs) {
    swept.cell_logs.push_back(rounded(sums.cell_logs));
    swept.column_logs.push_back(rounded(sums.column_logs));
  }
  if (keep.quotients) {
    swept.squares_by_row.push_back(rounded(sums.squares_by_row));
    swept.squares_by_column.push_back(rounded(sums.squares_by_column));
  }
}

void reserve(std::size_t size, SweptSums& swept) {
  for (auto* whole : {&swept.columns, &swept.largest, &swept.cell_squares, &swept.column_squares,
                      &swept.row_maxima, &swept.column_maxima, &swept.same_clusters})
    whole->reserve(size);
}

}  // namespace

SweptSums sweep_merges(std::span<const std::int32_t> rows, std::span<const std::int32_t> columns,
                       std::span<const std::int32_t> left, std::span<const std::int32_t> right,
                       std::span<const std::int64_t> ends, Keep keep, const Tick& tick) {
  constexpr std::size_t between_ticks = 1 << 16, ahead = 12;
  MovingTable table(rows, columns, keep);
  Joined joined(static_cast<std::size_t>(table.column_count()));
  std::int64_t largest = 0;
  for (std::int32_t column = 0; column < table.column_count(); ++column)
    largest = std::max(largest, table.size_of_column(column));
  SweptSums swept;
  reserve(ends.size(), swept);
  std::size_t done = 0;
  for (const std::int64_t end : ends) {
    for (; done < static_cast<std::size_t>(end); ++done) {
      if (done % between_ticks == 0) tick();
      if (done + ahead < left.size()) {
        table.prefetch(columns[static_cast<std::size_t>(left[done + ahead])]);
        table.prefetch(columns[static_cast<std::size_t>(right[done + ahead])]);
      }
      const std::int32_t first = joined.find(columns[static_cast<std::size_t>(left[done])]);
      const std::int32_t second = joined.find(columns[static_cast<std::size_t>(right[done])]);
      if (first == second) continue;
      const std::int32_t kept = table.merge(first, second);
      joined.join(kept == first ? second : first, kept);
      largest = std::max(largest, table.size_of_column(kept));
    }
    note(table, largest, keep, swept);
  }
  return swept;
}

}  // namespace partwise
