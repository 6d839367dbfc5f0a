#include "bindings.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <vector>

#include "counting_methods.hpp"
#include "text_numbering.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

template <class T, std::size_t dimensions>
using Array = nb::ndarray<const T, nb::ndim<dimensions>, nb::c_contig, nb::device::cpu>;

nb::tuple as_tuple(partwise::Appearance&& result) {
  return nb::make_tuple(to_numpy(std::move(result.codes)), to_numpy(std::move(result.first)));
}

nb::tuple factorize_bytes(const Array<std::uint8_t, 2>& items, std::size_t threads) {
  const partwise::FixedTexts texts{reinterpret_cast<const char*>(items.data()), items.shape(0),
                                   items.shape(1)};
  partwise::Appearance result;
  {
    nb::gil_scoped_release released;
    result = partwise::factorize_texts(texts, threads);
  }
  return as_tuple(std::move(result));
}

template <class Offset>
void check_starts(const Array<Offset, 1>& starts, std::size_t bytes) {
  const Offset* const begin = starts.data();
  const Offset* const end = begin + starts.size();
  if (begin == end || *begin < 0 || !std::is_sorted(begin, end) ||
      static_cast<std::uint64_t>(end[-1]) > bytes)
    throw std::invalid_argument("starts must increase, from 0 to the number of bytes at most");
}

template <class Offset>
nb::tuple factorize_arrow(const Array<Offset, 1>& starts, const Array<std::uint8_t, 1>& bytes,
                          const std::optional<Array<bool, 1>>& valid, std::size_t threads) {
  check_starts(starts, bytes.size());
  if (valid && valid->size() + 1 != starts.size())
    throw std::invalid_argument("validity and starts must be of the same texts");
  const partwise::ArrowTexts<Offset> texts{reinterpret_cast<const char*>(bytes.data()),
                                           starts.data(), valid ? valid->data() : nullptr,
                                           starts.size() - 1};
  partwise::Appearance result;
  {
    nb::gil_scoped_release released;
    result = partwise::factorize_texts(texts, threads);
  }
  return as_tuple(std::move(result));
}

std::vector<PyObject*> objects_of(const nb::list& items) {
  std::vector<PyObject*> result(items.size());
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = PyList_GetItem(items.ptr(), static_cast<Py_ssize_t>(i));
  return result;
}

// Python's own hash of a text is computed once in its life, and kept in it. What is no text gets
// the code -1, and its position is returned too.
nb::tuple factorize_strings(const nb::list& items) {
  const std::vector<PyObject*> objects = objects_of(items);
  partwise::Buffer<std::int64_t> codes(objects.size());
  std::vector<std::int64_t> others;
  partwise::AppearanceTable table;
  constexpr std::size_t ahead = 16;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (i + ahead < objects.size()) partwise::prefetch(objects[i + ahead]);
    PyObject* const item = objects[i];
    if (!PyUnicode_CheckExact(item)) {
      codes[i] = -1;
      others.push_back(static_cast<std::int64_t>(i));
      continue;
    }
    const auto hash = partwise::mixed(static_cast<std::uint64_t>(PyObject_Hash(item)));
    codes[i] = table.number(hash, i, [&](std::int64_t j) {
      PyObject* const other = objects[static_cast<std::size_t>(j)];
      return other == item || PyUnicode_Compare(other, item) == 0;
    });
  }
  return nb::make_tuple(to_numpy(std::move(codes)), to_numpy(std::move(table.first())),
                        to_numpy(std::move(others)));
}

// The integers of a list that has nothing else, if 64 bits hold them all.
nb::object integers_of(const nb::list& items) {
  partwise::Buffer<std::int64_t> result(items.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    PyObject* const item = PyList_GetItem(items.ptr(), static_cast<Py_ssize_t>(i));
    if (!PyLong_CheckExact(item)) return nb::none();
    int overflow = 0;
    result[i] = PyLong_AsLongLongAndOverflow(item, &overflow);
    if (overflow != 0) return nb::none();
  }
  return nb::cast(to_numpy(std::move(result)));
}

}  // namespace

void bind_text(nb::module_& m) {
  m.def("factorize_bytes", factorize_bytes, "items"_a, "threads"_a);
  m.def("factorize_arrow", factorize_arrow<std::int32_t>, "starts"_a, "texts"_a, "valid"_a.none(),
        "threads"_a);
  m.def("factorize_arrow", factorize_arrow<std::int64_t>, "starts"_a, "texts"_a, "valid"_a.none(),
        "threads"_a);
  // Items of a list are borrowed from it: without the GIL, no other thread may change it meanwhile.
  m.def("factorize_strings", factorize_strings, "items"_a.lock());
  m.def("integers_of", integers_of, "items"_a.lock());
}
