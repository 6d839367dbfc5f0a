// The Python face of the kernels: checks of shape, and nothing else.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>

#include <stdexcept>

#include "bind_counting.hpp"
#include "bind_sampling.hpp"
#include "kernels.hpp"
#include "signals.hpp"

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

}  // namespace

NB_MODULE(_kernels, m) {
  bind_counting(m);
  bind_sampling(m);
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
      "expected_mutual_information",
      [](double n, const Vector& row_sizes, const Vector& row_counts, const Vector& column_sizes,
         const Vector& column_counts, bool extended) {
        const partwise::Sizes rows = sizes(row_sizes, row_counts);
        const partwise::Sizes columns = sizes(column_sizes, column_counts);
        nb::gil_scoped_release released;
        return partwise::expected_mutual_information(n, rows, columns, extended, stop_on_signal);
      },
      "n"_a, "row_sizes"_a, "row_counts"_a, "column_sizes"_a, "column_counts"_a, "extended"_a);
  m.def(
      "variance_of_mutual_information",
      [](double n, const Vector& row_sizes, const Vector& row_counts, const Vector& column_sizes,
         const Vector& column_counts) {
        const partwise::Sizes rows = sizes(row_sizes, row_counts);
        const partwise::Sizes columns = sizes(column_sizes, column_counts);
        nb::gil_scoped_release released;
        return partwise::variance_of_mutual_information(n, rows, columns, stop_on_signal);
      },
      "n"_a, "row_sizes"_a, "row_counts"_a, "column_sizes"_a, "column_counts"_a);
}
