// The inputs of a theorem for every size cut into pieces, on each of which the task's answer is one polynomial, or yes, or no:
//
//   (x(1) + x(2)) mod N, x in 0..N-1:   s = x(1) + x(2) in 0..N-1, the answer s;  s in N..2*N-2, the answer s - N
//   a(1) = a(n):                        d = a(1) - a(n) in 1-m..-1, no;  0, yes;  1..m-1, no
//
// A sum that is cut becomes a variable of its own and takes the place of one of its entries. What else is known of this entry is
// left out: a piece may hold more than the inputs that belong to it, never less.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "theorems/proof/symbolic_theorem.hpp"

namespace attest::theorems {

struct TaskPiece {
  std::map<std::string, proof::Laurent> at;  // entries and judged indices that are replaced
  std::string text;                          // "s = x(1) + x(2) in 0..N - 1"; empty: all inputs
  proof::Laurent answer;                     // of a number
  bool yes = false;                          // of a sign
};

// Pieces that are empty for all sizes are left out. Refusal (G5) where the task cannot be cut in this way.
std::vector<TaskPiece> task_pieces(SymbolicTheorem& theorem);

// The same of a condition on entries of the input in the task's words; `bound`: what further names in it are.
std::vector<TaskPiece> condition_pieces(SymbolicTheorem& theorem, const Expression& condition,
                                        const std::map<std::string, proof::Laurent>& bound);

}  // namespace attest::theorems
