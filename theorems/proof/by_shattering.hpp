// Rows that are shattered (S1, S2), for every size: for each row r, each pattern has of all rows and the column of this pattern the
// function is has(r), and rows and columns are words of the function. Then the rows are different, since has(r) and has(s) may differ, and
// the splitting VC dimension is at least their number.
//
// The function in row r is 1 where one of its cases (shattered_cases.hpp) is met, so that two things are shown of what the cases ask of
// the pattern, as formulas in has(x) and all has(a..b):
//   no case is met where has(r) = 0,   and where has(r) = 1 one that is a witness is.
// Both by all truth values of these atoms but those that are excluded by: all has(a..b) is true where b < a is shown; it implies has(x) for
// a <= x <= b and all has(a..c) for c <= b; has(a) implies all has(a..a), and all has(a..b) and has(b + 1) imply all has(a..b + 1).
#pragma once

#include <map>
#include <string>

#include "theorems/proof/lemma_proof.hpp"
#include "theorems/theorem_text.hpp"

namespace attest::theorems {

// `text`: with the variant's patches applied. `multiple`: of a size that is a multiple of a number, l mod 2 = 0, this number; `from`: of
// l/2, or of l. Throws Refusal.
LemmaProof prove_by_shattering(const TheoremText& text, const std::string& size, const Integer& multiple,
                               const Integer& from);

}  // namespace attest::theorems
