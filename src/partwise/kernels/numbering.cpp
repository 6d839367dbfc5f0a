#include <array>
#include <bit>
#include <optional>
#include <stdexcept>
#include <utility>

#include "counting_methods.hpp"
#include "parallel.hpp"

namespace partwise {
namespace {

constexpr std::size_t most_in_small_table = 4096;

// Number the labels of one part with a table that stays in the fastest cache; false if there are
// too many of them.
bool number_part(const Labels& labels, std::size_t threads, std::size_t t, LabelTable& table,
                 Buffer<std::uint32_t>& codes) {
  bool are_few = true;
  for_each_block(labels, threads, t, [&](std::size_t i, std::size_t size) {
    if (!are_few) return;
    std::array<std::uint64_t, Labels::block> value;
    labels.offsets(i, size, 0, value.data());
    for (std::size_t j = 0; j < size; ++j) codes[i + j] = table.number(value[j]);
    are_few = table.labels().size() <= most_in_small_table;
  });
  return are_few;
}

// One pass, by first appearance; nothing if there are too many labels.
std::optional<Numbered> number_few(const Labels& labels, std::size_t threads) {
  Numbered result{Buffer<std::uint32_t>(labels.size()), {}};
  std::vector<LabelTable> tables(threads, LabelTable(2 * most_in_small_table));
  std::vector<char> are_few(threads, 0);
  on_threads(threads, [&](std::size_t t) {
    are_few[t] = number_part(labels, threads, t, tables[t], result.codes);
  });
  if (std::find(are_few.begin(), are_few.end(), 0) != are_few.end()) return std::nullopt;
  std::vector<std::vector<std::uint32_t>> numbers(threads);
  for (std::size_t t = 1; t < threads; ++t) {
    for (const std::uint64_t label : tables[t].labels())
      numbers[t].push_back(tables[0].number(label));
    if (tables[0].labels().size() > most_in_small_table) return std::nullopt;
  }
  on_threads(threads, [&](std::size_t t) {
    if (t == 0) return;
    const std::size_t stop = part_start(labels.size(), threads, t + 1);
    for (std::size_t i = part_start(labels.size(), threads, t); i < stop; ++i)
      result.codes[i] = numbers[t][result.codes[i]];
  });
  result.labels = std::move(tables[0].labels());
  return result;
}

struct Entry {
  std::uint64_t label;
  std::size_t position;
};

// Entries by partitions of their hash values, each in the order of positions.
class HashPartitions {
 public:
  HashPartitions(const Labels& labels, std::size_t threads)
      : hash_(labels.size()), entries_(labels.size()) {
    std::vector<std::vector<std::size_t>> cursors(threads,
                                                  std::vector<std::size_t>(partitions(), 0));
    on_threads(threads, [&](std::size_t t) {
      for_each(labels, threads, t, [&](Entry entry) { ++cursors[t][hash_(entry.label)]; });
    });
    starts_ = starts_of_partitions(cursors);
    on_threads(threads, [&](std::size_t t) {
      for_each(labels, threads, t,
               [&](Entry entry) { entries_[cursors[t][hash_(entry.label)]++] = entry; });
    });
  }

  std::size_t partitions() const { return hash_.partitions(); }
  std::size_t size(std::size_t p) const { return starts_[p + 1] - starts_[p]; }
  const Entry* begin(std::size_t p) const { return entries_.data() + starts_[p]; }
  const Entry* end(std::size_t p) const { return entries_.data() + starts_[p + 1]; }

 private:
  template <class Use>
  static void for_each(const Labels& labels, std::size_t threads, std::size_t t, Use use) {
    for_each_block(labels, threads, t, [&](std::size_t i, std::size_t size) {
      std::array<std::uint64_t, Labels::block> value;
      labels.offsets(i, size, 0, value.data());
      for (std::size_t j = 0; j < size; ++j) use(Entry{value[j], i + j});
    });
  }

  HashPartition hash_;
  std::vector<std::size_t> starts_;
  Buffer<Entry> entries_;
};

Numbered number_many(const Labels& labels, std::size_t threads) {
  const HashPartitions parts(labels, threads);
  Numbered result{Buffer<std::uint32_t>(labels.size()), {}};
  std::vector<std::vector<std::uint64_t>> found(parts.partitions());
  std::atomic<std::size_t> next{0};
  on_threads(threads, [&](std::size_t) {
    LabelTable table(16);
    for (std::size_t p = next++; p < parts.partitions(); p = next++) {
      table.clear(parts.size(p));
      for (const Entry* entry = parts.begin(p); entry != parts.end(p); ++entry)
        result.codes[entry->position] = table.number(entry->label);
      found[p] = table.labels();
    }
  });
  std::vector<std::uint32_t> base;
  for (const std::vector<std::uint64_t>& some : found) {
    base.push_back(static_cast<std::uint32_t>(result.labels.size()));
    result.labels.insert(result.labels.end(), some.begin(), some.end());
  }
  if (result.labels.size() >= 0x7fffffff)
    throw std::length_error("more than 2^31 distinct labels do not fit in memory");
  for_each_job(threads, parts.partitions(), [&](std::size_t p) {
    for (const Entry* entry = parts.begin(p); entry != parts.end(p); ++entry)
      result.codes[entry->position] += base[p];
  });
  return result;
}

}  // namespace

Numbered number_labels(const Labels& labels, std::size_t threads) {
  if (std::optional<Numbered> few = number_few(labels, threads)) return std::move(*few);
  return number_many(labels, threads);
}

}  // namespace partwise
