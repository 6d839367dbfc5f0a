// The Python face of the sampling kernel.
#pragma once

#include <nanobind/nanobind.h>

void bind_sampling(nanobind::module_& m);
