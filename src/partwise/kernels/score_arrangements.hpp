// How many tables have given sizes, about, for the reduced mutual information.
#pragma once

#include <cstdint>
#include <span>

#include "score_expected.hpp"
#include "vocabulary.hpp"

namespace partwise {

// ln Gamma(x); not known if x may be zero or negative.
Enclosed log_gamma(Enclosed x);

// ln of the number of tables with these sizes, by the approximation of Diaconis and Efron, as
// tables/information.py has it.
Enclosed log_table_count(std::uint32_t n, std::span<const SizeCount> rows,
                         std::span<const SizeCount> columns);

}  // namespace partwise
