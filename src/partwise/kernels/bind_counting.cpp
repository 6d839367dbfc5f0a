#include "bindings.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "counting.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Column = nb::ndarray<nb::ro, nb::ndim<1>, nb::device::cpu>;

partwise::LabelType label_type(const nb::dlpack::dtype& type) {
  using enum partwise::LabelType;
  const bool is_signed = type.code == static_cast<std::uint8_t>(nb::dlpack::dtype_code::Int);
  const bool is_unsigned = type.code == static_cast<std::uint8_t>(nb::dlpack::dtype_code::UInt);
  if (type.lanes == 1 && (is_signed || is_unsigned)) switch (type.bits) {
      case 8: return is_signed ? i8 : u8;
      case 16: return is_signed ? i16 : u16;
      case 32: return is_signed ? i32 : u32;
      case 64: return is_signed ? i64 : u64;
      default: break;
    }
  throw std::invalid_argument("labels must be integers of 8, 16, 32 or 64 bits");
}

partwise::Labels labels(const Column& column) {
  const auto width = static_cast<std::ptrdiff_t>(column.itemsize());
  return {column.data(), label_type(column.dtype()),
          static_cast<std::ptrdiff_t>(column.stride(0)) * width, column.shape(0)};
}

void check_lengths(const Column& a, const Column& b) {
  if (a.shape(0) != b.shape(0)) throw std::invalid_argument("columns must have the same length");
}

// Labels as NumPy had them: the sign bit put back, 64 bits wide.
nb::object label_array(partwise::Buffer<std::uint64_t>&& values, bool is_signed) {
  if (!is_signed) return nb::cast(to_numpy(std::move(values)));
  partwise::Buffer<std::int64_t> result(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    result[i] = static_cast<std::int64_t>(values[i] ^ partwise::sign_bit);
  return nb::cast(to_numpy(std::move(result)));
}

nb::tuple count_cells(const Column& a, const Column& b, std::size_t threads) {
  check_lengths(a, b);
  const partwise::Labels rows = labels(a), columns = labels(b);
  partwise::Table table;
  {
    nb::gil_scoped_release released;
    table = partwise::count_cells(rows, columns, threads);
  }
  return nb::make_tuple(label_array(std::move(table.row_labels), rows.is_signed()),
                        label_array(std::move(table.column_labels), columns.is_signed()),
                        to_numpy(std::move(table.row_sizes)), to_numpy(std::move(table.column_sizes)),
                        to_numpy(std::move(table.rows)), to_numpy(std::move(table.columns)),
                        to_numpy(std::move(table.counts)));
}

std::int64_t sum_of_squares(std::span<const std::int64_t> counts) {
  std::uint64_t sum = 0;
  for (const std::int64_t count : counts)
    sum += static_cast<std::uint64_t>(count) * static_cast<std::uint64_t>(count);
  return static_cast<std::int64_t>(sum);
}

// Sums of squares of cells, rows and columns: all that pair counts need. For n < 3,037,000,500,
// where n^2 < 2^63; the caller checks.
std::tuple<std::int64_t, std::int64_t, std::int64_t> square_sums(const Column& a, const Column& b,
                                                                 std::size_t threads) {
  check_lengths(a, b);
  const partwise::Labels rows = labels(a), columns = labels(b);
  nb::gil_scoped_release released;
  const partwise::Table table = partwise::count_cells(rows, columns, threads);
  return {sum_of_squares(table.counts.span()), sum_of_squares(table.row_sizes.span()),
          sum_of_squares(table.column_sizes.span())};
}

nb::tuple factorize(const Column& column, std::size_t threads) {
  const partwise::Labels view = labels(column);
  partwise::Appearance result;
  {
    nb::gil_scoped_release released;
    result = partwise::factorize(view, threads);
  }
  return nb::make_tuple(to_numpy(std::move(result.codes)), to_numpy(std::move(result.first)));
}

using Codes = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Sizes of clusters that are numbered 0, 1, 2, … by first appearance; None if they are not.
nb::object sizes_if_numbered(const Codes& codes) {
  std::vector<std::int64_t> sizes;
  bool are_numbered = true;
  {
    nb::gil_scoped_release released;
    const auto* bytes = reinterpret_cast<const std::byte*>(codes.data());
    for (std::size_t i = 0; are_numbered && i < codes.shape(0); ++i) {
      std::uint64_t code;  // copied, because columns of records are not aligned
      std::memcpy(&code, bytes + i * sizeof code, sizeof code);
      if (code < sizes.size()) {
        ++sizes[code];
      } else if (code == sizes.size()) {
        sizes.push_back(1);
      } else {
        are_numbered = false;
      }
    }
  }
  return are_numbered ? nb::cast(to_numpy(std::move(sizes))) : nb::none();
}

}  // namespace

void bind_counting(nb::module_& m) {
  m.def("count_cells", count_cells, "a"_a, "b"_a, "threads"_a);
  m.def("square_sums", square_sums, "a"_a, "b"_a, "threads"_a);
  m.def("factorize", factorize, "labels"_a, "threads"_a);
  m.def("sizes_if_numbered", sizes_if_numbered, "codes"_a.noconvert());
}
