// Expected mutual information of random clusterings of few sizes, in double-double arithmetic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "double_double.hpp"
#include "vocabulary.hpp"

namespace partwise {

struct SizeCount {
  std::uint32_t size, count;
};

// E X ln X for X ~ Hypergeometric(n, a, b). Remembers it: the same sizes come again and again, in
// clusterings of the same items.
class ExpectedLogs {
 public:
  // For how many values of cells probabilities may be computed, about, for one table.
  explicit ExpectedLogs(double most_work) : most_work_(most_work) {}

  // The sum over all cells of a table of these sizes, the largest first; nothing if that takes too
  // long, or if a law is too wide to be summed value by value.
  std::optional<Enclosed> sum(std::uint32_t n, std::span<const SizeCount> rows,
                              std::span<const SizeCount> columns);

 private:
  struct Entry {
    std::uint64_t sizes = 0;  // a and b, or 0
    DoubleDouble value;
  };

  const DoubleDouble* find(std::uint32_t a, std::uint32_t b);
  DoubleDouble compute(std::uint32_t a, std::uint32_t b);
  bool is_too_much(std::span<const SizeCount> rows, std::span<const SizeCount> columns) const;
  Entry& slot(std::uint64_t sizes);
  void forget();
  void grow();

  static constexpr std::size_t most_entries = std::size_t{1} << 20;

  double most_work_;
  std::uint32_t n_ = 0;
  std::size_t used_ = 0;
  std::vector<Entry> entries_;
  SizeLogs size_log_;
};

}  // namespace partwise
