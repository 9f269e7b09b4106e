// A head that gives its score in the place of rows: the rows whose products add up to it.
//
//   score = -(num_i - j)^2        query (i) = (num^2, num, 1)   key (j) = (-1, 2*j, -j^2)
//
// The score is a polynomial in the indices and features of the tokens. Each of its terms goes to the first product of the
// attention polynomial that has all of the term's tokens; what a product gets is a matrix over the monomials of one token and of
// the others, and is taken apart rank by rank, so that its rows lie in the span of what the encoding has to give anyway.
// The products stand beside each other, each with zeros in the place of the others.
#pragma once

#include <map>
#include <string>

#include "theorems/network_value.hpp"
#include "theorems/theorem_text.hpp"
#include "theorems/token_encoding.hpp"
#include "theorems/token_table.hpp"

namespace attest::theorems {

// The head with rows and without a score. `receivers`: the tokens that ask. NetworkError where the score means nothing,
// UsageError where the program finds no rows for it ("the term .. has three factors").
HeadStatement with_rows_of_score(const HeadStatement& head, const TokenTable& tokens,
                                 const std::vector<attention::Token>& receivers,
                                 const std::vector<Encoding>& encodings, const NetworkNames& constants);

}  // namespace attest::theorems
