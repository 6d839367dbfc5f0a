// Text → numbers, in the order in which texts appear first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "counting.hpp"

namespace partwise {

// A hash table whose keys are elsewhere, known by the position of their first appearance.
class AppearanceTable {
 public:
  AppearanceTable() : slots_(1024) {}

  // The number of the key at a position; is_same tells whether it equals the one at another.
  template <class IsSame>
  std::uint32_t number(std::uint64_t hash, std::size_t position, IsSame is_same) {
    const auto tag = static_cast<std::uint32_t>(hash >> 32);
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    for (; slots_[at].number != empty; at = (at + 1) & mask)
      if (slots_[at].tag == tag && is_same(first_[slots_[at].number])) return slots_[at].number;
    return add(hash, position, at);
  }

  // Where keys appear first, and the hashes of these.
  std::vector<std::int64_t>& first() { return first_; }
  const std::vector<std::uint64_t>& hashes() const { return hashes_; }

 private:
  static constexpr std::uint32_t empty = 0xffffffff;

  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t number = empty;
  };

  std::uint32_t add(std::uint64_t hash, std::size_t position, std::size_t at) {
    const auto number = static_cast<std::uint32_t>(first_.size());
    if (number == empty) throw std::length_error("more than 2^32 distinct labels");
    slots_[at] = {static_cast<std::uint32_t>(hash >> 32), number};
    first_.push_back(static_cast<std::int64_t>(position));
    hashes_.push_back(hash);
    if (2 * first_.size() > slots_.size()) grow();
    return number;
  }

  void grow() {
    slots_.assign(4 * slots_.size(), Slot{});
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = 0; i < hashes_.size(); ++i) {
      std::size_t at = hashes_[i] & mask;
      while (slots_[at].number != empty) at = (at + 1) & mask;
      slots_[at] = {static_cast<std::uint32_t>(hashes_[i] >> 32), static_cast<std::uint32_t>(i)};
    }
  }

  std::vector<Slot> slots_;
  std::vector<std::int64_t> first_;
  std::vector<std::uint64_t> hashes_;
};

// Items of `width` bytes each, such as text in an array, where zeros fill up what is shorter. They
// are left out in pieces, for arrays are often much wider than most of their texts.
struct FixedTexts {
  const char* data;
  std::size_t size, width;

  bool is_missing(std::size_t) const { return false; }
  std::string_view operator[](std::size_t i) const {
    const char* const text = data + i * width;
    std::size_t length = width;
    while (length > piece && are_zeros(text + length - piece)) length -= piece;
    return {text, length};
  }

  static constexpr std::size_t piece = 32;

  static bool are_zeros(const char* bytes) {
    std::array<std::uint64_t, piece / sizeof(std::uint64_t)> words;
    std::memcpy(words.data(), bytes, piece);
    return (words[0] | words[1] | words[2] | words[3]) == 0;
  }
};

// Text as Arrow has it: one piece of bytes, and where each text starts in it. Validity may be null.
template <class Offset>
struct ArrowTexts {
  const char* data;
  const Offset* starts;
  const bool* is_valid;
  std::size_t size;

  bool is_missing(std::size_t i) const { return is_valid != nullptr && !is_valid[i]; }
  std::string_view operator[](std::size_t i) const {
    return {data + starts[i], static_cast<std::size_t>(starts[i + 1] - starts[i])};
  }
};

// The code of a missing text is -1.
Appearance factorize_texts(const FixedTexts& texts, std::size_t threads);
Appearance factorize_texts(const ArrowTexts<std::int32_t>& texts, std::size_t threads);
Appearance factorize_texts(const ArrowTexts<std::int64_t>& texts, std::size_t threads);

}  // namespace partwise
