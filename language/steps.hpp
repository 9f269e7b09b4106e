// How many steps an evaluation takes at most, from the ranges of indices and inputs alone.
#pragma once

#include "language/names.hpp"
#include "language/resolved.hpp"

namespace attest::language {

constexpr long most_steps = 1L << 24U;

// An upper bound that holds for every input and every index. ParseError where a range has no bound that could be
// found, or where the bound is above most_steps.
Integer bounded_steps(const Resolution& resolution, const Names& names);

}  // namespace attest::language
