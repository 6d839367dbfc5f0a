#include "sampling_plan.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <stdexcept>

namespace partwise {
namespace {

struct Split {
  std::size_t drawn;
  double cost;
};

// Rough times of one machine: they decide which way is taken, never whether it is right.
double draws_cost(double draws) { return 110.0 * draws; }

double shuffle_cost(std::int64_t items) {
  constexpr std::int64_t in_second_cache = 1 << 18, in_third_cache = 1 << 22;
  const double each = items <= in_second_cache ? 3.5 : items <= in_third_cache ? 5.0 : 12.0;
  return each * static_cast<double>(items);
}

// How many of the rows, largest first, are cheaper to draw than to shuffle with the rest.
Split cheapest_split(std::int64_t n, const Side& rows, const Side& columns) {
  const double columns_count = static_cast<double>(columns.count());
  Split best{rows.count(), draws_cost(static_cast<double>(rows.count()) * columns_count)};
  std::int64_t items = n;
  for (std::size_t drawn = 0; drawn < rows.count(); items -= rows.size[drawn++]) {
    if (items > most_shuffled) continue;
    const double cost =
        draws_cost(static_cast<double>(drawn) * columns_count) + shuffle_cost(items);
    if (cost < best.cost) best = {drawn, cost};
  }
  return best;
}

Split split(std::int64_t n, const Side& rows, const Side& columns, SamplingMethod method) {
  if (method == SamplingMethod::automatic) return cheapest_split(n, rows, columns);
  if (method == SamplingMethod::permutation) return {0, shuffle_cost(n)};
  const double cells = static_cast<double>(rows.count()) * static_cast<double>(columns.count());
  return {rows.count(), draws_cost(cells)};
}

}  // namespace

Side::Side(std::span<const std::int64_t> sizes) : original(sizes.size()) {
  std::iota(original.begin(), original.end(), std::int64_t{0});
  std::stable_sort(original.begin(), original.end(), [sizes](std::int64_t i, std::int64_t j) {
    return sizes[static_cast<std::size_t>(i)] > sizes[static_cast<std::size_t>(j)];
  });
  size.reserve(sizes.size());
  for (const std::int64_t i : original) size.push_back(sizes[static_cast<std::size_t>(i)]);
}

SamplingPlan::SamplingPlan(const SamplingTask& task)
    : n(std::accumulate(task.row_sizes.begin(), task.row_sizes.end(), std::int64_t{0})),
      rows(task.row_sizes), columns(task.column_sizes) {
  if (task.method == SamplingMethod::permutation && n > most_shuffled)
    throw std::invalid_argument("too many items to permute");
  const Split upright = split(n, rows, columns, task.method);
  const Split flipped = split(n, columns, rows, task.method);
  transposed = flipped.cost < upright.cost;
  if (transposed) std::swap(rows, columns);
  drawn = transposed ? flipped.drawn : upright.drawn;
  cost = transposed ? flipped.cost : upright.cost;
  const auto singletons =
      std::lower_bound(rows.size.begin(), rows.size.end(), std::int64_t{1}, std::greater<>());
  first_singleton = static_cast<std::size_t>(singletons - rows.size.begin());
}

}  // namespace partwise
