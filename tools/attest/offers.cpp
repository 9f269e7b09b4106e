#include "tools/attest/offers.hpp"

#include <algorithm>

#include "constructions/poly/root_finding_claim.hpp"
#include "lowerbounds/shattering/named_functions.hpp"
#include "lowerbounds/size_bounds/bounded_claim.hpp"
#include "reductions/chain.hpp"
#include "tasks/datasets/dataset.hpp"
#include "theorems/theorem_texts.hpp"
#include "tools/attest/bench_algorithm.hpp"
#include "tools/attest/command_table.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/reduce_explained.hpp"
#include "tools/attest/reduce_source.hpp"
#include "tools/attest/theorem_argument.hpp"

namespace attest::offers {

namespace {

std::vector<std::string> ids(const Catalogue& catalogue) {
  std::vector<std::string> names;
  for (const Claim* claim : catalogue.claims()) names.push_back(claim->info().id);
  return names;
}

template <class Entries>
std::vector<std::string> names_of(const Entries& entries) {
  std::vector<std::string> names;
  for (const auto& entry : entries) names.push_back(entry.name);
  return names;
}

// The parameters of the entry of that name; none where it is not there.
template <class Entries>
std::vector<ParameterSpec> specs_in(const Entries& entries, const std::string& name) {
  for (const auto& entry : entries) {
    if (entry.name == name) return entry.parameters;
  }
  return {};
}

}  // namespace

Names commands() {
  return [](const Catalogue&) { return command_names(); };
}

Names claims() {
  return ids;
}

Names bounded_claims() {
  return [](const Catalogue& catalogue) {
    std::vector<std::string> names;
    for (const Claim* claim : catalogue.claims()) {
      if (dynamic_cast<const BoundedClaim*>(claim) != nullptr) names.push_back(claim->info().id);
    }
    return names;
  };
}

Names bench_algorithms() {
  return [](const Catalogue&) { return names_of(attest::bench_algorithms()); };
}

Names generated_tasks() {
  return [](const Catalogue&) {
    std::vector<std::string> names = names_of(datasets());
    for (const TheoremSource& source : theorem_texts()) names.push_back(source.id);
    return names;
  };
}

Names reductions() {
  return [](const Catalogue& catalogue) {
    std::vector<std::string> names = chain_beginnings(attest::reductions());
    for (const Claim* claim : catalogue.claims()) {
      const ClaimInfo& info = claim->info();
      const bool in_chain = std::any_of(attest::reductions().begin(), attest::reductions().end(),
                                        [&](const auto& r) { return r->info().claim == info.id; });
      if (info.kind == "reduction" && !in_chain) names.push_back(info.id);
    }
    return names;
  };
}

Names shatter_functions() {
  return [](const Catalogue&) { return names_of(named_functions()); };
}

Names templates() {
  return [](const Catalogue&) { return template_names(); };
}

Specs claim_parameters() {
  return [](const Context& context, const std::string& name) {
    return theorem_argument(context, name).info().parameters;
  };
}

Specs run_parameters() {
  return [](const Context& context, const std::string& name) {
    return theorem_argument(context, name).run_parameters();
  };
}

Specs bench_parameters() {
  return [](const Context&, const std::string& name) {
    std::vector<ParameterSpec> specs = specs_in(attest::bench_algorithms(), name);
    for (const BenchAlgorithm& algorithm : attest::bench_algorithms()) {
      if (algorithm.name != name) continue;
      specs.emplace_back();
      specs.back().name = "n";
      specs.back().default_value = algorithm.sizes;
    }
    return specs;
  };
}

Specs generated_parameters() {
  return [](const Context& context, const std::string& name) {
    const auto& all = datasets();
    const bool known =
        std::any_of(all.begin(), all.end(), [&](const Dataset& dataset) { return dataset.name == name; });
    return known ? specs_in(all, name) : theorem_argument(context, name).info().parameters;
  };
}

Specs reduction_parameters() {
  return [](const Context& context, const std::string& name) {
    if (const Claim* claim = whole_reduction(context, name)) return claim->info().parameters;
    const Reduction& first = *find_chain(attest::reductions(), name, "").front();
    std::vector<ParameterSpec> specs = instance_parameters(first.info().source);
    specs.insert(specs.end(), first.info().parameters.begin(), first.info().parameters.end());
    return specs;
  };
}

Specs shatter_parameters() {
  return [](const Context& context, const std::string& name) {
    return is_theorem_file(name) ? theorem_argument(context, name).info().parameters
                                 : specs_in(named_functions(), name);
  };
}

Specs template_parameters() {
  return [](const Context&, const std::string& name) {
    return name == template_names().back() ? root_finding_polynomials() : std::vector<ParameterSpec>();
  };
}

}  // namespace attest::offers
