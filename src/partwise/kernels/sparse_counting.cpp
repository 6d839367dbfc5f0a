#include "sparse_counting.hpp"

#include <array>
#include <bit>
#include <span>
#include <utility>

#include "lines.hpp"
#include "parallel.hpp"

namespace partwise {
namespace {

struct Item {
  std::uint32_t row, column;
};

// The items in an order in which each partition of rows is in one piece.
class Partitioned {
 public:
  Partitioned(const Labels& a, const Labels& b, Range range_a, Range range_b, std::size_t threads)
      : shift_(shift_for(a.size(), range_a.width())),
        partitions_(((range_a.width() - 1) >> shift_) + 1), starts_(partitions_ + 1, 0),
        items_(a.size()) {
    std::vector<std::vector<std::size_t>> cursors(threads,
                                                  std::vector<std::size_t>(partitions_, 0));
    on_threads(threads, [&](std::size_t t) { count(a, range_a.low, threads, t, cursors[t]); });
    set_starts(cursors);
    on_threads(threads, [&](std::size_t t) {
      place(a, b, range_a.low, range_b.low, threads, t, cursors[t]);
    });
  }

  std::size_t partitions() const { return partitions_; }
  std::uint32_t first_row(std::size_t p) const { return static_cast<std::uint32_t>(p << shift_); }
  std::uint32_t rows() const { return std::uint32_t{1} << shift_; }
  std::size_t start(std::size_t p) const { return starts_[p]; }
  std::span<Item> items(std::size_t p) {
    return {items_.data() + starts_[p], starts_[p + 1] - starts_[p]};
  }

 private:
  static constexpr std::size_t items_wanted = 16384;
  static constexpr int most_partition_bits = 10;

  static int shift_for(std::size_t n, std::uint64_t width) {
    const int bits = std::bit_width(width - 1);
    const int wanted = std::bit_width(n / items_wanted);
    return std::max(0, bits - std::min(wanted, most_partition_bits));
  }

  void count(const Labels& a, std::uint64_t low, std::size_t threads, std::size_t t,
             std::vector<std::size_t>& counts) const {
    std::array<std::uint32_t, Labels::block> row;
    const std::size_t stop = part_start(a.size(), threads, t + 1);
    for (std::size_t i = part_start(a.size(), threads, t); i < stop; i += Labels::block) {
      const std::size_t size = std::min(Labels::block, stop - i);
      a.offsets(i, size, low, row.data());
      for (std::size_t j = 0; j < size; ++j) ++counts[row[j] >> shift_];
    }
  }

  // Turn counts into places: by partition, then by thread, so that the order of items is kept.
  void set_starts(std::vector<std::vector<std::size_t>>& cursors) {
    std::size_t at = 0;
    for (std::size_t p = 0; p < partitions_; ++p) {
      starts_[p] = at;
      for (std::vector<std::size_t>& cursor : cursors) at += std::exchange(cursor[p], at);
    }
    starts_[partitions_] = at;
  }

  void place(const Labels& a, const Labels& b, std::uint64_t low_a, std::uint64_t low_b,
             std::size_t threads, std::size_t t, std::vector<std::size_t>& cursors) {
    std::array<std::uint32_t, Labels::block> row, column;
    const std::size_t stop = part_start(a.size(), threads, t + 1);
    for (std::size_t i = part_start(a.size(), threads, t); i < stop; i += Labels::block) {
      const std::size_t size = std::min(Labels::block, stop - i);
      a.offsets(i, size, low_a, row.data());
      b.offsets(i, size, low_b, column.data());
      for (std::size_t j = 0; j < size; ++j)
        items_[cursors[row[j] >> shift_]++] = {row[j], column[j]};
    }
  }

  int shift_;
  std::size_t partitions_;
  std::vector<std::size_t> starts_;
  Buffer<Item> items_;
};

// Orders and counts one partition at a time; keeps its memory between partitions.
class PartitionCounter {
 public:
  PartitionCounter(std::uint64_t rows, std::uint64_t columns)
      : row_bits_(std::bit_width(rows - 1)), column_bits_(std::bit_width(columns - 1)) {}

  // Replace the items by the distinct ones, ordered, and write how often each occurs; return
  // their number.
  std::size_t count(std::span<Item> items, std::uint32_t first_row, std::uint32_t* counts) {
    const Item* ordered = order(items, first_row);
    std::size_t cells = 0;
    for (std::size_t i = 0; i < items.size();) {
      const Item item = ordered[i];
      std::size_t next = i + 1;
      while (next < items.size() && ordered[next].column == item.column &&
             ordered[next].row == item.row)
        ++next;
      items[cells] = item;
      counts[cells++] = static_cast<std::uint32_t>(next - i);
      i = next;
    }
    return cells;
  }

 private:
  static constexpr int most_digit_bits = 12;

  // By digits, from the lowest of the column to the highest of the row.
  const Item* order(std::span<Item> items, std::uint32_t first_row) {
    scratch_.resize(std::max(scratch_.size(), items.size()));
    Item *from = items.data(), *to = scratch_.data();
    const auto by_digits = [&](int bits, auto key) {
      const int digits = (bits + most_digit_bits - 1) / most_digit_bits;
      const int width = digits == 0 ? 0 : (bits + digits - 1) / digits;
      for (int shift = 0; shift < bits; shift += width, std::swap(from, to))
        pass(from, to, items.size(), width, [=](Item item) { return key(item) >> shift; });
    };
    by_digits(column_bits_, [](Item item) { return item.column; });
    by_digits(row_bits_, [first_row](Item item) { return item.row - first_row; });
    return from;
  }

  template <class Digit>
  void pass(const Item* from, Item* to, std::size_t size, int bits, Digit digit) {
    const std::uint32_t mask = (std::uint32_t{1} << bits) - 1;
    std::fill(places_.begin(), places_.begin() + mask + 1, 0);
    for (std::size_t i = 0; i < size; ++i) ++places_[digit(from[i]) & mask];
    std::uint32_t at = 0;
    for (std::uint32_t digit_value = 0; digit_value <= mask; ++digit_value)
      at += std::exchange(places_[digit_value], at);
    for (std::size_t i = 0; i < size; ++i) to[places_[digit(from[i]) & mask]++] = from[i];
  }

  int row_bits_, column_bits_;
  std::array<std::uint32_t, 1 << most_digit_bits> places_{};
  std::vector<Item> scratch_;
};

// The distinct items of each partition, how often each occurs, and the sums of all lines.
struct CountedCells {
  Partitioned& parts;
  std::vector<std::size_t> sizes;
  Buffer<std::uint32_t> counts, row_sums;
  std::vector<Buffer<std::uint32_t>> column_sums;  // by thread; then all in the first

  CountedCells(Partitioned& partitioned, std::size_t n, Range a, Range b, std::size_t threads)
      : parts(partitioned), sizes(partitioned.partitions()), counts(n), row_sums(a.width(), 0) {
    for (std::size_t t = 0; t < threads; ++t) column_sums.emplace_back(b.width(), 0);
    std::atomic<std::size_t> next{0};
    on_threads(threads, [&](std::size_t t) {
      PartitionCounter counter(parts.rows(), b.width());
      for (std::size_t p = next++; p < sizes.size(); p = next++) {
        sizes[p] = counter.count(parts.items(p), parts.first_row(p), &counts[parts.start(p)]);
        for_each_cell(p, [&](Item cell, std::uint32_t count) {
          row_sums[cell.row] += count;  // no other thread has this row
          column_sums[t][cell.column] += count;
        });
      }
    });
    for (std::size_t t = 1; t < threads; ++t)
      for (std::size_t j = 0; j < b.width(); ++j) column_sums[0][j] += column_sums[t][j];
  }

  template <class Use>
  void for_each_cell(std::size_t p, Use use) const {
    const Item* cells = parts.items(p).data();
    const std::uint32_t* count = counts.data() + parts.start(p);
    for (std::size_t i = 0; i < sizes[p]; ++i) use(cells[i], count[i]);
  }
};

Table gathered(const CountedCells& cells, Range a, Range b, std::size_t threads) {
  std::vector<std::size_t> starts{0};
  for (const std::size_t size : cells.sizes) starts.push_back(starts.back() + size);
  Lines rows(cells.row_sums, a.low), columns(cells.column_sums[0], b.low);
  Table table{std::move(rows.labels), std::move(columns.labels), std::move(rows.sizes),
              std::move(columns.sizes), Buffer<std::int32_t>(starts.back()),
              Buffer<std::int32_t>(starts.back()), Buffer<std::int64_t>(starts.back())};
  for_each_job(threads, cells.sizes.size(), [&](std::size_t p) {
    std::size_t at = starts[p];
    cells.for_each_cell(p, [&](Item cell, std::uint32_t count) {
      table.rows[at] = rows.number[cell.row];
      table.columns[at] = columns.number[cell.column];
      table.counts[at++] = count;
    });
  });
  return table;
}

}  // namespace

Table count_by_sorting(const Labels& a, const Labels& b, Range range_a, Range range_b,
                       std::size_t threads) {
  Partitioned parts(a, b, range_a, range_b, threads);
  const CountedCells cells(parts, a.size(), range_a, range_b, threads);
  return gathered(cells, range_a, range_b, threads);
}

}  // namespace partwise
