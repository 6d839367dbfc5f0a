#include <array>
#include <span>

#include "counting_methods.hpp"
#include "parallel.hpp"

namespace partwise {
namespace {

constexpr std::size_t most = 256;

// Numbers labels as they arrive. As long as all that it knows have places of their own in a small
// array, it looks there, for a block at a time.
class FewLabels {
 public:
  void number(std::span<const std::uint64_t> label, std::uint32_t* out) {
    if (have_places_ && look_up(label, out)) return;
    const std::size_t known = labels().size();
    for (std::size_t j = 0; j < label.size(); ++j) out[j] = table_.number(label[j]);
    if (labels().size() != known) have_places_ = find_places();
  }

  std::uint32_t number(std::uint64_t label) { return table_.number(label); }
  std::vector<std::uint64_t>& labels() { return table_.labels(); }

 private:
  static constexpr int bits = 11, most_tries = 8;
  static constexpr std::size_t most_with_places = 64;

  struct Place {
    std::uint64_t label;
    std::uint32_t number;
  };

  std::size_t place_of(std::uint64_t label) const { return label * multiplier_ >> (64 - bits); }

  // False if there is a label that has no place; then what was written means nothing.
  bool look_up(std::span<const std::uint64_t> label, std::uint32_t* out) const {
    std::uint64_t difference = 0;
    for (std::size_t j = 0; j < label.size(); ++j) {
      const Place& place = places_[place_of(label[j])];
      difference |= place.label ^ label[j];
      out[j] = place.number;
    }
    return difference == 0;
  }

  bool find_places() {
    if (labels().size() > most_with_places) return false;
    for (int i = 0; i < most_tries; ++i) {
      multiplier_ = mixed(multiplier_) | 1;
      if (try_places()) return true;
    }
    return false;
  }

  // A place that is free has the first label, which belongs elsewhere.
  bool try_places() {
    places_.fill({labels()[0], 0});
    for (std::uint32_t i = 1; i < labels().size(); ++i) {
      Place& place = places_[place_of(labels()[i])];
      if (place.number != 0 || place_of(labels()[i]) == place_of(labels()[0])) return false;
      place = {labels()[i], i};
    }
    return true;
  }

  LabelTable table_{2 * Labels::block};
  std::uint64_t multiplier_ = 1;
  bool have_places_ = false;
  std::array<Place, std::size_t{1} << bits> places_;
};

// The numbers of labels index a table of 256 × 256 counters.
struct FewCounter {
  FewLabels rows, columns;
  Buffer<std::uint32_t> counters{most * most, 0};
  bool fits = true;

  void count(const Labels& a, const Labels& b, std::size_t start, std::size_t stop) {
    std::array<std::uint64_t, Labels::block> label;
    std::array<std::uint32_t, Labels::block> row, column;
    for (std::size_t i = start; i < stop && fits; i += Labels::block) {
      const std::size_t size = std::min(Labels::block, stop - i);
      a.offsets(i, size, 0, label.data());
      rows.number({label.data(), size}, row.data());
      b.offsets(i, size, 0, label.data());
      columns.number({label.data(), size}, column.data());
      fits = rows.labels().size() <= most && columns.labels().size() <= most;
      if (!fits) return;
      for (std::size_t j = 0; j < size; ++j) ++counters[row[j] * most + column[j]];
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
