#include "sampling.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>
#include <stdexcept>

#include "parallel_tables.hpp"
#include "sampling_plan.hpp"
#include "sinks.hpp"
#include "table_sampler.hpp"

namespace partwise {
namespace {

struct Split {
  std::size_t drawn;
  double cost;
};

// Rough times of one machine: they decide which way is taken, never whether it is right.
double draws_cost(double draws) { return 110.0 * draws; }

double shuffle_cost(std::int64_t items) {
  constexpr std::int64_t in_second_cache = 1 << 18, in_third_cache = 1 << 22;
  const double each = items <= in_second_cache ? 3.5 : items <= in_third_cache ? 5.0 : 12.0;
  return each * static_cast<double>(items);
}

// How many of the rows, largest first, are cheaper to draw than to shuffle with the rest.
Split cheapest_split(std::int64_t n, const Side& rows, const Side& columns) {
  const double columns_count = static_cast<double>(columns.count());
  Split best{rows.count(), draws_cost(static_cast<double>(rows.count()) * columns_count)};
  std::int64_t items = n;
  for (std::size_t drawn = 0; drawn < rows.count(); items -= rows.size[drawn++]) {
    if (items > most_shuffled) continue;
    const double cost =
        draws_cost(static_cast<double>(drawn) * columns_count) + shuffle_cost(items);
    if (cost < best.cost) best = {drawn, cost};
  }
  return best;
}

Split split(std::int64_t n, const Side& rows, const Side& columns, SamplingMethod method) {
  if (method == SamplingMethod::automatic) return cheapest_split(n, rows, columns);
  if (method == SamplingMethod::permutation) return {0, shuffle_cost(n)};
  const double cells = static_cast<double>(rows.count()) * static_cast<double>(columns.count());
  return {rows.count(), draws_cost(cells)};
}

}  // namespace

Side::Side(std::span<const std::int64_t> sizes) : original(sizes.size()) {
  std::iota(original.begin(), original.end(), std::int64_t{0});
  std::stable_sort(original.begin(), original.end(), [sizes](std::int64_t i, std::int64_t j) {
    return sizes[static_cast<std::size_t>(i)] > sizes[static_cast<std::size_t>(j)];
  });
  size.reserve(sizes.size());
  for (const std::int64_t i : original) size.push_back(sizes[static_cast<std::size_t>(i)]);
}

SamplingPlan::SamplingPlan(const SamplingTask& task)
    : n(std::accumulate(task.row_sizes.begin(), task.row_sizes.end(), std::int64_t{0})),
      rows(task.row_sizes), columns(task.column_sizes) {
  if (task.method == SamplingMethod::permutation && n > most_shuffled)
    throw std::invalid_argument("too many items to permute");
  const Split upright = split(n, rows, columns, task.method);
  const Split flipped = split(n, columns, rows, task.method);
  transposed = flipped.cost < upright.cost;
  if (transposed) std::swap(rows, columns);
  drawn = transposed ? flipped.drawn : upright.drawn;
  cost = transposed ? flipped.cost : upright.cost;
  const auto singletons =
      std::lower_bound(rows.size.begin(), rows.size.end(), std::int64_t{1}, std::greater<>());
  first_singleton = static_cast<std::size_t>(singletons - rows.size.begin());
}

namespace {

// A thread more has to save this much to be worth its start.
constexpr double nanoseconds_per_thread = 200'000.0;

int useful_threads(const SamplingTask& task, const SamplingPlan& plan) {
  const double work = static_cast<double>(task.samples) * (plan.cost + 200.0);
  return static_cast<int>(std::clamp(work / nanoseconds_per_thread, 1.0, double(task.threads)));
}

// Draws every table into a sink of its thread, and calls done(sink, table).
template <class Sink, class Done>
void for_each_table(const SamplingTask& task, const SamplingPlan& plan, const Tick& tick,
                    const Done& done) {
  struct Worker {
    Worker(const SamplingPlan& plan, Poll& poll) : sink(plan), sampler(plan, sink, poll) {}
    Sink sink;
    TableSampler<Sink> sampler;
  };
  ParallelTables(task.samples, useful_threads(task, plan), tick).run([&](Poll& poll) {
    return [&, worker = std::make_unique<Worker>(plan, poll)](std::int64_t table) {
      RandomStream random(task.key, static_cast<std::uint64_t>(table));
      worker->sampler.sample(random);
      done(worker->sink, static_cast<std::size_t>(table));
    };
  });
}

}  // namespace

SampledSums sample_sums(const SamplingTask& task, const Tick& tick) {
  const SamplingPlan plan(task);
  const auto samples = static_cast<std::size_t>(task.samples);
  SampledSums out;
  for (auto* words : {&out.pairs_high, &out.pairs_low}) words->resize(samples);
  for (auto* maxima : {&out.row_maxima, &out.column_maxima}) maxima->resize(samples);
  for (auto* values : {&out.information, &out.row_squares, &out.column_squares})
    values->resize(samples);
  for_each_table<SumSink>(task, plan, tick, [&out](SumSink& sink, std::size_t table) {
    const Sums sums = sink.sums();
    out.pairs_high[table] = high_word(sums.pairs);
    out.pairs_low[table] = low_word(sums.pairs);
    out.information[table] = sums.information;
    out.row_maxima[table] = sums.row_maxima;
    out.column_maxima[table] = sums.column_maxima;
    out.row_squares[table] = sums.row_squares;
    out.column_squares[table] = sums.column_squares;
  });
  return out;
}

TableCells sample_cells(const SamplingTask& task, const Tick& tick) {
  const SamplingPlan plan(task);
  std::vector<std::vector<SampledCell>> tables(static_cast<std::size_t>(task.samples));
  for_each_table<CellSink>(task, plan, tick, [&tables](CellSink& sink, std::size_t table) {
    tables[table] = sink.sorted_cells();
  });
  TableCells out;
  out.offsets.push_back(0);
  for (auto& table : tables) {
    for (const SampledCell& cell : table) {
      out.rows.push_back(cell.row);
      out.columns.push_back(cell.column);
      out.counts.push_back(cell.count);
    }
    out.offsets.push_back(static_cast<std::int64_t>(out.counts.size()));
    table = {};
  }
  return out;
}

}  // namespace partwise
