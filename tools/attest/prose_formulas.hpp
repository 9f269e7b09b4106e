// The formulas in a sentence: runs of names, numbers and signs that say by themselves that they are one (n^2, 4*n, phi_j,
// sqrt(7), n = 2). Names of claims, options, paths and JSON are none.
#pragma once

#include <string>
#include <vector>

namespace attest {

struct ProsePiece {
  std::string text;
  bool formula = false;
};

// In the order of the text, no two pieces of one kind beside each other; together they are the text.
std::vector<ProsePiece> prose_pieces(const std::string& text);

}  // namespace attest
