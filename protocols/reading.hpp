// How the programs of machines read what exact-match heads have left in a token's state: averages of integers.
#pragma once

#include <cstdint>
#include <optional>

#include "attention/match_layers.hpp"

namespace attest::mpc {

enum class Reading {
  exact,
  // The averages are rounded (precision/), and their integers are restored before anything else is computed: 1/3 is no number
  // of any format. On exact averages of what a head averages this changes nothing. UndefinedState
  // (attention/whole_number.hpp) where the numbers are too large.
  nearest,
};

// The integer nearest to x, the larger of two; UndefinedState above 2^40 in magnitude.
std::int64_t nearest_integer(const Rational& x);

// An entry of a head that finds one token, or tokens that agree. Exact: nothing where it is no machine integer.
std::optional<std::int64_t> read_integer(const Rational& entry, Reading reading);

// Every entry times `count` read to the nearest integer, divided by `count`, which is positive.
attention::State nearest_multiples(const attention::State& stored, std::int64_t count);

// An average of encodings with slots of that many entries (message_encoding.hpp), to the nearest: the least positive first
// entry of a slot is 1/c, c is read as the nearest integer to its inverse, and c times an entry as the nearest integer.
attention::State nearest_encodings(const attention::State& stored, std::size_t slot);

}  // namespace attest::mpc
