// The Python face of the optimal matching: checks of shape and range, and nothing else.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "assignment.hpp"
#include "bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

template <class T>
using Column = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<const T> span(const Column<T>& column) {
  return {column.data(), column.size()};
}

void check_places(std::span<const std::int32_t> places, std::size_t size) {
  const auto is_place = [size](std::int32_t place) {
    return place >= 0 && static_cast<std::size_t>(place) < size;
  };
  if (!std::all_of(places.begin(), places.end(), is_place))
    throw std::invalid_argument("a cell lies outside the table");
}

nb::tuple best_assignment(const Column<std::int32_t>& rows, const Column<std::int32_t>& columns,
                          const Column<std::int64_t>& gains, std::size_t height, std::size_t width,
                          const nb::callable& report) {
  const partwise::Gains cells{span(rows), span(columns), span(gains), height, width};
  if (cells.column.size() != cells.row.size() || cells.gain.size() != cells.row.size())
    throw std::invalid_argument("rows, columns and gains must have the same length");
  check_places(cells.row, height);
  check_places(cells.column, width);
  const auto is_gain = [](std::int64_t gain) { return 0 <= gain && gain <= partwise::largest_gain; };
  if (!std::all_of(cells.gain.begin(), cells.gain.end(), is_gain))
    throw std::invalid_argument("gains must be between 0 and 2^60");
  partwise::Assignment result;
  {
    nb::gil_scoped_release released;
    result = partwise::best_assignment(cells, [&report](std::size_t left) {
      stop_on_signal();
      nb::gil_scoped_acquire held;
      report(left);
    });
  }
  return nb::make_tuple(to_numpy(std::move(result.partner)), to_numpy(std::move(result.row_price)),
                        to_numpy(std::move(result.column_price)));
}

}  // namespace

void bind_assignment(nb::module_& m) {
  m.def("best_assignment", &best_assignment, "rows"_a, "columns"_a, "gains"_a, "height"_a, "width"_a,
        "report"_a);
}
