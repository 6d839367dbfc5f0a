// A move acts inside one component: a merge keeps it whole, a split may break it in two.

#include "tables.hpp"

#include <algorithm>
#include <compare>
#include <span>
#include <utility>

namespace partwise {
namespace {

struct ComponentMove {
  std::int8_t kind;
  std::int32_t part, other_part;  // what the component becomes; the other is -1 if it stays whole

  auto operator<=>(const ComponentMove&) const = default;
};

// The part of the table that is connected with its first row, or all but that part.
class Halves {
 public:
  explicit Halves(const Grid& grid) : grid_(grid) {
    reach_row(0);
    is_whole_ = std::all_of(row_.begin(), row_.begin() + grid.rows, [](bool in) { return in; });
  }

  bool is_whole() const { return is_whole_; }

  Grid half(bool with_first) const {
    Grid result;
    for (int i = 0; i < grid_.rows; ++i) {
      if (row_[i] != with_first) continue;
      result.columns = 0;
      for (int j = 0; j < grid_.columns; ++j)
        if (column_[j] == with_first) result.cell[result.rows][result.columns++] = grid_.cell[i][j];
      ++result.rows;
    }
    return result;
  }

 private:
  void reach_row(int i) {
    row_[i] = true;
    for (int j = 0; j < grid_.columns; ++j)
      if (grid_.cell[i][j] != 0 && !column_[j]) reach_column(j);
  }
  void reach_column(int j) {
    column_[j] = true;
    for (int i = 0; i < grid_.rows; ++i)
      if (grid_.cell[i][j] != 0 && !row_[i]) reach_row(i);
  }

  const Grid& grid_;
  std::array<bool, most_items> row_{}, column_{};
  bool is_whole_ = false;
};

class MovesOfComponent {
 public:
  MovesOfComponent(const Components& components, int id)
      : components_(components), grid_(components.form(id).grid()) {
    for (int j = 0; j < grid_.columns; ++j)
      if (!grid_.repeats_column(j)) split(j);
    for (int j = 0; j < grid_.columns; ++j)
      for (int other = 0; other < j; ++other) merge(other, j);
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
  }

  std::span<const ComponentMove> found() const { return found_; }

 private:
  std::vector<int> rows_of(int j) const {
    std::vector<int> rows;
    for (int i = 0; i < grid_.rows; ++i)
      if (grid_.cell[i][j] != 0) rows.push_back(i);
    return rows;
  }

  void split(int j) {
    const std::vector<int> rows = rows_of(j);
    const unsigned choices = (1U << (rows.size() - 1)) - 1;  // the last row always stays
    for (unsigned leaving = 1; leaving <= choices; ++leaving) {
      Grid next = grid_;
      ++next.columns;
      for (std::size_t r = 0; r + 1 < rows.size(); ++r)
        if ((leaving >> r & 1U) != 0)
          std::swap(next.cell[rows[r]][j], next.cell[rows[r]][grid_.columns]);
      const Halves halves(next);
      if (halves.is_whole()) {
        found_.push_back({0, components_.id(next), -1});
      } else {
        const int one = components_.id(halves.half(true));
        const int other = components_.id(halves.half(false));
        found_.push_back({0, std::min(one, other), std::max(one, other)});
      }
    }
  }

  void merge(int one, int other) {
    const std::vector<int> rows = rows_of(one);
    if (rows.size() != 1 || rows_of(other) != rows) return;
    Grid next = grid_;
    --next.columns;
    for (int i = 0; i < grid_.rows; ++i) {
      next.cell[i][one] += next.cell[i][other];
      next.cell[i][other] = 0;
      std::swap(next.cell[i][other], next.cell[i][next.columns]);
    }
    found_.push_back({1, components_.id(next), -1});
  }

  const Components& components_;
  Grid grid_;
  std::vector<ComponentMove> found_;
};

// What a table becomes when one of its parts makes a move.
int moved(const Tables& tables, Parts parts, int place, const ComponentMove& move) {
  parts[place] = move.part;
  if (move.other_part >= 0) *std::find(parts.begin(), parts.end(), -1) = move.other_part;
  return tables.find(parts);
}

}  // namespace

Moves perfect_moves(const Tables& tables, const Stop& stop) {
  const Components& components = tables.components();
  std::vector<std::vector<ComponentMove>> of_component;
  for (int id = 0; id < components.count(); ++id) {
    if (id % 256 == 0) stop();
    const MovesOfComponent moves(components, id);
    of_component.emplace_back(moves.found().begin(), moves.found().end());
  }
  Moves result;
  for (int table = 0; table < tables.count(); ++table) {
    if (table % 1024 == 0) stop();
    const Parts& parts = tables.parts(table);
    std::vector<std::pair<std::int8_t, int>> found;
    for (int p = 0; p < most_items && parts[p] >= 0; ++p) {
      if (p > 0 && parts[p] == parts[p - 1]) continue;
      for (const ComponentMove& move : of_component[parts[p]])
        found.emplace_back(move.kind, moved(tables, parts, p, move));
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    for (const auto& [kind, target] : found) {
      result.source.push_back(table);
      result.target.push_back(target);
      result.kind.push_back(kind);
    }
  }
  return result;
}

}  // namespace partwise
