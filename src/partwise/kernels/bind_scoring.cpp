#include "bindings.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <vector>

#include "plain_column.hpp"
#include "score_labels.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using partwise::Program;

constexpr double undecided = std::numeric_limits<double>::quiet_NaN();

// For more items, a table is counted on several threads, and scored after that.
constexpr std::size_t most_items = std::size_t{1} << 16;

// Others may run while this many are counted.
constexpr std::size_t many_items = std::size_t{1} << 13;

// Values of cells whose probabilities are computed for one score: some milliseconds.
constexpr double most_work = 100000.0;

// Whether kernels can read these as they are: arrays of integers, of one length.
bool all_plain(nb::handle first, const nb::args& others) {
  const PlainColumn column(first);
  if (!column.is_plain()) return false;
  return std::all_of(others.begin(), others.end(), [&column](nb::handle other) {
    return are_plain(column, PlainColumn(other));
  });
}

double score(const partwise::Labels& a, const partwise::Labels& b, const Program& program) {
  thread_local partwise::LabelScorer scorer(most_work);
  return scorer(a, b, program);
}

// Reads a list of whole numbers, not too many; false if anything else is in it.
bool read(nb::handle list, std::vector<std::int64_t>& numbers) {
  const nb::ft_object_guard locked(list);  // without the GIL, other threads may change it
  const Py_ssize_t size = PyList_Size(list.ptr());
  if (static_cast<std::size_t>(size) > most_items) return false;
  numbers.resize(static_cast<std::size_t>(size));
  for (Py_ssize_t i = 0; i < size; ++i) {
    PyObject* const item = PyList_GetItem(list.ptr(), i);
    if (!PyLong_CheckExact(item)) return false;
    int overflow = 0;
    numbers[static_cast<std::size_t>(i)] = PyLong_AsLongLongAndOverflow(item, &overflow);
    if (overflow != 0) return false;
  }
  return true;
}

partwise::Labels labels(const std::vector<std::int64_t>& numbers) {
  return {numbers.data(), partwise::LabelType::i64, sizeof(std::int64_t), numbers.size()};
}

double score_lists(nb::handle a, nb::handle b, const Program& program) {
  thread_local std::vector<std::int64_t> rows, columns;
  if (!read(a, rows) || !read(b, columns) || rows.size() != columns.size()) return undecided;
  return score(labels(rows), labels(columns), program);
}

// For plain arrays and lists of whole numbers; NaN for others, and where the value is not decided.
double score_labels(nb::handle a, nb::handle b, const Program& program) {
  if (PyList_CheckExact(a.ptr()) && PyList_CheckExact(b.ptr())) return score_lists(a, b, program);
  const PlainColumn rows(a), columns(b);
  if (!are_plain(rows, columns) || rows.size() > most_items) return undecided;
  if (rows.size() < many_items) return score(rows.labels(), columns.labels(), program);
  nb::gil_scoped_release released;
  return score(rows.labels(), columns.labels(), program);
}

// Copies a column of whole numbers; false if one of them is not below 2^32.
bool copy(nb::handle array, std::vector<std::uint32_t>& to) {
  const PlainColumn column(array);
  if (!column.is_plain()) return false;
  const partwise::Labels labels = column.labels();
  to.resize(labels.size());
  const std::uint64_t zero = labels.is_signed() ? partwise::sign_bit : 0;
  return labels.offsets(0, labels.size(), zero, to.data()) >> 32 == 0;
}

bool are_below(const std::vector<std::uint32_t>& numbers, std::size_t limit) {
  return std::all_of(numbers.begin(), numbers.end(), [limit](auto x) { return x < limit; });
}

// The scores of a table by several programs, of which some may be None.
std::vector<double> score_cells(nb::handle rows, nb::handle columns, nb::handle counts,
                                nb::handle row_sizes, nb::handle column_sizes,
                                const std::vector<const Program*>& programs) {
  thread_local partwise::TableScorer scorer(most_work);
  std::vector<std::uint32_t> row_of, column_of, count_of;
  partwise::Margin a, b;
  std::vector<double> values(programs.size(), undecided);
  std::uint32_t needs = 0;
  bool is_any = false;
  for (const Program* program : programs) {
    if (program == nullptr || !partwise::TableScorer::can_score(*program)) continue;
    needs |= program->needs();
    is_any = true;
  }
  if (!is_any) return values;
  if (!copy(rows, row_of) || !copy(columns, column_of) || !copy(counts, count_of) ||
      !copy(row_sizes, a.sizes) || !copy(column_sizes, b.sizes))
    return values;
  if (row_of.size() != count_of.size() || column_of.size() != count_of.size() ||
      !are_below(row_of, a.sizes.size()) || !are_below(column_of, b.sizes.size()))
    throw std::invalid_argument("cells must be of rows and columns that have sizes");
  std::uint64_t n = 0;
  for (const std::uint32_t size : a.sizes) n += size;
  if (n >> 32 != 0) return values;
  nb::gil_scoped_release released;
  a.prepare(needs);
  b.prepare(needs);
  scorer.read({static_cast<std::uint32_t>(n), count_of, row_of, column_of}, a, b, needs);
  for (std::size_t i = 0; i < programs.size(); ++i)
    if (programs[i] != nullptr) values[i] = scorer.score(*programs[i]);
  return values;
}

// The sizes of clusters that are numbered from 0 on.
std::vector<std::uint32_t> sizes_of(const partwise::Labels& codes) {
  std::vector<std::uint32_t> block(partwise::Labels::block), sizes;
  if (codes.is_signed()) throw std::invalid_argument("codes must be unsigned");
  for (std::size_t start = 0; start < codes.size(); start += block.size()) {
    const std::size_t size = std::min(block.size(), codes.size() - start);
    const std::uint64_t bits = codes.offsets(start, size, 0, block.data());
    const std::uint32_t largest = *std::max_element(block.begin(), block.begin() + size);
    if (bits >> 32 != 0 || largest >= codes.size())
      throw std::invalid_argument("codes must be below the number of items");
    if (largest >= sizes.size()) sizes.resize(largest + 1, 0);
    for (std::size_t i = 0; i < size; ++i) ++sizes[block[i]];
  }
  return sizes;
}

// Keeps the arrays that its scorer reads.
class BoundMatrix {
 public:
  BoundMatrix(nb::list codes, const Program& program, std::size_t threads)
      : codes_(codes), scorer_(scorer(codes, program, threads)) {}

  auto row(std::size_t first, std::size_t start) {
    if (first >= scorer_.size() || start > scorer_.size())
      throw std::out_of_range("there is no such clustering");
    std::vector<double> values;
    {
      nb::gil_scoped_release released;
      values = scorer_.row(first, start, stop_on_signal);
    }
    return to_numpy(std::move(values));
  }

 private:
  static partwise::MatrixScorer scorer(const nb::list& codes, const Program& program,
                                       std::size_t threads) {
    std::vector<partwise::Labels> clusterings;
    std::vector<std::vector<std::uint32_t>> sizes;
    for (const nb::handle array : codes) {
      const PlainColumn column(array);
      if (!column.is_plain() || column.size() >> 32 != 0)
        throw std::invalid_argument("codes must be arrays of fewer than 2^32 integers");
      clusterings.push_back(column.labels());
      if (clusterings.back().size() != clusterings.front().size())
        throw std::invalid_argument("all clusterings must have the same length");
      sizes.push_back(sizes_of(clusterings.back()));
    }
    return {std::move(clusterings), std::move(sizes), program, std::max<std::size_t>(threads, 1)};
  }

  nb::list codes_;
  partwise::MatrixScorer scorer_;
};

}  // namespace

void bind_scoring(nb::module_& m) {
  m.def("are_plain", all_plain, "first"_a.none(), "others"_a);
  m.def("score_labels", score_labels, "first"_a.none(), "second"_a.none(), "program"_a);
  m.def("score_cells", score_cells, "rows"_a, "columns"_a, "counts"_a, "row_sizes"_a,
        "column_sizes"_a, "programs"_a);
  nb::class_<BoundMatrix>(m, "MatrixScorer")
      .def(nb::init<nb::list, const Program&, std::size_t>(), "codes"_a, "program"_a, "threads"_a)
      .def("row", &BoundMatrix::row, "first"_a, "start"_a);
}
