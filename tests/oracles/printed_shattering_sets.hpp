// The functions of seed 000's Section 3.2 and the rows and columns of Lemmas 3.5, 3.7 and 3.9, by loops over the definitions: what the texts
// of lowerbounds/strassen state is compared with them.
#pragma once

#include "lowerbounds/shattering/shattering_set.hpp"

namespace attest::oracles {

MixedWordFunction indexing_function(int n);                // line 212: (p_1, q_1..q_n) in [n]^(n+1)
MixedWordFunction sum2_function(int length, int modulus);  // line 237: ([m-1] without m-2)^l
MixedWordFunction disjointness_function(int m);            // line 285: {0,1}^m x {0,1}^m

ShatteringSet indexing_shattering_set(int n);
ShatteringSet sum2_shattering_set(int l);
ShatteringSet disjointness_shattering_set(int m);

// Rows of one letter, for l >= 4: x for x = 2..l-1, at most 13.
ShatteringSet sum2_one_letter_set(int l);

}  // namespace attest::oracles
