// Rows and encodings as polynomials in the index and the features of one token, sizes and parameters being numbers: where a
// row is a combination of the encoding as polynomials, that combination is the one that its author meant. At small sizes
// there are others, because there i^2 and the like are linear in what is left. Where the encoding is no polynomial, a row that
// is a combination of coordinates by their names, 2*pos or symbol(3), is that one.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "theorems/network_value.hpp"
#include "theorems/polynomial_value.hpp"
#include "theorems/token_encoding.hpp"
#include "theorems/token_table.hpp"

namespace attest::theorems {

class TokenPolynomials {
 public:
  // Of the tokens of one kind. Keeps references.
  TokenPolynomials(const TokenGroup& kind, const Encoding& encoding, const NetworkNames& constants);

  // The `length` coordinates of a row, whose token has these index names, as combinations of the encoding's `dimension`
  // coordinates, zeros behind it; nothing for those that are none.
  std::vector<std::optional<RationalVector>> combinations(const language::Expression& row,
                                                          const std::vector<std::string>& indices,
                                                          std::size_t dimension, std::size_t length) const;

 private:
  PolynomialNames names(const std::vector<std::string>& indices, bool coordinates) const;
  // The same with every coordinate as a variable of its own.
  PolynomialNames coordinate_names(const std::vector<std::string>& indices) const;

  const TokenGroup& kind_;
  const Encoding& text_;
  const NetworkNames& constants_;
  std::optional<std::vector<Polynomial>> encoding_;
};

}  // namespace attest::theorems
