// Formulas on arrays of counts, with one bound of the relative error for all results of a step: half
// the work of a bound for each of them. It is for formulas in which only whole numbers cancel.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "program.hpp"

namespace partwise {

// What is known of all results of a step.
struct Known {
  double smallest = 1.0;  // absolute value of any but zero
  double largest = 0.0;
  double relative = 0.0;    // error; 0 says that all are whole numbers without error
  bool is_narrow = false;   // 53 bits suffice, and there are no others
  bool is_positive = true;  // or zero
};

class QuickValues {
 public:
  static constexpr std::size_t lanes_at_once = 128;

  explicit QuickValues(const Program& program);

  // Computes result.size() <= lanes_at_once values for the counts from `start` on; NaN where they
  // are not decided. False if a step has no bound.
  bool operator()(const Program::Columns& columns, std::size_t start, std::span<double> result);

 private:
  const Instructions& steps_;
  std::vector<Known> known_;
  std::vector<double> parts_;  // of each step, the upper halves of its results and the lower ones
};

}  // namespace partwise
