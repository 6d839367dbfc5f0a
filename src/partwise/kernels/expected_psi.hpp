// The expected psi of one cell of a random table, in doubles.
#pragma once

namespace partwise {

// E psi(X, ab/n) for X ~ Hypergeometric(n, a, b), to a few units in the last place.
double expected_psi(double n, double a, double b);

// E X ln X for the same X. It is E psi(X, ab/n) + (ab/n) ln(ab/n), but exactly 0 where X <= 1.
double expected_x_log_x(double n, double a, double b);

}  // namespace partwise
