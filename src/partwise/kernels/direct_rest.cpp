#include <algorithm>
#include <cmath>

#include "accumulator.hpp"
#include "expected_psi.hpp"
#include "rest_of_line.hpp"

namespace partwise {

namespace {

template <class Function>
double sum_without(double own, const Sizes& sizes, Function function) {
  Accumulator sum;
  for (std::size_t i = 0; i < sizes.size.size(); ++i) {
    const double count = sizes.count[i] - (sizes.size[i] == own ? 1.0 : 0.0);
    if (count > 0.0) sum.add(count * function(sizes.size[i]));
  }
  return sum.value();
}

}  // namespace

double DirectRest::operator()(double left) {
  const auto [entry, is_new] = known_.try_emplace(left, 0.0);
  if (is_new) {
    tick_();
    const Clusters& clusters = clusters_;
    const double others = n_ - own_;
    entry->second =
        sum_without(own_, clusters.small(),
                    [&](double a) { return expected_x_log_x(others, a, left); }) +
        sum_without(own_, clusters.large(),
                    [&](double a) { return expected_psi(others, a, left); });
  }
  return entry->second;
}

std::vector<DirectRest> direct_rests(double n, const Clusters& clusters, const Tick& tick) {
  std::vector<DirectRest> result;
  result.reserve(clusters.sizes().size.size());
  for (const double size : clusters.sizes().size) result.emplace_back(n, size, clusters, tick);
  return result;
}

double direct_rests_cost(double n, const Sizes& sizes, const Sizes& lines) {
  double total = 0.0;
  for (const double size : sizes.size) {
    double values = 0.0;
    for (const double line : lines.size) {
      const double deviation = std::sqrt(size / n * line * (1.0 - line / n));
      const double listed = deviation < 8.0 ? 4.0 + 20.0 * deviation : 42.0;
      values += std::min(listed, std::min(size, line) + 1.0);
    }
    total += std::min(values, lines.size.back() + 1.0);
  }
  return total * static_cast<double>(sizes.size.size());
}

}  // namespace partwise
