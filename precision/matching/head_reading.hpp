// How the element-wise functions of an mpc::ExactMatchNetwork read a stored state: what a head put out is an
// average of integers, rounded, and its integers are restored before anything else is computed. On exact
// averages of what the head averages a reading changes nothing.
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "numeric/integer.hpp"
#include "protocols/fraction.hpp"
#include "protocols/message_encoding.hpp"

namespace attest {

// Of one head's entries. A reading throws UndefinedState where they are too far from every average of
// integers that it knows, or too large.
struct HeadReading {
  std::size_t entries = 0;
  std::function<mpc::Row(std::span<const Rational> stored)> read;
};

// The integer nearest to x, the larger of two; UndefinedState above 2^40 in magnitude.
std::int64_t nearest_integer(const Rational& x);

// Integers, each to the nearest: a head that finds one token, or tokens that agree.
HeadReading integers_reading(std::size_t entries);

// s pairs (input_idx, idx) divided by their number c (Lemma B.5): c is the number of second entries that are
// not zero, and c times an entry is read as the nearest integer.
HeadReading shares_reading(std::size_t s);

// An average of encodings (Lemma B.4): the least first entry of a slot that is not zero is 1/c, c is read as
// the nearest integer to its inverse, and c times an entry as the nearest integer.
HeadReading encodings_reading(std::shared_ptr<const mpc::MessageEncoding> encoding);

}  // namespace attest
