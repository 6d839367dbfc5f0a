// Variance of mutual information over random clusterings of given sizes.
//
// n M = S = sum of row sums R_i = sum of column sums C_j. Given a cell X_ij = u, the rest of its
// row and the rest of its column are independent, so Var S is the sum over all cells of
// Cov(E[R_i | u], E[C_j | u]).

#include <vector>

#include "conditional_line.hpp"
#include "double_double.hpp"
#include "hypergeometric.hpp"
#include "kernels.hpp"
#include "rest_of_line.hpp"

namespace partwise {
namespace {

class CellCovariance {
 public:
  explicit CellCovariance(double n) : n_(n) {}

  // Cov_u(E[row sum | X = u], E[column sum | X = u]) for one cell X of sizes a and b.
  template <class Rest>
  double operator()(double a, double b, const LineGivenCell& row, const LineGivenCell& column,
                    Rest& rest_of_row, Rest& rest_of_column) {
    const Hypergeometric law(n_, a, b);
    law.points(points_);
    row_.clear();
    column_.clear();
    Accumulator row_mean, column_mean;
    for (const Point& p : points_) {
      const double own = psi(law.mean(), p.delta);
      row_.push_back(row(p.x, p.delta, own) + rest_of_row(a - p.x));
      column_.push_back(column(p.x, p.delta, own) + rest_of_column(b - p.x));
      row_mean.add(p.weight * row_.back());
      column_mean.add(p.weight * column_.back());
    }
    Accumulator covariance;
    for (std::size_t k = 0; k < points_.size(); ++k)
      covariance.add(points_[k].weight * (row_[k] - row_mean.value()) *
                     (column_[k] - column_mean.value()));
    return covariance.value();
  }

 private:
  double n_;
  std::vector<Point> points_;
  std::vector<double> row_, column_;
};

// Whether all cells of such a cluster are known: it is empty, or holds all items.
bool is_constant(double n, double size) { return size <= 0.0 || size >= n; }

template <class Rests>
double sum_of_covariances(double n, const Clusters& rows, const Clusters& columns,
                          Rests rest_of_columns, Rests rest_of_rows, const Tick& tick) {
  CellCovariance covariance(n);
  Accumulator variance;
  for (std::size_t i = 0; i < rows.sizes().size.size(); ++i) {
    tick();
    const double a = rows.sizes().size[i];
    for (std::size_t j = 0; j < columns.sizes().size.size(); ++j) {
      const double b = columns.sizes().size[j];
      if (is_constant(n, a) || is_constant(n, b)) continue;
      const LineGivenCell column(rows, i, b), row(columns, j, a);
      variance.add(rows.sizes().count[i] * columns.sizes().count[j] *
                   covariance(a, b, row, column, rest_of_rows[j], rest_of_columns[i]));
    }
  }
  return variance.value();
}

bool is_interpolation_worthwhile(double n, const Sizes& rows, const Sizes& columns) {
  return 2.0 * (interpolated_rests_cost(n, rows, columns) +
                interpolated_rests_cost(n, columns, rows)) <
         direct_rests_cost(n, rows, columns) + direct_rests_cost(n, columns, rows);
}

}  // namespace

double variance_of_mutual_information(double n, const Sizes& rows, const Sizes& columns,
                                      Interpolate interpolate, const Tick& tick) {
  if (rows.size.empty() || columns.size.empty()) return 0.0;
  const Clusters row_clusters(n, rows, columns), column_clusters(n, columns, rows);
  const bool is_possible = n < 0x1p50;  // beyond, values of cells need not be integers
  if (is_possible && (interpolate == Interpolate::always ||
                      (interpolate == Interpolate::if_faster &&
                       is_interpolation_worthwhile(n, rows, columns))))
    return sum_of_covariances(n, row_clusters, column_clusters,
                              interpolated_rests(n, row_clusters, columns, tick),
                              interpolated_rests(n, column_clusters, rows, tick), tick);
  return sum_of_covariances(n, row_clusters, column_clusters, direct_rests(n, row_clusters, tick),
                            direct_rests(n, column_clusters, tick), tick);
}

}  // namespace partwise
