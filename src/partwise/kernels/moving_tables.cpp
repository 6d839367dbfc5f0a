#include "moving_tables.hpp"

#include <algorithm>
#include <stdexcept>

namespace partwise {

namespace {

std::int64_t pairs_of(std::int64_t squares, std::int64_t items) { return (squares - items) / 2; }

}  // namespace

MovingTables::MovingTables(std::span<const std::int32_t> others,
                           std::span<const std::int64_t> sizes,
                           std::span<const std::int32_t> labels)
    : others_(others.begin(), others.end()),
      labels_(labels.begin(), labels.end()),
      sizes_(sizes.begin(), sizes.end()) {
  const std::size_t blocks = labels.size();
  if (blocks == 0 || sizes.size() != blocks || others.empty() || others.size() % blocks != 0)
    throw std::invalid_argument("there must be a size, a label and other labels for each block");
  tables_.assign(others.size() / blocks, MovingTable({false, false, false}));
  for (std::size_t block = 0; block < blocks; ++block)
    for (std::size_t t = 0; t < tables_.size(); ++t)
      tables_[t].change(labels[block], others[block * tables_.size() + t], sizes[block]);
  held_.resize(static_cast<std::size_t>(*std::max_element(others.begin(), others.end())) + 1);
  cluster_sizes_.resize(
      static_cast<std::size_t>(*std::max_element(labels.begin(), labels.end())) + 2);
  for (std::size_t block = 0; block < blocks; ++block) size_of(labels[block]) += sizes[block];
}

PairsTogether MovingTables::pairs_after_move(std::span<const std::int32_t> group) {
  const auto source = static_cast<std::size_t>(cluster_of(group));
  const std::size_t k = cluster_sizes_.size();
  PairsTogether pairs{std::vector<std::int64_t>(tables_.size() * k), std::vector<std::int64_t>(k)};
  for (std::size_t t = 0; t < tables_.size(); ++t)
    count_joins(group, t, source, std::span(pairs.in_both).subspan(t * k, k));
  const TableSums& sums = tables_.front().sums();
  const std::int64_t now = pairs_of(sums.row_squares, sums.items);
  const std::int64_t items = items_of(group);
  for (std::size_t c = 0; c < k; ++c)
    pairs.in_own[c] = now + items * (cluster_sizes_[c] - (cluster_sizes_[source] - items));
  pairs.in_own[source] = now;
  return pairs;
}

// With h_r items in each column r, a group gains Σ_r h_r·n_rc pairs where it arrives, and loses
// Σ_r h_r·(n_ra - h_r) where it was.
void MovingTables::count_joins(std::span<const std::int32_t> group, std::size_t table,
                               std::size_t source, std::span<std::int64_t> pairs) {
  std::int64_t within = 0;  // Σ_r h_r²
  for (const std::int32_t block : group) held(block, table) += size(block);
  for (const std::int32_t block : group) {
    const std::int64_t items = std::exchange(held(block, table), 0);
    tables_[table].add_column(other(block, table), items, pairs);
    within += items * items;
  }
  const TableSums& sums = tables_[table].sums();
  const std::int64_t now = pairs_of(sums.cell_squares, sums.items);
  const std::int64_t without = now - (pairs[source] - within);
  for (std::int64_t& count : pairs) count += without;
  pairs[source] = now;
}

void MovingTables::move(std::span<const std::int32_t> group, std::int32_t target) {
  const std::int32_t source = cluster_of(group);
  if (target < 0 || static_cast<std::size_t>(target) >= cluster_sizes_.size())
    throw std::invalid_argument("there is no such cluster");
  for (const std::int32_t block : group) {
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      tables_[t].change(source, other(block, t), -size(block));
      tables_[t].change(target, other(block, t), size(block));
    }
    labels_[static_cast<std::size_t>(block)] = target;
  }
  const std::int64_t items = items_of(group);
  size_of(source) -= items;
  size_of(target) += items;
  if (std::count(cluster_sizes_.begin(), cluster_sizes_.end(), 0) == 0) cluster_sizes_.push_back(0);
}

std::int32_t MovingTables::cluster_of(std::span<const std::int32_t> group) const {
  if (group.empty()) throw std::invalid_argument("the group has no blocks");
  for (const std::int32_t block : group)
    if (block < 0 || static_cast<std::size_t>(block) >= labels_.size())
      throw std::invalid_argument("there is no such block");
  const auto label = [this](std::int32_t block) { return labels_[static_cast<std::size_t>(block)]; };
  for (const std::int32_t block : group)
    if (label(block) != label(group.front()))
      throw std::invalid_argument("the blocks of a group must lie in one cluster");
  return label(group.front());
}

std::int64_t MovingTables::items_of(std::span<const std::int32_t> group) const {
  std::int64_t items = 0;
  for (const std::int32_t block : group) items += size(block);
  return items;
}

}  // namespace partwise
