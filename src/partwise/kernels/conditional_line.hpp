// The expected sum of a line of the table, given one of its cells.
//
// n M is, up to a constant, the sum of x_ij (ln x_ij - alpha_i - beta_j) over all cells, for any
// alpha and beta. In a column sum, beta_j is constant, and what is left is
//
//   C_j = sum of x_ij (ln x_ij - alpha_i) over i.
//
// The variance is the same for all alpha and beta, but the covariances that add up to it are small
// only if alpha_i is about the ln x_ij that an item of row i may expect: else they are linear in
// the cells, far larger than their sum, and cancel.
//
// Given that the cell of a cluster of size `own` is u = mean + delta in a line of b items, the line
// has m = b - u items left among the N = n - own others. Their expected sum is that of
// E X (ln X - alpha) over the other clusters, X ~ Hypergeometric(N, a, m). It is split by a
// threshold on alpha:
//
//   small clusters: E X ln X, most of it exactly 0, and a linear part;
//   large clusters: E psi(X, am/N), which is about 1/2 however large X is, a linear part, and their
//                   share of m ln m, which is (share / N) psi(m, mean of m) and a linear part.
#pragma once

#include <cmath>
#include <vector>

#include "hypergeometric.hpp"
#include "kernels.hpp"

namespace partwise {

// The clusters of one clustering, small and large, and sums over each.
class Clusters {
 public:
  Clusters(double n, const Sizes& sizes, const Sizes& lines);

  const Sizes& sizes() const { return sizes_; }
  Sizes small() const { return {sizes_.size.first(many_small_), sizes_.count.first(many_small_)}; }
  Sizes large() const {
    return {sizes_.size.subspan(many_small_), sizes_.count.subspan(many_small_)};
  }

 private:
  friend class LineGivenCell;

  double n_;
  Sizes sizes_;
  std::size_t many_small_ = 0;
  std::vector<double> alpha_;
  double small_alpha_ = 0.0;   // sum of a alpha over small clusters
  double large_items_ = 0.0;   // sum of a over large ones
  double large_excess_ = 0.0;  // sum of a (ln a - alpha) over large ones
};

// All of the expected sum of a line but E X ln X and E psi of the other clusters, up to a constant.
class LineGivenCell {
 public:
  // For the cell of cluster i in a line of b items.
  LineGivenCell(const Clusters& clusters, std::size_t i, double b);

  // `own_psi` is psi(u, mean of u).
  double operator()(double u, double delta, double own_psi) const {
    double value = slope_ * delta;
    if (!is_small_)
      value += own_psi;
    else if (u > 1.0)
      value += u * std::log(u);
    if (large_share_ > 0.0) value += large_share_ * psi(mean_left_, -delta);
    return value;
  }

 private:
  bool is_small_;
  double mean_left_, large_share_, slope_;
};

}  // namespace partwise
