// Checks what comes from Python, and hands arrays back.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>

#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "bindings.hpp"
#include "sampling.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using SizeVector = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::span<const std::int64_t> checked_sizes(const SizeVector& sizes) {
  const std::span<const std::int64_t> span{sizes.data(), sizes.size()};
  for (const std::int64_t size : span)
    if (size < 1) throw std::invalid_argument("sizes must be positive");
  if (span.size() > std::numeric_limits<std::uint32_t>::max())
    throw std::invalid_argument("too many clusters");
  return span;
}

std::int64_t checked_total(std::span<const std::int64_t> sizes) {
  std::int64_t total = 0;
  for (const std::int64_t size : sizes) {
    if (size > std::numeric_limits<std::int64_t>::max() - total)
      throw std::invalid_argument("sizes must add up to less than 2^63");
    total += size;
  }
  return total;
}

partwise::SamplingMethod method_named(const std::string& name) {
  if (name == "automatic") return partwise::SamplingMethod::automatic;
  if (name == "permutation") return partwise::SamplingMethod::permutation;
  if (name == "draws") return partwise::SamplingMethod::draws;
  throw std::invalid_argument("no such method: " + name);
}

partwise::SamplingTask checked_task(const SizeVector& rows, const SizeVector& columns,
                                    std::int64_t samples, const partwise::RandomKey& key,
                                    int threads, const std::string& method) {
  const partwise::SamplingTask task{.row_sizes = checked_sizes(rows),
                                    .column_sizes = checked_sizes(columns),
                                    .samples = samples,
                                    .key = key,
                                    .threads = threads,
                                    .method = method_named(method)};
  if (checked_total(task.row_sizes) != checked_total(task.column_sizes))
    throw std::invalid_argument("row sizes and column sizes must have the same sum");
  if (samples < 0 || threads < 1)
    throw std::invalid_argument("samples must not be negative, and threads at least 1");
  return task;
}

}  // namespace

void bind_sampling(nb::module_& m) {
  m.def(
      "sample_sums",
      [](const SizeVector& row_sizes, const SizeVector& column_sizes, std::int64_t samples,
         const partwise::RandomKey& key, int threads, const std::string& method) {
        const auto task = checked_task(row_sizes, column_sizes, samples, key, threads, method);
        partwise::SampledSums sums;
        {
          nb::gil_scoped_release released;
          sums = partwise::sample_sums(task, stop_on_signal);
        }
        return nb::make_tuple(
            to_numpy(std::move(sums.pairs_high)), to_numpy(std::move(sums.pairs_low)),
            to_numpy(std::move(sums.information)), to_numpy(std::move(sums.row_maxima)),
            to_numpy(std::move(sums.column_maxima)), to_numpy(std::move(sums.row_squares)),
            to_numpy(std::move(sums.column_squares)));
      },
      "row_sizes"_a, "column_sizes"_a, "samples"_a, "key"_a, "threads"_a, "method"_a);
  m.def(
      "sample_cells",
      [](const SizeVector& row_sizes, const SizeVector& column_sizes, std::int64_t samples,
         const partwise::RandomKey& key, int threads, const std::string& method) {
        const auto task = checked_task(row_sizes, column_sizes, samples, key, threads, method);
        partwise::TableCells cells;
        {
          nb::gil_scoped_release released;
          cells = partwise::sample_cells(task, stop_on_signal);
        }
        return nb::make_tuple(to_numpy(std::move(cells.rows)), to_numpy(std::move(cells.columns)),
                              to_numpy(std::move(cells.counts)),
                              to_numpy(std::move(cells.offsets)));
      },
      "row_sizes"_a, "column_sizes"_a, "samples"_a, "key"_a, "threads"_a, "method"_a);
}
