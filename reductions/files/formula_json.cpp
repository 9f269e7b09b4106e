#include "reductions/files/formula_json.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <set>

#include "claims/usage_error.hpp"
#include "claims/user_json.hpp"

namespace attest {

namespace {

constexpr long largest = 1'000'000;

problems::Clause clause_from_json(const Json& json, int variables, const std::string& place) {
  const bool object = json.is_object();
  const bool fits = object && json.contains("literals") && json.size() == (json.contains("weight") ? 2 : 1);
  const Json& literals = fits ? json["literals"] : json;
  if ((object && !fits) || !literals.is_array())
    throw UsageError(place, json.dump(), R"(a list of literals, or {"literals": [..], "weight": w})");
  problems::Clause clause;
  std::set<int> met;
  for (const Json& entry : literals) {
    const std::string expected =
        fmt::format("v or -v for a variable v = 1..{}, each variable once", variables);
    const long literal = integer_from_json(entry, place, -variables, variables, expected);
    const int variable = std::abs(static_cast<int>(literal));
    if (literal == 0 || !met.insert(variable).second) throw UsageError(place, json.dump(), expected);
    clause.literals.push_back(static_cast<int>(literal));
  }
  if (object && json.contains("weight"))
    clause.weight =
        integer_from_json(json["weight"], place + "/weight", 1, largest, "a weight of at least 1");
  return clause;
}

}  // namespace

Json formula_json(const problems::Cnf& formula) {
  Json clauses = Json::array();
  for (const auto& clause : formula.clauses)
    clauses.push_back({{"literals", clause.literals}, {"weight", clause.weight}});
  return {{"variables", formula.variables}, {"clauses", clauses}};
}

problems::Cnf formula_from_json(const Json& json, const std::string& name) {
  const bool fits = json.is_object() && json.size() == 2 && json.contains("variables") &&
                    json.contains("clauses") && json["clauses"].is_array();
  if (!fits) throw UsageError(name, json.dump(), R"(an object {"variables": v, "clauses": [[1, -2], ..]})");
  problems::Cnf formula;
  formula.variables = static_cast<int>(
      integer_from_json(json["variables"], name + " variables", 1, largest, "an integer of at least 1"));
  for (std::size_t c = 0; c < json["clauses"].size(); ++c)
    formula.clauses.push_back(
        clause_from_json(json["clauses"][c], formula.variables, fmt::format("{} clauses/{}", name, c)));
  return formula;
}

}  // namespace attest
