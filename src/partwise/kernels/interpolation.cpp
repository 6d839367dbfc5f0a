#include "interpolation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace partwise {
namespace {

// On a panel [h, 2h] a function that is analytic off 0 is interpolated with an error of about
// (3 + sqrt 8)^-nodes: 1e-17 for 22.
constexpr std::size_t panel_nodes = 22;
constexpr double last_complete = 64.0, last_compressed = 0x1p50;  // all integers are doubles

std::vector<double> integers_near_chebyshev(double low, double high, std::size_t many) {
  std::vector<double> nodes(many);
  const double middle = (low + high) / 2.0, half = (high - low) / 2.0;
  for (std::size_t k = 0; k < many; ++k) {
    const double angle = std::numbers::pi * static_cast<double>(k) / static_cast<double>(many - 1);
    nodes[k] = std::round(middle - half * std::cos(angle));
    if (k > 0) nodes[k] = std::max(nodes[k], nodes[k - 1] + 1.0);
  }
  nodes.back() = high;
  for (std::size_t k = many - 1; k > 0; --k) nodes[k - 1] = std::min(nodes[k - 1], nodes[k] - 1.0);
  return nodes;
}

std::vector<double> all_integers(double low, double high) {
  std::vector<double> result;
  for (double x = low; x <= high; ++x) result.push_back(x);
  return result;
}

void chebyshev_polynomials(double t, std::span<double> out) {
  out[0] = 1.0;
  if (out.size() > 1) out[1] = t;
  for (std::size_t k = 2; k < out.size(); ++k) out[k] = 2.0 * t * out[k - 1] - out[k - 2];
}

// The sum of coefficients[k] T_k(t), by Clenshaw's recurrence for even and odd k apart, so that two
// short chains run side by side: with s = 2t^2 - 1, T_2k(t) = T_k(s), and T_2k+1(t) = t V_k(s),
// where V_0 = 1, V_1 = 2s - 1 and V_k+1 = 2s V_k - V_k-1. Takes an even number of coefficients.
double chebyshev_sum(std::span<const double> coefficients, double t) {
  const double s = 2.0 * t * t - 1.0, twice = 2.0 * s;
  double even = 0.0, even_before = 0.0, odd = 0.0, odd_before = 0.0;
  for (std::size_t k = coefficients.size(); k > 0; k -= 2) {
    even_before = std::exchange(even, (coefficients[k - 2] - even_before) + twice * even);
    odd_before = std::exchange(odd, (coefficients[k - 1] - odd_before) + twice * odd);
  }
  return (even - s * even_before) + t * (odd - odd_before);
}

// The inverse of a square matrix, by rows, with partial pivoting.
std::vector<double> inverted(std::vector<double> matrix, std::size_t size) {
  std::vector<double> inverse(size * size, 0.0);
  for (std::size_t i = 0; i < size; ++i) inverse[i * size + i] = 1.0;
  for (std::size_t column = 0; column < size; ++column) {
    std::size_t pivot = column;
    for (std::size_t row = column + 1; row < size; ++row)
      if (std::abs(matrix[row * size + column]) > std::abs(matrix[pivot * size + column]))
        pivot = row;
    for (std::size_t k = 0; k < size; ++k) {
      std::swap(matrix[pivot * size + k], matrix[column * size + k]);
      std::swap(inverse[pivot * size + k], inverse[column * size + k]);
    }
    const double scale = matrix[column * size + column];
    for (std::size_t k = 0; k < size; ++k) {
      matrix[column * size + k] /= scale;
      inverse[column * size + k] /= scale;
    }
    for (std::size_t row = 0; row < size; ++row) {
      const double factor = matrix[row * size + column];
      if (row == column || factor == 0.0) continue;
      for (std::size_t k = 0; k < size; ++k) {
        matrix[row * size + k] -= factor * matrix[column * size + k];
        inverse[row * size + k] -= factor * inverse[column * size + k];
      }
    }
  }
  return inverse;
}

}  // namespace

Panel::Panel(double low, double high, std::size_t most_nodes)
    : low_(low), high_(high), middle_((low + high) / 2.0), half_((high - low) / 2.0) {
  if (high - low + 1.0 <= static_cast<double>(most_nodes)) {
    nodes_ = all_integers(low, high);
    return;
  }
  const std::size_t many = most_nodes & ~std::size_t{1};  // as chebyshev_sum wants it
  nodes_ = integers_near_chebyshev(low, high, many);
  std::vector<double> matrix(many * many);
  for (std::size_t k = 0; k < many; ++k)
    chebyshev_polynomials(scaled(nodes_[k]), std::span(matrix).subspan(k * many, many));
  inverse_ = inverted(std::move(matrix), many);
}

void Panel::weights(double x, std::span<double> out) const {
  const std::size_t many = nodes_.size();
  const auto node = std::lower_bound(nodes_.begin(), nodes_.end(), x);
  std::fill(out.begin(), out.end(), 0.0);
  if (node != nodes_.end() && *node == x) {
    out[static_cast<std::size_t>(node - nodes_.begin())] = 1.0;
    return;
  }
  std::vector<double> polynomials(many);
  chebyshev_polynomials(scaled(x), polynomials);
  for (std::size_t k = 0; k < many; ++k)
    for (std::size_t i = 0; i < many; ++i) out[i] += polynomials[k] * inverse_[k * many + i];
}

void Panel::coefficients(std::span<const double> values, std::span<double> out) const {
  const std::size_t many = nodes_.size();
  if (is_complete()) {
    std::copy(values.begin(), values.end(), out.begin());
    return;
  }
  for (std::size_t k = 0; k < many; ++k) {
    out[k] = 0.0;
    for (std::size_t i = 0; i < many; ++i) out[k] += inverse_[k * many + i] * values[i];
  }
}

double Panel::evaluate(std::span<const double> coefficients, double x) const {
  if (is_complete()) {
    const double place = std::clamp(std::round(x - low_), 0.0, high_ - low_);
    return coefficients[static_cast<std::size_t>(place)];
  }
  return chebyshev_sum(coefficients, scaled(x));
}

Grid Grid::dyadic(double high) {
  Grid grid;
  double end = std::min(high, last_complete);
  grid.add(Panel(0.0, end, static_cast<std::size_t>(end) + 1));
  while (end < high) {
    const double next = std::min(2.0 * end, high);
    grid.add(Panel(end + 1.0, next, panel_nodes));
    end = next;
  }
  return grid;
}

Grid Grid::single(double high) {
  Grid grid;
  grid.add(Panel(0.0, high, panel_nodes));
  return grid;
}

void Grid::add(Panel panel) {
  first_.push_back(nodes_.size());
  nodes_.insert(nodes_.end(), panel.nodes().begin(), panel.nodes().end());
  panels_.push_back(std::move(panel));
}

std::vector<double> Grid::coefficients(std::span<const double> values) const {
  std::vector<double> result(values.size());
  for (std::size_t p = 0; p < panels_.size(); ++p) {
    const std::size_t many = panels_[p].nodes().size();
    panels_[p].coefficients(values.subspan(first_[p], many),
                            std::span(result).subspan(first_[p], many));
  }
  return result;
}

double Grid::evaluate(std::span<const double> coefficients, double x) const {
  // Panel p ends at 2^p times the first one's end.
  std::size_t p = 0;
  if (x > panels_[0].high() + 0.5)
    p = static_cast<std::size_t>(std::ilogb((x - 0.75) / panels_[0].high())) + 1;
  p = std::min(p, panels_.size() - 1);
  return panels_[p].evaluate(coefficients.subspan(first_[p], panels_[p].nodes().size()), x);
}

double Grid::most_dyadic_nodes(double high) {
  if (high <= last_complete) return high + 1.0;
  return last_complete + 1.0 + panel_nodes * std::ceil(std::log2(high / last_complete));
}

SizeRule compressed(const Sizes& sizes) {
  SizeRule rule;
  const auto append = [&rule](double size, double weight) {
    rule.size.push_back(size);
    rule.weight.push_back(weight);
  };
  std::vector<double> weights(panel_nodes);
  double end = last_complete;
  for (std::size_t i = 0; i < sizes.size.size(); end *= 2.0) {
    std::size_t stop = i;
    while (stop < sizes.size.size() && sizes.size[stop] <= end) ++stop;
    if (end == last_complete || end > last_compressed || stop - i <= panel_nodes) {
      for (; i < stop; ++i) append(sizes.size[i], sizes.count[i]);
      continue;
    }
    const Panel panel(sizes.size[i], sizes.size[stop - 1], panel_nodes);
    std::vector<double> sums(panel_nodes, 0.0);
    for (; i < stop; ++i) {
      panel.weights(sizes.size[i], weights);
      for (std::size_t k = 0; k < panel_nodes; ++k) sums[k] += sizes.count[i] * weights[k];
    }
    for (std::size_t k = 0; k < panel_nodes; ++k) append(panel.nodes()[k], sums[k]);
  }
  return rule;
}

}  // namespace partwise
