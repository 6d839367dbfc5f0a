// The Python face of counting.
#pragma once

#include <nanobind/nanobind.h>

void bind_counting(nanobind::module_& m);
