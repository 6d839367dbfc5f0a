#include "conditional_line.hpp"

#include "double_double.hpp"

namespace partwise {
namespace {

constexpr double largest_small_alpha = 1.0;

// About the logarithm of the cell of an item in a cluster of the given size: it shares the cell
// with (a - 1)(b - 1) / n others, if its line has b items.
double expected_log_of_cell(double n, double a, const Sizes& lines) {
  double sum = 0.0;
  for (std::size_t j = 0; j < lines.size.size(); ++j)
    sum += lines.count[j] * lines.size[j] / n * std::log1p((a - 1.0) / n * (lines.size[j] - 1.0));
  return sum;
}

}  // namespace

Clusters::Clusters(double n, const Sizes& sizes, const Sizes& lines) : n_(n), sizes_(sizes) {
  Accumulator small_alpha, large_items, large_excess;
  for (std::size_t i = 0; i < sizes.size.size(); ++i) {
    const double a = sizes.size[i], items = sizes.count[i] * a;
    const double alpha = expected_log_of_cell(n, a, lines);
    alpha_.push_back(alpha);
    if (many_small_ == i && alpha < largest_small_alpha) {  // alpha grows with the size
      many_small_ = i + 1;
      small_alpha.add(items * alpha);
    } else {
      large_items.add(items);
      large_excess.add(items * (std::log(a) - alpha));
    }
  }
  small_alpha_ = small_alpha.value();
  large_items_ = large_items.value();
  large_excess_ = large_excess.value();
}

LineGivenCell::LineGivenCell(const Clusters& clusters, std::size_t i, double b)
    : is_small_(i < clusters.many_small_) {
  const double n = clusters.n_, a = clusters.sizes_.size[i], alpha = clusters.alpha_[i];
  const double others = n - a;
  double small_alpha = clusters.small_alpha_, large_items = clusters.large_items_,
         large_excess = clusters.large_excess_;
  if (is_small_) {
    small_alpha -= a * alpha;
  } else {
    large_items -= a;
    large_excess -= a * (std::log(a) - alpha);
  }
  mean_left_ = b / n * others;
  large_share_ = large_items / others;
  slope_ = (small_alpha - large_excess) / others - alpha;
  // ln(b/n) + 1 is the slope of m ln(m/N) at the mean, and ln(ab/n) + 1 that of u ln u.
  const double log_line = std::log(b / n);
  slope_ -= large_share_ * (log_line + 1.0);
  if (!is_small_) slope_ += log_line + std::log(a) + 1.0;
}

}  // namespace partwise
