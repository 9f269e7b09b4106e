// Rows of W for every size: what a token's index and features give as a combination of the coordinates of its encoding, with factors in
// the sizes alone.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "verification/proof/variables.hpp"

namespace attest::theorems {

class EncodingRows {
 public:
  EncodingRows() = default;
  // Each coordinate: a sum in sizes and in what the generic token has.
  EncodingRows(const std::vector<proof::Laurent>& encoding, const proof::Variables& variables);

  // w with w . encoding = value, an identity of polynomials, each w in the sizes alone; nothing where elimination finds none. That
  // divides by rational numbers and by sizes that are positive alone, so that w has a value at every size; where a coordinate could
  // be eliminated by nothing of this kind ((n + 1)*p), rows that need it are not found.
  std::optional<std::vector<proof::Laurent>> weights(const proof::Laurent& value) const;

 private:
  // By monomial in what the token has: its factor in the sizes.
  using Split = std::map<proof::Laurent::Monomial, proof::Laurent>;
  struct Row {
    Split value;
    proof::Laurent::Monomial pivot;       // its factor is 1 here, 0 in the other rows
    std::vector<proof::Laurent> weights;  // value = weights . encoding
  };
  Split split(const proof::Laurent& value) const;

  const proof::Variables* variables_ = nullptr;
  std::size_t coordinates_ = 0;
  std::vector<Row> rows_;
};

}  // namespace attest::theorems
