// Whether no rows that are linear in the encoding have a score, whatever rows were found for it.
//
// Let a head's polynomial be P, and let all tokens of a tuple but the v-th be fixed, with their contents. Rows that are linear
// make P, as a function of the v-th token and its content, a combination of the coordinates of the encoding, and of 1 where a product
// leaves the v-th token out. So one token, and one content of the others, at which the score is no such combination show that no
// rows have it. Looked at are the tuples that the head sums over, and contents that some input gives them at once.
#pragma once

#include <vector>

#include "attention/layer.hpp"
#include "theorems/token_table.hpp"

namespace attest::theorems {

// `head` has rows with this score, not linear ones, and its index set; `encoded`: [kind], as Layer::stream; `receivers`: the tokens
// that ask. False: not shown, also where there are too many contents to look at.
bool no_rows_have_the_score(const attention::Head& head, const std::vector<RationalVector>& encoded,
                            const TokenTable& tokens, const std::vector<attention::Token>& receivers);

}  // namespace attest::theorems
