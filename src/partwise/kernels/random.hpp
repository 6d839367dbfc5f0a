// Random numbers: one independent stream for each table, whichever thread draws it.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

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

}  // namespace partwise
