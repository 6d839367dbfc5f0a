// The Python face of the kernels: checks of shape, and nothing else.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "bindings.hpp"
#include "cell_positions.hpp"
#include "kernels.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Vector = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::span<const double> span(const Vector& vector) { return {vector.data(), vector.size()}; }

partwise::Sizes sizes(const Vector& size, const Vector& count) {
  if (size.size() != count.size())
    throw std::invalid_argument("sizes and counts must have the same length");
  return {span(size), span(count)};
}

partwise::Sizes margin(double n, const Vector& size, const Vector& count) {
  const partwise::Sizes result = sizes(size, count);
  const auto is_size = [n](double value) { return 0.0 <= value && value <= n; };
  if (!std::all_of(result.size.begin(), result.size.end(), is_size))
    throw std::invalid_argument("sizes must be between 0 and n");
  const auto is_misplaced = [](double before, double after) { return !(before < after); };
  if (std::adjacent_find(result.size.begin(), result.size.end(), is_misplaced) !=
      result.size.end())
    throw std::invalid_argument("sizes must be distinct and in increasing order");
  return result;
}

partwise::Interpolate interpolation(const std::string& name) {
  if (name == "never") return partwise::Interpolate::never;
  if (name == "if_faster") return partwise::Interpolate::if_faster;
  if (name == "always") return partwise::Interpolate::always;
  throw std::invalid_argument("interpolate must be 'never', 'if_faster' or 'always', not '" + name +
                              "'");
}

using Numbers = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Codes = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

auto cell_positions(const Numbers& first_of_row, const Codes& cell_columns, const Numbers& rows,
                    const Numbers& columns, std::size_t threads) {
  const std::span<const std::int64_t> starts{first_of_row.data(), first_of_row.size()};
  if (starts.empty() || starts.front() != 0 || !std::is_sorted(starts.begin(), starts.end()) ||
      starts.back() != static_cast<std::int64_t>(cell_columns.size()))
    throw std::invalid_argument("the rows must divide the cells");
  if (rows.size() != columns.size())
    throw std::invalid_argument("rows and columns must have the same length");
  std::vector<std::int32_t> positions(rows.size());
  {
    nb::gil_scoped_release released;
    partwise::cell_positions({starts, {cell_columns.data(), cell_columns.size()}},
                             {rows.data(), rows.size()}, {columns.data(), columns.size()},
                             positions, threads);
  }
  return to_numpy(std::move(positions));
}

}  // namespace

NB_MODULE(_kernels, m) {
  bind_assignment(m);
  bind_counting(m);
  bind_scoring(m);
  bind_sampling(m);
  bind_enumeration(m);
  bind_moving(m);
  m.def("cell_positions", &cell_positions, "first_of_row"_a, "cell_columns"_a, "rows"_a,
        "columns"_a, "threads"_a);
  bind_program(m);
  bind_text(m);
  m.def(
      "size_log_sum",
      [](const Vector& size, const Vector& count) {
        return partwise::size_log_sum(sizes(size, count));
      },
      "sizes"_a, "counts"_a);
  m.def(
      "compensated_sum", [](const Vector& terms) { return partwise::compensated_sum(span(terms)); },
      "terms"_a);
  m.def(
      "difference_of_products",
      [](const Vector& a, const Vector& b, const Vector& c, const Vector& d) {
        if (b.size() != a.size() || c.size() != a.size() || d.size() != a.size())
          throw std::invalid_argument("all four must have the same length");
        std::vector<double> result(a.size());
        partwise::difference_of_products(span(a), span(b), span(c), span(d), result.data());
        return to_numpy(std::move(result));
      },
      "a"_a, "b"_a, "c"_a, "d"_a);
  m.attr("PLAIN_ERROR") = partwise::plain_error;
  m.def(
      "expected_mutual_information",
      [](double n, const Vector& row_sizes, const Vector& row_counts, const Vector& column_sizes,
         const Vector& column_counts, bool extended) {
        const partwise::Sizes rows = margin(n, row_sizes, row_counts);
        const partwise::Sizes columns = margin(n, column_sizes, column_counts);
        nb::gil_scoped_release released;
        return partwise::expected_mutual_information(n, rows, columns, extended, stop_on_signal);
      },
      "n"_a, "row_sizes"_a, "row_counts"_a, "column_sizes"_a, "column_counts"_a, "extended"_a);
  m.def(
      "variance_of_mutual_information",
      [](double n, const Vector& row_sizes, const Vector& row_counts, const Vector& column_sizes,
         const Vector& column_counts, const std::string& interpolate) {
        const partwise::Sizes rows = margin(n, row_sizes, row_counts);
        const partwise::Sizes columns = margin(n, column_sizes, column_counts);
        const partwise::Interpolate choice = interpolation(interpolate);
        nb::gil_scoped_release released;
        return partwise::variance_of_mutual_information(n, rows, columns, choice, stop_on_signal);
      },
      "n"_a, "row_sizes"_a, "row_counts"_a, "column_sizes"_a, "column_counts"_a,
      "interpolate"_a = "if_faster");
}
