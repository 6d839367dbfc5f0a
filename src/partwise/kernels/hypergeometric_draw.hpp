// Random draws from hypergeometric laws.
#pragma once

#include <cstdint>

#include "random.hpp"

namespace partwise {

// The overlap of a fixed set of `a` items with a uniformly random set of `b`, out of n < 2^63.
// Exact but for the rounding of doubles: probabilities are right to about 1e-13 relative for any n.
std::int64_t draw_overlap(std::int64_t n, std::int64_t a, std::int64_t b, RandomStream& random);

}  // namespace partwise
