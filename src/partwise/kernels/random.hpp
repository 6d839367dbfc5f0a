// Random numbers, one independent stream for each table, whichever thread draws it; shuffles and
// draws from hypergeometric laws with them.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "wide.hpp"

namespace partwise {

using RandomKey = std::array<std::uint64_t, 4>;

// xoshiro256++ (Blackman, Vigna 2021). Its state is hashed from (key, index) by splitmix64, word by
// word: a bijection of the index for each word, so no two streams of a key start alike.
class RandomStream {
 public:
  RandomStream(const RandomKey& key, std::uint64_t index) {
    for (std::size_t i = 0; i < state_.size(); ++i)
      state_[i] = mixed(key[i] + i + (index + 1) * 0x9e3779b97f4a7c15u);
  }

  std::uint64_t next() {
    auto& [a, b, c, d] = state_;
    const std::uint64_t result = std::rotl(a + d, 23) + a;
    const std::uint64_t shifted = b << 17;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = std::rotl(d, 45);
    return result;
  }

  // Uniform over the midpoints of 2^53 equal parts of (0, 1): never 0 and never 1.
  double uniform() { return (static_cast<double>(next() >> 11) + 0.5) * 0x1p-53; }

  // Uniform over 0 ... bound - 1 without bias, for bound > 0 (Lemire 2019).
  std::uint64_t below(std::uint64_t bound) {
    Wide scaled = product(next(), bound);
    if (low_word(scaled) < bound) {
      const std::uint64_t uneven = (0 - bound) % bound;
      while (low_word(scaled) < uneven) scaled = product(next(), bound);
    }
    return high_word(scaled);
  }

 private:
  static std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }

  std::array<std::uint64_t, 4> state_;
};

// Swap into positions at, at + 1, ... (`batch` of them) items that are uniform among those from
// there to the end. One random word serves them all, without bias (Brackett-Rozinsky, Lemire 2024):
// each index is the high word of a product, and the low word is the randomness left for the next.
template <std::size_t batch, class Item>
void place_batch(std::span<Item> items, std::size_t at, RandomStream& random) {
  std::array<std::uint64_t, batch> offset;
  std::uint64_t arrangements = 1;
  for (std::size_t i = 0; i < batch; ++i) arrangements *= items.size() - at - i;
  const auto draw = [&] {
    std::uint64_t rest = random.next();
    for (std::size_t i = 0; i < batch; ++i) {
      const Wide scaled = product(rest, items.size() - at - i);
      offset[i] = high_word(scaled);
      rest = low_word(scaled);
    }
    return rest;
  };
  std::uint64_t rest = draw();
  if (rest < arrangements) {
    const std::uint64_t uneven = (0 - arrangements) % arrangements;
    while (rest < uneven) rest = draw();
  }
  for (std::size_t i = 0; i < batch; ++i) std::swap(items[at + i], items[at + i + offset[i]]);
}

// Fill positions first ... last - 1 with a uniform draw, in random order, of the items from `first`
// on. A batch is as large as leaves its product of bounds below 2^58: then a word is hardly ever
// drawn again, and the product cannot overflow.
template <class Item>
void shuffle_into(std::span<Item> items, std::size_t first, std::size_t last,
                  RandomStream& random) {
  const auto batches = [&]<std::size_t batch>(std::size_t largest) {
    if (items.size() - first > largest) return;
    for (; first + batch <= last; first += batch) place_batch<batch>(items, first, random);
  };
  while (first < last) {
    const std::size_t before = first;
    batches.template operator()<6>(std::size_t{1} << 9);
    batches.template operator()<4>(std::size_t{1} << 14);
    batches.template operator()<3>(std::size_t{1} << 19);
    batches.template operator()<2>(std::size_t{1} << 29);
    if (first == before) place_batch<1>(items, first++, random);
  }
}

// The overlap of a fixed set of `a` items with a uniformly random set of `b`, out of n < 2^63.
// Exact but for the rounding of doubles: probabilities are right to about 1e-13 relative for any n.
std::int64_t draw_overlap(std::int64_t n, std::int64_t a, std::int64_t b, RandomStream& random);

}  // namespace partwise
