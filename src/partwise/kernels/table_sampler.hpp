// Draws one table after the other and shows each row to a sink.
#pragma once

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "parallel_tables.hpp"
#include "random.hpp"
#include "sampling_plan.hpp"

namespace partwise {

// A sink has
//   begin(): a new table starts;
//   drawn_row(row, cells): the counts in the first columns; those in the others are zero;
//   shuffled_part(items): the number of items of each column that the shuffled rows share;
//   shuffled_row(row, labels): the column of each item;
//   wants_singletons: whether to show rows of one item, too.
template <class Sink>
class TableSampler {
 public:
  TableSampler(const SamplingPlan& plan, Sink& sink, Poll& poll)
      : plan_(plan), sink_(sink), poll_(poll), cells_(plan.columns.count()) {
    const auto first = plan.rows.size.begin() + static_cast<std::ptrdiff_t>(plan.drawn);
    const auto items = std::accumulate(first, plan.rows.size.end(), std::int64_t{0});
    labels_.resize(static_cast<std::size_t>(items));
  }

  void sample(RandomStream& random) {
    left_ = plan_.columns.size;
    items_left_ = plan_.n;
    sink_.begin();
    for (std::size_t row = 0; row < plan_.drawn; ++row) draw_row(row, random);
    if (!labels_.empty()) shuffle_rows(random);
    poll_.spend(100);
  }

 private:
  void draw_row(std::size_t row, RandomStream& random) {
    const std::int64_t size = plan_.rows.size[row];
    const std::size_t visited = size == items_left_ ? take_all() : draw_cells(size, random);
    items_left_ -= size;
    sink_.drawn_row(row, std::span<const std::int64_t>(cells_).first(visited));
  }

  std::size_t take_all() {
    std::swap(cells_, left_);
    return cells_.size();
  }

  // Column by column: of the items in this and later columns, how many of this one are in the row.
  std::size_t draw_cells(std::int64_t size, RandomStream& random) {
    std::int64_t items = items_left_;
    std::size_t column = 0;
    for (; size > 0; ++column) {
      const std::int64_t cell = draw_overlap(items, left_[column], size, random);
      items -= left_[column];
      left_[column] -= cell;
      cells_[column] = cell;
      size -= cell;
      poll_.spend(32);
    }
    return column;
  }

  void shuffle_rows(RandomStream& random) {
    sink_.shuffled_part(left_);
    auto label = labels_.begin();
    for (std::size_t column = 0; column < left_.size(); ++column)
      label = std::fill_n(label, left_[column], static_cast<Label>(column));
    const std::size_t singletons = std::max(plan_.drawn, plan_.first_singleton);
    const std::size_t rest = labels_.size() - (plan_.rows.count() - singletons);
    cut_rows(plan_.drawn, singletons, 0, rest, random);
    if constexpr (Sink::wants_singletons)
      cut_rows(singletons, plan_.rows.count(), rest, labels_.size(), random);
  }

  // Shuffle the labels first ... last - 1 and cut them into rows.
  void cut_rows(std::size_t row, std::size_t last_row, std::size_t first, std::size_t last,
                RandomStream& random) {
    shuffle(first, last, random);
    for (; row < last_row; ++row) {
      const std::size_t size = static_cast<std::size_t>(plan_.rows.size[row]);
      sink_.shuffled_row(row, std::span<const Label>(labels_).subspan(first, size));
      first += size;
      poll_.spend(size);
    }
  }

  // The last row gets what is left, so nothing has to be drawn for it.
  void shuffle(std::size_t first, std::size_t last, RandomStream& random) {
    constexpr std::size_t at_once = 1 << 16;
    last = std::min(last, labels_.size() - static_cast<std::size_t>(plan_.rows.size.back()));
    while (first < last) {
      const std::size_t end = std::min(last, first + at_once);
      shuffle_into(std::span<Label>(labels_), first, end, random);
      poll_.spend(end - first);
      first = end;
    }
  }

  const SamplingPlan& plan_;
  Sink& sink_;
  Poll& poll_;
  std::int64_t items_left_ = 0;
  std::vector<std::int64_t> left_;   // items of each column that no row has yet
  std::vector<std::int64_t> cells_;  // of the row at hand
  std::vector<Label> labels_;
};

}  // namespace partwise
