// One input explained as a document of the program: attest/explanation/1 without version and command. For `attest explain`
// and for what `attest verify` prints below a refutation.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "claims/claim.hpp"
#include "theorems/theorem_claim.hpp"

namespace attest {

// "n=3", "m=4": as a command line takes them.
std::vector<std::string> parameter_words(const Parameters& parameters);

struct ExplainedInput {
  const Claim& claim;
  std::string word;  // what the user called the claim: an id or a file
  Variant variant;
  Parameters parameters;
  std::optional<std::string> weights_file;
  std::optional<Json> weights;  // read from it
  std::uint64_t seed = 0;
  std::size_t most_tuples = 5;

  // `input`: as `attest run` takes it. `token`: a position; nothing: the first wrong one, else that of the least margin.
  // UsageError where the claim is no layer of attention, for wrong inputs and tokens.
  Json document(const Json& input, const std::optional<Json>& token) const;

  // The text that the claim's layer is read from; null where there is none.
  const theorems::TheoremClaim* theorem() const;
  // Whether this variant is a layer of attention, or several.
  bool has_layer() const;
  // Throws UsageError that names the command for this claim's instances where it is no layer of attention.
  void refuse_without_layer() const;

  // The command that explains the input of this rank.
  std::string command(const std::string& rank, const std::optional<Json>& token) const;

  mutable std::shared_ptr<const theorems::TheoremClaim>
      written{};  // for these parameters, once it was asked for
};

}  // namespace attest
