// The largest sum of numbers in different rows and columns of a table.
#pragma once

#include <cstdint>
#include <span>

#include "vocabulary.hpp"

namespace partwise {

// Numbers that are not positive are never chosen. The error is not finite where the places are not
// known, where a sign is not decided, or where the matching would take longer than a call may last
// that cannot be interrupted.
Enclosed matched_sum(std::span<const Enclosed> weights, std::span<const std::int32_t> rows,
                     std::span<const std::int32_t> columns);

}  // namespace partwise
