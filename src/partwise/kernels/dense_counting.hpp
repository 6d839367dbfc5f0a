// Counting into a dense table, for labels of small range.
#pragma once

#include <array>
#include <bit>
#include <optional>

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

class DenseCounter {
 public:
  // Tables of up to this many cells are counted densely: 32 MB of 32-bit counters.
  static constexpr std::uint64_t most_cells = std::uint64_t{1} << 23;

  DenseCounter(Span a, Span b)
      : a_(a), b_(b), cells_(a.width() * b.width()),
        copies_(cells_ <= replicated_below ? copies_of_small : 1),
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

  // The counts of all cells, row by row, those of the copies included.
  Buffer<std::uint32_t>& counters() {
    for (; copies_ > 1; --copies_)
      for (std::uint64_t i = 0; i < cells_; ++i) counters_[i] += counters_[(copies_ - 1) * cells_ + i];
    return counters_;
  }

 private:
  static constexpr std::uint64_t replicated_below = 4096;
  static constexpr std::size_t copies_of_small = 4;

  void count_plain(const std::uint32_t* key, std::size_t size) {
    std::uint32_t* counters = counters_.data();
    for (std::size_t j = 0; j < size; ++j) ++counters[key[j]];
  }

  // Consecutive items often fall into one cell; separate counters keep them from waiting in line.
  void count_replicated(const std::uint32_t* key, std::size_t size) {
    std::uint32_t* c0 = counters_.data();
    std::uint32_t *c1 = c0 + cells_, *c2 = c1 + cells_, *c3 = c2 + cells_;
    std::size_t j = 0;
    for (; j + 4 <= size; j += 4) {
      ++c0[key[j]];
      ++c1[key[j + 1]];
      ++c2[key[j + 2]];
      ++c3[key[j + 3]];
    }
    for (; j < size; ++j) ++c0[key[j]];
  }

  Span a_, b_;
  std::uint64_t cells_;
  std::size_t copies_;
  Buffer<std::uint32_t> counters_;
};

// The table, if no label of these columns lies outside the ranges.
std::optional<Table> count_densely(const Labels& a, const Labels& b, Range range_a, Range range_b,
                                   std::size_t threads);

}  // namespace partwise
