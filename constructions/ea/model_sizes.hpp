// The parameter counts that the paper prints, from what it says of its architecture.
//
// Source: seed 004_9370d393bf99a4b8.txt, "Transformer details" (line 84) and "Readout" (line 88); 802 parameters for d = N = 2,
// N_con = 16 (lines 126 and 130), about 4 * 10^5 for d = 16, N_con = 128 (line 144).
#pragma once

#include <string>
#include <vector>

namespace attest {

// What the text leaves open of the model. Each vector is of the token's dimension d, but for the hidden one of 4d.
struct ModelChoice {
  bool own_matrices = true;  // every position has matrices and vectors of its own ("position-specific")
  int vectors =
      0;  // of Q, K, V and the perceptron's output, and two for each of two normalisations; there is no positional one (line 84)
  bool hidden_bias = false;  // of the perceptron's 4d hidden units
  bool readout_bias = false;
};

// Q, K and V (d x d), the perceptron d -> 4d -> d, the vectors; and the readout, d N_con x d.
long parameters_of(const ModelChoice& choice, long d, long context);

// All 2 * 9 * 2 * 2 of them.
std::vector<ModelChoice> model_choices();

std::string to_string(const ModelChoice& choice);

}  // namespace attest
