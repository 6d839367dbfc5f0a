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

// One pass with a table that stays in the fastest cache; nothing if there are too many labels.
std::optional<Numbered> number_few(const Labels& labels) {
  Numbered result{Buffer<std::uint32_t>(labels.size()), {}};
  LabelTable table(2 * most_in_small_table);
  std::array<std::uint64_t, Labels::block> value;
  for (std::size_t i = 0; i < labels.size(); i += Labels::block) {
    const std::size_t size = std::min(Labels::block, labels.size() - i);
    labels.offsets(i, size, 0, value.data());
    for (std::size_t j = 0; j < size; ++j) result.codes[i + j] = table.number(value[j]);
    if (table.labels().size() > most_in_small_table) return std::nullopt;
  }
  result.labels = std::move(table.labels());
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
  if (std::optional<Numbered> few = number_few(labels)) return std::move(*few);
  return number_many(labels, threads);
}

}  // namespace partwise
