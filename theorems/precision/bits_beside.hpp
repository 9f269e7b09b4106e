// What is proved to be enough for every size beside what is found at single sizes: the least width that is right on every input, and
// whether the width that is proved to be enough is right on all inputs, or on some that are drawn.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "claims/parameters.hpp"
#include "precision/precision_study.hpp"
#include "theorems/precision/sufficient_bits.hpp"

namespace attest::theorems {

struct BitsBeside {
  Parameters at;
  std::optional<long> enough;  // proved; nothing where neither the formula nor a margin says so
  bool by_formula = false;     // else from the margin of this size alone (precision/sufficient_precision.hpp)
  std::optional<long> needed;
  Integer inputs;                       // of the space
  std::optional<LeastPrecision> least;  // plain, where all inputs are looked at
  std::optional<FormatAnswer> run;      // plain with `enough` bits: all inputs, or some that are drawn
};

// The first sizes, those around the corner and the next ones; sizes that are given stay. Nothing where `bits` is refused. Looks at the
// options' stop, and leaves out what is not begun.
std::vector<BitsBeside> bits_beside(const TheoremClaim& claim, Variant variant, const SufficientBits& bits,
                                    const VerifyOptions& run, const StudyOptions& options,
                                    std::uint64_t seed);

}  // namespace attest::theorems
