#include "verification/proof/distinct_multiples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "verification/proof/refusal.hpp"

namespace attest::proof {

namespace {

// Indices and symbols.
std::set<std::string> summed_variables(const std::vector<SummedIndex>& indices) {
  std::set<std::string> all;
  for (const SummedIndex& index : indices) {
    all.insert(index.name);
    all.insert(index.symbols.begin(), index.symbols.end());
  }
  return all;
}

bool has_any(const Laurent& value, const std::set<std::string>& names) {
  const auto own = value.variables();
  return std::any_of(own.begin(), own.end(), [&](const std::string& name) { return names.contains(name); });
}

// Whether every term is an integer times powers that are not negative.
bool has_integer_terms(const Laurent& value) {
  return std::all_of(value.terms().begin(), value.terms().end(), [](const auto& term) {
    return denominator_of(term.second) == 1 &&
           std::all_of(term.first.begin(), term.first.end(),
                       [](const auto& power) { return power.second > 0; });
  });
}

Laurent term_of(const Laurent::Monomial& monomial, const Rational& coefficient) {
  Laurent result(coefficient);
  for (const auto& [name, exponent] : monomial) {
    const Laurent x = Laurent::variable(name);
    result = result * power(exponent < 0 ? *x.inverse() : x, std::abs(exponent));
  }
  return result;
}

// The weight of the first square of a summed index: what I is multiplied with.
Laurent weight_of_squares(const Laurent& score, const std::vector<SummedIndex>& indices,
                          const Variables& variables) {
  for (const SummedIndex& index : indices) {
    if (score.divides_by(index.name)) continue;
    const Laurent weight = -score.coefficient(index.name, 2);
    if (weight.inverse() && variables.sizes_alone(weight) && variables.positive(weight)) return weight;
  }
  throw Refusal("L2", fmt::format("no summed index occurs as a square with a weight in the sizes: {}",
                                  score.to_string()));
}

// The terms that are integer multiples of the weight, divided by it, and the others.
std::pair<Laurent, Laurent> multiples_of(const Laurent& weight, const Laurent& score) {
  std::pair<Laurent, Laurent> result;
  for (const auto& [monomial, coefficient] : score.terms()) {
    const Laurent term = term_of(monomial, coefficient);
    const Laurent share = term * *weight.inverse();
    if (has_integer_terms(share)) {
      result.first += share;
    } else {
      result.second += term;
    }
  }
  return result;
}

// r with r^2 == square, of the form x - ..
std::optional<Laurent> root_of(const Laurent& square, const std::string& x) {
  const Laurent root = Laurent::variable(x) + square.coefficient(x, 1) * Laurent(Rational(1, 2));
  return root * root == square ? std::optional(root) : std::nullopt;
}

}  // namespace

TieOrder tie_order(const Laurent& rest, const std::vector<SummedIndex>& indices, const Variables& variables,
                   const std::string& parts) {
  const auto summed = summed_variables(indices);
  std::map<std::string, Laurent> coefficients;
  for (const auto& entry : rest.terms()) {
    const auto& monomial = entry.first;
    const Laurent term = term_of(monomial, entry.second);
    if (!has_any(term, summed)) continue;  // the same for all tuples
    const auto index = std::find_if(indices.begin(), indices.end(), [&](const SummedIndex& i) {
      const auto at = monomial.find(i.name);
      return at != monomial.end() && at->second == 1;
    });
    const Laurent factor = index == indices.end() ? Laurent() : term.coefficient(index->name, 1);
    if (index == indices.end() || !variables.sizes_alone(factor)) {
      throw Refusal("L2.a", fmt::format("{} is neither an integer multiple of {} nor a tie term",
                                        term.to_string(), parts));
    }
    coefficients[index->name] += factor;
  }
  TieOrder result;
  for (const SummedIndex& index : indices) {
    if (!coefficients.contains(index.name))
      throw Refusal("L2.b", fmt::format("no tie term for {}", index.name));
    result.tie.emplace_back(index.name, coefficients.at(index.name));
  }
  // The smallest coefficient first, by proved comparisons; where they are not comparable the steps below fail.
  for (std::size_t k = 0; k < result.tie.size(); ++k) {
    for (std::size_t j = k + 1; j < result.tie.size(); ++j) {
      if (variables.nonnegative(result.tie[k].second - result.tie[j].second))
        std::swap(result.tie[k], result.tie[j]);
    }
  }
  result.step = result.tie.front().second;
  if (!variables.positive(result.step))
    throw Refusal("L2.b", fmt::format("the smallest tie term {} is not positive", result.step.to_string()));
  for (auto& [name, coefficient] : result.tie) {
    const auto multiple = coefficient.exact_quotient(result.step);
    if (!multiple) {
      throw Refusal("L2.b", fmt::format("the tie term {} of {} is no multiple of {}", coefficient.to_string(),
                                        name, result.step.to_string()));
    }
    coefficient = *multiple;
    const Bounds& b = variables.bounds(name);
    if (!variables.nonnegative(coefficient - Laurent(1) - result.span)) {
      throw Refusal("L2.b", fmt::format("the tie terms overlap: {} is not at least 1 + {} in {}",
                                        coefficient.to_string(), result.span.to_string(), name));
    }
    result.span += coefficient * (b.high - b.low);
  }
  return result;
}

DistinctMultiples distinct_multiples(const Laurent& score, const std::vector<SummedIndex>& indices,
                                     const Variables& variables) {
  const Laurent weight = weight_of_squares(score, indices, variables);
  DistinctMultiples result;
  auto [integer, rest] = multiples_of(weight, score);
  result.integer = std::move(integer);
  if (!variables.is_integer(result.integer))
    throw Refusal("L2.a", fmt::format("{} is no integer", result.integer.to_string()));
  Laurent second;
  std::string parts = weight.to_string();
  for (const SummedIndex& index : indices) {
    if (rest.divides_by(index.name) || rest.degree(index.name) != 2) continue;
    second = rest.coefficient(index.name, 2);
    if (!second.inverse() || !variables.sizes_alone(second) || !variables.positive(second)) {
      throw Refusal("L2.a",
                    fmt::format("{} is neither an integer multiple of {} nor a positive weight of a square",
                                second.to_string(), parts));
    }
    parts += " or " + second.to_string();
    auto [square, left] = multiples_of(second, rest);
    result.root = root_of(square, index.name);
    rest = std::move(left);
    if (!result.root || !variables.is_integer(*result.root))
      throw Refusal("L2.a", fmt::format("{} is no square of an integer", square.to_string()));
    break;
  }
  const TieOrder ties = tie_order(rest, indices, variables, parts);
  result.tie = ties.tie;
  result.step = ties.step;
  const auto in_steps = [&](const Laurent& part) {
    const auto multiple = part.exact_quotient(ties.step);
    if (!multiple)
      throw Refusal("L2.b", fmt::format("{} is no multiple of the ties' step {}", part.to_string(),
                                        ties.step.to_string()));
    return *multiple;
  };
  Laurent span = ties.span;
  if (result.root) {
    result.second = in_steps(second);
    const auto largest = variables.largest_absolute(*result.root);
    if (!largest) throw Refusal("L2.b", fmt::format("no bound of |{}| is shown", result.root->to_string()));
    if (!variables.nonnegative(result.second - Laurent(1) - span)) {
      throw Refusal("L2.b", fmt::format("the second multiple {} is not at least 1 + {}, the span of the ties",
                                        result.second.to_string(), span.to_string()));
    }
    span += result.second * *largest * *largest;
  }
  result.multiple = in_steps(weight);
  if (!variables.nonnegative(result.multiple - Laurent(1) - span)) {
    throw Refusal("L2.b", fmt::format("the multiple {} is not at least 1 + {}, the span of the ties",
                                      result.multiple.to_string(), span.to_string()));
  }
  return result;
}

TopTier top_tier(const Laurent& integer, const std::vector<SummedIndex>& indices,
                 const Variables& variables) {
  const auto summed = summed_variables(indices);
  TopTier result;
  Laurent rest = integer;
  for (const std::string& x : summed) {
    if (rest.divides_by(x) || rest.degree(x) != 2) continue;
    const auto weight = (-rest.coefficient(x, 2)).constant();
    if (!weight || *weight <= 0) continue;
    const Laurent address = rest.coefficient(x, 1) * Laurent(Rational(1) / Rational(2 * *weight));
    const Laurent root = Laurent::variable(x) - address;
    if (!variables.is_integer(root))
      throw Refusal("L2.a", fmt::format("{} is no integer polynomial", root.to_string()));
    rest += Laurent(*weight) * root * root;
    if (!root.is_zero()) result.roots.push_back(root);
  }
  result.top = rest;
  for (const std::string& symbol : summed) {
    if (!rest.has(symbol)) continue;
    const Laurent factor = rest.coefficient(symbol, 1);
    const auto weight = factor.constant();
    if (rest.divides_by(symbol) || rest.degree(symbol) != 1 || !weight || *weight == 0 ||
        !variables.is_integer(Laurent::variable(symbol))) {
      throw Refusal("L2.c",
                    fmt::format("the integer part is no top less squares and less what symbols lack: {}",
                                rest.to_string()));
    }
    const Bounds& b = variables.bounds(symbol);
    const Laurent best = *weight > 0 ? b.high : b.low;
    const Laurent lack = best - Laurent::variable(symbol);
    result.gaps.push_back(*weight > 0 ? lack : -lack);
    result.top += factor * lack;
  }
  if (has_any(result.top, summed) || !variables.is_integer(result.top))
    throw Refusal("L2.c", fmt::format("the top {} is no integer that is the same for all tuples",
                                      result.top.to_string()));
  return result;
}

}  // namespace attest::proof
