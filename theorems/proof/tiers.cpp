#include "theorems/proof/tiers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "numeric/checked.hpp"
#include "verification/proof/distinct_multiples.hpp"

namespace attest::theorems {

using proof::Laurent;
using proof::Refusal;
using proof::Variables;

namespace {

bool is_summed(const SymbolicHead& head, const std::string& name) {
  return std::any_of(head.indices.begin(), head.indices.end(), [&](const proof::SummedIndex& index) {
    return index.name == name ||
           std::find(index.symbols.begin(), index.symbols.end(), name) != index.symbols.end();
  });
}

Laurent count_of(const SymbolicHead& head, const Variables& variables) {
  Laurent count = 1;
  for (const proof::SummedIndex& index : head.indices) {
    const proof::Bounds& b = variables.bounds(index.name);
    count = count * (b.high - b.low + Laurent(1));
  }
  return count;
}

Tiers tiers_with_ties(const SymbolicHead& head, const Laurent& weight, const Laurent& root,
                      const Laurent& rest, const Variables& variables) {
  Tiers result;
  result.kind = Tiers::Kind::ties;
  result.integer = root;
  if (!variables.is_integer(root)) throw Refusal("L3.a", fmt::format("{} is no integer", root.to_string()));
  const proof::TieOrder order = proof::tie_order(rest, head.indices, variables, weight.to_string());
  result.rate = head.unit.times(order.step);
  result.span = order.span;
  result.tie = order.tie;
  const auto multiple = weight.exact_quotient(order.step);
  if (!multiple) {
    throw Refusal("L3.b", fmt::format("{} is no multiple of the ties' step {}", weight.to_string(),
                                      order.step.to_string()));
  }
  result.multiple = *multiple;
  if (!variables.nonnegative(result.multiple - Laurent(1) - result.span)) {
    throw Refusal("L2.b", fmt::format("the multiple {} is not at least 1 + {}, the span of the ties",
                                      result.multiple.to_string(), result.span.to_string()));
  }
  result.count = count_of(head, variables);
  if (result.count == Laurent(1)) result.kind = Tiers::Kind::alone;
  return result;
}

Tiers tiers_of_root(const SymbolicHead& head, const Laurent& weight, const Laurent& root,
                    const Variables& variables) {
  Tiers result;
  const auto constant = root.terms().find({});
  const Rational c = constant == root.terms().end() ? Rational(0) : constant->second;
  result.delta = c - Rational(floor_of(Rational(c + Rational(1, 2))));
  result.integer = root - Laurent(result.delta);
  if (!variables.is_integer(result.integer))
    throw Refusal("L3.a", fmt::format("{} is no integer", result.integer.to_string()));
  const Rational distance = abs(result.delta);
  if (distance == 0 || distance * 2 >= 1) {
    throw Refusal("L3.b", fmt::format("{}: tuples with opposite integers tie, and their mean is neither's",
                                      root.to_string()));
  }
  const Rational gap = std::min(Rational(1 - 2 * distance), Rational(4 * distance));
  result.rate = head.unit.times(Laurent(gap) * weight);
  result.count = count_of(head, variables);
  return result;
}

}  // namespace

Tiers tiers_of(const SymbolicHead& head, const Variables& variables) {
  for (const std::string& x : head.score.variables()) {
    if (!is_summed(head, x) || head.score.divides_by(x) || head.score.degree(x) != 2) continue;
    const Laurent weight = -head.score.coefficient(x, 2);
    if (!variables.sizes_alone(weight) || !variables.positive(weight)) continue;
    const auto address = head.score.coefficient(x, 1).exact_quotient(Laurent(2) * weight);
    if (!address) continue;
    const Laurent root = Laurent::variable(x) - *address;
    const Laurent rest = head.score + weight * root * root;
    const auto names = rest.variables();
    if (std::none_of(names.begin(), names.end(), [&](const std::string& n) { return is_summed(head, n); }))
      return tiers_of_root(head, weight, root, variables);
    // What is left may break ties: indices alone, times sizes.
    const bool ties = std::all_of(names.begin(), names.end(), [&](const std::string& n) {
      return !is_summed(head, n) ||
             std::any_of(head.indices.begin(), head.indices.end(),
                         [&](const proof::SummedIndex& index) { return index.name == n; });
    });
    if (ties) return tiers_with_ties(head, weight, root, rest, variables);
  }
  throw Refusal("L3.a", fmt::format("the score is no single square with a positive weight in the sizes: {}",
                                    head.score.to_string()));
}

}  // namespace attest::theorems
