// What the reader of a proof gives: sizes that are fixed, and values of parameters.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "theorems/proof/range_proof.hpp"

namespace attest::theorems {

// `words`: k=v, into the result; `text`: the variant's. Of a parameter that is `auto`, or whose word stands for what the text says, nothing. Throws UsageError.
void read_words(const TheoremClaim& claim, const TheoremText& text, const std::vector<std::string>& sizes,
                const std::vector<std::string>& words, RangeProof& result);

// UsageError where a value is none that the theorem takes. Where that hangs on a size that is not given it is shown for all of them, or
// refused, with everything else. `text`: with what its sizes and parameters say written out.
void expect_given(const TheoremText& text, const std::vector<std::string>& sizes, const RangeProof& given);

// The parameters with a value.
std::set<std::string> given_names(const RangeProof& given);

// The parameter that is neither given nor has a value; nothing where all have one.
const ParameterStatement* open_parameter(const TheoremText& text, const RangeProof& given);

}  // namespace attest::theorems
