// The Python face of tables that change: checks of shape and range, and nothing else.

#include "bindings.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <utility>

#include "merge_sweep.hpp"
#include "moving_table.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Codes = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Ends = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class Array>
auto span(const Array& array) {
  return std::span(array.data(), array.size());
}

std::span<const std::int32_t> below(const Codes& codes, std::int64_t limit, const char* problem) {
  const auto values = span(codes);
  const auto is_outside = [limit](std::int32_t code) { return code < 0 || code >= limit; };
  if (std::any_of(values.begin(), values.end(), is_outside)) throw std::invalid_argument(problem);
  return values;
}

void check_lengths(const Codes& first, const Codes& second) {
  if (first.size() != second.size())
    throw std::invalid_argument("there must be as many of one as of the other");
}

double rounded(partwise::DoubleDouble x) { return x.hi + x.lo; }

nb::dict sums(partwise::MovingTable& table) {
  const partwise::TableSums& sums = table.sums();
  nb::dict result;
  result["items"] = sums.items;
  result["cells"] = sums.cells;
  result["rows"] = sums.rows;
  result["columns"] = sums.columns;
  result["same_clusters"] = sums.same_clusters;
  result["cell_squares"] = sums.cell_squares;
  result["row_squares"] = sums.row_squares;
  result["column_squares"] = sums.column_squares;
  result["row_maxima"] = table.row_maxima();
  result["column_maxima"] = table.column_maxima();
  result["cell_logs"] = rounded(sums.cell_logs);
  result["row_logs"] = rounded(sums.row_logs);
  result["column_logs"] = rounded(sums.column_logs);
  result["squares_by_row"] = rounded(sums.squares_by_row);
  result["squares_by_column"] = rounded(sums.squares_by_column);
  return result;
}

nb::dict sweep(const Codes& rows, const Codes& columns, const Codes& left, const Codes& right,
               const Ends& ends, bool logs, bool quotients) {
  check_lengths(rows, columns);
  check_lengths(left, right);
  const auto n = static_cast<std::int64_t>(rows.size());
  const auto marks = span(ends);
  const bool is_sorted = std::is_sorted(marks.begin(), marks.end());
  const auto pairs = static_cast<std::int64_t>(left.size());
  if (!is_sorted || (!marks.empty() && (marks.front() < 0 || marks.back() > pairs)))
    throw std::invalid_argument("ends must not decrease, nor exceed the number of pairs");
  const auto row_codes = below(rows, n, "row codes must be 0 … n − 1");
  const auto column_codes = below(columns, n, "column codes must be 0 … n − 1");
  const auto left_items = below(left, n, "items must be 0 … n − 1");
  const auto right_items = below(right, n, "items must be 0 … n − 1");
  partwise::SweptSums swept;
  {
    nb::gil_scoped_release released;
    swept = partwise::sweep_merges(row_codes, column_codes, left_items, right_items, marks,
                                   {logs, quotients}, stop_on_signal);
  }
  nb::dict result;
  result["columns"] = to_numpy(std::move(swept.columns));
  result["largest"] = to_numpy(std::move(swept.largest));
  result["same_clusters"] = to_numpy(std::move(swept.same_clusters));
  result["cell_squares"] = to_numpy(std::move(swept.cell_squares));
  result["column_squares"] = to_numpy(std::move(swept.column_squares));
  result["row_maxima"] = to_numpy(std::move(swept.row_maxima));
  result["column_maxima"] = to_numpy(std::move(swept.column_maxima));
  result["cell_logs"] = to_numpy(std::move(swept.cell_logs));
  result["column_logs"] = to_numpy(std::move(swept.column_logs));
  result["squares_by_row"] = to_numpy(std::move(swept.squares_by_row));
  result["squares_by_column"] = to_numpy(std::move(swept.squares_by_column));
  return result;
}

}  // namespace

void bind_moving(nb::module_& m) {
  nb::class_<partwise::MovingTable>(m, "MovingTable")
      .def(
          "__init__",
          [](partwise::MovingTable* table, const Codes& rows, const Codes& columns) {
            check_lengths(rows, columns);
            new (table) partwise::MovingTable(span(rows), span(columns));
          },
          "rows"_a, "columns"_a)
      .def("change", &partwise::MovingTable::change, "row"_a, "column"_a, "items"_a)
      .def("merge", &partwise::MovingTable::merge, "first"_a, "second"_a)
      .def("sums", &sums)
      .def("cells", [](const partwise::MovingTable& table) {
        auto cells = table.cells();
        return nb::make_tuple(to_numpy(std::move(cells.row)), to_numpy(std::move(cells.column)),
                              to_numpy(std::move(cells.count)));
      });
  m.def("sweep_merges", &sweep, "rows"_a, "columns"_a, "left"_a, "right"_a, "ends"_a,
        "logs"_a, "quotients"_a);
}
