#include "reductions/poly/run/chosen_instance.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"
#include "reductions/files/formula_json.hpp"
#include "reductions/files/vector_sets.hpp"
#include "reductions/problems/random_formula.hpp"
#include "reductions/problems/random_vector_sets.hpp"
#include "tasks/datasets/random.hpp"

namespace attest {

namespace {

void require_fits(const problems::Cnf& formula, const FormulaSize& size) {
  if (formula.variables != size.variables)
    throw UsageError("input variables", std::to_string(formula.variables),
                     fmt::format("{}, as the parameter says", size.variables));
  if (formula.clauses.size() > static_cast<std::size_t>(size.clauses))
    throw UsageError("input clauses", fmt::format("{} clauses", formula.clauses.size()),
                     fmt::format("at most {}, as the parameter says", size.clauses));
  for (std::size_t c = 0; c < formula.clauses.size(); ++c) {
    const problems::Clause& clause = formula.clauses[c];
    const std::string place = fmt::format("input clauses/{}", c);
    if (clause.literals.size() > static_cast<std::size_t>(size.width))
      throw UsageError(place, fmt::format("{} literals", clause.literals.size()),
                       fmt::format("at most {}", size.width));
    if (clause.weight > size.weight)
      throw UsageError(place, fmt::format("weight {}", clause.weight),
                       fmt::format("a weight of at most {}", size.weight));
  }
}

problems::Cnf random_formula_of(const FormulaSize& size, std::uint64_t seed) {
  const int width = std::min({size.width, size.variables, 3});
  problems::Cnf formula{size.variables, {}};
  if (width == 0) {
    formula.clauses.resize(static_cast<std::size_t>(size.clauses));
  } else {
    formula = problems::random_formula({size.variables, size.clauses, width}, seed);
  }
  Random random(seed);
  for (problems::Clause& clause : formula.clauses) clause.weight = random.between(1, size.weight);
  return formula;
}

void require_fits(const problems::InnerProducts& instance, const VectorSetsSize& size) {
  if (instance.sets.size() != size.sets)
    throw UsageError("input sets", fmt::format("{} sets", instance.sets.size()),
                     fmt::format("{} sets", size.sets));
  for (std::size_t s = 0; s < instance.sets.size(); ++s) {
    if (instance.sets[s].size() == size.n && instance.sets[s].dimension() == size.d) continue;
    throw UsageError(
        fmt::format("input sets/{}", s),
        fmt::format("{} vectors of length {}", instance.sets[s].size(), instance.sets[s].dimension()),
        fmt::format("n = {} vectors of length d = {}", size.n, size.d));
  }
  if (!size.epsilon) return;
  if (const auto breach = problems::promise_breach(instance))
    throw UsageError(
        "input sets",
        fmt::format("an inner product {} for constraint {}", breach->inner_product, breach->constraint + 1),
        fmt::format("sets that keep the promise: m = {} or at most (1 - epsilon) m = {}", *size.m,
                    to_string(Rational((1 - *size.epsilon) * *size.m))));
}

}  // namespace

ChosenFormula chosen_formula(const Json& input, const FormulaSize& size, std::uint64_t seed,
                             const std::function<ChosenFormula(const std::string&)>& of_rank) {
  if (input == "random") return {random_formula_of(size, seed), std::nullopt};
  if (input.is_string()) return of_rank(input.get<std::string>());
  ChosenFormula chosen{formula_from_json(input, "input"), std::nullopt};
  require_fits(chosen.formula, size);
  return chosen;
}

ChosenVectorSets chosen_vector_sets(const Json& input, const VectorSetsSize& size, std::uint64_t seed,
                                    const std::function<ChosenVectorSets(const std::string&)>& of_rank) {
  const std::optional<std::vector<long>> targets =
      size.m ? std::optional(std::vector<long>{*size.m}) : std::nullopt;
  if (input == "random") {
    problems::VectorSetsShape shape;
    shape.family = size.family;
    shape.sets = size.sets;
    shape.order = size.order;
    shape.vectors = size.n;
    shape.dimension = size.d;
    shape.targets = targets;
    shape.epsilon = size.epsilon;
    return {problems::random_vector_sets(shape, seed), std::nullopt};
  }
  if (input.is_string()) return of_rank(input.get<std::string>());
  VectorSetsQuestion question{size.family, targets, std::nullopt, size.epsilon};
  if (size.family == problems::Family::hypergraph_ip) question.order = static_cast<long>(size.order);
  ChosenVectorSets chosen{parse_vector_sets_json(input.dump(), "input", question), std::nullopt};
  require_fits(chosen.instance, size);
  return chosen;
}

Json spelled(const problems::InnerProducts& instance) {
  Json json = Json::parse(vector_sets_json(instance));
  json.erase("format");
  return json;
}

}  // namespace attest
