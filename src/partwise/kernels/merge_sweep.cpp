#include "merge_sweep.hpp"

#include <algorithm>
#include <numeric>

namespace partwise {

namespace {

std::size_t at(std::int32_t number) { return static_cast<std::size_t>(number); }

// Which items are joined: each set of them has a root.
class Joined {
 public:
  explicit Joined(std::size_t items) : parent_(items) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  std::int32_t find(std::int32_t item) {
    while (parent_[at(item)] != item) {
      parent_[at(item)] = parent_[at(parent_[at(item)])];
      item = parent_[at(item)];
    }
    return item;
  }

  void prefetch(std::int32_t item) const { partwise::prefetch(&parent_[at(item)]); }

  std::int32_t parent(std::int32_t item) const { return parent_[at(item)]; }

  void join(std::int32_t root, std::int32_t into) { parent_[at(root)] = into; }

 private:
  std::vector<std::int32_t> parent_;
};

// Items in the order of their rows, those without one last: what is joined then lies close
// together in memory, as most pairs are of one row.
struct ByRow {
  std::vector<std::int32_t> place;  // of each item
  std::vector<std::int32_t> rows;   // in order, for the items that have one

  explicit ByRow(std::span<const std::int32_t> row_of) : place(row_of.size()) {
    const auto count = row_of.empty() ? 0 : *std::max_element(row_of.begin(), row_of.end()) + 1;
    std::vector<std::int32_t> start(at(count) + 1, 0);
    for (const std::int32_t row : row_of)
      if (row >= 0) ++start[at(row) + 1];
    std::partial_sum(start.begin(), start.end(), start.begin());
    rows.resize(at(start.back()));
    std::int32_t last = start.back();
    for (std::size_t item = 0; item < row_of.size(); ++item) {
      const std::int32_t row = row_of[item];
      place[item] = row < 0 ? last++ : start[at(row)]++;
      if (row >= 0) rows[at(place[item])] = row;
    }
  }

  LargeVector<std::int32_t> places(std::span<const std::int32_t> chosen) const {
    LargeVector<std::int32_t> result(chosen.size());
    for (std::size_t i = 0; i < chosen.size(); ++i) result[i] = place[at(chosen[i])];
    return result;
  }
};

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
    const Entropies nats = table.entropies();
    swept.column_entropy.push_back(nats.columns);
    swept.joint_entropy.push_back(nats.cells);
    swept.information.push_back(nats.mutual);
  }
  if (keep.quotients) {
    swept.squares_by_row.push_back(rounded(sums.squares_by_row));
    swept.squares_by_column.push_back(rounded(sums.squares_by_column));
  }
}

SweptSums with_room(std::size_t states, MovingTable& table, Keep keep) {
  SweptSums swept;
  swept.items = table.sums().items;
  swept.rows = table.sums().rows;
  swept.row_squares = table.sums().row_squares;
  swept.row_entropy = table.entropies().rows;
  for (auto* whole : {&swept.columns, &swept.largest, &swept.cell_squares, &swept.column_squares,
                      &swept.row_maxima, &swept.column_maxima, &swept.same_clusters})
    whole->reserve(states);
  if (keep.logs)
    for (auto* nats : {&swept.column_entropy, &swept.joint_entropy, &swept.information})
      nats->reserve(states);
  if (keep.quotients)
    for (auto* sums : {&swept.squares_by_row, &swept.squares_by_column}) sums->reserve(states);
  return swept;
}

}  // namespace

SweptSums sweep_merges(std::span<const std::int32_t> rows, std::span<const std::int32_t> left,
                       std::span<const std::int32_t> right, std::span<const std::int64_t> ends,
                       Keep keep, const Tick& tick) {
  constexpr std::size_t between_ticks = 1 << 16;
  const ByRow items(rows);
  MovingTable table = MovingTable::of_singletons(items.rows, keep);
  const std::int32_t counted = table.column_count();
  Joined joined(rows.size());
  std::int64_t largest = counted > 0;
  SweptSums swept = with_room(ends.size(), table, keep);
  const auto lefts = items.places(left), rights = items.places(right);
  const auto prefetch = [&](std::size_t pair, auto&& of_item) {
    if (pair < lefts.size())
      for (const std::int32_t item : {lefts[pair], rights[pair]}) of_item(item);
  };
  std::size_t done = 0;
  for (const std::int64_t end : ends) {
    for (; done < static_cast<std::size_t>(end); ++done) {
      if (done % between_ticks == 0) tick();
      // Where an item's column is, is known when its parent is at hand, and so on.
      prefetch(done + 32, [&](std::int32_t item) { joined.prefetch(item); });
      prefetch(done + 24, [&](std::int32_t item) { table.prefetch_column(joined.parent(item)); });
      prefetch(done + 16, [&](std::int32_t item) { table.prefetch_cell(joined.parent(item)); });
      prefetch(done + 8, [&](std::int32_t item) { table.prefetch_row(joined.parent(item)); });
      const std::int32_t first = joined.find(lefts[done]);
      const std::int32_t second = joined.find(rights[done]);
      if (first == second) continue;
      // The root of a set with counted items is the number of their column.
      std::int32_t kept = std::min(first, second);
      if (std::max(first, second) < counted) {
        kept = table.merge(first, second);
        largest = std::max(largest, table.size_of_column(kept));
      }
      joined.join(kept == first ? second : first, kept);
    }
    note(table, largest, keep, swept);
  }
  return swept;
}

}  // namespace partwise
