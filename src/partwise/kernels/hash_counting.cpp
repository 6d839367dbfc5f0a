#include <array>
#include <bit>
#include <span>
#include <stdexcept>

#include "counting_methods.hpp"
#include "parallel.hpp"

namespace partwise {
namespace {

// The labels of an item; of the column, its number once that is known. At last a cell and its count.
struct Entry {
  std::uint64_t row, column;
};

// The labels of one side, partition by partition: those of partition p have the numbers from
// starts[p] on.
struct NumberedLabels {
  std::vector<std::vector<std::uint64_t>> labels;
  std::vector<std::vector<std::int64_t>> sizes;
  std::vector<std::uint32_t> starts;

  explicit NumberedLabels(std::size_t partitions) : labels(partitions), sizes(partitions) {}

  void set_starts() {
    std::size_t at = 0;
    for (const std::vector<std::uint64_t>& some : labels) {
      starts.push_back(static_cast<std::uint32_t>(at));
      at += some.size();
    }
    if (at >= 0x7fffffff)
      throw std::length_error("more than 2^31 distinct labels do not fit in memory");
  }

  template <class T>
  static Buffer<T> joined(const std::vector<std::vector<T>>& parts) {
    std::size_t size = 0, at = 0;
    for (const std::vector<T>& part : parts) size += part.size();
    Buffer<T> result(size);
    for (const std::vector<T>& part : parts) {
      std::copy(part.begin(), part.end(), result.data() + at);
      at += part.size();
    }
    return result;
  }
};

class HashCounter {
 public:
  HashCounter(const Labels& a, const Labels& b, std::size_t threads)
      : hash_(a.size()), threads_(threads), rows_(hash_.partitions()),
        columns_(hash_.partitions()), by_row_(a.size()), cells_(hash_.partitions()) {
    Buffer<Entry> by_column(a.size());
    partition_by_column(a, b, by_column);
    number_columns(by_column);
    partition_by_row(by_column);
  }

  Table table() {
    std::atomic<std::size_t> next{0};
    on_threads(threads_, [&](std::size_t) {
      RowSorter sorter;
      for (std::size_t p = next++; p < hash_.partitions(); p = next++)
        cells_[p] = sorter.count({by_row_.data() + row_starts_[p], by_row_.data() + row_starts_[p + 1]},
                                 rows_.labels[p], rows_.sizes[p]);
    });
    rows_.set_starts();
    return gathered();
  }

 private:
  // Numbers the rows of one partition, and orders its items by row and column.
  class RowSorter {
   public:
    // Replace the entries by cells; return how many these are.
    std::size_t count(std::span<Entry> entries, std::vector<std::uint64_t>& labels,
                      std::vector<std::int64_t>& sizes) {
      table_.clear(entries.size());
      ends_.assign(1, 0);
      for (Entry& entry : entries) {
        entry.row = table_.number(entry.row);
        if (entry.row + 1 == ends_.size()) ends_.push_back(0);
        ++ends_[entry.row + 1];
      }
      labels = table_.labels();
      sizes.assign(ends_.begin() + 1, ends_.end());
      for (std::size_t i = 1; i < ends_.size(); ++i) ends_[i] += ends_[i - 1];
      columns_.resize(std::max(columns_.size(), entries.size()));
      for (const Entry& entry : entries)
        columns_[ends_[entry.row]++] = static_cast<std::uint32_t>(entry.column);
      return gather(entries);
    }

   private:
    // Each end has moved to that of its own row.
    std::size_t gather(std::span<Entry> entries) {
      std::size_t cells = 0, i = 0;
      for (std::size_t row = 0; row + 1 < ends_.size(); ++row) {
        std::sort(columns_.begin() + static_cast<std::ptrdiff_t>(i),
                  columns_.begin() + static_cast<std::ptrdiff_t>(ends_[row]));
        while (i < ends_[row]) {
          const std::size_t first = i;
          while (i < ends_[row] && columns_[i] == columns_[first]) ++i;
          entries[cells++] = {std::uint64_t{row} << 32 | columns_[first], i - first};
        }
      }
      return cells;
    }

    LabelTable table_{16};
    std::vector<std::size_t> ends_;
    std::vector<std::uint32_t> columns_;
  };

  using Cursors = std::vector<std::vector<std::size_t>>;

  Cursors cursors() const {
    return Cursors(threads_, std::vector<std::size_t>(hash_.partitions(), 0));
  }

  void partition_by_column(const Labels& a, const Labels& b, Buffer<Entry>& by_column) {
    Cursors at = cursors();
    on_threads(threads_, [&](std::size_t t) {
      for_each_block(b, threads_, t, [&](std::size_t i, std::size_t size) {
        std::array<std::uint64_t, Labels::block> label;
        b.offsets(i, size, 0, label.data());
        for (std::size_t j = 0; j < size; ++j) ++at[t][hash_(label[j])];
      });
    });
    column_starts_ = starts_of_partitions(at);
    on_threads(threads_, [&](std::size_t t) {
      for_each_block(b, threads_, t, [&](std::size_t i, std::size_t size) {
        std::array<std::uint64_t, Labels::block> row, column;
        a.offsets(i, size, 0, row.data());
        b.offsets(i, size, 0, column.data());
        for (std::size_t j = 0; j < size; ++j)
          by_column[at[t][hash_(column[j])]++] = {row[j], column[j]};
      });
    });
  }

  // The first partition of columns that belongs to thread t: all have about as many items.
  std::size_t first_partition(std::size_t t) const {
    const std::size_t start = part_start(column_starts_.back(), threads_, t);
    const auto end = column_starts_.end() - 1;
    return static_cast<std::size_t>(std::lower_bound(column_starts_.begin(), end, start) -
                                    column_starts_.begin());
  }

  template <class Use>
  void for_each_column_partition(std::size_t t, Buffer<Entry>& by_column, Use use) {
    const std::size_t stop = t + 1 == threads_ ? hash_.partitions() : first_partition(t + 1);
    for (std::size_t p = first_partition(t); p < stop; ++p)
      use(p, std::span(by_column.data() + column_starts_[p], by_column.data() + column_starts_[p + 1]));
  }

  void number_columns(Buffer<Entry>& by_column) {
    on_threads(threads_, [&](std::size_t t) {
      LabelTable table(16);
      for_each_column_partition(t, by_column, [&](std::size_t p, std::span<Entry> entries) {
        std::vector<std::int64_t>& sizes = columns_.sizes[p];
        table.clear(entries.size());
        for (Entry& entry : entries) {
          entry.column = table.number(entry.column);
          if (entry.column == sizes.size()) sizes.push_back(0);
          ++sizes[entry.column];
        }
        columns_.labels[p] = table.labels();
      });
    });
    columns_.set_starts();
  }

  void partition_by_row(Buffer<Entry>& by_column) {
    Cursors at = cursors();
    on_threads(threads_, [&](std::size_t t) {
      for_each_column_partition(t, by_column, [&](std::size_t, std::span<Entry> entries) {
        for (const Entry& entry : entries) ++at[t][hash_(entry.row)];
      });
    });
    row_starts_ = starts_of_partitions(at);
    on_threads(threads_, [&](std::size_t t) {
      for_each_column_partition(t, by_column, [&](std::size_t p, std::span<Entry> entries) {
        for (const Entry& entry : entries)
          by_row_[at[t][hash_(entry.row)]++] = {entry.row, columns_.starts[p] + entry.column};
      });
    });
  }

  Table gathered() const {
    std::vector<std::size_t> starts{0};
    for (const std::size_t cells : cells_) starts.push_back(starts.back() + cells);
    Table table{NumberedLabels::joined(rows_.labels),   NumberedLabels::joined(columns_.labels),
                NumberedLabels::joined(rows_.sizes),    NumberedLabels::joined(columns_.sizes),
                Buffer<std::int32_t>(starts.back()),    Buffer<std::int32_t>(starts.back()),
                Buffer<std::int64_t>(starts.back())};
    for_each_job(threads_, hash_.partitions(), [&](std::size_t p) {
      const Entry* cell = by_row_.data() + row_starts_[p];
      for (std::size_t at = starts[p]; at < starts[p + 1]; ++at, ++cell) {
        table.rows[at] = static_cast<std::int32_t>(rows_.starts[p] + (cell->row >> 32));
        table.columns[at] = static_cast<std::int32_t>(static_cast<std::uint32_t>(cell->row));
        table.counts[at] = static_cast<std::int64_t>(cell->column);
      }
    });
    return table;
  }

  HashPartition hash_;
  std::size_t threads_;
  NumberedLabels rows_, columns_;
  std::vector<std::size_t> column_starts_, row_starts_;
  Buffer<Entry> by_row_;
  std::vector<std::size_t> cells_;
};

}  // namespace

Table count_by_hash(const Labels& a, const Labels& b, std::size_t threads) {
  return HashCounter(a, b, threads).table();
}

}  // namespace partwise
