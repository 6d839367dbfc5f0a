#include "moving_table.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace partwise {

namespace {

constexpr double rounding = 1e-22;  // of entropies, after millions of moves

std::int64_t squared(std::int64_t x) { return x * x; }

}  // namespace

// Adds so many times the squares of a line's cells over its size.
void MovingTable::add_quotient(DoubleDouble& sum, const Line& line, double times) const {
  if (!keep_.quotients || line.size == 0) return;
  const auto high = static_cast<double>(line.squares);  // above 2^53, the rest is added
  const auto low = static_cast<double>(line.squares - static_cast<std::int64_t>(high));
  sum = sum + quick_two_sum(high, low) / static_cast<double>(line.size) * times;
}

// Puts the size of a cell or a line in place of another, in a sum of x ln x.
void MovingTable::replace_log(DoubleDouble& sum, std::int64_t before, std::int64_t after) {
  if (!keep_.logs) return;
  sum = sum + size_log_(static_cast<double>(after)) - size_log_(static_cast<double>(before));
}

MovingTable MovingTable::of_singletons(std::span<const std::int32_t> rows, Keep keep) {
  if (static_cast<std::int64_t>(rows.size()) >= most_items)
    throw std::invalid_argument("too many items");
  MovingTable table(keep);
  table.cells_.resize(rows.size());
  table.columns_.resize(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto place = static_cast<Place>(i);
    Line& row = line(table.rows_, rows[i]);
    row.any = row.cells == 0 ? place : row.any ^ place;
    ++row.cells;
    table.cells_[i] = {1, rows[i], place, nowhere, nowhere};
    table.columns_[i] = {1, 1, 1, 1, place, false, false};
  }
  table.add_singletons();
  return table;
}

// Sums over the rows, and over as many columns of one item as there are cells.
void MovingTable::add_singletons() {
  sums_.items = sums_.cells = sums_.columns = column_count();
  sums_.cell_squares = sums_.column_squares = column_maxima_ = sums_.items;
  sums_.squares_by_column.hi = keep_.quotients ? static_cast<double>(sums_.items) : 0.0;
  if (keep_.histograms && sums_.items > 0) column_histogram_[1] = sums_.items;
  for (Line& row : rows_) {
    const std::int64_t size = row.cells;
    row.squares = size;
    sums_.same_clusters += size == 1;
    raise(row, size > 0, row_maxima_);
    resize_row(row, size);
    add_quotient(sums_.squares_by_row, row, 1);
  }
}

Entropies MovingTable::entropies() {
  if (!keep_.logs || sums_.items == 0) return {};
  const auto n = static_cast<double>(sums_.items);
  const DoubleDouble all = size_log_(n);
  const auto nats = [n](DoubleDouble sum) {
    const double value = rounded(sum / n);
    return std::abs(value) < rounding ? 0.0 : value;
  };
  return {nats(all - sums_.row_logs), nats(all - sums_.column_logs), nats(all - sums_.cell_logs),
          nats(all - sums_.row_logs - sums_.column_logs + sums_.cell_logs)};
}

void MovingTable::change(std::int32_t row_number, std::int32_t column_number, std::int64_t items) {
  if (row_number < 0 || column_number < 0) throw std::invalid_argument("a code is negative");
  if (items == 0) return;
  line(columns_, column_number);
  Line& row = line(rows_, row_number);
  Line& column = columns_[static_cast<std::size_t>(column_number)];
  Place place = find(row_number, column_number);
  const std::int64_t before = place == nowhere ? 0 : at(place).count;
  if (before + items < 0) throw std::invalid_argument("the cell has fewer items");
  if (sums_.items + items >= most_items) throw std::invalid_argument("too many items");
  sums_.same_clusters -= same_clusters_at(row, column_number);
  take_quotients(row, column, -1);
  if (place == nowhere) place = create(row_number, column_number), ++sums_.cells;
  set_count(place, static_cast<std::int32_t>(before + items));
  if (before + items == 0) drop(place), --sums_.cells;
  resize_row(row, items);
  resize_column(column, items);
  sums_.items += items;
  take_quotients(row, column, 1);
  sums_.same_clusters += same_clusters_at(row, column_number);
}

void MovingTable::move(std::int32_t row, std::int32_t source, std::int32_t target,
                       std::int64_t items) {
  if (target < 0) throw std::invalid_argument("a code is negative");
  if (items < 0) throw std::invalid_argument("the number of items is negative");
  if (count(row, source) < items) throw std::invalid_argument("the cell has fewer items");
  if (source == target) return;
  change(row, source, -items);
  change(row, target, items);
}

std::int32_t MovingTable::merge(std::int32_t first, std::int32_t second) {
  if (first == second) return first;
  if (std::min(first, second) < 0 || std::max(first, second) >= column_count())
    throw std::invalid_argument("there is no such column");
  const auto kept = columns_[static_cast<std::size_t>(first)].cells >=
                            columns_[static_cast<std::size_t>(second)].cells
                        ? first
                        : second;
  Line& large = columns_[static_cast<std::size_t>(kept)];
  Line& small = columns_[static_cast<std::size_t>(kept == first ? second : first)];
  sums_.same_clusters -= is_row_too(large) + is_row_too(small);
  for (const Line* line : {&large, &small}) add_quotient(sums_.squares_by_column, *line, -1);
  column_maxima_ -= small.largest;
  for (Place place = small.any; place != nowhere;) {
    const Place next = at(place).next;
    if (small.is_indexed) index_.erase(at(place).row, at(place).column);
    join(place, kept, large);
    place = next;
  }
  const std::int64_t moved = small.size;
  resize_column(small, -moved);
  resize_column(large, moved);
  small = {};
  add_quotient(sums_.squares_by_column, large, 1);
  sums_.same_clusters += is_row_too(large);
  return kept;
}

// Moves a cell of another column into this one, where the row may have a cell already.
void MovingTable::join(Place place, std::int32_t column_number, Line& column) {
  Cell& cell = at(place);
  const Place there = find(cell.row, column_number);
  if (there == nowhere) {
    column.squares += squared(cell.count);
    if (cell.count > column.largest) raise(column, cell.count, column_maxima_);
    cell.column = column_number;
    link(place);
    return;
  }
  Line& row = row_of(cell);
  const std::int32_t count = cell.count;
  add_quotient(sums_.squares_by_row, row, -1);
  row.squares -= squared(count);
  sums_.cell_squares -= squared(count);
  replace_log(sums_.cell_logs, count, 0);
  --sums_.cells;
  --row.cells;
  row.any ^= place;
  free_.push_back(place);
  set_count(there, at(there).count + count);
  add_quotient(sums_.squares_by_row, row, 1);
}

void MovingTable::set_count(Place place, std::int32_t count) {
  Cell& cell = at(place);
  const std::int64_t more = squared(count) - squared(cell.count);
  sums_.cell_squares += more;
  replace_log(sums_.cell_logs, cell.count, count);
  for (auto [line, maxima, lost] : {std::tuple{&row_of(cell), &row_maxima_, &rows_lost_},
                                    std::tuple{&column_of(cell), &column_maxima_, &columns_lost_}}) {
    line->squares += more;
    if (count > line->largest)
      raise(*line, count, *maxima);
    else if (count < cell.count && cell.count == line->largest)
      line->lost_largest = *lost = true;
  }
  cell.count = count;
}

void MovingTable::raise(Line& line, std::int32_t largest, std::int64_t& maxima) {
  maxima += largest - line.largest;
  line.largest = largest;
}

void MovingTable::resize_row(Line& line, std::int64_t items) {
  resize(line, items, sums_.row_squares, sums_.row_logs, sums_.rows, row_histogram_);
}

void MovingTable::resize_column(Line& line, std::int64_t items) {
  resize(line, items, sums_.column_squares, sums_.column_logs, sums_.columns, column_histogram_);
}

void MovingTable::resize(Line& line, std::int64_t items, std::int64_t& squares, DoubleDouble& logs,
                         std::int64_t& lines, Histogram& histogram) {
  const std::int64_t size = line.size + items;
  if (keep_.histograms) {
    if (line.size > 0 && --histogram[line.size] == 0) histogram.erase(line.size);
    if (size > 0) ++histogram[size];
  }
  squares += squared(size) - squared(line.size);
  replace_log(logs, line.size, size);
  lines += (size > 0) - (line.size > 0);
  line.size = static_cast<std::int32_t>(size);
}

void MovingTable::take_quotients(const Line& row, const Line& column, double times) {
  add_quotient(sums_.squares_by_row, row, times);
  add_quotient(sums_.squares_by_column, column, times);
}

// Whether the only row of a column has no item elsewhere.
bool MovingTable::is_row_too(const Line& column) const {
  return column.cells == 1 && rows_[static_cast<std::size_t>(at(column.any).row)].cells == 1;
}

// How many clusters that both have are this row or this column.
std::int64_t MovingTable::same_clusters_at(const Line& row, std::int32_t column) const {
  std::int64_t same = is_row_too(columns_[static_cast<std::size_t>(column)]);
  if (row.cells == 1 && at(row.any).column != column)
    same += is_row_too(columns_[static_cast<std::size_t>(at(row.any).column)]);
  return same;
}

std::int64_t MovingTable::row_maxima() {
  if (!rows_lost_) return row_maxima_;
  for (Line& row : rows_)
    if (row.lost_largest) raise(row, 0, row_maxima_);
  for (const Line& column : columns_)
    for (Place place = column.any; place != nowhere; place = at(place).next) {
      Line& row = rows_[static_cast<std::size_t>(at(place).row)];
      if (row.lost_largest && at(place).count > row.largest)
        raise(row, at(place).count, row_maxima_);
    }
  for (Line& row : rows_) row.lost_largest = false;
  rows_lost_ = false;
  return row_maxima_;
}

std::int64_t MovingTable::column_maxima() {
  if (!columns_lost_) return column_maxima_;
  for (Line& column : columns_) {
    if (!column.lost_largest) continue;
    raise(column, 0, column_maxima_);
    for (Place place = column.any; place != nowhere; place = at(place).next)
      if (at(place).count > column.largest) raise(column, at(place).count, column_maxima_);
    column.lost_largest = false;
  }
  columns_lost_ = false;
  return column_maxima_;
}

std::int64_t MovingTable::count(std::int32_t row, std::int32_t column) const {
  if (row < 0 || column < 0 || column >= column_count()) return 0;
  const Place place = find(row, column);
  return place == nowhere ? 0 : at(place).count;
}

std::int64_t MovingTable::size_of_column(std::int32_t column) const {
  return column < 0 || column >= column_count() ? 0
                                                : columns_[static_cast<std::size_t>(column)].size;
}

MovingTable::Cells MovingTable::cells() const {
  Cells result;
  for (const Line& column : columns_)
    for (Place place = column.any; place != nowhere; place = at(place).next) {
      result.row.push_back(at(place).row);
      result.column.push_back(at(place).column);
      result.count.push_back(at(place).count);
    }
  return result;
}

MovingTable::Line& MovingTable::line(LargeVector<Line>& lines, std::int32_t number) {
  if (number < 0) throw std::invalid_argument("a code is negative");
  const auto i = static_cast<std::size_t>(number);
  if (lines.size() <= i) {
    if (lines.capacity() <= i) lines.reserve(std::max(i + 1, 2 * lines.capacity()));
    lines.resize(i + 1);
  }
  return lines[i];
}

MovingTable::Place MovingTable::find(std::int32_t row, std::int32_t column) const {
  const Line& line = columns_[static_cast<std::size_t>(column)];
  if (line.is_indexed) return index_.find(row, column);
  for (Place place = line.any; place != nowhere; place = at(place).next)
    if (at(place).row == row) return place;
  return nowhere;
}

MovingTable::Place MovingTable::create(std::int32_t row, std::int32_t column) {
  Place place = static_cast<Place>(cells_.size());
  if (free_.empty())
    cells_.emplace_back();
  else
    place = free_.back(), free_.pop_back();
  at(place) = {0, row, column, nowhere, nowhere};
  Line& line = rows_[static_cast<std::size_t>(row)];
  line.any = line.cells == 0 ? place : line.any ^ place;
  ++line.cells;
  link(place);
  return place;
}

// Puts a cell into the column that it names; a column of many cells gets indexed.
void MovingTable::link(Place place) {
  Cell& cell = at(place);
  Line& column = column_of(cell);
  cell.previous = nowhere;
  cell.next = column.any;
  if (column.any != nowhere) at(column.any).previous = place;
  column.any = place;
  ++column.cells;
  if (column.is_indexed) {
    index_.insert(cell.row, cell.column, place);
  } else if (column.cells > most_scanned) {
    column.is_indexed = true;
    for (Place i = column.any; i != nowhere; i = at(i).next)
      index_.insert(at(i).row, at(i).column, i);
  }
}

void MovingTable::drop(Place place) {
  const Cell cell = at(place);
  Line& column = columns_[static_cast<std::size_t>(cell.column)];
  Line& row = rows_[static_cast<std::size_t>(cell.row)];
  if (column.is_indexed) index_.erase(cell.row, cell.column);
  (cell.previous == nowhere ? column.any : at(cell.previous).next) = cell.next;
  if (cell.next != nowhere) at(cell.next).previous = cell.previous;
  --column.cells;
  --row.cells;
  row.any = row.cells == 0 ? nowhere : row.any ^ place;
  free_.push_back(place);
}

std::uint64_t MovingTable::Index::key(std::int32_t row, std::int32_t column) {
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(row)) << 32 |
         static_cast<std::uint32_t>(column);
}

std::size_t MovingTable::Index::home(std::uint64_t key) const {
  key = (key ^ (key >> 31)) * 0x9e3779b97f4a7c15;
  return static_cast<std::size_t>(key ^ (key >> 32)) & (entries_.size() - 1);
}

std::size_t MovingTable::Index::seat(std::uint64_t key) const {
  std::size_t i = home(key);
  while (entries_[i].place != nowhere && entries_[i].key != key)
    i = (i + 1) & (entries_.size() - 1);
  return i;
}

MovingTable::Place MovingTable::Index::find(std::int32_t row, std::int32_t column) const {
  return entries_.empty() ? nowhere : entries_[seat(key(row, column))].place;
}

void MovingTable::Index::insert(std::int32_t row, std::int32_t column, Place place) {
  if (2 * (used_ + 1) > entries_.size()) grow();
  const std::uint64_t wanted = key(row, column);
  entries_[seat(wanted)] = {wanted, place};
  ++used_;
}

void MovingTable::Index::erase(std::int32_t row, std::int32_t column) {
  const std::size_t last = entries_.size() - 1;
  std::size_t hole = seat(key(row, column));
  for (std::size_t i = (hole + 1) & last; entries_[i].place != nowhere; i = (i + 1) & last) {
    const std::size_t from_home = (i - home(entries_[i].key)) & last;
    if (from_home < ((i - hole) & last)) continue;
    entries_[hole] = entries_[i];
    hole = i;
  }
  entries_[hole] = {};
  --used_;
}

void MovingTable::Index::grow() {
  LargeVector<Entry> old(std::max<std::size_t>(64, 2 * entries_.size()));
  std::swap(old, entries_);
  for (const Entry& entry : old)
    if (entry.place != nowhere) entries_[seat(entry.key)] = entry;
}

}  // namespace partwise
