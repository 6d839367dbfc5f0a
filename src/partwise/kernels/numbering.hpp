// Numbers for labels that are too sparse to be indices themselves.
#pragma once

#include "counting.hpp"

namespace partwise {

struct Numbered {
  Buffer<std::uint32_t> codes;        // of the items
  std::vector<std::uint64_t> labels;  // of the codes, in an order that depends on the labels alone
};

Numbered number_labels(const Labels& labels, std::size_t threads);

}  // namespace partwise
