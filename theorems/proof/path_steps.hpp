// A head over tuples of t + 1 tokens, poly(path t) with t a size: its score is a sum over v in [t], of the product of the rows v and v + 1
// at the tokens l(v) and l(v+1). Each term is the score of a head over two tokens, and this makes that head's theorem: for v = 1, for any v
// from 2 to t - 1, which is then a size, and for v = t. Blocks of zeros in rows may be as long as a size says; coordinates of both rows that
// stand at the same place are multiplied, and that others do not is shown.
#pragma once

#include <string>

#include "theorems/proof/symbolic_theorem.hpp"

namespace attest::theorems {

enum class PathStep { first, middle, last };

// One layer of one head over a path of as many edges as a size says that is given no number.
bool has_long_path(const TheoremText& text, const ProofSetting& setting);

struct StepTheorem {
  TheoremText text;
  ProofSetting setting;
};

class PathSteps {
 public:
  // What v is called where it is neither 1 nor t; no name of a text.
  static constexpr const char* middle_name = "v'";

  // `text`: with its lets written out. Keeps references.
  PathSteps(const TheoremText& text, const ProofSetting& setting);

  const std::string& length() const { return length_; }  // t
  // Readout, landings and the value of the last token stand in the last step alone; in the others nothing is read out. Throws Refusal.
  StepTheorem step(PathStep which) const;

 private:
  const TheoremText& text_;
  const ProofSetting& setting_;
  std::string length_;
};

}  // namespace attest::theorems
