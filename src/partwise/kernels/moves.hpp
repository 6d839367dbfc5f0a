// Perfect splits and merges of the columns of every table.
#pragma once

#include <cstdint>
#include <vector>

#include "tables.hpp"

namespace partwise {

struct Moves {
  std::vector<std::int32_t> source, target;
  std::vector<std::int8_t> kind;  // 0 for a split, 1 for a merge
};

Moves perfect_moves(const Tables& tables, const Stop& stop);

}  // namespace partwise
