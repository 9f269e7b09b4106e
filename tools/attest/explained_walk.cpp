#include "tools/attest/explained_walk.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/run_walk.hpp"
#include "claims/usage_error.hpp"
#include "reductions/explain/explained_step.hpp"
#include "reductions/files/formula_json.hpp"
#include "reductions/files/vector_sets.hpp"

namespace attest {

namespace {

const Reduction* reduction_of(const Claim& claim) {
  for (const auto& reduction : reductions()) {
    if (reduction->info().claim == claim.info().id) return reduction.get();
  }
  return nullptr;
}

Instance instance_of(Problem problem, const Json& input) {
  if (problem == Problem::sat || problem == Problem::max_sat) return formula_from_json(input, "input");
  return parse_vector_sets_json(input.dump(), "input");
}

// The claim's parameters that the reduction has, under its own names.
Parameters parameters_of_step(const Reduction& reduction, const Parameters& parameters) {
  std::vector<std::string> words;
  const Json given = parameters.to_json();
  for (const ParameterSpec& spec : reduction.info().parameters) {
    const std::string name = spec.name == "Bk" && given.contains("B2") ? "B2" : spec.name;
    if (given.contains(name)) words.push_back(spec.name + "=" + parameters.text(name));
  }
  return parse_parameters(reduction.info().parameters, words);
}

}  // namespace

Walkthrough explained_walk(const Claim& claim, Variant variant, const Parameters& parameters,
                           const Json& input, std::uint64_t seed) {
  const Reduction* reduction = reduction_of(claim);
  if (reduction == nullptr) return walk_of(claim, variant, parameters, input, seed);
  const Walkthrough run = run_walk(claim, variant, parameters, input, seed);
  try {
    const Instance source = instance_of(reduction->info().source, run.data["input"]);
    Step step{reduction, variant, parameters_of_step(*reduction, parameters), 0};
    if (parameters.to_json().contains("falsified")) step.most_falsified = parameters.integer("falsified");
    Walkthrough walk = explain_chain({step}, source, {});
    if (walk.verdict == Status::holds && run.verdict != Status::holds) {
      walk.verdict = run.verdict;
      walk.headline += "; but " + run.headline;
    }
    return walk;
  } catch (const UsageError& error) {
    // A print that defines no map: the instance as the claim alone sees it.
    Walkthrough walk = run;
    walk.remark("not mapped", error.what());
    return walk;
  }
}

}  // namespace attest
