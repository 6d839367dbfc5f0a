// Whole numbers of 128 bits, which hold every product of two sizes.
#pragma once

#include <cstdint>

namespace partwise {

__extension__ typedef unsigned __int128 Wide;
__extension__ typedef __int128 SignedWide;

inline std::uint64_t low_word(Wide x) { return static_cast<std::uint64_t>(x); }
inline std::uint64_t high_word(Wide x) { return static_cast<std::uint64_t>(x >> 64); }

inline Wide pairs_among(std::int64_t items) {
  const Wide many = static_cast<std::uint64_t>(items);
  return items < 2 ? Wide{0} : many * (many - 1) / 2;
}

}  // namespace partwise
