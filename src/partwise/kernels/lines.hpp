// The rows, or the columns, of a table in which there is anything.
#pragma once

#include <cstdint>

#include "buffer.hpp"

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

}  // namespace partwise
