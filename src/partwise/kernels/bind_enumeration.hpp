// The Python face of the enumeration of tables.
#pragma once

#include <nanobind/nanobind.h>

void bind_enumeration(nanobind::module_& m);
