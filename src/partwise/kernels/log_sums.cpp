#include "accumulator.hpp"
#include "double_double.hpp"
#include "kernels.hpp"

namespace partwise {

std::pair<double, double> size_log_sum(const Sizes& sizes) {
  DoubleDouble sum;
  for (std::size_t i = 0; i < sizes.size.size(); ++i) {
    if (sizes.size[i] <= 1.0) continue;  // 1 ln 1 = 0 ln 0 = 0
    sum = sum + two_product(sizes.count[i], sizes.size[i]) * log_double_double(sizes.size[i]);
  }
  return {sum.hi, sum.lo};
}

double compensated_sum(std::span<const double> terms) {
  Accumulator sum;
  for (const double term : terms) sum.add(term);
  return sum.value();
}

}  // namespace partwise
