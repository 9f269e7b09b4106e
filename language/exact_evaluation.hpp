// The value of a resolved expression on rational numbers: slow, complete, and the one place that says why there
// is no value.
#pragma once

#include <span>

#include "language/names.hpp"
#include "language/resolved.hpp"
#include "language/value.hpp"

namespace attest::language {

// Numbers have at most so many bits, above and below the line; EvaluationError otherwise.
constexpr unsigned longest_number = 16'384;

// `tables`: the values of each input, row by row; `indices`: of Names::indices. EvaluationError where there is no
// value.
Value exact_value(const Resolution& resolution, const Names& names, std::span<const long* const> tables,
                  std::span<const long> indices);

// The same of a part, whose variables have the values of `slots`.
Value exact_value(const Resolved& part, const Names& names, std::span<const long* const> tables,
                  std::vector<Value> slots);

}  // namespace attest::language
