// Prices first, roughly, by an auction (Bertsekas 1988); then each cluster that they leave unsettled
// is settled by a shortest augmenting path (Jonker and Volgenant 1987), from either side. All is
// done in whole numbers, so the matching is optimal whatever the auction did.

#include "assignment.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace partwise {
namespace {

constexpr std::int64_t far = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t between_ticks = 1 << 14;
constexpr std::int64_t bids_to_the_largest_gain = 1 << 11;
constexpr std::size_t cells_without_auction = 1 << 14;

struct Edge {
  std::int32_t end;
  std::int64_t gain;
};

struct Cluster {
  std::int64_t price = 0;
  std::int64_t distance = far;
  std::int32_t partner = -1;
  std::int32_t before = -1;  // on the shortest path to it
};

// The clusters of one clustering, each with its cells.
class Side {
 public:
  Side(std::size_t size, std::span<const std::int32_t> own, std::span<const std::int32_t> other,
       std::span<const std::int64_t> gain)
      : clusters(size), start_(size + 1), edges_(own.size()) {
    for (const std::int32_t i : own) ++start_[i + 1];
    for (std::size_t i = 0; i < size; ++i) start_[i + 1] += start_[i];
    std::vector<std::size_t> next(start_.begin(), start_.end() - 1);
    for (std::size_t k = 0; k < own.size(); ++k) edges_[next[own[k]]++] = {other[k], gain[k]};
  }

  std::span<const Edge> edges(std::int32_t i) const {
    return std::span(edges_).subspan(start_[i], start_[i + 1] - start_[i]);
  }

  // Clusters that have a price but no partner.
  std::vector<std::int32_t> unsettled() const {
    std::vector<std::int32_t> result;
    for (std::size_t i = 0; i < clusters.size(); ++i)
      if (clusters[i].partner < 0 && clusters[i].price > 0)
        result.push_back(static_cast<std::int32_t>(i));
    return result;
  }

  std::vector<Cluster> clusters;

 private:
  std::vector<std::size_t> start_;
  std::vector<Edge> edges_;
};

// Rows bid for columns, and the one that loses its column bids again.
class Auction {
 public:
  Auction(const Side& rows, Side& columns, std::int64_t step)
      : rows_(rows), columns_(columns), step_(step) {}

  template <class Tick>
  void run(Tick tick) {
    std::vector<std::int32_t> bidders(rows_.clusters.size()), outbid;
    for (std::size_t i = 0; i < bidders.size(); ++i) bidders[i] = static_cast<std::int32_t>(i);
    while (!bidders.empty()) {
      outbid.clear();
      for (const std::int32_t row : bidders) {
        tick(bidders.size());
        const std::int32_t loser = bid(row);
        if (loser >= 0) outbid.push_back(loser);
      }
      std::swap(bidders, outbid);
    }
    for (Cluster& column : columns_.clusters) column.partner = -1;  // prices are all that stays
  }

 private:
  std::int32_t bid(std::int32_t row) {
    std::int64_t best = 0, second = 0;
    Cluster* wanted = nullptr;
    for (const auto& [column, gain] : rows_.edges(row)) {
      const std::int64_t left = gain - columns_.clusters[column].price;
      if (left > best) {
        second = std::exchange(best, left);
        wanted = &columns_.clusters[column];
      } else {
        second = std::max(second, left);
      }
    }
    if (wanted == nullptr) return -1;
    wanted->price += best - second + step_;
    return std::exchange(wanted->partner, row);
  }

  const Side& rows_;
  Side& columns_;
  std::int64_t step_;
};

// The least price that pays for the cells of a cluster.
void lower(Side& own, const Side& other) {
  for (std::size_t i = 0; i < own.clusters.size(); ++i) {
    std::int64_t price = 0;
    for (const auto& [end, gain] : own.edges(static_cast<std::int32_t>(i)))
      price = std::max(price, gain - other.clusters[end].price);
    own.clusters[i].price = price;
  }
}

void match_tight_cells(Side& rows, Side& columns) {
  for (std::size_t i = 0; i < rows.clusters.size(); ++i) {
    Cluster& row = rows.clusters[i];
    for (const auto& [end, gain] : rows.edges(static_cast<std::int32_t>(i))) {
      Cluster& column = columns.clusters[end];
      if (column.partner >= 0 || gain < row.price + column.price) continue;
      row.partner = end;
      column.partner = static_cast<std::int32_t>(i);
      break;
    }
  }
}

// Finds partners for the clusters of one side, or prices at which they need none.
class Settling {
 public:
  Settling(Side& own, Side& other) : own_(own), other_(other) {}

  template <class Tick>
  void run(Tick tick) {
    const std::vector<std::int32_t> unsettled = own_.unsettled();
    const std::size_t rest = other_.unsettled().size();
    for (std::size_t k = 0; k < unsettled.size(); ++k)
      settle(unsettled[k], [&] { tick(unsettled.size() - k + rest); });
  }

 private:
  using Reached = std::pair<std::int64_t, std::int32_t>;

  // The nearest end of an alternating path from the source: a cluster of the other side without a
  // partner, or one of its own that can as well be left alone.
  template <class Tick>
  void settle(std::int32_t source, Tick tick) {
    limit_ = far;
    scan(source, 0);
    while (!heap_.empty() && heap_.front().first < limit_) {
      tick();
      std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
      const auto [distance, end] = heap_.back();
      heap_.pop_back();
      if (distance > other_.clusters[end].distance) continue;
      passed_.push_back(end);
      scan(other_.clusters[end].partner, distance);
    }
    for (const auto& [distance, i] : scanned_) own_.clusters[i].price -= limit_ - distance;
    for (const std::int32_t end : passed_)
      other_.clusters[end].price += limit_ - other_.clusters[end].distance;
    augment(source);
    for (const std::int32_t end : touched_) other_.clusters[end].distance = far;
    heap_.clear();
    scanned_.clear();
    passed_.clear();
    touched_.clear();
  }

  void scan(std::int32_t i, std::int64_t distance) {
    scanned_.push_back({distance, i});
    const std::int64_t alone = distance + own_.clusters[i].price;
    if (alone < limit_) {
      limit_ = alone;
      last_ = {-1, i};
    }
    for (const auto& [end, gain] : own_.edges(i)) {
      Cluster& cluster = other_.clusters[end];
      const std::int64_t there = alone + cluster.price - gain;
      if (there >= limit_ || there >= cluster.distance) continue;
      if (cluster.distance == far) touched_.push_back(end);
      cluster.distance = there;
      cluster.before = i;
      if (cluster.partner < 0) {
        limit_ = there;
        last_ = {end, -1};
      } else {
        heap_.push_back({there, end});
        std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
      }
    }
  }

  void augment(std::int32_t source) {
    std::int32_t end = last_.first;
    if (end < 0) end = std::exchange(own_.clusters[last_.second].partner, -1);
    while (end >= 0) {
      const std::int32_t i = other_.clusters[end].before;
      other_.clusters[end].partner = i;
      end = std::exchange(own_.clusters[i].partner, end);
      if (i == source) break;
    }
  }

  Side &own_, &other_;
  std::int64_t limit_ = far;
  std::pair<std::int32_t, std::int32_t> last_;  // where the path ends: there, or here
  std::vector<Reached> heap_, scanned_;
  std::vector<std::int32_t> passed_, touched_;
};

std::vector<std::int64_t> prices(const Side& side) {
  std::vector<std::int64_t> result;
  result.reserve(side.clusters.size());
  for (const Cluster& cluster : side.clusters) result.push_back(cluster.price);
  return result;
}

}  // namespace

Assignment best_assignment(const Gains& gains, const std::function<void(std::size_t)>& tick) {
  std::size_t steps = 0;
  const auto now_and_then = [&](std::size_t left) {
    if (++steps % between_ticks == 0) tick(left);
  };
  Side rows(gains.height, gains.row, gains.column, gains.gain);
  Side columns(gains.width, gains.column, gains.row, gains.gain);
  const std::int64_t largest =
      gains.gain.empty() ? 0 : *std::max_element(gains.gain.begin(), gains.gain.end());
  if (gains.gain.size() > cells_without_auction)
    Auction(rows, columns, largest / bids_to_the_largest_gain + 1).run(now_and_then);
  lower(rows, columns);
  lower(columns, rows);
  match_tight_cells(rows, columns);
  Settling(rows, columns).run(now_and_then);
  Settling(columns, rows).run(now_and_then);
  std::vector<std::int32_t> partner;
  partner.reserve(gains.height);
  for (const Cluster& row : rows.clusters) partner.push_back(row.partner);
  return {std::move(partner), prices(rows), prices(columns)};
}

}  // namespace partwise
