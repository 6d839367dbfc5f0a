// Polynomial interpolation on integers, for functions that are smooth on a logarithmic scale.
//
// Nodes are integers near Chebyshev's, so that the function is only asked where it has a meaning
// (cluster sizes). Values become coefficients of Chebyshev polynomials once per panel.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "kernels.hpp"

namespace partwise {

// The integers from low to high, and a polynomial through at most `most_nodes` of them.
class Panel {
 public:
  Panel(double low, double high, std::size_t most_nodes);

  double high() const { return high_; }
  std::span<const double> nodes() const { return nodes_; }

  // What the function's values at the nodes weigh in the interpolant at x.
  void weights(double x, std::span<double> out) const;

  // Values at the nodes to what `evaluate` takes.
  void coefficients(std::span<const double> values, std::span<double> out) const;
  double evaluate(std::span<const double> coefficients, double x) const;

 private:
  bool is_complete() const { return inverse_.empty(); }  // every integer is a node
  double scaled(double x) const { return (x - middle_) / half_; }

  double low_, high_, middle_, half_;
  std::vector<double> nodes_;
  std::vector<double> inverse_;  // of the matrix of Chebyshev polynomials at the nodes
};

// Panels side by side. A function on the grid is a vector with one entry per node.
class Grid {
 public:
  // Every integer from 0 to 64, then panels that end at twice the last one's end, up to high.
  static Grid dyadic(double high);
  static double most_dyadic_nodes(double high);
  // One panel from 0 to high, for functions without a singularity at 0.
  static Grid single(double high);

  double high() const { return panels_.back().high(); }
  std::span<const double> nodes() const { return nodes_; }
  std::vector<double> coefficients(std::span<const double> values) const;
  double evaluate(std::span<const double> coefficients, double x) const;

 private:
  void add(Panel panel);

  std::vector<Panel> panels_;
  std::vector<std::size_t> first_;  // where a panel's nodes begin
  std::vector<double> nodes_;
};

// Sizes with weights, of any sign, that owns its vectors.
struct SizeRule {
  std::vector<double> size, weight;
};

// A rule that sums smooth functions of the sizes as the histogram does, with fewer sizes where a
// panel holds more distinct ones than an interpolant has nodes.
SizeRule compressed(const Sizes& sizes);

}  // namespace partwise
