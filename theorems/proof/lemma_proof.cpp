#include "theorems/proof/lemma_proof.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "language/quantifies.hpp"
#include "numeric/short_decimal.hpp"
#include "theorems/lets.hpp"
#include "theorems/proof/input_promise.hpp"
#include "theorems/proof/input_witness.hpp"
#include "theorems/proof/path_steps.hpp"
#include "theorems/size_check.hpp"

namespace attest::theorems {

using language::Node;
using language::Op;
using proof::Laurent;
using proof::Refusal;

namespace {

// Exponentials are positive.
bool has_positive_weights(const SymbolicTheorem& theorem) {
  return std::all_of(theorem.heads().begin(), theorem.heads().end(), [](const SymbolicHead& head) {
    return !head.hard && !head.exact && !head.expressive && head.runs_for_all;
  });
}

// error <= B with B >= 0 shown.
bool allows_no_error(const SymbolicTheorem& theorem, const language::Expression& formula) {
  return formula && formula->op == Op::less_equal && formula->children[0]->op == Op::name &&
         formula->children[0]->name == "error" &&
         theorem.variables().proves_nonnegative(
             Terms(theorem.variables(), theorem.constants(), "checks")(formula->children[1]));
}

// error < B or <= B, where the error is less than a number that is at most B.
bool allows(const SymbolicTheorem& theorem, const language::Expression& formula,
            const proof::Fraction& below) {
  if (!formula || (formula->op != Op::less && formula->op != Op::less_equal) ||
      formula->children[0]->op != Op::name || formula->children[0]->name != "error")
    return false;
  const Laurent bound = Terms(theorem.variables(), theorem.constants(), "checks")(formula->children[1]);
  return theorem.variables().proves_nonnegative(bound * below.denominator - below.numerator);
}

}  // namespace

ProofStep constant_size_step(const TheoremText& text, const CheckStatement& check) {
  if (!shows_constant_size(text, check.names)) {
    throw Refusal("checks",
                  fmt::format("line {}: the text does not show that the size is constant", check.place.line));
  }
  return {"size", "heads, encoding and d are written out and do not speak of these sizes"};
}

void expect_constant_size(const TheoremText& text, std::vector<ProofStep>& steps) {
  for (const CheckStatement& check : text.checks) {
    if (check.essential && check.name == "size") steps.push_back(constant_size_step(text, check));
  }
}

void expect_provable_checks(const SymbolicTheorem& theorem, bool unique, std::vector<ProofStep>& steps,
                            bool exact, bool normalised, const std::optional<proof::Fraction>& below,
                            const std::function<bool(const CheckStatement&)>& shown) {
  const TheoremText& text = theorem.text();
  bool output = false;
  for (const CheckStatement& check : text.checks) {
    if (!check.essential) continue;
    if (check.name == "output") {
      output = true;
    } else if (check.name == "unique-maximum" && unique) {
      steps.push_back({"unique-maximum", "by the lemma one tuple alone scores best"});
    } else if (check.name == "size") {
      steps.push_back(constant_size_step(text, check));
    } else if (check.name == "normalised" && (normalised || has_positive_weights(theorem))) {
      steps.push_back(
          {"normalised", normalised ? "some weight is positive at every token of every input"
                                    : "weights of a softmax are positive, and every token looks at one"});
    } else if (check.name == "error" && below && allows(theorem, check.formula, *below)) {
      steps.push_back({"error", language::to_string(check.formula)});
    } else if (check.name == "error" && exact && allows_no_error(theorem, check.formula)) {
      steps.push_back({"error", "there is none, which is at most what the theorem says"});
    } else if (check.name == "assert") {
      if (!(shown && shown(check)) &&
          !Terms(theorem.variables(), theorem.constants(), "checks").condition(check.formula)) {
        throw Refusal("checks", fmt::format("line {}: {} is false", check.place.line,
                                            language::to_string(check.formula)));
      }
      steps.push_back({"assert", language::to_string(check.formula)});
    } else if (shown && shown(check)) {
      steps.push_back({check.name, language::to_string(check.formula)});
    } else if (check.name != "displayed") {
      throw Refusal("checks", fmt::format("line {}: '{}' is essential and is not proved for every size",
                                          check.place.line, check.name));
    }
  }
  if (!output) throw Refusal("checks", "the theorem does not say 'check output'");
}

TermNames task_names(SymbolicTheorem& theorem, const std::map<std::string, Laurent>& bound) {
  TermNames names;
  names.written = [&theorem, bound](const Node& e) -> std::optional<Laurent> {
    if (e.op == Op::call) return std::nullopt;
    const std::string name = e.op == Op::subscript ? whole_name(e) : e.name;
    if (const auto value = bound.find(name); value != bound.end()) return value->second;
    const TaskStatement& task = theorem.task();
    for (std::size_t k = 0; task.every && k < task.indices.size(); ++k) {
      if (task.indices[k] == name) return theorem.judged()[k];
    }
    if (const auto* field = theorem.input().find(name); field != nullptr && field->domains.empty())
      return theorem.input().entry(*field, {});
    return theorem.constants().written(e);
  };
  names.applied = [&theorem](const std::string& name,
                             const std::vector<Laurent>& arguments) -> std::optional<Laurent> {
    const auto* field = theorem.input().find(name);
    return field == nullptr ? std::nullopt : std::optional(theorem.input().entry(*field, arguments));
  };
  return names;
}

TermNames with_values(const TermNames& names, const std::map<std::string, Laurent>& at) {
  TermNames result;
  result.written = [names, at](const Node& e) -> std::optional<Laurent> {
    const auto value = names.written(e);
    return value ? std::optional(value->substitute(at)) : std::nullopt;
  };
  if (!names.applied) return result;
  result.applied = [names, at](const std::string& name,
                               const std::vector<Laurent>& arguments) -> std::optional<Laurent> {
    const auto value = names.applied(name, arguments);
    return value ? std::optional(value->substitute(at)) : std::nullopt;
  };
  return result;
}

void expect_integer(const proof::Variables& variables, const Laurent& answer) {
  if (!variables.is_integer(answer))
    throw Refusal("G5",
                  fmt::format("the task's answer {} is not shown to be an integer", answer.to_string()));
}

Laurent answer_of(SymbolicTheorem& theorem) {
  const Laurent answer = Terms(theorem.variables(), task_names(theorem, {}),
                               "G5")(without_lets(theorem.task().truth, theorem.text().lets));
  expect_integer(theorem.variables(), answer);
  return answer;
}

void expect_positive_unit(const SymbolicHead& head) {
  if (head.unit_positive) return;
  throw Refusal("G3",
                fmt::format("the scale {} is not shown to be positive for all sizes", head.unit.to_string()));
}

void expect_exponential(const SymbolicTheorem& theorem, bool hard) {
  for (const SymbolicHead& head : theorem.heads()) {
    if (head.hard && !hard) throw Refusal("G1", fmt::format("{} is a hard maximum", head.name));
    if (head.expressive) throw Refusal("G1", fmt::format("the weights of {} are not exponential", head.name));
    expect_positive_unit(head);
    for (const SummedToken& token : head.tokens) {
      for (const auto& [name, variable] : token.indicators) {
        if (head.score.has(variable)) throw Refusal("G2", fmt::format("{}: no polynomial", name));
      }
    }
    if (head.exact) throw Refusal("G1", fmt::format("{} is an exact match beside other heads", head.name));
    if (!head.runs.empty())
      throw Refusal("G4", fmt::format("the tokens of {} depend on the judged one", head.name));
    for (const SummedToken& token : head.tokens) {
      if (token.place.size() != token.indices.size())
        throw Refusal("G4", fmt::format("tokens of {} share an index", head.name));
    }
  }
}

namespace {

std::string number_of(std::size_t count, const std::string& one, const std::string& several) {
  return fmt::format("{} {}", count, count == 1 ? one : several);
}

}  // namespace

void add_first_steps(const SymbolicTheorem& theorem, std::vector<ProofStep>& steps) {
  std::size_t hard = 0;
  for (const SymbolicHead& head : theorem.heads()) hard += head.hard ? 1 : 0;
  const std::size_t soft = theorem.heads().size() - hard;
  std::string heads;
  if (soft != 0) heads = number_of(soft, "softmax head", "softmax heads");
  if (hard != 0) heads += (soft == 0 ? "" : " and ") + number_of(hard, "hard maximum", "hard maxima");
  steps.push_back({"G1", "one layer, " + heads});
  steps.push_back(
      {"G2", fmt::format("{} coordinates of rows and values are W times the encoding, W in the sizes alone",
                         theorem.rows())});
  for (const std::string& identity : theorem.identities())
    steps.push_back({"identity", fmt::format("the displayed formula of {} is what the rows give", identity)});
}

Laurent largest_absolute(const proof::Variables& variables, const Laurent& value) {
  const auto largest = variables.largest_absolute(value);
  if (!largest) throw Refusal("G6", fmt::format("no bound of |{}| is shown", value.to_string()));
  return *largest;
}

bool is_less(const std::function<Interval(Precision)>& enclosure, const Rational& limit) {
  for (Precision precision = initial_precision; precision <= 1024; precision *= 2) {
    const Ordering order = compare(enclosure(precision), limit);
    if (order != Ordering::undecided) return order == Ordering::less;
  }
  return false;
}

void expect_below(const proof::Variables& variables, const std::vector<proof::Decay>& sum,
                  const Rational& limit, const std::string& text) {
  const proof::SizeValues corner = corner_of(variables);
  for (const proof::Decay& decay : sum) {
    if (!proof::falls(decay, variables))
      throw Refusal("bound", fmt::format("{} is not shown to fall with the sizes", text));
  }
  if (!is_less([&](Precision p) { return proof::enclosure(sum, corner, p); }, limit))
    throw Refusal("bound",
                  fmt::format("{}, which is at most {} at {}, is not shown to be below {}", text,
                              short_upper_bound(proof::enclosure(sum, corner, initial_precision), limit),
                              corner_text(variables), attest::to_string(limit)));
}

std::string corner_text(const proof::Variables& variables) {
  std::string text;
  for (const auto& [name, from] : variables.sizes())
    text += (text.empty() ? "" : ", ") + name + " = " + attest::to_string(from);
  return text.empty() ? "these sizes" : text;
}

proof::SizeValues corner_of(const proof::Variables& variables) {
  proof::SizeValues corner;
  for (const auto& [name, from] : variables.sizes()) corner.emplace(name, Laurent(from));
  return corner;
}

namespace {

// A lemma after the other; where all refuse, what the last one that got to the bound says, else what each does.
LemmaProof prove_by_some_lemma(SymbolicTheorem& theorem) {
  try {
    return prove_by_distinct_multiples(theorem);
  } catch (const Refusal& multiples) {
    try {
      return prove_by_tiers(theorem);
    } catch (const Refusal& tiers) {
      // Each lemma is for one shape of the scores; what the other one says of them is nobody's concern.
      if (multiples.hypothesis() == "L2") throw tiers;
      if (tiers.hypothesis() == "L3.a") throw multiples;
      if (multiples.text() == tiers.text()) throw tiers;
      throw Refusal(multiples.hypothesis(), std::string(multiples.what()) + "; " + tiers.text());
    }
  }
}

// For one head over one summed index that its scores do not contain, counts may do where nothing else does.
template <class Other>
LemmaProof prove_or_count(SymbolicTheorem& theorem, Other&& other) {
  const auto& heads = theorem.heads();
  if (heads.size() != 1 || heads[0].indices.size() != 1) return other(theorem);
  const bool counted = !heads[0].score.has(heads[0].indices[0].name);
  try {
    return other(theorem);
  } catch (const Refusal& refusal) {
    if (!counted) throw;
    try {
      return prove_by_counts(theorem);
    } catch (const Refusal& counts) {
      if (counts.hypothesis() == "L4.b")
        throw refusal;  // symbols of an alphabet that grows: no case for counts
      throw counts;
    }
  }
}

// Of entries of the input at places that are looked up, if it quantifies over nothing; what refuses that lemma is then what is said.
LemmaProof prove_decision(SymbolicTheorem& theorem) {
  const bool affine = theorem.readout().op == PiecewiseForm::Op::affine;
  if (!affine || language::quantifies(without_lets(theorem.task().truth, theorem.text().lets)))
    return prove_by_some_lemma(theorem);
  try {
    return prove_by_integer_addresses(theorem);
  } catch (const Refusal& addresses) {
    try {
      return prove_by_some_lemma(theorem);
    } catch (const Refusal&) {
      throw addresses;
    }
  }
}

LemmaProof prove_for_all_inputs(const TheoremText& text, const ProofSetting& setting) {
  if (text.layers.size() > 1 && text.tasks.size() == 1) return prove_by_layers(text, setting);
  if (has_long_path(text, setting)) return prove_by_path(text, setting);
  if (has_one_hot_family(text)) return prove_by_presence(text, setting);
  SymbolicTheorem theorem(text, setting);
  if (asks_for_a_root(theorem)) return prove_by_equation(theorem);
  if (has_even_weights(theorem)) {
    try {
      return prove_by_even_weights(theorem);
    } catch (const Refusal&) {  // what another lemma says of the task is closer to what its author knows
    }
  }
  if (theorem.heads().size() == 1 && theorem.heads()[0].exact) return prove_by_match(theorem);
  if (knows_fixed_positions(theorem)) return prove_by_fixed_positions(theorem);
  if (knows_start_token(theorem)) return prove_by_start_token(theorem);
  if (asks_for_extremum(theorem)) return prove_by_extremum(theorem);
  if (has_hard_lookups(theorem)) return prove_by_hard_lookups(theorem);
  switch (theorem.task().answer) {
    case AnswerKind::number:
      return prove_or_count(theorem, prove_by_integer_addresses);
    case AnswerKind::sign:
      return prove_or_count(theorem, prove_decision);
    case AnswerKind::vector:
      break;
  }
  throw std::logic_error("a vector has got as far as a lemma");
}

}  // namespace

LemmaProof prove_from(const TheoremText& stated, const ProofSetting& setting) {
  std::vector<ProofStep> steps;
  const TheoremText text = with_promises_used(stated, steps);
  LemmaProof proof = asks_for_a_selection(text) ? prove_by_selection(text, setting)
                                                : prove_for_all_inputs(without_conditions(text), setting);
  if (has_conditions(text)) {
    steps.push_back(
        {"inputs", fmt::format("proved for {}; one that it speaks of at all these sizes is {}",
                               proof.uses_conditions ? "inputs that the theorem speaks of"
                                                     : "all inputs, of which the theorem speaks of some",
                               input_witness(text, setting))});
  }
  proof.steps.insert(proof.steps.begin(), steps.begin(), steps.end());
  return proof;
}

}  // namespace attest::theorems
