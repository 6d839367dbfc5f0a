#include "sampling.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "cell_sink.hpp"
#include "parallel_tables.hpp"
#include "sampling_plan.hpp"
#include "sum_sink.hpp"
#include "table_sampler.hpp"

namespace partwise {
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

TableSums sample_sums(const SamplingTask& task, const Tick& tick) {
  const SamplingPlan plan(task);
  const auto samples = static_cast<std::size_t>(task.samples);
  TableSums out;
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
