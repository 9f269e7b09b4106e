// The answer of a comparison between enclosures. It is never a bool: "don't know" is an answer.
#pragma once

namespace attest {

enum class Ordering {
  less,       // proved
  equal,      // proved
  greater,    // proved
  undecided,  // the enclosures overlap at this precision
};

}  // namespace attest
