// The exact-match networks that play MPC protocols (anna/initialization, anna/final-output and
// anna/simulates-mpc), as they are verified, in the shape that rounded evaluation reads.
//
// Queries and keys are identifiers in binary digits, which every format holds; so only embeddings and values
// are rounded. The element-wise functions are those of the network behind a reading (head_reading.hpp).
#pragma once

#include <functional>
#include <memory>

#include "claims/claim.hpp"
#include "precision/matching/head_reading.hpp"
#include "precision/matching/match_problem.hpp"
#include "protocols/exact_match_network.hpp"

namespace attest {

class MatchNetworkProblem : public MatchProblem {
 public:
  struct Parts {
    std::shared_ptr<const Task> task;
    mpc::ExactMatchNetwork network;
    // readings[l]: of the heads of layer l, in order; the embedding's integers are read to the nearest.
    std::vector<std::vector<HeadReading>> readings;
    // psi at a token (from 1), from its row after the last layer as it is read; as MatchProblem::outputs.
    std::function<std::vector<Rational>(long token, const mpc::Row& row)> outputs;
  };
  explicit MatchNetworkProblem(Parts parts);

  const Task& task() const override { return *parts_.task; }
  std::vector<TokenState> states(std::span<const Symbol> word) const override;
  std::size_t layers() const override { return parts_.network.layers.size(); }
  std::vector<MatchOffer> offers(std::size_t layer, std::size_t token,
                                 const TokenState& state) const override;
  std::vector<Rational> outputs(std::size_t token, const TokenState& state) const override;

 private:
  // Before layer `layer`.
  mpc::Row read(std::size_t layer, const TokenState& state) const;

  Parts parts_;
};

// nullptr for any other claim. UsageError for printed variants that are not well-formed.
std::unique_ptr<PrecisionProblem> match_network_precision(const Claim& claim, Variant variant,
                                                          const Parameters& parameters);

}  // namespace attest
