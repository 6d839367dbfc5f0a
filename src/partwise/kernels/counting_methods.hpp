// The ways to count cells other than into a dense table, and what the ways have in common.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "buffer.hpp"
#include "counting.hpp"
#include "parallel.hpp"

namespace partwise {

// Numbers 0, 1, 2, … for the lines that occur. A byte for each line and a number for each block of
// lines take a quarter of the space, and so of the cache, of a number for each line.
class LineNumbers {
 public:
  explicit LineNumbers(const Buffer<std::uint32_t>& sums)
      : within_(sums.size()), blocks_((sums.size() >> block_bits) + 1) {
    for (std::size_t i = 0; i < sums.size(); ++i) {
      if ((i & block_mask) == 0) blocks_[i >> block_bits] = static_cast<std::int32_t>(size_);
      within_[i] = static_cast<std::uint8_t>(size_ - static_cast<std::size_t>(blocks_[i >> block_bits]));
      size_ += sums[i] != 0;
    }
  }

  std::size_t size() const { return size_; }
  std::int32_t operator[](std::size_t i) const { return blocks_[i >> block_bits] + within_[i]; }

 private:
  static constexpr int block_bits = 7;
  static constexpr std::size_t block_mask = (std::size_t{1} << block_bits) - 1;

  std::size_t size_ = 0;
  Buffer<std::uint8_t> within_;
  Buffer<std::int32_t> blocks_;
};

// The lines that occur: their numbers, labels and sizes, from the sums of all lines.
struct Lines {
  LineNumbers number;
  Buffer<std::uint64_t> labels;
  Buffer<std::int64_t> sizes;

  Lines(const Buffer<std::uint32_t>& sums, std::uint64_t low)
      : number(sums), labels(number.size()), sizes(number.size()) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      if (sums[i] == 0) continue;
      labels[at] = low + i;
      sizes[at++] = sums[i];
    }
  }
};

inline std::uint64_t mixed(std::uint64_t x) {
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93U;
  x ^= x >> 32;
  return x * 0x9e3779b97f4a7c15U;
}

// A hash table with linear probing; numbers labels in the order of their arrival. It grows where more
// arrive than were expected, so that a search always ends.
class LabelTable {
 public:
  explicit LabelTable(std::size_t expected)
      : mask_(std::bit_ceil(std::max<std::size_t>(16, 2 * expected)) - 1),
        keys_(mask_ + 1), numbers_(mask_ + 1, empty) {}

  std::uint32_t number(std::uint64_t label) {
    std::size_t at = mixed(label) & mask_;
    while (numbers_[at] != empty) {
      if (keys_[at] == label) return numbers_[at];
      at = (at + 1) & mask_;
    }
    const auto number = static_cast<std::uint32_t>(labels_.size());
    keys_[at] = label;
    numbers_[at] = number;
    labels_.push_back(label);
    if (2 * labels_.size() > numbers_.size()) grow();
    return number;
  }

  std::vector<std::uint64_t>& labels() { return labels_; }

  void clear(std::size_t expected) {
    mask_ = std::bit_ceil(std::max<std::size_t>(16, 2 * expected)) - 1;
    keys_.resize(mask_ + 1);
    numbers_.assign(mask_ + 1, empty);
    labels_.clear();
  }

 private:
  static constexpr std::uint32_t empty = 0xffffffff;

  void grow() {
    const std::vector<std::uint64_t> known = std::move(labels_);
    clear(2 * known.size());
    for (const std::uint64_t label : known) number(label);
  }

  std::size_t mask_;
  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> numbers_;
  std::vector<std::uint64_t> labels_;
};

// Which of 2^bits pieces a label belongs to; a piece has about as many items as the cache holds.
class HashPartition {
 public:
  explicit HashPartition(std::size_t items)
      : bits_(std::min<int>(std::bit_width(items / items_wanted), most_bits)) {}

  std::size_t partitions() const { return std::size_t{1} << bits_; }
  std::size_t operator()(std::uint64_t label) const {
    return bits_ == 0 ? 0 : mixed(label) >> (64 - bits_);
  }

 private:
  static constexpr std::size_t items_wanted = 16384;
  static constexpr int most_bits = 10;

  int bits_;
};

// Turn how many items each thread has for each partition into where it puts them: by partition,
// then by thread, so that the order of items is kept. Return where partitions start, and the end.
inline std::vector<std::size_t> starts_of_partitions(
    std::vector<std::vector<std::size_t>>& cursors) {
  std::vector<std::size_t> starts;
  std::size_t at = 0;
  for (std::size_t p = 0; p < cursors[0].size(); ++p) {
    starts.push_back(at);
    for (std::vector<std::size_t>& cursor : cursors) at += std::exchange(cursor[p], at);
  }
  starts.push_back(at);
  return starts;
}

// Call use(start, size) for the blocks of thread t.
template <class Use>
void for_each_block(const Labels& labels, std::size_t threads, std::size_t t, Use use) {
  const std::size_t stop = part_start(labels.size(), threads, t + 1);
  for (std::size_t i = part_start(labels.size(), threads, t); i < stop; i += Labels::block)
    use(i, std::min(Labels::block, stop - i));
}

// In one pass: the table, if no more than 256 labels occur in either column; by first appearance.
std::optional<Table> count_few(const Labels& a, const Labels& b, std::size_t threads);

// For many clusters: items are partitioned by row into pieces that fit the cache, ordered there by
// row and column, and counted. Both ranges must be below 2^31 wide and not much wider than there are
// items.
Table count_by_sorting(const Labels& a, const Labels& b, Range range_a, Range range_b,
                       std::size_t threads);

// For many labels on both sides, of any range: items are partitioned by the hash of the column,
// whose labels are numbered, then by that of the row.
Table count_by_hash(const Labels& a, const Labels& b, std::size_t threads);

// Numbers for labels that are too sparse to be indices themselves.
struct Numbered {
  Buffer<std::uint32_t> codes;        // of the items
  std::vector<std::uint64_t> labels;  // of the codes, in an order that depends on the labels alone
};

Numbered number_labels(const Labels& labels, std::size_t threads);

}  // namespace partwise
