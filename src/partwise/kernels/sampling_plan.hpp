// How the tables of one task are drawn.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "sampling.hpp"

namespace partwise {

using Label = std::uint32_t;

constexpr std::int64_t most_shuffled = std::numeric_limits<Label>::max();

// The clusters of one side by falling size, and which of the caller's clusters each one is.
struct Side {
  explicit Side(std::span<const std::int64_t> sizes);
  std::size_t count() const { return size.size(); }

  std::vector<std::int64_t> size;
  std::vector<std::int64_t> original;
};

// Rows 0 ... drawn - 1 are drawn cell by cell. What they leave of the columns is shuffled and cut
// into the other rows. The rows are the caller's columns if that is cheaper.
struct SamplingPlan {
  explicit SamplingPlan(const SamplingTask& task);

  std::int64_t n;
  Side rows, columns;
  bool transposed = false;
  std::size_t drawn = 0;
  std::size_t first_singleton = 0;  // rows from here on have one item
  double cost = 0.0;                // of a table, in nanoseconds, roughly
};

}  // namespace partwise
