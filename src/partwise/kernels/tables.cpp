// A table is a multiset of connected components, so only those ever need a canonical form.

#include "tables.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <string_view>
#include <utility>

namespace partwise {
namespace {

constexpr std::int64_t factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

// Where each line of the components goes: the largest first, equal ones in the order of components.
template <class Sizes>
std::array<std::uint8_t, most_items> places(const Sizes& sizes, int lines) {
  std::array<std::uint8_t, most_items> order{}, place{};
  std::iota(order.begin(), order.end(), std::uint8_t{0});
  std::stable_sort(order.begin(), order.begin() + lines,
                   [&](int one, int other) { return sizes[one] > sizes[other]; });
  for (int i = 0; i < lines; ++i) place[order[i]] = static_cast<std::uint8_t>(i);
  return place;
}

// Product of the factorials of the lengths of runs of equal values.
template <class Iterator>
std::int64_t ways_to_swap_equals(Iterator begin, Iterator end) {
  std::int64_t ways = 1;
  while (begin != end) {
    const auto next = std::find_if(begin, end, [&](auto value) { return value != *begin; });
    ways *= factorial(static_cast<int>(next - begin));
    begin = next;
  }
  return ways;
}

}  // namespace

std::size_t PartsHash::operator()(const Parts& parts) const {
  const auto* bytes = reinterpret_cast<const char*>(parts.data());
  return std::hash<std::string_view>{}({bytes, sizeof(Parts)});
}

Tables::Tables(int items, const Stop& stop) : components_(items, stop) {
  Parts parts;
  parts.fill(-1);
  add_all(parts, 0, items, 0);
  sort(stop);
  for (int table = 0; table < count(); ++table) numbers_.emplace(parts_[table], table);
}

void Tables::add_all(Parts& parts, int used, int left, int next) {
  if (left == 0) {
    parts_.push_back(parts);
    return;
  }
  for (int id = next; id < components_.first_of(left + 1); ++id) {
    parts[used] = id;
    add_all(parts, used + 1, left - components_.items(id), id);
  }
  parts[used] = -1;
}

Tables::Layout Tables::layout(const Parts& parts) const {
  Layout result;
  for (int p = most_items - 1; p >= 0; --p) {  // the large components first
    if (parts[p] < 0) continue;
    const Grid grid = components_.form(parts[p]).grid();
    for (int i = 0; i < grid.rows; ++i)
      for (int j = 0; j < grid.columns; ++j) {
        if (grid.cell[i][j] == 0) continue;
        const auto row = static_cast<std::uint8_t>(result.rows + i);
        const auto column = static_cast<std::uint8_t>(result.columns + j);
        result.cells[result.cell_count++] = {row, column, grid.cell[i][j]};
        result.row_sizes[row] += grid.cell[i][j];
        result.column_sizes[column] += grid.cell[i][j];
      }
    result.rows += grid.rows;
    result.columns += grid.columns;
  }
  const auto row = places(result.row_sizes, result.rows);
  const auto column = places(result.column_sizes, result.columns);
  const auto end = result.cells.begin() + result.cell_count;
  std::for_each(result.cells.begin(), end,
                [&](Cell& c) { c = {row[c.row], column[c.column], c.count}; });
  std::sort(result.cells.begin(), end, [](const Cell& c, const Cell& d) {
    return std::pair(c.row, c.column) < std::pair(d.row, d.column);
  });
  std::sort(result.row_sizes.begin(), result.row_sizes.end(), std::greater<>());
  std::sort(result.column_sizes.begin(), result.column_sizes.end(), std::greater<>());
  return result;
}

// Fewer clusters first, then fewer rows, then larger sizes of rows, of columns, then by the cells.
void Tables::sort(const Stop& stop) {
  using Key = std::array<std::uint8_t, 2 + 5 * most_items>;
  std::vector<std::pair<Key, Parts>> keyed;
  keyed.reserve(parts_.size());
  for (const Parts& parts : parts_) {
    if (keyed.size() % 4096 == 0) stop();
    const Layout table = layout(parts);
    Key key{static_cast<std::uint8_t>(table.rows + table.columns),
            static_cast<std::uint8_t>(table.rows)};
    auto next = key.begin() + 2;
    for (const std::uint8_t size : table.row_sizes) *next++ = most_items - size;
    for (const std::uint8_t size : table.column_sizes) *next++ = most_items - size;
    for (const Cell& cell : table.cells)
      for (const std::uint8_t value : {cell.row, cell.column, cell.count}) *next++ = value;
    keyed.emplace_back(key, parts);
  }
  std::sort(keyed.begin(), keyed.end());
  std::transform(keyed.begin(), keyed.end(), parts_.begin(),
                 [](const auto& table) { return table.second; });
}

int Tables::find(Parts parts) const {
  const auto end = std::partition(parts.begin(), parts.end(), [](int id) { return id >= 0; });
  std::sort(parts.begin(), end);
  return numbers_.at(parts);
}

// How many clusterings B make this table with one clustering A of the row sizes: all pairs (A, B)
// that make it, n! / (Π n_ij! · automorphisms), over the number of such A, n! / (Π a_i! · swaps).
std::int64_t Tables::weight(const Parts& parts, const Layout& table) const {
  std::int64_t fixing_a =
      ways_to_swap_equals(table.row_sizes.begin(), table.row_sizes.begin() + table.rows);
  for (const std::uint8_t size : table.row_sizes) fixing_a *= factorial(size);
  const auto end = std::find(parts.begin(), parts.end(), -1);
  std::int64_t fixing_both = ways_to_swap_equals(parts.begin(), end);
  for (auto part = parts.begin(); part != end; ++part)
    fixing_both *= components_.automorphisms(*part);
  for (const Cell& cell : table.cells) fixing_both *= factorial(cell.count);
  return fixing_a / fixing_both;
}

TableArrays Tables::arrays(const Stop& stop) const {
  std::vector<std::int32_t> turned(static_cast<std::size_t>(components_.count()));
  for (int id = 0; id < components_.count(); ++id) {
    if (id % 1024 == 0) stop();
    turned[id] = components_.transpose(id);
  }
  TableArrays result;
  result.offsets.push_back(0);
  for (int table = 0; table < count(); ++table) {
    if (table % 4096 == 0) stop();
    Parts parts = parts_[table];
    const Layout placed = layout(parts);
    for (int c = 0; c < placed.cell_count; ++c) {
      result.counts.push_back(static_cast<std::int8_t>(placed.cells[c].count));
      result.rows.push_back(static_cast<std::int8_t>(placed.cells[c].row));
      result.columns.push_back(static_cast<std::int8_t>(placed.cells[c].column));
    }
    result.offsets.push_back(static_cast<std::int64_t>(result.counts.size()));
    result.weight.push_back(weight(parts, placed));
    for (std::int32_t& part : parts) part = part < 0 ? part : turned[part];
    result.transpose.push_back(find(parts));
  }
  return result;
}

}  // namespace partwise
