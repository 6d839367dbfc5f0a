// Moments of mutual information over random clusterings of given sizes.
//
// n M = sum of psi(n_ij, a_i b_j / n) over all cells, empty ones included: the linear parts of psi
// cancel in the sum, no term is negative, and only distinct sizes matter.

#include <unordered_map>

#include "accumulator.hpp"
#include "double_double.hpp"
#include "hypergeometric.hpp"
#include "kernels.hpp"

namespace partwise {
namespace {

// E psi(X, ab/n) for X ~ Hypergeometric(n, a, b).
double expected_psi(double n, double a, double b, std::vector<Point>& points) {
  if (a <= 0.0 || b <= 0.0 || a >= n || b >= n) return 0.0;
  const Hypergeometric law(n, a, b);
  law.points(points);
  Accumulator sum;
  for (const Point& p : points) sum.add(p.weight * psi(law.mean(), p.delta));
  return sum.value();
}

// x ln x with 30 digits, remembered for small x.
class SizeLogs {
 public:
  DoubleDouble operator()(double x) {
    if (x <= 1.0) return {};
    if (x >= remembered) return log_double_double(x) * x;
    const auto i = static_cast<std::size_t>(x);
    if (known_.size() <= i) known_.resize(i + 1);
    if (known_[i].hi == 0.0) known_[i] = log_double_double(x) * x;
    return known_[i];
  }

 private:
  static constexpr double remembered = 65536.0;
  std::vector<DoubleDouble> known_;
};

// The same as expected_psi for a narrow law, with 30 digits: E X ln X - m ln m, where m = ab/n.
DoubleDouble expected_psi_extended(double n, double a, double b, SizeLogs& size_log) {
  DoubleDouble sum, total;
  Hypergeometric(n, a, b).visit_each<DoubleDouble>(
      [&](double x, double, const DoubleDouble& weight) {
        sum = sum + weight * size_log(x);
        total = total + weight;
      });
  const DoubleDouble log_mean =
      size_log(a) / a + size_log(b) / b - log_double_double(n);
  return sum / total - two_product(a, b) / n * log_mean;
}

// Given that a cell of a cluster of size `own` was taken out of a line of the table, the expected
// psi of the rest of that line, by what is left of it. The same for all clusters of that size.
class RestOfLine {
 public:
  RestOfLine(double n, double own, const Sizes& others) : n_(n), own_(own), others_(others) {}

  double operator()(double left, std::vector<Point>& points) {
    const auto [entry, is_new] = known_.try_emplace(left, 0.0);
    if (is_new) entry->second = compute(left, points);
    return entry->second;
  }

 private:
  double compute(double left, std::vector<Point>& points) const {
    Accumulator sum;
    for (std::size_t i = 0; i < others_.size.size(); ++i) {
      const double count = others_.count[i] - (others_.size[i] == own_ ? 1.0 : 0.0);
      if (count > 0.0) sum.add(count * expected_psi(n_ - own_, others_.size[i], left, points));
    }
    return sum.value();
  }

  double n_, own_;
  Sizes others_;
  std::unordered_map<double, double> known_;
};

std::vector<RestOfLine> rests(double n, const Sizes& sizes) {
  std::vector<RestOfLine> result;
  result.reserve(sizes.size.size());
  for (const double size : sizes.size) result.emplace_back(n, size, sizes);
  return result;
}

struct CellCovariance {
  double n;
  std::vector<Point> points{}, scratch{};
  std::vector<double> row{}, column{};

  // Cov_u(E[row sum | X = u], E[column sum | X = u]) for one cell X of sizes a and b.
  double operator()(double a, double b, RestOfLine& rest_of_column, RestOfLine& rest_of_row) {
    if (a >= n || b >= n) return 0.0;
    const Hypergeometric law(n, a, b);
    law.points(points);
    row.clear();
    column.clear();
    Accumulator row_mean, column_mean;
    for (const Point& p : points) {
      const double own = psi(law.mean(), p.delta);
      row.push_back(own + psi(a / n * (n - b), -p.delta) + rest_of_row(a - p.x, scratch));
      column.push_back(own + psi(b / n * (n - a), -p.delta) + rest_of_column(b - p.x, scratch));
      row_mean.add(p.weight * row.back());
      column_mean.add(p.weight * column.back());
    }
    Accumulator covariance;
    for (std::size_t k = 0; k < points.size(); ++k)
      covariance.add(points[k].weight * (row[k] - row_mean.value()) *
                     (column[k] - column_mean.value()));
    return covariance.value();
  }
};

}  // namespace

std::pair<double, double> expected_mutual_information(double n, const Sizes& rows,
                                                      const Sizes& columns, bool extended,
                                                      const Tick& tick) {
  DoubleDouble sum;
  SizeLogs size_log;
  std::vector<Point> points;
  for (std::size_t i = 0; i < rows.size.size(); ++i) {
    tick();
    for (std::size_t j = 0; j < columns.size.size(); ++j) {
      const double a = rows.size[i], b = columns.size[j];
      const DoubleDouble term = extended && Hypergeometric(n, a, b).is_narrow()
                                    ? expected_psi_extended(n, a, b, size_log)
                                    : DoubleDouble{expected_psi(n, a, b, points), 0.0};
      sum = sum + two_product(rows.count[i], columns.count[j]) * term;
    }
  }
  return {sum.hi, sum.lo};
}

double variance_of_mutual_information(double n, const Sizes& rows, const Sizes& columns,
                                      const Tick& tick) {
  std::vector<RestOfLine> rest_of_columns = rests(n, rows), rest_of_rows = rests(n, columns);
  CellCovariance covariance{n};
  Accumulator variance;
  for (std::size_t i = 0; i < rows.size.size(); ++i) {
    for (std::size_t j = 0; j < columns.size.size(); ++j) {
      tick();
      variance.add(rows.count[i] * columns.count[j] *
                   covariance(rows.size[i], columns.size[j], rest_of_columns[i], rest_of_rows[j]));
    }
  }
  return variance.value();
}

}  // namespace partwise
