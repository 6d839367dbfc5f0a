// Whole numbers of 128 bits, which hold every product of two sizes.
#pragma once

#include <cstdint>

#if !defined(__SIZEOF_INT128__) && !defined(PARTWISE_PORTABLE_WIDE)
#define PARTWISE_PORTABLE_WIDE
#endif

#ifdef PARTWISE_PORTABLE_WIDE
#include "portable_wide.hpp"
#endif

namespace partwise {

#ifdef PARTWISE_PORTABLE_WIDE

using Wide = PortableWide;

inline Wide product(std::uint64_t x, std::uint64_t y) { return PortableWide::product(x, y); }

#else

__extension__ typedef unsigned __int128 Wide;

inline std::uint64_t low_word(Wide x) { return static_cast<std::uint64_t>(x); }
inline std::uint64_t high_word(Wide x) { return static_cast<std::uint64_t>(x >> 64); }
inline Wide product(std::uint64_t x, std::uint64_t y) { return Wide{x} * y; }
inline Wide halved(Wide x) { return x >> 1; }

// For a quotient that fits one word.
inline std::uint64_t quotient(Wide x, std::uint64_t divisor) {
  return static_cast<std::uint64_t>(x / divisor);
}

#endif

// x y - z w, rounded once; none of them may be negative.
inline double difference_of_products(std::int64_t x, std::int64_t y, std::int64_t z,
                                     std::int64_t w) {
  const Wide more = product(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y));
  const Wide less = product(static_cast<std::uint64_t>(z), static_cast<std::uint64_t>(w));
  return more < less ? -static_cast<double>(less - more) : static_cast<double>(more - less);
}

inline Wide pairs_among(std::int64_t items) {
  const auto many = static_cast<std::uint64_t>(items);
  return items < 2 ? Wide{0} : halved(product(many, many - 1));
}

}  // namespace partwise
