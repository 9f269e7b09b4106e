// One example of a dataset: an input sequence, its labels and, for the quotient task, a colouring.
#pragma once

#include <vector>

namespace attest {

using Numbers = std::vector<int>;

struct Example {
  Numbers x;
  Numbers y;    // one label a token; a single one for function composition
  Numbers col;  // the colour of each element; empty where the task has no colouring
};

inline constexpr int query_token = -1;  // the token "bottom" that asks for the answer
inline constexpr int no_label = -100;   // seed 000_bd1f352bd128419d.txt, line 635: no label at this place

}  // namespace attest
