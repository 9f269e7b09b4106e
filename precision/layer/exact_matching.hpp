// Which keys a query equals: exact match (seed 001, Definition B.1) of rounded rows.
//
// Equality is not continuous, so that no bound on the error of queries and keys says which of them are equal.
// It is decided here for all of them: there are finitely many encodings x, every query and key is W x for one
// of them, and the model plain computes it by the same operations on every input. If the computed rows are
// equal exactly where the exact rows are, every input has the matches of the exact construction.
#pragma once

#include <vector>

#include "numeric/integer.hpp"

namespace attest {

using RationalRow = std::vector<Rational>;

// W x for every x; and with W, x and every operation rounded to that many bits: products, then sums from the
// left.
std::vector<RationalRow> exact_rows(const RationalMatrix& W, const std::vector<RationalVector>& x);
std::vector<RationalRow> computed_rows(const RationalMatrix& W, const std::vector<RationalVector>& x,
                                       long significand_bits);

// Whether q[i] = k[j] exactly where computed_q[i] = computed_k[j], for all i and j.
bool same_matches(const std::vector<RationalRow>& q, const std::vector<RationalRow>& k,
                  const std::vector<RationalRow>& computed_q, const std::vector<RationalRow>& computed_k);

}  // namespace attest
