#include <array>
#include <bit>
#include <span>
#include <unordered_map>
#include <utility>

#include "counting_methods.hpp"
#include "parallel.hpp"

namespace partwise {
namespace {

// A row and a column in one number, so that their order is that of the table.
using Item = std::uint64_t;

Item item_of(std::uint32_t row, std::uint32_t column) { return Item{row} << 32 | column; }
std::uint32_t row_of(Item item) { return static_cast<std::uint32_t>(item >> 32); }
std::uint32_t column_of(Item item) { return static_cast<std::uint32_t>(item); }

// The items in an order in which each partition of rows is in one piece.
class Partitioned {
 public:
  Partitioned(const Labels& a, const Labels& b, Range range_a, Range range_b, std::size_t threads)
      : shift_(shift_for(a.size(), range_a.width())),
        partitions_(((range_a.width() - 1) >> shift_) + 1), items_(a.size()) {
    std::vector<std::vector<std::size_t>> cursors(threads,
                                                  std::vector<std::size_t>(partitions_, 0));
    on_threads(threads, [&](std::size_t t) { count(a, range_a.low, threads, t, cursors[t]); });
    starts_ = starts_of_partitions(cursors);
    on_threads(threads, [&](std::size_t t) {
      place(a, b, range_a.low, range_b.low, threads, t, cursors[t]);
    });
  }

  std::size_t partitions() const { return partitions_; }
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
    for_each_block(a, threads, t, [&](std::size_t i, std::size_t size) {
      std::array<std::uint32_t, Labels::block> row;
      a.offsets(i, size, low, row.data());
      for (std::size_t j = 0; j < size; ++j) ++counts[row[j] >> shift_];
    });
  }

  void place(const Labels& a, const Labels& b, std::uint64_t low_a, std::uint64_t low_b,
             std::size_t threads, std::size_t t, std::vector<std::size_t>& cursors) {
    for_each_block(a, threads, t, [&](std::size_t i, std::size_t size) {
      std::array<std::uint32_t, Labels::block> row, column;
      a.offsets(i, size, low_a, row.data());
      b.offsets(i, size, low_b, column.data());
      for (std::size_t j = 0; j < size; ++j)
        items_[cursors[row[j] >> shift_]++] = item_of(row[j], column[j]);
    });
  }

  int shift_;
  std::size_t partitions_;
  std::vector<std::size_t> starts_;
  Buffer<Item> items_;
};

// Orders and counts one partition at a time; keeps its memory between partitions.
class PartitionCounter {
 public:
  // The rows of a partition start at a multiple of their number, a power of two.
  PartitionCounter(std::uint64_t rows, std::uint64_t columns) {
    add_digits(0, std::bit_width(columns - 1));
    add_digits(32, std::bit_width(rows - 1));
  }

  // Replace the items by the distinct ones, ordered, and write how often each occurs; return
  // their number.
  std::size_t count(std::span<Item> items, std::uint32_t* counts) {
    const Item* ordered = order(items);
    std::size_t cells = 0;
    for (std::size_t i = 0; i < items.size();) {
      const Item item = ordered[i];
      std::size_t next = i + 1;
      while (next < items.size() && ordered[next] == item) ++next;
      items[cells] = item;
      counts[cells++] = static_cast<std::uint32_t>(next - i);
      i = next;
    }
    return cells;
  }

 private:
  static constexpr int most_digit_bits = 12;

  struct Digit {
    int shift;
    Item mask;
    std::vector<std::uint32_t> places;

    // Where items with each value of this digit start, once they are ordered by it.
    void find_places(std::span<const Item> items) {
      std::fill(places.begin(), places.end(), 0);
      std::uint32_t* const count = places.data();
      const auto [by, values] = std::pair(shift, mask);
      for (const Item item : items) ++count[(item >> by) & values];
      std::uint32_t at = 0;
      for (std::uint32_t& place : places) at += std::exchange(place, at);
    }

    void move(const Item* from, Item* to, std::size_t size) {
      std::uint32_t* const place = places.data();
      const auto [by, values] = std::pair(shift, mask);
      for (std::size_t i = 0; i < size; ++i) {
        const Item item = from[i];
        to[place[(item >> by) & values]++] = item;
      }
    }
  };

  void add_digits(int shift, int bits) {
    const int digits = (bits + most_digit_bits - 1) / most_digit_bits;
    for (int i = 0; i < digits; ++i) {
      const int low = bits * i / digits, width = bits * (i + 1) / digits - low;
      const std::size_t values = std::size_t{1} << width;
      digits_.push_back({shift + low, values - 1, std::vector<std::uint32_t>(values)});
    }
  }

  // By digits, from the lowest of the column to the highest of the row.
  const Item* order(std::span<Item> items) {
    scratch_.resize(std::max(scratch_.size(), items.size()));
    Item *from = items.data(), *to = scratch_.data();
    for (Digit& digit : digits_) {
      digit.find_places({from, items.size()});
      digit.move(from, to, items.size());
      std::swap(from, to);
    }
    return from;
  }

  std::vector<Digit> digits_;
  std::vector<Item> scratch_;
};

// Sums for random additions. Few are kept as they are. Of many, only the low byte is kept in one
// piece, so that they stay in the cache; what overflows it is rare and kept apart.
class ScatteredSums {
 public:
  explicit ScatteredSums(std::size_t size)
      : size_(size), is_split_(size > most_whole), whole_(is_split_ ? 0 : size, 0),
        low_(is_split_ ? size : 0, 0) {}

  void add(std::uint32_t i, std::uint32_t amount) {
    if (!is_split_) {
      whole_[i] += amount;
      return;
    }
    const std::uint32_t sum = low_[i] + amount;
    low_[i] = static_cast<std::uint8_t>(sum);
    if (sum > 255) carried_[i] += sum >> 8;
  }

  void add_to(Buffer<std::uint32_t>& sums) const {
    for (std::size_t i = 0; i < size_; ++i) sums[i] += is_split_ ? low_[i] : whole_[i];
    for (const auto& [i, carried] : carried_) sums[i] += carried << 8;
  }

 private:
  static constexpr std::size_t most_whole = std::size_t{1} << 18;

  std::size_t size_;
  bool is_split_;
  Buffer<std::uint32_t> whole_;
  Buffer<std::uint8_t> low_;
  std::unordered_map<std::uint32_t, std::uint32_t> carried_;
};

// The distinct items of each partition, how often each occurs, and the sums of all lines.
struct CountedCells {
  Partitioned& parts;
  std::vector<std::size_t> sizes;
  Buffer<std::uint32_t> counts, row_sums, column_sums;

  CountedCells(Partitioned& partitioned, std::size_t n, Range a, Range b, std::size_t threads)
      : parts(partitioned), sizes(partitioned.partitions()), counts(n), row_sums(a.width(), 0),
        column_sums(b.width(), 0) {
    std::vector<ScatteredSums> sums;
    for (std::size_t t = 0; t < threads; ++t) sums.emplace_back(b.width());
    std::atomic<std::size_t> next{0};
    on_threads(threads, [&](std::size_t t) {
      PartitionCounter counter(parts.rows(), b.width());
      for (std::size_t p = next++; p < sizes.size(); p = next++) {
        sizes[p] = counter.count(parts.items(p), &counts[parts.start(p)]);
        for_each_cell(p, [&](Item cell, std::uint32_t count) {
          row_sums[row_of(cell)] += count;  // no other thread has this row
          sums[t].add(column_of(cell), count);
        });
      }
    });
    for (const ScatteredSums& of_thread : sums) of_thread.add_to(column_sums);
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
  Lines rows(cells.row_sums, a.low), columns(cells.column_sums, b.low);
  Table table{std::move(rows.labels), std::move(columns.labels), std::move(rows.sizes),
              std::move(columns.sizes), Buffer<std::int32_t>(starts.back()),
              Buffer<std::int32_t>(starts.back()), Buffer<std::int64_t>(starts.back())};
  for_each_job(threads, cells.sizes.size(), [&](std::size_t p) {
    std::size_t at = starts[p];
    cells.for_each_cell(p, [&](Item cell, std::uint32_t count) {
      table.rows[at] = rows.number[row_of(cell)];
      table.columns[at] = columns.number[column_of(cell)];
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
