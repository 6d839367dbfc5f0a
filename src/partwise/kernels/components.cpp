// A connected table stays connected without one well-chosen item (a leaf of the graph, or any on a
// cycle), so all tables of s items come from those of s - 1 by adding one.

#include "components.hpp"

#include <algorithm>
#include <utility>

namespace partwise {
namespace {

// Call use(grid) for every way to add an item so that the table stays connected.
template <class Use>
void for_each_extension(const Grid& grid, Use use) {
  Grid next = grid;
  for (int i = 0; i <= grid.rows; ++i) {
    if (i < grid.rows && grid.repeats_row(i)) continue;
    for (int j = 0; j <= grid.columns; ++j) {
      if (i == grid.rows && j == grid.columns) continue;
      if (j < grid.columns && grid.repeats_column(j)) continue;
      next.rows = std::max(grid.rows, i + 1);
      next.columns = std::max(grid.columns, j + 1);
      ++next.cell[i][j];
      use(next);
      --next.cell[i][j];
    }
  }
}

}  // namespace

Components::Components(int items, const Stop& stop) : first_of_{0, 0} {
  Grid one{.rows = 1, .columns = 1};
  one.cell[0][0] = 1;
  keep({{Component::of(one), 1}});
  for (int size = 2; size <= items; ++size) {
    Found found;
    for (int id = first_of_[size - 1]; id < first_of_[size]; ++id) {
      if (id % 256 == 0) stop();
      for_each_extension(forms_[id].grid(), [&](const Grid& grid) {
        const Canonical made = canonical(grid);
        found.emplace(made.form, made.automorphisms);
      });
    }
    keep(found);
  }
}

void Components::keep(const Found& found) {
  std::vector<std::pair<Component, std::int64_t>> sorted(found.begin(), found.end());
  std::sort(sorted.begin(), sorted.end());
  for (const auto& [form, automorphisms] : sorted) {
    ids_.emplace(form, count());
    forms_.push_back(form);
    automorphisms_.push_back(automorphisms);
  }
  first_of_.push_back(count());
}

int Components::items(int id) const {
  const auto after = std::upper_bound(first_of_.begin() + 1, first_of_.end(), id);
  return static_cast<int>(after - first_of_.begin()) - 1;
}

int Components::id(const Grid& connected) const { return ids_.at(canonical(connected).form); }

}  // namespace partwise
