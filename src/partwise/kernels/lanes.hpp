// Loops over numbers side by side, which become vector instructions.
#pragma once

#include <cstddef>

namespace partwise {

// Lanes depend on nothing but themselves.
template <class Function>
inline void for_lanes(std::size_t lanes, Function function) {
#if defined(__clang__)
#pragma clang loop vectorize(assume_safety)
#elif defined(__GNUC__)
#pragma GCC ivdep
#endif
  for (std::size_t i = 0; i < lanes; ++i) function(i);
}

}  // namespace partwise
