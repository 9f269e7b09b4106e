// What a head gives at one token when its scores and values are known as enclosures (numeric/enclosed_number.hpp): the same
// definition as head_sums.hpp, of kernels that weigh scores.
#pragma once

#include <vector>

#include "attention/layer.hpp"
#include "numeric/enclosed_number.hpp"

namespace attest::attention {

struct ScoredTuple {
  EnclosedNumber
      product;  // the head's polynomial at the rows of the receiver and the tuple; the score is scale times it
  std::vector<EnclosedNumber> value;
};

// The weighted mean of the values, coordinate by coordinate; at least one tuple. Rational where the weights are, and where all tuples
// of a weight other than 0 have one rational value. Where it does not show which tuples of a hard maximum are best the result
// encloses the values of all that may be. UsageError where an expressive head's weights are 0/0 (`token` says where, 1-based).
std::vector<EnclosedNumber> weighted_mean(Kernel kernel, const Surd& scale,
                                          const std::vector<ScoredTuple>& tuples, Precision precision,
                                          std::size_t token);

}  // namespace attest::attention
