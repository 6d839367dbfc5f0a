#include "dense_counting.hpp"

#include "counting_methods.hpp"

namespace partwise {
namespace {

// The counts of all threads together, and the sums of all lines.
struct Sums {
  Buffer<std::uint32_t> cells, rows, columns;
  std::vector<std::size_t> starts;  // of the cells of each row, and the end of the last

  template <class Count>
  Sums(const std::vector<std::optional<DenseCounter<Count>>>& counters, Span a, Span b,
       std::size_t threads)
      : cells(a.width() * b.width()), rows(a.width()), columns(b.width(), 0),
        starts(a.width() + 1, 0) {
    std::vector<Buffer<std::uint32_t>> columns_of(threads);
    on_threads(threads, [&](std::size_t t) {
      const std::size_t start = part_start(a.width(), threads, t);
      const std::size_t stop = part_start(a.width(), threads, t + 1);
      std::fill(cells.data() + (start << b.bits), cells.data() + (stop << b.bits), 0);
      for (const auto& counter : counters) counter->add_to(cells, start << b.bits, stop << b.bits);
      columns_of[t] = Buffer<std::uint32_t>(b.width(), 0);
      for (std::size_t i = start; i < stop; ++i) add_row(i, b, columns_of[t]);
    });
    for (const Buffer<std::uint32_t>& some : columns_of)
      for (std::size_t j = 0; j < b.width(); ++j) columns[j] += some[j];
    for (std::size_t i = 0; i < a.width(); ++i) starts[i + 1] += starts[i];
  }

 private:
  void add_row(std::size_t i, Span b, Buffer<std::uint32_t>& column_sums) {
    const std::uint32_t* row = cells.data() + (i << b.bits);
    std::uint32_t sum = 0, occurring = 0;
    for (std::size_t j = 0; j < b.width(); ++j) {
      column_sums[j] += row[j];
      sum += row[j];
      occurring += row[j] != 0;
    }
    rows[i] = sum;
    starts[i + 1] = occurring;
  }
};

Table gathered(const Sums& sums, Span a, Span b, std::size_t threads) {
  Lines rows(sums.rows, a.low), columns(sums.columns, b.low);
  const std::size_t cells = sums.starts.back();
  Table table{std::move(rows.labels), std::move(columns.labels), std::move(rows.sizes),
              std::move(columns.sizes), Buffer<std::int32_t>(cells), Buffer<std::int32_t>(cells),
              Buffer<std::int64_t>(cells)};
  on_threads(threads, [&](std::size_t t) {
    const std::size_t stop = part_start(a.width(), threads, t + 1);
    for (std::size_t i = part_start(a.width(), threads, t); i < stop; ++i) {
      const std::uint32_t* row = sums.cells.data() + (i << b.bits);
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

template <class Count>
std::optional<Table> count_in(const Labels& a, const Labels& b, Span rows, Span columns,
                              std::size_t threads) {
  std::vector<std::optional<DenseCounter<Count>>> counters(threads);
  std::vector<char> fits(threads, 0);
  on_threads(threads, [&](std::size_t t) {
    const std::size_t start = part_start(a.size(), threads, t);
    const std::size_t stop = part_start(a.size(), threads, t + 1);
    counters[t].emplace(rows, columns, stop - start);  // by the thread whose cache it is to fill
    fits[t] = counters[t]->count(a, b, start, stop);
  });
  if (std::find(fits.begin(), fits.end(), 0) != fits.end()) return std::nullopt;
  const std::uint64_t cells = rows.width() * columns.width();
  const std::size_t worth = cells < 65536 ? 1 : std::min<std::size_t>(threads, rows.width());
  return gathered(Sums(counters, rows, columns, worth), rows, columns, worth);
}

}  // namespace

std::optional<Table> count_densely(const Labels& a, const Labels& b, Range range_a, Range range_b,
                                   std::size_t threads) {
  constexpr std::uint64_t most_in_32_bits = 16384;  // 64 KB
  const Span rows(range_a), columns(range_b);
  const bool is_small = rows.width() * columns.width() <= most_in_32_bits;
  return (is_small ? count_in<std::uint32_t> : count_in<std::uint8_t>)(a, b, rows, columns,
                                                                       threads);
}

}  // namespace partwise
