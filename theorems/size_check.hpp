// "size constant in n": heads, embedding dimension and network parameters are the same at another size.
#pragma once

#include "claims/parameters.hpp"
#include "claims/verdict.hpp"
#include "theorems/theorem_text.hpp"

namespace attest::theorems {

// Holds where the text itself says so for every size: the encoding is a list, heads and readout are written out, and
// neither d nor a family of heads speaks of the named sizes. Elsewhere the layer is built at each of the next three values
// of the named sizes: a difference refutes, agreement decides nothing.
Check size_check(const TheoremText& text, const CheckStatement& statement, Variant variant,
                 const Parameters& parameters, const Size& here);

// Whether the text itself says so.
bool shows_constant_size(const TheoremText& text, const std::vector<std::string>& names);

}  // namespace attest::theorems
