// One representative of all tables that differ by the order of rows and columns only.
#pragma once

#include <cstdint>

#include "component.hpp"

namespace partwise {

struct Canonical {
  Component form;
  std::int64_t automorphisms = 0;  // ways to reorder rows and columns that leave the table as it is
};

// The table must be connected.
Canonical canonical(const Grid& grid);

}  // namespace partwise
