// Colours rows and columns by what they meet until nothing more can be told apart, then tries each
// of the remaining choices. Two kinds of choice need no trying, because they lead to the same form:
// among equal rows (or columns), and anywhere in a tree, where equal colours mean equal roles.

#include "components.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>
#include <vector>

namespace partwise {
namespace {

constexpr int most_vertices = most_items + 1;

constexpr std::uint64_t mixed(std::uint64_t x) {  // splitmix64
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

// A number for "meets a vertex of this colour in a cell of this count".
constexpr auto meeting = [] {
  std::array<std::array<std::uint64_t, 16>, 16> table{};
  for (std::uint64_t colour = 0; colour < 16; ++colour)
    for (std::uint64_t count = 0; count < 16; ++count)
      table[colour][count] = mixed(colour * 16 + count);
  return table;
}();

// The colour of a vertex is the number of vertices that come before its class.
using Colours = std::array<std::uint8_t, most_vertices>;
using Signatures = std::array<std::uint64_t, most_vertices>;

class Search {
 public:
  explicit Search(const Grid& grid) : grid_(grid), vertices_(grid.rows + grid.columns) {
    if (vertices_ > most_vertices) throw std::logic_error("this table is not connected");
    int cells = 0;
    for (int i = 0; i < grid.rows; ++i)
      for (int j = 0; j < grid.columns; ++j) cells += grid.cell[i][j] != 0;
    is_tree_ = cells == vertices_ - 1;
  }

  Canonical run() {
    Colours colours{};
    Signatures sizes{};  // rows before columns, the largest first
    for (int v = 0; v < vertices_; ++v) {
      colours[v] = static_cast<std::uint8_t>(is_row(v) ? 0 : grid_.rows);
      for (int u = first_opposite(v); u < end_opposite(v); ++u) sizes[v] -= count(v, u);
    }
    recolour(colours, sizes);
    explore(colours, 1);
    return {.form = best_, .automorphisms = ways_};
  }

 private:
  bool is_row(int v) const { return v < grid_.rows; }
  int first_opposite(int v) const { return is_row(v) ? grid_.rows : 0; }
  int end_opposite(int v) const { return is_row(v) ? vertices_ : grid_.rows; }
  std::uint8_t count(int v, int u) const {
    return is_row(v) ? grid_.cell[v][u - grid_.rows] : grid_.cell[u][v - grid_.rows];
  }

  // Divide each class by the signatures; returns the number of classes.
  int recolour(Colours& colours, const Signatures& signatures) const {
    std::array<std::uint8_t, most_vertices> order{};
    for (int v = 0; v < vertices_; ++v) order[v] = static_cast<std::uint8_t>(v);
    const auto key = [&](int v) { return std::pair(colours[v], signatures[v]); };
    std::sort(order.begin(), order.begin() + vertices_,
              [&](int v, int u) { return key(v) < key(u); });
    Colours result{};
    int classes = 0;
    for (int i = 0; i < vertices_; ++i) {
      const bool is_new = i == 0 || key(order[i - 1]) != key(order[i]);
      classes += is_new;
      result[order[i]] = is_new ? static_cast<std::uint8_t>(i) : result[order[i - 1]];
    }
    colours = result;
    return classes;
  }

  void refine(Colours& colours) const {
    for (int before = 0, now = 1; before != now && now != vertices_;) {
      Signatures signatures{};
      for (int v = 0; v < vertices_; ++v)
        for (int u = first_opposite(v); u < end_opposite(v); ++u)
          if (count(v, u) != 0) signatures[v] += meeting[colours[u]][count(v, u)];
      before = now;
      now = recolour(colours, signatures);
    }
  }

  // The first class of several vertices; empty if there is none.
  std::vector<int> undecided(const Colours& colours) const {
    std::array<std::vector<int>, most_vertices> members;
    for (int v = 0; v < vertices_; ++v) members[colours[v]].push_back(v);
    for (auto& found : members)
      if (found.size() > 1) return std::move(found);
    return {};
  }

  bool are_equal(int v, int u) const {
    return is_row(v) ? grid_.cell[v] == grid_.cell[u]
                     : grid_.column(v - grid_.rows) == grid_.column(u - grid_.rows);
  }

  void explore(Colours colours, std::int64_t ways) {
    refine(colours);
    std::vector<int> choices = undecided(colours);
    if (choices.empty()) return finish(colours, ways);
    while (!choices.empty()) {
      const int chosen = choices.front();
      const auto rest = std::partition(choices.begin(), choices.end(),
                                       [&](int v) { return is_tree_ || are_equal(v, chosen); });
      Colours next = colours;
      for (int v = 0; v < vertices_; ++v)
        if (v != chosen && colours[v] == colours[chosen]) ++next[v];
      explore(next, ways * (rest - choices.begin()));
      choices.erase(choices.begin(), rest);
    }
  }

  void finish(const Colours& places, std::int64_t ways) {
    Grid ordered{.rows = grid_.rows, .columns = grid_.columns};
    for (int i = 0; i < grid_.rows; ++i)
      for (int j = 0; j < grid_.columns; ++j)
        ordered.cell[places[i]][places[grid_.rows + j] - grid_.rows] = grid_.cell[i][j];
    const Component form = Component::of(ordered);
    if (ways_ == 0 || best_ < form) {
      best_ = form;
      ways_ = ways;
    } else if (form == best_) {
      ways_ += ways;
    }
  }

  const Grid& grid_;
  int vertices_;
  bool is_tree_ = false;
  Component best_;
  std::int64_t ways_ = 0;
};

}  // namespace

Canonical canonical(const Grid& grid) { return Search(grid).run(); }

}  // namespace partwise
