// Scales: 1/sqrt(d), c*log(2*n), n^2*sqrt(3).
#pragma once

#include "numeric/surd.hpp"
#include "theorems/network_value.hpp"

namespace attest::theorems {

// An exact real number p/q*sqrt(r)*log(k). Throws NetworkError for anything else, with the place.
Surd surd_of(const language::Expression& expression, const NetworkNames& names);

// Whether sqrt, log or exp occurs.
bool is_irrational(const language::Expression& expression);

}  // namespace attest::theorems
