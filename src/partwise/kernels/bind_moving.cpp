// The Python face of tables that change: checks of shape and range, and nothing else.

#include "bindings.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <utility>

#include "merge_sweep.hpp"
#include "moving_table.hpp"
#include "moving_tables.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Codes = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Rows = nb::ndarray<const std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Ends = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class Array>
auto span(const Array& array) {
  return std::span(array.data(), array.size());
}

std::span<const std::int32_t> within(const Codes& codes, std::int64_t lowest, std::int64_t limit,
                                     const char* problem) {
  const auto values = span(codes);
  const auto is_outside = [&](std::int32_t code) { return code < lowest || code >= limit; };
  if (std::any_of(values.begin(), values.end(), is_outside)) throw std::invalid_argument(problem);
  return values;
}

void check_lengths(const Codes& first, const Codes& second) {
  if (first.size() != second.size())
    throw std::invalid_argument("there must be as many of one as of the other");
}

void change_many(partwise::MovingTable& table, const Codes& rows, const Codes& columns,
                 std::int64_t items) {
  check_lengths(rows, columns);
  for (std::size_t i = 0; i < rows.size(); ++i)
    table.change(rows.data()[i], columns.data()[i], items);
}

nb::dict sums(partwise::MovingTable& table) {
  const partwise::TableSums& sums = table.sums();
  const partwise::Entropies nats = table.entropies();
  nb::dict result;
  result["items"] = sums.items;
  result["rows"] = sums.rows;
  result["columns"] = sums.columns;
  result["same_clusters"] = sums.same_clusters;
  result["cell_squares"] = sums.cell_squares;
  result["row_squares"] = sums.row_squares;
  result["column_squares"] = sums.column_squares;
  result["row_maxima"] = table.row_maxima();
  result["column_maxima"] = table.column_maxima();
  result["row_entropy"] = nats.rows;
  result["column_entropy"] = nats.columns;
  result["joint_entropy"] = nats.cells;
  result["information"] = nats.mutual;
  result["squares_by_row"] = partwise::rounded(sums.squares_by_row);
  result["squares_by_column"] = partwise::rounded(sums.squares_by_column);
  return result;
}

nb::dict as_dict(const partwise::Histogram& histogram) {
  nb::dict result;
  for (const auto& [size, lines] : histogram) result[nb::int_(size)] = lines;
  return result;
}

nb::dict as_dict(partwise::SweptSums&& swept) {
  nb::dict result;
  result["items"] = swept.items;
  result["rows"] = swept.rows;
  result["row_squares"] = swept.row_squares;
  result["row_entropy"] = swept.row_entropy;
  result["columns"] = to_numpy(std::move(swept.columns));
  result["largest"] = to_numpy(std::move(swept.largest));
  result["same_clusters"] = to_numpy(std::move(swept.same_clusters));
  result["cell_squares"] = to_numpy(std::move(swept.cell_squares));
  result["column_squares"] = to_numpy(std::move(swept.column_squares));
  result["row_maxima"] = to_numpy(std::move(swept.row_maxima));
  result["column_maxima"] = to_numpy(std::move(swept.column_maxima));
  result["column_entropy"] = to_numpy(std::move(swept.column_entropy));
  result["joint_entropy"] = to_numpy(std::move(swept.joint_entropy));
  result["information"] = to_numpy(std::move(swept.information));
  result["squares_by_row"] = to_numpy(std::move(swept.squares_by_row));
  result["squares_by_column"] = to_numpy(std::move(swept.squares_by_column));
  return result;
}

nb::dict sweep(const Codes& rows, const Codes& left, const Codes& right, const Ends& ends,
               bool logs, bool quotients) {
  check_lengths(left, right);
  const auto n = static_cast<std::int64_t>(rows.size());
  const auto marks = span(ends);
  const bool is_sorted = std::is_sorted(marks.begin(), marks.end());
  const auto pairs = static_cast<std::int64_t>(left.size());
  if (!is_sorted || (!marks.empty() && (marks.front() < 0 || marks.back() > pairs)))
    throw std::invalid_argument("ends must not decrease, nor exceed the number of pairs");
  const auto row_codes = within(rows, -1, n, "row codes must be -1 … n - 1");
  const auto left_items = within(left, 0, n, "items must be 0 … n - 1");
  const auto right_items = within(right, 0, n, "items must be 0 … n - 1");
  partwise::SweptSums swept;
  {
    nb::gil_scoped_release released;
    swept = partwise::sweep_merges(row_codes, left_items, right_items, marks,
                                   {logs, quotients, false}, stop_on_signal);
  }
  return as_dict(std::move(swept));
}

nb::tuple pairs_after_move(partwise::MovingTables& tables, const Codes& group) {
  auto pairs = tables.pairs_after_move(span(group));
  return nb::make_tuple(to_numpy(std::move(pairs.in_both)), to_numpy(std::move(pairs.in_own)));
}

// A view, which sees moves.
auto labels(const partwise::MovingTables& tables) {
  return nb::ndarray<nb::numpy, const std::int32_t, nb::ndim<1>>(tables.labels().data(),
                                                                 {tables.labels().size()});
}

}  // namespace

void bind_moving(nb::module_& m) {
  using partwise::MovingTable;
  // Methods lock their table: without the GIL, other threads may change it meanwhile.
  nb::class_<MovingTable>(m, "MovingTable")
      .def(
          "__init__",
          [](MovingTable* table, bool logs, bool quotients) {
            new (table) MovingTable(partwise::Keep{logs, quotients, logs});
          },
          "logs"_a = true, "quotients"_a = true)
      .def("change", &MovingTable::change, "row"_a, "column"_a, "items"_a, nb::lock_self())
      .def("change_many", &change_many, "rows"_a, "columns"_a, "items"_a, nb::lock_self())
      .def("move", &MovingTable::move, "row"_a, "source"_a, "target"_a, "items"_a, nb::lock_self())
      .def("count", &MovingTable::count, "row"_a, "column"_a, nb::lock_self())
      .def("merge", &MovingTable::merge, "first"_a, "second"_a, nb::lock_self())
      .def("sums", &sums, nb::lock_self())
      .def(
          "histograms",
          [](const MovingTable& table) {
            return nb::make_tuple(as_dict(table.row_histogram()),
                                  as_dict(table.column_histogram()));
          },
          nb::lock_self())
      .def(
          "squares",
          [](const MovingTable& table) {
            const partwise::TableSums& sums = table.sums();
            return nb::make_tuple(sums.items, sums.cell_squares, sums.row_squares,
                                  sums.column_squares);
          },
          nb::lock_self())
      .def(
          "cells",
          [](const MovingTable& table) {
            auto cells = table.cells();
            return nb::make_tuple(to_numpy(std::move(cells.row)), to_numpy(std::move(cells.column)),
                                  to_numpy(std::move(cells.count)));
          },
          nb::lock_self());
  using partwise::MovingTables;
  nb::class_<MovingTables>(m, "MovingTables")
      .def(
          "__init__",
          [](MovingTables* tables, const Rows& others, const Ends& sizes, const Codes& labels) {
            new (tables) MovingTables(span(others), span(sizes), span(labels));
          },
          "others"_a, "sizes"_a, "labels"_a)
      .def("pairs_after_move", &pairs_after_move, "group"_a, nb::lock_self())
      .def(
          "move",
          [](MovingTables& tables, const Codes& group, std::int32_t target) {
            tables.move(span(group), target);
          },
          "group"_a, "target"_a, nb::lock_self())
      .def_prop_ro("clusters", &MovingTables::cluster_count)
      .def_prop_ro("labels", &labels, nb::rv_policy::reference_internal);
  m.def("sweep_merges", &sweep, "rows"_a, "left"_a, "right"_a, "ends"_a, "logs"_a, "quotients"_a);
}
