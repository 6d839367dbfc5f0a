// What the Python faces of the kernels share, and what they offer to module.cpp.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "buffer.hpp"

void bind_assignment(nanobind::module_& m);
void bind_counting(nanobind::module_& m);
void bind_scoring(nanobind::module_& m);
void bind_sampling(nanobind::module_& m);
void bind_enumeration(nanobind::module_& m);
void bind_moving(nanobind::module_& m);
void bind_program(nanobind::module_& m);
void bind_text(nanobind::module_& m);

// Lets Ctrl-C stop a kernel that has released the GIL. To be called on the thread that Python
// called; throws if a handler raised an exception.
inline void stop_on_signal() {
  nanobind::gil_scoped_acquire held;
  if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
}

// Hands a vector over to NumPy.
template <class T, class Allocator>
auto to_numpy(std::vector<T, Allocator>&& values) {
  namespace nb = nanobind;
  using Values = std::vector<T, Allocator>;
  auto owned = std::make_unique<Values>(std::move(values));
  T* const data = owned->data();
  const std::size_t size = owned->size();
  nb::capsule owner(owned.get(), [](void* p) noexcept { delete static_cast<Values*>(p); });
  owned.release();
  return nb::ndarray<nb::numpy, T, nb::ndim<1>>(data, {size}, owner);
}

template <class T>
auto to_numpy(partwise::Buffer<T>&& buffer) {
  const std::size_t size = buffer.size();
  T* const data = buffer.release();
  nanobind::capsule owner(data, [](void* p) noexcept { std::free(p); });
  return nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<1>>(data, {size}, owner);
}
