// Given that a cell of a cluster of size `own` was taken out of a line of the table, the nonlinear
// part of the expected sum of the rest of that line, as a function of what is left of it:
//
//   rest(left) = sum of F(n - own, other, left) over all clusters but that one,
//   F(N, a, m) = E X ln X for small clusters, E psi(X, am/N) for large ones (conditional_line.hpp),
//   X ~ Hypergeometric(N, a, m).
#pragma once

#include <functional>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "conditional_line.hpp"
#include "interpolation.hpp"
#include "kernels.hpp"

namespace partwise {

// Sums directly, and remembers. The same for all clusters of one size.
class DirectRest {
 public:
  DirectRest(double n, double own, const Clusters& clusters, const Tick& tick)
      : n_(n), own_(own), clusters_(clusters), tick_(tick) {}

  double operator()(double left);

 private:
  double n_, own_;
  std::reference_wrapper<const Clusters> clusters_;
  std::reference_wrapper<const Tick> tick_;
  std::unordered_map<double, double> known_;
};

std::vector<DirectRest> direct_rests(double n, const Clusters& clusters, const Tick& tick);

// Evaluates interpolants in `left`. What is left of the single line that may hold more than half of
// all items is far from 0 and bounded by n - own, so there n - own - left is the better variable.
class InterpolatedRest {
 public:
  struct Part {
    std::shared_ptr<const Grid> grid;
    std::vector<double> coefficients;
  };

  InterpolatedRest(double remaining, Part part, Part part_of_giant)
      : remaining_(remaining), part_(std::move(part)), part_of_giant_(std::move(part_of_giant)) {}

  double operator()(double left) const {
    const bool is_of_giant = part_of_giant_.grid && left > part_.grid->high() + 0.5;
    const Part& part = is_of_giant ? part_of_giant_ : part_;
    return part.grid->evaluate(part.coefficients, is_of_giant ? remaining_ - left : left);
  }

 private:
  double remaining_;
  Part part_, part_of_giant_;
};

// For every size, its interpolated rest on the lines of the given sizes.
std::vector<InterpolatedRest> interpolated_rests(double n, const Clusters& clusters,
                                                 const Sizes& lines, const Tick& tick);

// How many F's each way takes.
double direct_rests_cost(double n, const Sizes& sizes, const Sizes& lines);
double interpolated_rests_cost(double n, const Sizes& sizes, const Sizes& lines);

}  // namespace partwise
