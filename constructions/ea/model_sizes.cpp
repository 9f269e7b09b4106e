#include "constructions/ea/model_sizes.hpp"

#include <fmt/format.h>

namespace attest {

namespace {

// Q, K, V, the perceptron's output: 1 each; a gain and a shift for each of two normalisations.
constexpr int most_vectors = 8;

}  // namespace

long parameters_of(const ModelChoice& choice, long d, long context) {
  const long matrices = 3 * d * d + 8 * d * d;
  const long vectors = choice.vectors * d + (choice.hidden_bias ? 4 * d : 0);
  const long readout = d * context * d + (choice.readout_bias ? d : 0);
  return (choice.own_matrices ? context : 1) * (matrices + vectors) + readout;
}

std::vector<ModelChoice> model_choices() {
  std::vector<ModelChoice> all;
  for (const bool own : {true, false}) {
    for (int vectors = 0; vectors <= most_vectors; ++vectors) {
      for (const bool hidden : {false, true}) {
        for (const bool readout : {false, true}) all.push_back({own, vectors, hidden, readout});
      }
    }
  }
  return all;
}

std::string to_string(const ModelChoice& choice) {
  return fmt::format("{} matrices, {} vector{} of d{}, a readout {} bias",
                     choice.own_matrices ? "position-specific" : "shared", choice.vectors,
                     choice.vectors == 1 ? "" : "s", choice.hidden_bias ? ", a hidden bias" : "",
                     choice.readout_bias ? "with" : "without");
}

}  // namespace attest
