// Whether two theorems say the same: their trees compared, places and comments aside.
#pragma once

#include "theorems/theorem_text.hpp"

namespace attest::theorems {

bool same(const TheoremText& a, const TheoremText& b);

}  // namespace attest::theorems
