// Fisher-Yates, several positions to one random word.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <utility>

#include "random.hpp"

namespace partwise {

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

}  // namespace partwise
