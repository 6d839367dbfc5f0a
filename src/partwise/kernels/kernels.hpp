// What the kernels offer to module.cpp. All sizes and multiplicities are integers held in doubles.
#pragma once

#include <functional>
#include <span>
#include <utility>

namespace partwise {

// The distinct cluster sizes of one clustering, in increasing order, and how many clusters have
// each.
struct Sizes {
  std::span<const double> size;
  std::span<const double> count;
};

// Called now and then by long loops; it throws to stop them.
using Tick = std::function<void()>;

// sum of count * size * ln(size), as an unevaluated sum of two doubles (about 100 good bits).
std::pair<double, double> size_log_sum(const Sizes& sizes);

// Sum by Neumaier's method: as good as one rounding of the exact sum for terms of one sign.
double compensated_sum(std::span<const double> terms);

// a b - c d, entry by entry: the rounding errors of both products are computed (Dekker's product)
// and put back, so nothing is lost where the products nearly cancel.
void difference_of_products(std::span<const double> a, std::span<const double> b,
                            std::span<const double> c, std::span<const double> d, double* result);

// n * E[M(A, B)] over random clusterings with the given sizes, as an unevaluated sum of two
// doubles. Good to `plain_error`, relatively, which is measured; if `extended`, to some 30 digits, as
// far as the cells' laws are narrow.
inline constexpr double plain_error = 0x1p-49;
std::pair<double, double> expected_mutual_information(double n, const Sizes& rows,
                                                      const Sizes& columns, bool extended,
                                                      const Tick& tick);

enum class Interpolate { never, if_faster, always };

// n^2 * Var[M(A, B)] over the same clusterings, by direct sums or by interpolated ones, which agree
// to about 1e-12. From n = 2^50 on, all sums are direct.
double variance_of_mutual_information(double n, const Sizes& rows, const Sizes& columns,
                                      Interpolate interpolate, const Tick& tick);

}  // namespace partwise
