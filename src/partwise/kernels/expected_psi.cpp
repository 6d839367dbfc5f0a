#include <array>
#include <memory>

#include "hypergeometric.hpp"

namespace partwise {
namespace {

constexpr int most_centres = 80, most_values = 256;

// psi(x, r) for small integers. With r near the mean, E psi(X, mean) = E psi(X, r) - psi(mean, r)
// loses no digits, and saves the logarithm of every value. The row r = 0 holds x ln x instead.
class IntegerPsi {
 public:
  IntegerPsi() {
    for (int x = 0; x < most_values; ++x) {
      at(0, x) = x > 1 ? x * std::log(x) : 0.0;
      for (int r = 1; r < most_centres; ++r) at(r, x) = psi(r, x - r);
    }
  }

  const double* around(int r) const { return &(*values_)[r * most_values]; }

 private:
  double& at(int r, int x) { return (*values_)[r * most_values + x]; }

  std::unique_ptr<std::array<double, most_centres * most_values>> values_ =
      std::make_unique<std::array<double, most_centres * most_values>>();
};

template <class Function>
double mean_of(const Hypergeometric& law, Function function) {
  double sum = 0.0, total = 0.0;
  law.visit_points([&](double x, double delta, double weight) {
    sum += weight * function(x, delta);
    total += weight;
  });
  return sum / total;
}

double table_mean(const Hypergeometric& law, int centre) {
  static const IntegerPsi table;
  const double* values = table.around(centre);
  return mean_of(law, [values](double x, double) {
    return values[std::min(static_cast<int>(x), most_values - 1)];
  });
}

double psi_by_table(const Hypergeometric& law) {
  const double mean = law.mean();
  if (mean < 1.0) return table_mean(law, 0) - mean * std::log(mean);
  const int centre = static_cast<int>(mean + 0.5);
  return table_mean(law, centre) - psi(centre, mean - centre);
}

}  // namespace

double expected_psi(double n, double a, double b) {
  if (a <= 0.0 || b <= 0.0 || a >= n || b >= n) return 0.0;
  const Hypergeometric law(n, a, b);
  // Deviations below 8 and a mean below 64: no value beyond the table has any weight.
  if (law.is_visited_value_by_value() && law.mean() < 64.0) return psi_by_table(law);
  return mean_of(law, [&law](double, double delta) { return psi(law.mean(), delta); });
}

double expected_x_log_x(double n, double a, double b) {
  const double mean = a / n * b;
  if (mean >= 1.0) return expected_psi(n, a, b) + mean * std::log(mean);
  if (a <= 1.0 || b <= 1.0) return 0.0;
  return table_mean(Hypergeometric(n, a, b), 0);
}

}  // namespace partwise
