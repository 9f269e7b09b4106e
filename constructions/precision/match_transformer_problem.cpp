#include "constructions/precision/match_transformer_problem.hpp"

#include <fmt/format.h>

#include "claims/usage_error.hpp"
#include "constructions/anna/induction_heads.hpp"
#include "constructions/anna/k_hop.hpp"
#include "constructions/anna/protocol_traffic.hpp"
#include "tasks/induction_heads.hpp"
#include "tasks/k_hop.hpp"

namespace attest {

namespace {

// `part` in front of why a function is undefined.
template <class Function>
auto named(const char* part, const Function& function, const TokenState& state) {
  try {
    return function(state);
  } catch (const UndefinedState& undefined) {
    throw UndefinedState(fmt::format("{}, {}", part, undefined.what()));
  }
}

std::unique_ptr<PrecisionProblem> of_words(std::unique_ptr<Task> task, MatchTransformer transformer) {
  return std::make_unique<MatchTransformerProblem>(
      std::move(task), std::move(transformer),
      [](std::span<const Symbol> word) { return positioned_letters(letters_of(word)); });
}

void refuse_protocols(const char* claim, Variant variant) {
  if (variant == Variant::constructed) return;
  throw UsageError("--variant", to_string(variant),
                   fmt::format("constructed: the other variants of {} are protocols of machines, which have "
                               "no layer to round",
                               claim));
}

}  // namespace

std::vector<MatchOffer> MatchTransformerProblem::offers(std::size_t layer, std::size_t,
                                                        const TokenState& state) const {
  std::vector<MatchOffer> result;
  for (const MatchHead& head : transformer_.layers[layer]) {
    result.push_back({named("query", head.query, state), named("key", head.key, state),
                      named("value", head.value, state)});
  }
  return result;
}

std::unique_ptr<PrecisionProblem> induction_heads_precision(Variant variant, const Parameters& parameters) {
  refuse_protocols("anna/induction-heads", variant);
  const long N = parameters.integer("N");
  return of_words(std::make_unique<InductionHeads>(N, parameters.integer("sigma")), anna_induction_heads(N));
}

std::unique_ptr<PrecisionProblem> k_hop_precision(Variant variant, const Parameters& parameters) {
  refuse_protocols("anna/k-hop", variant);
  const long N = parameters.integer("N");
  const long k = parameters.integer("k");
  return of_words(std::make_unique<KHop>(N, parameters.integer("sigma"), k), anna_k_hop(N, k));
}

}  // namespace attest
