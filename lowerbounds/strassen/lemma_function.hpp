// A Boolean function on words whose letters may differ in their alphabet from position to position; what
// the split-VC dimension (seed 000, Definition 3.1) is about.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace attest {

using LemmaWord = std::vector<int>;

struct LemmaFunction {
  std::string name;
  std::vector<std::vector<int>> alphabets;      // one for each position, ascending
  std::function<bool(const LemmaWord&)> value;  // called with words over the alphabets only

  int length() const { return static_cast<int>(alphabets.size()); }
  bool has_letter(int position, int letter) const;  // position 0-based
};

// "(2,1,1)"
std::string word_text(const LemmaWord& word);

// The three functions of Section 3.2, written from their definitions.
LemmaFunction indexing_function(int n);                // line 212: (p_1, q_1..q_n) in [n]^(n+1)
LemmaFunction sum2_function(int length, int modulus);  // line 237: ([m-1] without m-2)^l
LemmaFunction disjointness_function(int m);            // line 285: {0,1}^m x {0,1}^m

}  // namespace attest
