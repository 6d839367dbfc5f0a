#include "score_logs.hpp"

namespace partwise {
namespace {

DoubleDouble log_factorial(std::uint32_t x) {
  if (x < 40) {
    DoubleDouble product{1.0, 0.0};
    for (std::uint32_t y = 2; y <= x; ++y) product = product * static_cast<double>(y);
    const double ratio = product.lo / product.hi;  // below 2^-53
    return log_double_double(product.hi) + DoubleDouble{ratio - ratio * ratio / 2.0, 0.0};
  }
  thread_local SizeLogs size_log;
  const DoubleDouble x_log_x = size_log(x), over = DoubleDouble{1.0, 0.0} / x;
  const DoubleDouble square = over * over;
  DoubleDouble series;
  for (std::size_t k = stirling.size(); k-- > 0;)
    series = series * square + DoubleDouble{stirling[k].numerator, 0.0} / stirling[k].denominator;
  return x_log_x - DoubleDouble{static_cast<double>(x), 0.0} + x_log_x * over * 0.5 +
         half_log_two_pi + series * over;
}

}  // namespace

LogSum LogSum::of(DoubleDouble x_log_x) {
  LogSum result;
  result.units_ = wide_of(std::ldexp(x_log_x.hi, fraction_bits));
  const double low = std::nearbyint(std::ldexp(x_log_x.lo, fraction_bits));
  if (low < 0.0)
    result.units_ = result.units_ - wide_of(-low);
  else
    result.units_ += wide_of(low);
  return result;
}

LogSum LogSum::of(std::uint32_t x) {
  thread_local SizeLogs size_log;
  return x < table_size ? table()[x] : of(size_log(x));
}

// Logarithms of primes; those of other numbers are sums.
const LogSum* LogSum::table() {
  static const std::vector<LogSum> known = [] {
    std::vector<std::uint32_t> divisor(table_size, 0);
    std::vector<DoubleDouble> logs(table_size);
    std::vector<LogSum> result(table_size);
    for (std::uint32_t x = 2; x < table_size; ++x) {
      if (divisor[x] == 0) {
        logs[x] = log_double_double(x);
        for (std::uint32_t y = 2 * x; y < table_size; y += x) divisor[y] = x;
      } else {
        logs[x] = logs[divisor[x]] + logs[x / divisor[x]];
      }
      result[x] = of(logs[x] * x);
    }
    return result;
  }();
  return known.data();
}

const LogSum* LogSum::factorials() {
  static const std::vector<LogSum> known = [] {
    std::vector<LogSum> result(table_size);
    for (std::uint32_t x = 2; x < table_size; ++x) result[x] = of(log_factorial(x));
    return result;
  }();
  return known.data();
}

LogSum LogSum::of_factorial(std::uint32_t x) {
  return x < table_size ? factorials()[x] : of(log_factorial(x));
}

}  // namespace partwise
