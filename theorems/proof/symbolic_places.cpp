// What a theorem for every size has in the place of a number: ind(P) in its encoding, floor(z) in its parameters.
#include <fmt/format.h>

#include <algorithm>

#include "numeric/checked.hpp"
#include "theorems/lets.hpp"
#include "theorems/proof/symbolic_theorem.hpp"

namespace attest::theorems {

using language::Op;
using proof::Laurent;
using proof::Refusal;

// floor(z), z in the sizes alone: a number greater than z - 1, which is all that is known of it.
std::optional<Laurent> SymbolicTheorem::floor_of(const Expression& e) {
  if (e->op != Op::call || e->name != "floor" || e->children.size() != 1) return std::nullopt;
  TermNames names = constants_;
  names.whole = [this](const Expression& inner) { return floor_of(inner); };
  const Laurent z = Terms(variables_, names, "G2")(e->children[0]);
  if (const auto number = z.constant()) return Laurent(Rational(attest::floor_of(*number)));
  const std::string name = fmt::format("floor({})", z.to_string());
  if (floors_.emplace(name, z).second) {
    // Of a multiple of 1/q a floor takes (q - 1)/q away at most.
    Integer q = 1;
    for (const auto& [monomial, coefficient] : z.terms()) q = lcm(q, denominator_of(coefficient));
    if (variables_.is_integer(Laurent(Rational(q)) * z)) {
      variables_.add_at_least(name, z - Laurent(Rational(q - 1, q)));
    } else {
      variables_.add_above(name, z - Laurent(1));
    }
  }
  return Laurent::variable(name);
}

// ind(P), P a condition on the token's indices and the sizes: 0 or 1, a variable of its own, so that what is linear in it is so
// whatever it is.
std::optional<Laurent> SymbolicTheorem::indicator(const Expression& e,
                                                  const std::vector<std::string>& indices) {
  if (e->op != Op::call || e->name != "ind" || e->children.size() != 1) return std::nullopt;
  if (indices.size() > 1 && indices != tokens_->indices()) return std::nullopt;
  Expression condition = e->children[0];
  for (const std::string& name : language::free_names(condition)) {
    const bool index = std::find(indices.begin(), indices.end(), name) != indices.end();
    if (!index && !values_.contains(name)) return std::nullopt;
  }
  for (std::size_t k = 0; k < indices.size(); ++k)
    condition = substituted(condition, indices[k], language::name(tokens_->indices()[k]));
  const std::string name = fmt::format("ind({})", language::to_string(condition));
  const auto known = std::find_if(indicators_.begin(), indicators_.end(),
                                  [&](const PlaceIndicator& i) { return i.name == name; });
  if (known == indicators_.end()) {
    if (!judged_.empty())
      throw Refusal("G2", fmt::format("{} is not in the encoding", language::to_string(e)));
    tokens_->expect_value(condition);
    variables_.add("some " + name, {Laurent(), Laurent(1)}, true);
    indicators_.push_back({name, condition});
  }
  return Laurent::variable("some " + name);
}

}  // namespace attest::theorems
