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

#include "attention/layer.hpp"
#include "theorems/network_value.hpp"
#include "theorems/theorem_text.hpp"
#include "theorems/token_encoding.hpp"
#include "theorems/token_table.hpp"

namespace attest::theorems {

// The head with rows and without a score. `receivers`: the tokens that ask. NetworkError where no rows have this score
// ("not of this form: the term .. has three factors"), UsageError where the program does not look for them.
HeadStatement with_rows_of_score(const HeadStatement& head, const TokenTable& tokens,
                                 const std::vector<attention::Token>& receivers,
                                 const std::vector<Encoding>& encodings, const NetworkNames& constants);

// Whether rows that are not linear in the encoding show that no rows of this score are: of a single product, and for each of its tokens
// the products of the others' coordinates are independent as functions of the tokens' contents. Then every coordinate is a
// combination of scores with the others held fixed, which rows that are linear make linear. `head` has the rows that were found.
bool rows_are_forced(const attention::Head& head);

}  // namespace attest::theorems
