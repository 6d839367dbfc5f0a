// The tables of one clustering with several others, which change together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "moving_table.hpp"

namespace partwise {

// Pairs of items that are together after a move, for each cluster that it may lead to.
struct PairsTogether {
  std::vector<std::int64_t> in_both;  // for each of the others and each cluster
  std::vector<std::int64_t> in_own;  // in the clustering itself, for each cluster
};

// Items come in blocks that all the others keep together. The clusters that change are the rows of
// the tables: a column, a cluster of one of the others, knows its cells, which are all that a group
// of its items can meet.
class MovingTables {
 public:
  // From the cluster of each block in each of the others, block after block, the items of each block,
  // and the cluster in which each begins. At least one cluster is always empty.
  MovingTables(std::span<const std::int32_t> others, std::span<const std::int64_t> sizes,
               std::span<const std::int32_t> labels);

  // A group is some blocks of one cluster, each once.
  PairsTogether pairs_after_move(std::span<const std::int32_t> group);
  void move(std::span<const std::int32_t> group, std::int32_t target);

  const std::vector<std::int32_t>& labels() const { return labels_; }
  std::size_t cluster_count() const { return cluster_sizes_.size(); }  // empty ones included

 private:
  std::int32_t cluster_of(std::span<const std::int32_t> group) const;
  std::int64_t items_of(std::span<const std::int32_t> group) const;
  void count_joins(std::span<const std::int32_t> group, std::size_t table, std::size_t source,
                   std::span<std::int64_t> pairs);
  std::int64_t size(std::int32_t block) const { return sizes_[static_cast<std::size_t>(block)]; }
  std::int64_t& size_of(std::int32_t cluster) {
    return cluster_sizes_[static_cast<std::size_t>(cluster)];
  }
  std::int32_t other(std::int32_t block, std::size_t table) const {
    return others_[static_cast<std::size_t>(block) * tables_.size() + table];
  }
  std::int64_t& held(std::int32_t block, std::size_t table) {
    return held_[static_cast<std::size_t>(other(block, table))];
  }

  std::vector<std::int32_t> others_, labels_;
  std::vector<std::int64_t> sizes_, cluster_sizes_;
  std::vector<MovingTable> tables_;
  std::vector<std::int64_t> held_;  // items of a group in each column of one table; zero between calls
};

}  // namespace partwise
