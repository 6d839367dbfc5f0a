#include "numbering.hpp"

#include <array>
#include <bit>
#include <optional>
#include <stdexcept>
#include <utility>

#include "parallel.hpp"

namespace partwise {
namespace {

inline std::uint64_t mixed(std::uint64_t x) {
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93U;
  x ^= x >> 32;
  return x * 0x9e3779b97f4a7c15U;
}

// Open addressing with linear probing; numbers labels in the order of their arrival.
class LabelTable {
 public:
  explicit LabelTable(std::size_t expected)
      : mask_(std::bit_ceil(std::max<std::size_t>(16, 2 * expected)) - 1),
        keys_(mask_ + 1), numbers_(mask_ + 1, empty) {}

  std::uint32_t number(std::uint64_t label) {
    std::size_t at = mixed(label) & mask_;
    while (numbers_[at] != empty) {
      if (keys_[at] == label) return numbers_[at];
      at = (at + 1) & mask_;
    }
    keys_[at] = label;
    numbers_[at] = static_cast<std::uint32_t>(labels_.size());
    labels_.push_back(label);
    return numbers_[at];
  }

  std::vector<std::uint64_t>& labels() { return labels_; }

  void clear(std::size_t expected) {
    mask_ = std::bit_ceil(std::max<std::size_t>(16, 2 * expected)) - 1;
    keys_.resize(mask_ + 1);
    numbers_.assign(mask_ + 1, empty);
    labels_.clear();
  }

 private:
  static constexpr std::uint32_t empty = 0xffffffff;

  std::size_t mask_;
  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> numbers_;
  std::vector<std::uint64_t> labels_;
};

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
      : bits_(std::clamp(static_cast<int>(std::bit_width(labels.size() / entries_wanted)), 0, 10)),
        starts_((std::size_t{1} << bits_) + 1, 0), entries_(labels.size()) {
    std::vector<std::vector<std::size_t>> cursors(threads,
                                                  std::vector<std::size_t>(partitions(), 0));
    on_threads(threads, [&](std::size_t t) {
      for_each(labels, threads, t, [&](Entry entry) { ++cursors[t][partition(entry.label)]; });
    });
    std::size_t at = 0;
    for (std::size_t p = 0; p < partitions(); ++p) {
      starts_[p] = at;
      for (std::vector<std::size_t>& cursor : cursors) at += std::exchange(cursor[p], at);
    }
    starts_.back() = at;
    on_threads(threads, [&](std::size_t t) {
      for_each(labels, threads, t,
               [&](Entry entry) { entries_[cursors[t][partition(entry.label)]++] = entry; });
    });
  }

  std::size_t partitions() const { return starts_.size() - 1; }
  std::size_t size(std::size_t p) const { return starts_[p + 1] - starts_[p]; }
  const Entry* begin(std::size_t p) const { return entries_.data() + starts_[p]; }
  const Entry* end(std::size_t p) const { return entries_.data() + starts_[p + 1]; }

 private:
  static constexpr std::size_t entries_wanted = 16384;

  std::size_t partition(std::uint64_t label) const {
    return bits_ == 0 ? 0 : mixed(label) >> (64 - bits_);
  }

  template <class Use>
  static void for_each(const Labels& labels, std::size_t threads, std::size_t t, Use use) {
    std::array<std::uint64_t, Labels::block> value;
    const std::size_t stop = part_start(labels.size(), threads, t + 1);
    for (std::size_t i = part_start(labels.size(), threads, t); i < stop; i += Labels::block) {
      const std::size_t size = std::min(Labels::block, stop - i);
      labels.offsets(i, size, 0, value.data());
      for (std::size_t j = 0; j < size; ++j) use(Entry{value[j], i + j});
    }
  }

  int bits_;
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
