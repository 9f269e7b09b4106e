// Number tasks with an affine readout: every head looks one tuple up by integer addresses (verification/proof/
// integer_addresses.hpp). With f_h the part of the readout that head h contributes, y = fixed + sum over h of E f_h and
// |y - (fixed + sum f_h(w_h))| <= sum D_h T_h/(1+T_h), D_h >= |f_h(t) - f_h(w_h)| for every tuple t; what is left is that the
// value at the winners is the task's answer, an identity, and that the bound is below 1/2.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "numeric/decimal.hpp"
#include "theorems/proof/lemma_proof.hpp"

namespace attest::theorems {

using proof::Decay;
using proof::IntegerAddresses;
using proof::Laurent;
using proof::Refusal;

namespace {

// The winner's indices and symbols: each address with those before it, shown to be a token's index (G4); the symbols of a token
// once all its indices are known.
std::map<std::string, Laurent> winner_of(SymbolicTheorem& theorem, const SymbolicHead& head,
                                         const IntegerAddresses& addresses, std::vector<ProofStep>& steps) {
  std::map<std::string, Laurent> at;
  std::vector<std::string> said;
  for (const proof::Square& square : addresses.squares) {
    const Laurent value = square.address.substitute(at);
    for (const std::string& name : value.variables()) {
      for (const SummedToken& token : head.tokens) {
        const bool index = std::find(token.indices.begin(), token.indices.end(), name) != token.indices.end();
        const bool symbol = std::any_of(token.symbols.begin(), token.symbols.end(),
                                        [&](const auto& s) { return s.second == name; });
        if (index || symbol)
          throw Refusal("L1.c",
                        fmt::format("the address of {} reads {} before it is known", square.index, name));
      }
    }
    theorem.expect_in_range(square.index, value);
    at.emplace(square.index, value);
    for (const SummedToken& token : head.tokens) {
      if (std::find(token.indices.begin(), token.indices.end(), square.index) == token.indices.end())
        continue;
      std::vector<Laurent> place;
      for (const std::string& index : token.indices) {
        if (const auto known = at.find(index); known != at.end()) place.push_back(known->second);
      }
      if (place.size() < token.indices.size()) continue;
      theorem.tokens().expect_token(place);
      for (const auto& [feature, symbol] : token.symbols)
        at.emplace(symbol, theorem.tokens().feature_at(feature, place));
    }
    said.push_back(fmt::format("{} = {}", square.index, value.to_string()));
  }
  steps.push_back({"G4", fmt::format("{}: all squares vanish at {}, a tuple of tokens for every input",
                                     head.name, fmt::join(said, ", "))});
  return at;
}

std::string squares_text(const IntegerAddresses& addresses) {
  std::string text;
  for (const proof::Square& square : addresses.squares) {
    const std::string weight = square.weight.to_string();
    text += (text.empty() ? "-" : " - ") + (weight == "1" ? "" : weight + "*") + "(" +
            (Laurent::variable(square.index) - square.address).to_string() + ")^2";
  }
  if (!addresses.rest.is_zero()) text += " + " + addresses.rest.to_string();
  return text;
}

struct Leak {
  IntegerAddresses addresses;
  proof::Rate unit;
  Laurent deviation;
};

}  // namespace

LemmaProof prove_by_integer_addresses(SymbolicTheorem& theorem) {
  LemmaProof result;
  result.lemma = "integer-addresses";
  auto& steps = result.steps;
  auto& variables = theorem.variables();
  if (theorem.readout().op != PiecewiseForm::Op::affine)
    throw Refusal("G6", "a number is read out by an affine form");
  const MeanForm& readout = theorem.readout().form;
  expect_exponential(theorem);
  add_first_steps(theorem, steps);
  std::vector<Leak> leaks;
  std::vector<Decay> bound;
  Laurent at_winners = readout.fixed;
  for (std::size_t h = 0; h < theorem.heads().size(); ++h) {
    const SymbolicHead& head = theorem.heads()[h];
    Laurent functional;
    for (const auto& [mean, factor] : readout.means) {
      if (mean.first == h) functional += factor * head.value[mean.second];
    }
    if (functional.is_zero()) continue;  // it lands nowhere
    steps.push_back({"G3", fmt::format("{}: scores in units of {} > 0", head.name, head.unit.to_string())});
    Leak leak{integer_addresses(head.score, head.indices, variables), head.unit, {}};
    steps.push_back(
        {"L1", fmt::format("{}: score = {}; the weights are positive, every address is an integer that reads "
                           "earlier indices and their symbols alone",
                           head.name, squares_text(leak.addresses))});
    const auto winner = winner_of(theorem, head, leak.addresses, steps);
    const Laurent value = functional.substitute(winner);
    at_winners += value;
    leak.deviation = largest_absolute(variables, functional - value);
    steps.push_back(
        {"G6", fmt::format("{}: the value {} differs from the winner's, {}, by at most {}", head.name,
                           functional.to_string(), value.to_string(), leak.deviation.to_string())});
    for (const Decay& decay : proof::leak(leak.addresses, leak.unit, leak.deviation)) bound.push_back(decay);
    leaks.push_back(std::move(leak));
  }
  const Laurent answer = answer_of(theorem);
  if (!(at_winners == answer)) {
    throw Refusal("G5", fmt::format("the value at the best tuples is {}, and the task asks for {}",
                                    at_winners.to_string(), answer.to_string()));
  }
  steps.push_back({"G5", fmt::format("the value at the best tuples is {}, which is what the task asks for",
                                     answer.to_string())});
  expect_provable_checks(theorem, leaks.size() == theorem.heads().size(), steps);

  bound = proof::collected(bound);
  result.bound = proof::to_string(bound);
  result.bound_terms = bound;
  const proof::SizeValues corner = corner_of(variables);
  bool falls = true;
  for (const Decay& decay : bound) falls = falls && proof::falls(decay, variables);
  if (falls && is_less([&](Precision p) { return proof::enclosure(bound, corner, p); }, Rational(1, 2))) {
    const Interval value = proof::enclosure(bound, corner, initial_precision);
    steps.push_back(
        {"bound",
         fmt::format("|y - answer| <= {}, which does not rise with the sizes and is at most {} < 1/2 at {}",
                     result.bound, decimal_rounded_up(value), corner_text(variables))});
    return result;
  }
  if (variables.sizes().empty()) {
    const auto sharp = [&](Precision p) {
      Interval sum(0, p);
      for (const Leak& leak : leaks)
        sum = sum + proof::sharp_leak(leak.addresses, leak.unit, leak.deviation, corner, p);
      return sum;
    };
    if (is_less(sharp, Rational(1, 2))) {
      result.bound = "sum of D*(1 - 1/prod theta(q_r))";
      steps.push_back({"bound", fmt::format("|y - answer| <= D (1 - 1/prod theta(q_r)), at most {} < 1/2",
                                            decimal_rounded_up(sharp(initial_precision)))});
      return result;
    }
  }
  throw Refusal("bound", fmt::format("{} is not shown to {}", result.bound,
                                     falls ? "be less than 1/2" : "fall with the sizes"));
}

}  // namespace attest::theorems
