// Counting into a dense table, for labels of small range.
#pragma once

#include <array>
#include <bit>
#include <optional>
#include <type_traits>
#include <vector>

#include "counting.hpp"
#include "parallel.hpp"

namespace partwise {

// Labels of a range rounded up to a power of two: whether one is out of range is then seen from
// the bits of all offsets together.
struct Span {
  std::uint64_t low;
  int bits;

  explicit Span(Range range) : low(range.low), bits(std::bit_width(range.width() - 1)) {}
  std::uint64_t width() const { return std::uint64_t{1} << bits; }
};

// Tables of up to this many cells are counted densely.
constexpr std::uint64_t most_dense_cells = std::uint64_t{1} << 24;

// The counts of one thread, in 32 bits or in a byte each. Bytes keep a large table in the thread's
// own cache, and cost little to add up; a cell whose byte starts again from zero is noted.
template <class Count>
class DenseCounter {
 public:
  DenseCounter(Span a, Span b, std::size_t items)
      : a_(a), b_(b), cells_(a.width() * b.width()),
        copies_(cells_ <= replicated_below && items >= cells_ ? copies_of_small : 1),
        counters_(cells_ * copies_, 0) {}

  // Count items start … stop, fewer than 2^32; false if a label is out of range (then the counts
  // mean nothing).
  bool count(const Labels& a, const Labels& b, std::size_t start, std::size_t stop) {
    alignas(64) std::array<std::uint32_t, Labels::block> row, key;
    for (std::size_t i = start; i < stop; i += Labels::block) {
      const std::size_t size = std::min(Labels::block, stop - i);
      if (a.offsets(i, size, a_.low, row.data()) >> a_.bits != 0) return false;
      if (b.offsets(i, size, b_.low, key.data()) >> b_.bits != 0) return false;
      for (std::size_t j = 0; j < size; ++j) key[j] |= row[j] << b_.bits;
      copies_ == 1 ? count_plain(key.data(), size) : count_replicated(key.data(), size);
    }
    return true;
  }

  // Add the counts of cells start … stop, row by row, to their sums.
  void add_to(Buffer<std::uint32_t>& sums, std::uint64_t start, std::uint64_t stop) const {
    for (std::size_t copy = 0; copy < copies_; ++copy) {
      const Count* counters = counters_.data() + copy * cells_;
      for (std::uint64_t i = start; i < stop; ++i) sums[i] += counters[i];
    }
    for (const std::uint32_t key : wrapped_)
      if (start <= key && key < stop) sums[key] += 256;
  }

 private:
  static constexpr bool may_wrap = std::is_same_v<Count, std::uint8_t>;
  static constexpr std::uint64_t replicated_below = 4096;
  static constexpr std::size_t copies_of_small = 4;

  void count_one(Count* counters, std::uint32_t key) {
    const Count now = ++counters[key];
    if constexpr (may_wrap)
      if (now == 0) wrapped_.push_back(key);
  }

  void count_plain(const std::uint32_t* key, std::size_t size) {
    Count* counters = counters_.data();
    for (std::size_t j = 0; j < size; ++j) count_one(counters, key[j]);
  }

  // Consecutive items often fall into one cell; separate counters keep them from waiting in line.
  void count_replicated(const std::uint32_t* key, std::size_t size) {
    Count* c0 = counters_.data();
    Count *c1 = c0 + cells_, *c2 = c1 + cells_, *c3 = c2 + cells_;
    std::size_t j = 0;
    for (; j + 4 <= size; j += 4) {
      count_one(c0, key[j]);
      count_one(c1, key[j + 1]);
      count_one(c2, key[j + 2]);
      count_one(c3, key[j + 3]);
    }
    for (; j < size; ++j) count_one(c0, key[j]);
  }

  Span a_, b_;
  std::uint64_t cells_;
  std::size_t copies_;
  Buffer<Count> counters_;
  std::vector<std::uint32_t> wrapped_;
};

// The table, if no label of these columns lies outside the ranges.
std::optional<Table> count_densely(const Labels& a, const Labels& b, Range range_a, Range range_b,
                                   std::size_t threads);

}  // namespace partwise
