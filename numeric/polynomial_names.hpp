// The names that have joined the ring of all polynomials (numeric/polynomial.hpp).
#pragma once

namespace attest {

// Between two runs of one process: they leave it, so that the order of terms, which is that of the names, does not depend on what the
// process did before, and 256 names are there again. No polynomial with a variable may be alive.
void forget_polynomial_names();

}  // namespace attest
