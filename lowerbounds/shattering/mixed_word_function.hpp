// A Boolean function on words whose letters may differ from position to position; what the split-VC dimension (seed 000,
// Definition 3.1) is about.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace attest {

using MixedWord = std::vector<int>;

struct MixedWordFunction {
  std::string name;
  std::vector<std::vector<int>> alphabets;      // one for each position, ascending
  std::function<bool(const MixedWord&)> value;  // called with words over the alphabets only

  int length() const { return static_cast<int>(alphabets.size()); }
  bool has_letter(int position, int letter) const;  // position 0-based
};

// "(2,1,1)"
std::string word_text(const MixedWord& word);

}  // namespace attest
