// Expected mutual information over random clusterings of given sizes.
//
// n M = sum of psi(n_ij, a_i b_j / n) over all cells, empty ones included: the linear parts of psi
// cancel in the sum, no term is negative, and only distinct sizes matter.

#include <vector>

#include "double_double.hpp"
#include "hypergeometric.hpp"
#include "interpolation.hpp"
#include "kernels.hpp"

namespace partwise {
namespace {

// The same as expected_psi for a narrow law, with 30 digits: E X ln X - m ln m, where m = ab/n.
DoubleDouble expected_psi_extended(double n, DoubleDouble log_n, double a, double b,
                                   SizeLogs& size_log) {
  DoubleDouble sum, total;
  Hypergeometric(n, a, b).visit_each<DoubleDouble>(
      [&](double x, double, const DoubleDouble& weight) {
        sum = sum + weight * size_log(x);
        total = total + weight;
      });
  const DoubleDouble log_mean = size_log(a) / a + size_log(b) / b - log_n;
  return sum / total - two_product(a, b) / n * log_mean;
}

std::pair<double, double> extended_sum(double n, const Sizes& rows, const Sizes& columns,
                                       const Tick& tick) {
  const DoubleDouble log_n = log_double_double(n);
  DoubleDouble sum;
  SizeLogs size_log;
  for (std::size_t i = 0; i < rows.size.size(); ++i) {
    tick();
    for (std::size_t j = 0; j < columns.size.size(); ++j) {
      const double a = rows.size[i], b = columns.size[j];
      const DoubleDouble term = Hypergeometric(n, a, b).is_narrow()
                                    ? expected_psi_extended(n, log_n, a, b, size_log)
                                    : DoubleDouble{expected_psi(n, a, b), 0.0};
      sum = sum + two_product(rows.count[i], columns.count[j]) * term;
    }
  }
  return {sum.hi, sum.lo};
}

// Expected psi is smooth in both sizes, so that histograms with many distinct sizes can be
// compressed; what that admits, 1e-16 of the sum, is less than the terms' own rounding.
std::pair<double, double> plain_sum(double n, const Sizes& rows, const Sizes& columns,
                                    const Tick& tick) {
  const SizeRule row_rule = compressed(rows), column_rule = compressed(columns);
  Accumulator sum;
  for (std::size_t i = 0; i < row_rule.size.size(); ++i) {
    tick();
    Accumulator line;
    for (std::size_t j = 0; j < column_rule.size.size(); ++j)
      line.add(column_rule.weight[j] * expected_psi(n, row_rule.size[i], column_rule.size[j]));
    sum.add(row_rule.weight[i] * line.value());
  }
  return {sum.value(), 0.0};
}

}  // namespace

std::pair<double, double> expected_mutual_information(double n, const Sizes& rows,
                                                      const Sizes& columns, bool extended,
                                                      const Tick& tick) {
  return extended ? extended_sum(n, rows, columns, tick) : plain_sum(n, rows, columns, tick);
}

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

namespace {

// The rounding error of a product by Dekker (1971): unlike a fused multiply-add, it runs on many
// entries at once on every processor.
double product_error(double a, double b, double product) {
  constexpr double splitter = 134217729.0;  // 2^27 + 1
  const double a_high = splitter * a - (splitter * a - a), a_low = a - a_high;
  const double b_high = splitter * b - (splitter * b - b), b_low = b - b_high;
  return ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
}

}  // namespace

void difference_of_products(std::span<const double> a, std::span<const double> b,
                            std::span<const double> c, std::span<const double> d, double* result) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double first = a[i] * b[i], second = c[i] * d[i];
    result[i] = (first - second) +
                (product_error(a[i], b[i], first) - product_error(c[i], d[i], second));
  }
}

}  // namespace partwise
