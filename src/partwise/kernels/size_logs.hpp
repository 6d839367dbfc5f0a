// x ln x to 30 digits.
#pragma once

#include <cstddef>
#include <vector>

#include "double_double.hpp"

namespace partwise {

// Remembers the values for small x.
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

}  // namespace partwise
