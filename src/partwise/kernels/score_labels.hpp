// From labels to scores, without a table that outlives the call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "counting_methods.hpp"
#include "kernels.hpp"
#include "score_table.hpp"

namespace partwise {

// Scores two clusterings of fewer than 2^32 items; its memory is used again for the next two.
class LabelScorer {
 public:
  // See ExpectedLogs.
  explicit LabelScorer(double most_work) : scorer_(most_work) {}

  // NaN where the value is not decided.
  double operator()(const Labels& a, const Labels& b, const Program& program);

  // The same, if labels are numbers from 0 on and the margins are known.
  double operator()(const Labels& a, const Labels& b, const Margin& rows, const Margin& columns,
                    const Program& program);

 private:
  void count_all(const Labels& a, const Labels& b, std::uint64_t low_a, std::uint64_t low_b,
                 std::size_t height, std::size_t width);
  CountedTable count(const Labels& a, const Labels& b);
  CountedTable count(const Labels& a, const Labels& b, Range range_a, Range range_b);
  CountedTable count_named(const Labels& a, const Labels& b);
  std::size_t number(const Labels& labels, std::vector<std::uint32_t>& codes);

  TableScorer scorer_;
  Margin rows_, columns_;
  std::vector<std::uint32_t> counts_, row_of_, column_of_;
  LabelTable numbers_{0};
};

// Scores several clusterings of the same items with each other, on several threads.
class MatrixScorer {
 public:
  // A column of numbers from 0 on for each clustering, with the sizes of its clusters.
  MatrixScorer(std::vector<Labels> clusterings, std::vector<std::vector<std::uint32_t>> sizes,
               Program program, std::size_t threads);

  std::size_t size() const { return clusterings_.size(); }

  // The scores of clustering `first` as the reference with those from `start` on. `tick` is called
  // on this thread now and then, and throws to stop all.
  std::vector<double> row(std::size_t first, std::size_t start, const Tick& tick);

 private:
  std::vector<Labels> clusterings_;
  std::vector<Margin> margins_;
  Program program_;
  std::vector<LabelScorer> scorers_;  // one a thread
};

}  // namespace partwise
