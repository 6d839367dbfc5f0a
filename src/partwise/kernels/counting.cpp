#include "counting.hpp"

#include <array>
#include <bit>

#include "counting_methods.hpp"
#include "dense_counting.hpp"

namespace partwise {
namespace {

// The range of a few labels from all parts of the column: a guess that is mostly right.
Range sampled_range(const Labels& labels) {
  constexpr std::size_t samples = 64, length = 64;
  const std::size_t n = labels.size();
  if (n <= samples * length) return labels.range(0, n);
  Range range;
  for (std::size_t i = 0; i < samples; ++i)
    range.include(labels.range((n - length) / (samples - 1) * i, length));
  return range;
}

Range whole_range(const Labels& labels, std::size_t threads) {
  std::vector<Range> ranges(threads);
  on_threads(threads, [&](std::size_t t) {
    const std::size_t start = part_start(labels.size(), threads, t);
    ranges[t] = labels.range(start, part_start(labels.size(), threads, t + 1) - start);
  });
  for (std::size_t t = 1; t < threads; ++t) ranges[0].include(ranges[t]);
  return ranges[0];
}

bool is_dense(Range a, Range b, std::size_t n) {
  constexpr std::uint64_t most_wide = std::uint64_t{1} << 31;
  if (a.width() > most_wide || b.width() > most_wide) return false;
  const std::uint64_t cells = Span(a).width() * Span(b).width();
  return cells <= most_dense_cells && cells <= 4096 + 4 * n;
}

bool is_compact(Range range, std::size_t n) {
  return range.width() < (std::uint64_t{1} << 31) && range.width() <= 4096 + 16 * n;
}

// Whether a few labels from all parts of the column are so many that most tables have room for
// fewer: a guess that is mostly right, and only decides which way is taken.
bool seem_many(const Labels& labels) {
  constexpr std::size_t samples = 32, most_few = 4096;
  const std::size_t n = labels.size();
  if (n <= 2 * samples * Labels::block) return false;
  LabelTable table(samples * Labels::block);
  std::array<std::uint64_t, Labels::block> value;
  for (std::size_t i = 0; i < samples; ++i) {
    labels.offsets((n - Labels::block) / (samples - 1) * i, Labels::block, 0, value.data());
    for (const std::uint64_t label : value) table.number(label);
  }
  return table.labels().size() > most_few;
}

// Labels by their numbers; a column that has such small labels anyway stays as it is.
struct Compacted {
  Numbered numbered;
  bool is_used = false;

  Compacted(const Labels& labels, Range range, std::size_t threads) {
    if (is_compact(range, labels.size())) return;
    numbered = number_labels(labels, threads);
    is_used = true;
  }

  Labels labels(const Labels& original) const {
    if (!is_used) return original;
    return {numbered.codes.data(), LabelType::u32, sizeof(std::uint32_t), numbered.codes.size()};
  }

  void restore(Buffer<std::uint64_t>& labels) const {
    if (!is_used) return;
    for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = numbered.labels[labels[i]];
  }
};

}  // namespace

Table count_cells(const Labels& a, const Labels& b, std::size_t threads) {
  if (a.size() == 0) return {};
  Range range_a = sampled_range(a), range_b = sampled_range(b);
  if (is_dense(range_a, range_b, a.size()))
    if (std::optional<Table> table = count_densely(a, b, range_a, range_b, threads))
      return std::move(*table);
  const bool are_sparse = !is_compact(range_a, a.size()) || !is_compact(range_b, b.size());
  if (are_sparse)
    if (std::optional<Table> table = count_few(a, b, threads)) return std::move(*table);
  range_a = whole_range(a, threads);
  range_b = whole_range(b, threads);
  if (is_dense(range_a, range_b, a.size()))
    return std::move(*count_densely(a, b, range_a, range_b, threads));
  if (is_compact(range_a, a.size()) && is_compact(range_b, b.size()))
    return count_by_sorting(a, b, range_a, range_b, threads);
  const bool is_compact_a = is_compact(range_a, a.size()), is_compact_b = is_compact(range_b, b.size());
  if (!is_compact_a && !is_compact_b && seem_many(a) && seem_many(b))
    return count_by_hash(a, b, threads);
  const Compacted rows(a, range_a, threads), columns(b, range_b, threads);
  Table table = count_cells(rows.labels(a), columns.labels(b), threads);
  rows.restore(table.row_labels);
  columns.restore(table.column_labels);
  return table;
}

Appearance factorize(const Labels& labels, std::size_t threads) {
  const std::size_t n = labels.size();
  Appearance result{Buffer<std::int64_t>(n), {}};
  if (n == 0) return result;
  Range range = whole_range(labels, threads);
  const Compacted compacted(labels, range, threads);
  const Labels compact = compacted.labels(labels);
  if (compacted.is_used) range = {0, compacted.numbered.labels.size() - 1};
  std::vector<std::int64_t> number(range.width(), -1);
  std::array<std::uint32_t, Labels::block> offset;
  for (std::size_t i = 0; i < n; i += Labels::block) {
    const std::size_t size = std::min(Labels::block, n - i);
    compact.offsets(i, size, range.low, offset.data());
    for (std::size_t j = 0; j < size; ++j) {
      std::int64_t& code = number[offset[j]];
      if (code < 0) {
        code = static_cast<std::int64_t>(result.first.size());
        result.first.push_back(static_cast<std::int64_t>(i + j));
      }
      result.codes[i + j] = code;
    }
  }
  return result;
}

}  // namespace partwise
