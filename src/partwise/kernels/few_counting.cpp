#include <array>

#include "counting_methods.hpp"
#include "parallel.hpp"

namespace partwise {
namespace {

constexpr std::size_t most = 256;

// Labels are numbered as they arrive; the numbers index a table of 256 × 256 counters.
struct FewCounter {
  LabelTable rows{2 * Labels::block}, columns{2 * Labels::block};
  Buffer<std::uint32_t> counters{most * most, 0};
  bool fits = true;

  void count(const Labels& a, const Labels& b, std::size_t start, std::size_t stop) {
    std::array<std::uint64_t, Labels::block> label;
    std::array<std::uint32_t, Labels::block> key;
    for (std::size_t i = start; i < stop && fits; i += Labels::block) {
      const std::size_t size = std::min(Labels::block, stop - i);
      a.offsets(i, size, 0, label.data());
      for (std::size_t j = 0; j < size; ++j)
        key[j] = rows.number(label[j]) * static_cast<std::uint32_t>(most);
      b.offsets(i, size, 0, label.data());
      for (std::size_t j = 0; j < size; ++j) key[j] += columns.number(label[j]);
      fits = rows.labels().size() <= most && columns.labels().size() <= most;
      if (!fits) return;
      for (std::size_t j = 0; j < size; ++j) ++counters[key[j]];
    }
  }

  void add(FewCounter& other) {
    fits = fits && other.fits;
    if (!fits) return;
    std::vector<std::uint32_t> row, column;
    for (const std::uint64_t label : other.rows.labels()) row.push_back(rows.number(label));
    for (const std::uint64_t label : other.columns.labels())
      column.push_back(columns.number(label));
    fits = rows.labels().size() <= most && columns.labels().size() <= most;
    if (!fits) return;
    for (std::size_t i = 0; i < row.size(); ++i)
      for (std::size_t j = 0; j < column.size(); ++j)
        counters[row[i] * most + column[j]] += other.counters[i * most + j];
  }
};

Buffer<std::uint64_t> copied(const std::vector<std::uint64_t>& labels) {
  Buffer<std::uint64_t> result(labels.size());
  std::copy(labels.begin(), labels.end(), result.data());
  return result;
}

Table gathered(FewCounter& counted) {
  const std::size_t height = counted.rows.labels().size(), width = counted.columns.labels().size();
  Table table{copied(counted.rows.labels()), copied(counted.columns.labels()),
              Buffer<std::int64_t>(height, 0), Buffer<std::int64_t>(width, 0), {}, {}, {}};
  std::vector<std::size_t> cells;
  for (std::size_t i = 0; i < height; ++i)
    for (std::size_t j = 0; j < width; ++j)
      if (counted.counters[i * most + j] != 0) cells.push_back(i * most + j);
  table.rows = Buffer<std::int32_t>(cells.size());
  table.columns = Buffer<std::int32_t>(cells.size());
  table.counts = Buffer<std::int64_t>(cells.size());
  for (std::size_t at = 0; at < cells.size(); ++at) {
    const std::size_t row = cells[at] / most, column = cells[at] % most;
    const std::int64_t count = counted.counters[cells[at]];
    table.rows[at] = static_cast<std::int32_t>(row);
    table.columns[at] = static_cast<std::int32_t>(column);
    table.counts[at] = count;
    table.row_sizes[row] += count;
    table.column_sizes[column] += count;
  }
  return table;
}

}  // namespace

std::optional<Table> count_few(const Labels& a, const Labels& b, std::size_t threads) {
  std::vector<FewCounter> counters(threads);
  on_threads(threads, [&](std::size_t t) {
    counters[t].count(a, b, part_start(a.size(), threads, t),
                      part_start(a.size(), threads, t + 1));
  });
  for (std::size_t t = 1; t < threads; ++t) counters[0].add(counters[t]);
  if (!counters[0].fits) return std::nullopt;
  return gathered(counters[0]);
}

}  // namespace partwise
