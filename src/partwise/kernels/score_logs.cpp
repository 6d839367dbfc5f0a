#include "score_logs.hpp"

namespace partwise {

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

}  // namespace partwise
