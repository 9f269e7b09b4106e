// What happens at one token of one input, and why: `attest explain` (contract.md).
//
//   const Json told = explanation(claim, setting, word, {});
//   told["heads"][0]["tuples"][0]["weight"], told["readout"]["steps"], told["cause"]
//
// The numbers come from the definition of the layer (attention/head_sums.hpp), its outputs (LayerOutput) and, of several
// exact-match layers, run_by_definition; nothing is computed for the explanation alone but how it is arranged.
#pragma once

#include <optional>
#include <string>

#include "theorems/theorem_claim.hpp"

namespace attest::theorems {

struct ExplanationOptions {
  std::optional<Json>
      token;  // a position as `run` prints it; nothing: the first wrong one, else that of the least margin
  std::size_t most_tuples = 5;  // of a head
  bool stated = true;           // the theorem's text made the layer; false: weights of a reader's own did
};

// `word`: an input on which the theorem speaks. The fields "input" and "rank" as of `run`, then those of
// attest/explanation/1; "verdict" is that of all judged tokens and essential checks of this input, as `run` gives it.
// Throws UsageError for a token that is not judged, for a setting without a layer, and for an input on which the theorem
// says nothing. Looks at the stop flag.
Json explanation(const TheoremClaim& claim, const LayerSetting& setting, const Word& word,
                 const ExplanationOptions& options);

}  // namespace attest::theorems
