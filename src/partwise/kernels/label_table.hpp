// A hash table from labels to numbers.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace partwise {

inline std::uint64_t mixed(std::uint64_t x) {
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93U;
  x ^= x >> 32;
  return x * 0x9e3779b97f4a7c15U;
}

// Open addressing with linear probing; numbers labels in the order of their arrival.
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
    keys_[at] = label;
    numbers_[at] = static_cast<std::uint32_t>(labels_.size());
    labels_.push_back(label);
    return numbers_[at];
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

  std::size_t mask_;
  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> numbers_;
  std::vector<std::uint64_t> labels_;
};

}  // namespace partwise
