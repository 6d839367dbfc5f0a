// Inputs that are the same on every machine, and digests of results that do not depend on the order of bytes.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace self_test {

// Knuth's linear congruential generator (MMIX), of which the high bits are taken.
class Generator {
 public:
  explicit Generator(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return state_ >> 32;
  }
  std::int64_t below(std::int64_t limit) {
    return static_cast<std::int64_t>((bits() << 20 ^ bits()) % static_cast<std::uint64_t>(limit));
  }
  // Whole numbers of very different lengths.
  std::int64_t whole(int most_bits) { return 1 + below(std::int64_t{1} << below(most_bits)); }

 private:
  std::uint64_t state_;
};

// FNV-1a over the bits of numbers, from the lowest byte to the highest. All NaN count as one, for
// processors give them different signs.
class Digest {
 public:
  template <class Number>
  void add(Number value) {
    if constexpr (std::is_floating_point_v<Number>) {
      static_assert(sizeof(Number) == 8);
      const double shown = std::isnan(value) ? std::numeric_limits<double>::quiet_NaN() : value;
      add_word(std::isnan(value) ? 0x7ff8000000000000u : std::bit_cast<std::uint64_t>(shown));
    } else {
      add_word(static_cast<std::uint64_t>(value));
    }
  }

  template <class Numbers>
  void add_all(const Numbers& numbers) {
    add(numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) add(numbers[i]);
  }

  std::uint64_t value() const { return state_; }

 private:
  void add_word(std::uint64_t word) {
    for (int i = 0; i < 8; ++i) {
      state_ = (state_ ^ (word & 0xff)) * 0x100000001b3u;
      word >>= 8;
    }
  }

  std::uint64_t state_ = 0xcbf29ce484222325u;
};

// "bits NAME DIGEST": equal on every machine.
inline void print(std::string_view name, const Digest& digest) {
  std::printf("bits %s %016llx\n", std::string(name).c_str(),
              static_cast<unsigned long long>(digest.value()));
}

// "close NAME HEX …": numbers that functions of the mathematics library have touched.
inline void print_values(std::string_view name, const std::vector<double>& values) {
  std::printf("close %s", std::string(name).c_str());
  for (const double value : values)
    std::printf(" %016llx", static_cast<unsigned long long>(std::bit_cast<std::uint64_t>(value)));
  std::printf("\n");
}

}  // namespace self_test
