// Why interpolation is allowed: for fixed N and a, E X ln X is a polynomial of degree a in m, and
// E psi differs from it by (am/N) ln(am/N). Both are smooth on a logarithmic scale of m, have no
// singularity at m = N, and are symmetric in a and m. In N they vary on the scale of N itself. So
// they are interpolated in m and in the other clusters' sizes on dyadic panels, and in N = n - own
// over all clusters of at most n/8 items; the few larger ones have interpolants of their own. Each
// step errs by about 1e-15 of the sum; what that does to the variance was measured to be less than
// 1e-12 (docs/decisions/0005-variance-by-interpolation.md).

#include "rest_of_line.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <utility>

#include "double_double.hpp"
#include "hypergeometric.hpp"

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

namespace {

// Rules for the sum over small clusters and for that over large ones.
struct Rules {
  SizeRule small, large;

  double sum(double remaining, double left, const Tick& tick) const {
    tick();
    Accumulator sum;
    for (std::size_t k = 0; k < small.size.size(); ++k)
      sum.add(small.weight[k] * expected_x_log_x(remaining, small.size[k], left));
    for (std::size_t k = 0; k < large.size.size(); ++k)
      sum.add(large.weight[k] * expected_psi(remaining, large.size[k], left));
    return sum.value();
  }
};

double term(const Clusters& clusters, double remaining, double size, double left) {
  const auto small = clusters.small().size;
  const bool is_small = !small.empty() && size <= small.back();
  return is_small ? expected_x_log_x(remaining, size, left) : expected_psi(remaining, size, left);
}

template <class Function>
std::vector<double> tabulated(std::span<const double> nodes, Function function) {
  std::vector<double> values(nodes.size());
  std::transform(nodes.begin(), nodes.end(), values.begin(), function);
  return values;
}

// How many sizes are small enough to share interpolants in N.
std::size_t many_sharing(double n, const Sizes& sizes) {
  return static_cast<std::size_t>(
      std::upper_bound(sizes.size.begin(), sizes.size.end(), n / 8.0) - sizes.size.begin());
}

// The longest line of at most half of all items.
double longest_common_line(double n, const Sizes& lines) {
  const auto end = std::upper_bound(lines.size.begin(), lines.size.end(), n / 2.0);
  return end == lines.size.begin() ? 0.0 : *(end - 1);
}

// Chebyshev interpolation over own sizes from 1 to `largest` errs by rho^-nodes, if N = 0 is the
// nearest singularity.
std::size_t nodes_for_own(double n, double largest) {
  const double centre = 2.0 * n / std::max(largest, 1.0) - 1.0;
  const double rho = centre + std::sqrt(centre * centre - 1.0);
  return 2 * static_cast<std::size_t>(std::ceil(18.0 / std::log(rho)));
}

// The sum over all clusters, own included, at a few own sizes; interpolated between them.
class SharedSums {
 public:
  // `left` maps what remains of all items, and a node of the grid, to what is left of the line.
  using Left = std::function<double(double remaining, double node)>;

  SharedSums(double n, const Clusters& clusters, const Panel& own, const Rules& rules,
             std::shared_ptr<const Grid> grid, Left left, const Tick& tick)
      : n_(n), clusters_(clusters), own_(own), grid_(std::move(grid)), left_(std::move(left)) {
    for (const double node : own_.nodes())
      sums_.push_back(tabulated(grid_->nodes(), [&](double x) {
        return rules.sum(n_ - node, left_(n_ - node, x), tick);
      }));
  }

  InterpolatedRest::Part rest(double own) const {
    std::vector<double> weights(own_.nodes().size());
    own_.weights(own, weights);
    std::size_t at = 0;
    const auto values = tabulated(grid_->nodes(), [&](double x) {
      Accumulator sum;
      for (std::size_t k = 0; k < weights.size(); ++k) sum.add(weights[k] * sums_[k][at]);
      ++at;
      sum.add(-term(clusters_, n_ - own, own, left_(n_ - own, x)));
      return sum.value();
    });
    return {grid_, grid_->coefficients(values)};
  }

 private:
  double n_;
  const Clusters& clusters_;
  Panel own_;
  std::shared_ptr<const Grid> grid_;
  Left left_;
  std::vector<std::vector<double>> sums_;
};

void add_shared(double n, const Clusters& clusters, const Sizes& lines, std::size_t many,
                const Tick& tick, std::vector<InterpolatedRest>& rests) {
  if (many == 0) return;
  const auto own_sizes = clusters.sizes().size.first(many);
  const Panel own(own_sizes.front(), own_sizes.back(), nodes_for_own(n, own_sizes.back()));
  const Rules rules{compressed(clusters.small()), compressed(clusters.large())};
  const SharedSums common(
      n, clusters, own, rules,
      std::make_shared<const Grid>(Grid::dyadic(longest_common_line(n, lines))),
      [](double, double x) { return x; }, tick);
  const double beyond_giant = n - lines.size.back();
  std::unique_ptr<SharedSums> of_giant;
  if (beyond_giant < n / 2.0)
    of_giant = std::make_unique<SharedSums>(
        n, clusters, own, rules, std::make_shared<const Grid>(Grid::single(beyond_giant)),
        [](double remaining, double x) { return remaining - x; }, tick);
  for (const double size : own_sizes) {
    tick();
    rests.emplace_back(n - size, common.rest(size),
                       of_giant ? of_giant->rest(size) : InterpolatedRest::Part{});
  }
}

SizeRule all_but_one(const Sizes& sizes, double own) {
  std::vector<double> size, count;
  for (std::size_t i = 0; i < sizes.size.size(); ++i) {
    const double left = sizes.count[i] - (sizes.size[i] == own ? 1.0 : 0.0);
    if (left <= 0.0) continue;
    size.push_back(sizes.size[i]);
    count.push_back(left);
  }
  return compressed({size, count});
}

InterpolatedRest rest_of_its_own(double n, double own, const Clusters& clusters, const Sizes& lines,
                                 const Tick& tick) {
  const Rules rules{all_but_one(clusters.small(), own), all_but_one(clusters.large(), own)};
  const auto grid =
      std::make_shared<const Grid>(Grid::dyadic(std::min(lines.size.back(), n - own)));
  const auto values = tabulated(
      grid->nodes(), [&](double left) { return rules.sum(n - own, left, tick); });
  return {n - own, {grid, grid->coefficients(values)}, {}};
}

}  // namespace

std::vector<InterpolatedRest> interpolated_rests(double n, const Clusters& clusters,
                                                 const Sizes& lines, const Tick& tick) {
  const auto sizes = clusters.sizes().size;
  std::vector<InterpolatedRest> rests;
  rests.reserve(sizes.size());
  const std::size_t many = many_sharing(n, clusters.sizes());
  add_shared(n, clusters, lines, many, tick, rests);
  for (const double size : sizes.subspan(many))
    rests.push_back(rest_of_its_own(n, size, clusters, lines, tick));
  return rests;
}

double interpolated_rests_cost(double n, const Sizes& sizes, const Sizes& lines) {
  const std::size_t many = many_sharing(n, sizes);
  const double large = static_cast<double>(sizes.size.size() - many);
  const double shared = many ? static_cast<double>(nodes_for_own(n, sizes.size[many - 1])) : 0.0;
  const double nodes = Grid::most_dyadic_nodes(lines.size.back());
  const double others = std::min(static_cast<double>(sizes.size.size()),
                                 Grid::most_dyadic_nodes(sizes.size.back()));
  return nodes * ((large + shared) * others + static_cast<double>(many));
}

}  // namespace partwise
