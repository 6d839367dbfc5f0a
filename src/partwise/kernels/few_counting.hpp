// Counting in one pass when there are few labels, however far apart.
#pragma once

#include <optional>

#include "counting.hpp"

namespace partwise {

// The table, if no more than 256 labels occur in either column; by first appearance.
std::optional<Table> count_few(const Labels& a, const Labels& b, std::size_t threads);

}  // namespace partwise
