// A NumPy array of whole numbers as the kernels read it, without a copy.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>

#include "labels.hpp"

// NumPy's array interface (numpy.org/doc/stable/reference/arrays.interface.html): the quickest way
// to the data, and this is much of what a call for a few items costs.
struct ArrayInterface {
  static constexpr int in_order = 0x200;  // of the bytes, as the machine has it

  int two;  // always
  int dimensions;
  char kind;
  int width;
  int flags;
  Py_ssize_t *shape, *strides;
  void* data;
};

// Anything else than an array of one dimension, of integers in the machine's order of bytes, is not
// plain.
class PlainColumn {
 public:
  explicit PlainColumn(nanobind::handle object) {
    static PyObject* const name = PyUnicode_InternFromString("__array_struct__");
    if (object.type().ptr() != array_type()) return;
    capsule_ = nanobind::steal(PyObject_GetAttr(object.ptr(), name));
    if (!capsule_.is_valid()) nanobind::raise_python_error();
    array_ = static_cast<const ArrayInterface*>(PyCapsule_GetPointer(capsule_.ptr(), nullptr));
    if (array_ == nullptr) nanobind::raise_python_error();
    is_plain_ = array_->dimensions == 1 && (array_->flags & ArrayInterface::in_order) != 0 &&
                read_type();
  }

  bool is_plain() const { return is_plain_; }
  std::size_t size() const { return static_cast<std::size_t>(array_->shape[0]); }
  partwise::Labels labels() const { return {array_->data, type_, array_->strides[0], size()}; }

 private:
  static PyObject* array_type() {
    static PyObject* const type =
        nanobind::object(nanobind::module_::import_("numpy").attr("ndarray")).release().ptr();
    return type;
  }

  bool read_type() {
    using enum partwise::LabelType;
    if (array_->kind != 'i' && array_->kind != 'u') return false;
    const bool is_signed = array_->kind == 'i';
    switch (array_->width) {
      case 1: type_ = is_signed ? i8 : u8; return true;
      case 2: type_ = is_signed ? i16 : u16; return true;
      case 4: type_ = is_signed ? i32 : u32; return true;
      case 8: type_ = is_signed ? i64 : u64; return true;
      default: return false;
    }
  }

  nanobind::object capsule_;
  const ArrayInterface* array_ = nullptr;
  bool is_plain_ = false;
  partwise::LabelType type_ = partwise::LabelType::i64;
};

inline bool are_plain(const PlainColumn& a, const PlainColumn& b) {
  return a.is_plain() && b.is_plain() && a.size() == b.size();
}
