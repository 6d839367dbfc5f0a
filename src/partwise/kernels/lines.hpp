// The rows, or the columns, of a table in which there is anything.
#pragma once

#include <cstdint>

#include "buffer.hpp"

namespace partwise {

// Numbers for the lines that occur, their labels and their sizes, from the sums of all lines.
struct Lines {
  Buffer<std::uint64_t> labels;
  Buffer<std::int64_t> sizes;
  Buffer<std::int32_t> number;  // of each line, among those that occur

  Lines(const Buffer<std::uint32_t>& sums, std::uint64_t low) : number(sums.size()) {
    std::size_t kept = 0;
    for (const std::uint32_t sum : sums.span()) kept += sum != 0;
    labels = Buffer<std::uint64_t>(kept);
    sizes = Buffer<std::int64_t>(kept);
    std::size_t at = 0;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      number[i] = static_cast<std::int32_t>(at);
      if (sums[i] == 0) continue;
      labels[at] = low + i;
      sizes[at++] = sums[i];
    }
  }
};

}  // namespace partwise
