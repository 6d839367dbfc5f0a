#include "dense_counting.hpp"

#include "counting_methods.hpp"

namespace partwise {
namespace {

// Add the counters of all threads to those of the first.
Buffer<std::uint32_t>& merged(std::vector<DenseCounter>& counters, std::size_t threads) {
  Buffer<std::uint32_t>& sums = counters[0].counters();
  for (std::size_t t = 1; t < counters.size(); ++t) {
    const Buffer<std::uint32_t>& more = counters[t].counters();
    on_threads(threads, [&](std::size_t part) {
      const std::size_t stop = part_start(sums.size(), threads, part + 1);
      for (std::size_t i = part_start(sums.size(), threads, part); i < stop; ++i)
        sums[i] += more[i];
    });
  }
  return sums;
}

struct Sums {
  Buffer<std::uint32_t> rows, columns;
  std::vector<std::size_t> starts;  // of the cells of each row, and the end of the last

  Sums(const Buffer<std::uint32_t>& counts, Span a, Span b)
      : rows(a.width(), 0), columns(b.width(), 0), starts(1, 0) {
    for (std::size_t i = 0; i < a.width(); ++i) {
      const std::uint32_t* row = counts.data() + (i << b.bits);
      std::uint32_t sum = 0, cells = 0;
      for (std::size_t j = 0; j < b.width(); ++j) {
        columns[j] += row[j];
        sum += row[j];
        cells += row[j] != 0;
      }
      rows[i] = sum;
      starts.push_back(starts.back() + cells);
    }
  }
};

Table gathered(const Buffer<std::uint32_t>& counts, Span a, Span b, std::size_t threads) {
  const Sums sums(counts, a, b);
  Lines rows(sums.rows, a.low), columns(sums.columns, b.low);
  const std::size_t cells = sums.starts.back();
  Table table{std::move(rows.labels), std::move(columns.labels), std::move(rows.sizes),
              std::move(columns.sizes), Buffer<std::int32_t>(cells), Buffer<std::int32_t>(cells),
              Buffer<std::int64_t>(cells)};
  on_threads(threads, [&](std::size_t t) {
    const std::size_t stop = part_start(a.width(), threads, t + 1);
    for (std::size_t i = part_start(a.width(), threads, t); i < stop; ++i) {
      const std::uint32_t* row = counts.data() + (i << b.bits);
      std::size_t at = sums.starts[i];
      for (std::size_t j = 0; at < sums.starts[i + 1]; ++j) {
        if (row[j] == 0) continue;
        table.rows[at] = rows.number[i];
        table.columns[at] = columns.number[j];
        table.counts[at++] = row[j];
      }
    }
  });
  return table;
}

}  // namespace

std::optional<Table> count_densely(const Labels& a, const Labels& b, Range range_a, Range range_b,
                                   std::size_t threads) {
  const Span rows(range_a), columns(range_b);
  std::vector<DenseCounter> counters;
  for (std::size_t t = 0; t < threads; ++t) counters.emplace_back(rows, columns);
  std::vector<char> fits(threads, 0);
  on_threads(threads, [&](std::size_t t) {
    fits[t] = counters[t].count(a, b, part_start(a.size(), threads, t),
                                part_start(a.size(), threads, t + 1));
  });
  if (std::find(fits.begin(), fits.end(), 0) != fits.end()) return std::nullopt;
  const std::size_t worth = rows.width() * columns.width() < 65536 ? 1 : threads;
  return gathered(merged(counters, worth), rows, columns, worth);
}

}  // namespace partwise
