// Lets Ctrl-C stop a kernel that has released the GIL.
#pragma once

#include <nanobind/nanobind.h>

// To be called on the thread that Python called; throws if a handler raised an exception.
inline void stop_on_signal() {
  nanobind::gil_scoped_acquire held;
  if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
}
