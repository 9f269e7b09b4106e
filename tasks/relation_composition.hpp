// Composition of two relations A, B on [m], and its quotient by a colouring.
//
//   (B o A)_ij = 1 if A_ik = B_kj = 1 for some k, else 0
//   (B o A / col)_ij = 1 if A_ik1 = B_k2j = 1, col(k1) = col(k2) and k1 != k2 for some k1, k2, else 0
//
// Sources: seed 000_bd1f352bd128419d.txt, Section 3.2.3 (lines 278-284) and Section 5 (lines 462-470). The
// m^2 tokens are indexed by pairs (i, j), row by row; sign(y_ij) is the answer at token (i, j).
//
// Inputs are ranked as A row by row, then B, then the colouring: {"A": [[0,1],[1,0]], "B": [[1,0],[0,1]]},
// with "col": [1,1] for the quotient. There are 2^(2m^2) inputs, times m^m with a colouring.
#pragma once

#include "tasks/token_task.hpp"

namespace attest {

class RelationComposition : public TokenTask {
 public:
  explicit RelationComposition(long m, bool quotient = false);

  long first_symbol() const override { return 0; }
  Decision decision() const override { return Decision::sign; }
  Json position_name(std::size_t position) const override;
  long truth(std::span<const Symbol> word, std::size_t which) const override;
  Json to_json(std::span<const Symbol> word) const override;
  Word from_json(const Json& input) const override;

  std::size_t tokens() const override { return m_ * m_; }
  std::vector<std::string> features()
      const override;  // i, j, A, B, with a colouring also s = col(i), t = col(j)
  Symbol contents(std::size_t token) const override;
  Symbol content(std::span<const Symbol> word, std::size_t token) const override;
  std::vector<long> feature_values(std::size_t token, Symbol content) const override;

 private:
  std::size_t m_;
  bool quotient_;
};

}  // namespace attest
