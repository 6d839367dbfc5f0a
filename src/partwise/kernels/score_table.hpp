// From a counted table to the value of a formula, in one go.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "program.hpp"
#include "score_expected.hpp"
#include "score_logs.hpp"

namespace partwise {

// The counts of one table of fewer than 2^32 items: those of the cells that are named, or, without
// names, of all cells, row by row; empty ones may be among them.
struct CountedTable {
  std::uint32_t n;
  std::span<const std::uint32_t> counts;
  std::span<const std::uint32_t> rows, columns;
};

// The sizes of one clustering, and what formulas need of them alone.
struct Margin {
  std::vector<std::uint32_t> sizes;  // of the clusters; those of 0 items are none
  std::uint32_t clusters = 0;
  std::uint64_t squares = 0;
  LogSum logs;
  std::vector<SizeCount> distinct;  // the largest first

  // From `sizes`, what is needed.
  void prepare(std::uint32_t needs);
};

// Gives programs what they need of a table; its memory is used again for the next one.
class TableScorer {
 public:
  explicit TableScorer(double most_work) : expected_(most_work) {}

  // Computes what programs need; `score` then gives NaN where the value is not decided.
  void read(const CountedTable& table, const Margin& rows, const Margin& columns,
            std::uint32_t needs);
  double score(const Program& program) const;

  // Whether this program needs only what is computed here: Python knows the rest.
  static bool can_score(const Program& program);

 private:
  void fill_pairs(const CountedTable& table, const Margin& rows, const Margin& columns);
  void fill_cells(const CountedTable& table, const Margin& rows, const Margin& columns,
                  std::uint32_t needs);
  void fill_information(const CountedTable& table, const Margin& rows, const Margin& columns);
  void fill_arrangements(const CountedTable& table, const Margin& rows, const Margin& columns);
  bool fill_expected(std::uint32_t n, const Margin& rows, const Margin& columns);

  Vocabulary vocabulary_;
  std::uint32_t known_ = 0;  // members of the vocabulary
  ExpectedLogs expected_;
  std::vector<double> cells_, rows_, columns_;
  std::vector<std::int32_t> row_numbers_, column_numbers_;
  std::vector<std::uint32_t> row_maxima_, column_maxima_;
};

}  // namespace partwise
