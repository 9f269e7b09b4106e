// The largest or least number of a run (L8): one softmax head whose score at a token is, but for what is the same for all tokens, W
// times the number that is read out there, W > 0 for `max j in ..: f(j)`, W < 0 for `min`, and f an integer. The best tokens all have
// the extremum, however many they are. With R tokens and D >= |f(s) - f(t)|, each other token differs by some d, 1 <= d <= D,
// and weighs exp(-|W| unit d) in relation to one of the best, so that
//   |y - extremum| <= (R - 1) D exp(-|W| unit).
#include <fmt/format.h>

#include <algorithm>

#include "numeric/short_decimal.hpp"
#include "theorems/lets.hpp"
#include "theorems/proof/fixed_positions.hpp"
#include "theorems/proof/least_monomial.hpp"
#include "theorems/proof/lemma_proof.hpp"

namespace attest::theorems {

using language::Expression;
using language::Op;
using language::Quantifier;
using proof::Bounds;
using proof::Decay;
using proof::Laurent;
using proof::Refusal;

namespace {

Expression extremum_of(const SymbolicTheorem& theorem) {
  Expression task = without_lets(theorem.task().truth, theorem.text().lets);
  while (task->op == Op::tuple && task->children.size() == 1) task = task->children[0];
  const bool known = task->op == Op::quantifier &&
                     (task->quantifier == Quantifier::max || task->quantifier == Quantifier::min) &&
                     !task->such_that && task->binders.size() == 1;
  return known ? task : nullptr;
}

class ExtremumProof {
 public:
  explicit ExtremumProof(SymbolicTheorem& theorem)
      : theorem_(theorem),
        variables_(theorem.variables()),
        head_(theorem.heads().front()),
        task_(extremum_of(theorem)) {}

  LemmaProof run() {
    result_.lemma = "extremum";
    add_first_steps(theorem_, result_.steps);
    expect_positive_unit(head_);
    find_run();
    find_number();
    find_steepness();
    bound();
    return std::move(result_);
  }

 private:
  void say(const std::string& name, const std::string& statement) {
    result_.steps.push_back({name, statement});
  }
  const std::string& index() const { return head_.indices.front().name; }

  void find_run() {
    const auto run = head_.runs.find(index());
    const Bounds whole = run == head_.runs.end() ? variables_.bounds(index()) : run->second;
    const Terms::Range over =
        Terms(variables_, task_names(theorem_, {}), "G5").range(task_->binders[0].range);
    if (!over.whole || !(over.bounds.low == whole.low) || !(over.bounds.high == whole.high)) {
      throw Refusal("G5", fmt::format("{} is not what the head runs over",
                                      language::to_string(task_->binders[0].range)));
    }
    const auto others = variables_.bounds_of(whole.high - whole.low);
    if (!others || !variables_.nonnegative(others->low))
      throw Refusal("L8.a", fmt::format("no bound of how many tokens {} to {} are", whole.low.to_string(),
                                        whole.high.to_string()));
    others_ = others->high;
    say("L8.a",
        fmt::format("one summed index, over {} to {} as in the task: at most {} tokens beside a best one",
                    whole.low.to_string(), whole.high.to_string(), others_.to_string()));
  }

  // In entries of the input at the summed token.
  Laurent at_token(const Laurent& value) {
    const Laurent place = Laurent::variable(index());
    const SummedToken& token = head_.tokens.front();
    std::map<std::string, Laurent> at;
    for (const auto& [feature, symbol] : token.symbols) {
      if (value.has(symbol)) at.emplace(symbol, theorem_.tokens().feature_at(feature, {place}));
    }
    for (const auto& [name, symbol] : token.indicators) {
      if (value.has(symbol)) throw Refusal("L8.b", fmt::format("{} depends on {}", value.to_string(), name));
    }
    return value.substitute(at);
  }

  void find_number() {
    if (theorem_.readout().op != PiecewiseForm::Op::affine)
      throw Refusal("G6", "a number is read out by an affine form");
    const MeanForm& readout = theorem_.readout().form;
    Laurent read = readout.fixed;
    for (const auto& [mean, factor] : readout.means) read += factor * head_.value[mean.second];
    read = at_token(read);
    number_ = Terms(variables_, task_names(theorem_, {{task_->binders[0].name, Laurent::variable(index())}}),
                    "G5")(task_->children[0]);
    if (!(read == number_)) {
      throw Refusal("G5", fmt::format("what is read out at a token is {}, and the task compares {}",
                                      read.to_string(), number_.to_string()));
    }
    if (!variables_.is_integer(number_))
      throw Refusal("L8.b", fmt::format("{} is not shown to be an integer", number_.to_string()));
    const auto bounds = variables_.bounds_of(number_);
    if (!bounds) throw Refusal("L8.b", fmt::format("no bounds of {} are shown", number_.to_string()));
    spread_ = bounds->high - bounds->low;
    say("G5",
        fmt::format(
            "at a token {} is read out, an integer, which is what the task compares; two of them differ by at most {}",
            number_.to_string(), spread_.to_string()));
  }

  // W: of an entry at the summed token.
  void find_steepness() {
    const Laurent score = at_token(head_.score);
    const auto at_summed = [&](const std::string& name) {
      return theorem_.input().hangs_on(Laurent::variable(name), index());
    };
    for (const std::string& name : number_.variables()) {
      const auto factor = number_.degree(name) == 1 ? number_.coefficient(name, 1).constant() : std::nullopt;
      if (!at_summed(name) || !factor) continue;
      steepness_ = Laurent(Rational(Rational(1) / *factor)) * score.coefficient(name, 1);
      const Laurent rest = score - steepness_ * number_;
      const auto left = rest.variables();
      if (!variables_.sizes_alone(steepness_) || std::any_of(left.begin(), left.end(), at_summed)) break;
      const bool largest = task_->quantifier == Quantifier::max;
      if (!largest) steepness_ = -steepness_;
      if (!variables_.positive(steepness_)) {
        throw Refusal("L8.c",
                      fmt::format("{}, by which the score {} with {}, is not shown to be positive",
                                  steepness_.to_string(), largest ? "rises" : "falls", number_.to_string()));
      }
      say("L8.c", fmt::format("score = {}{}*({}) + {}: the best tokens all have the {} number",
                              largest ? "" : "-", steepness_.to_string(), number_.to_string(),
                              rest.to_string(), largest ? "largest" : "least"));
      return;
    }
    throw Refusal("L8.c", fmt::format("the score {} is no multiple of {} and what is the same for all tokens",
                                      score.to_string(), number_.to_string()));
  }

  void bound() {
    const std::vector<Decay> sum{{others_ * spread_, head_.unit.times(steepness_)}};
    result_.bound_terms = sum;
    result_.bounds_error = true;
    result_.bound = proof::to_string(sum);
    const auto exact = proof::as_fraction(sum, variables_);
    if (exact && variables_.positive(exact->denominator - Laurent(2) * exact->numerator)) {
      say("bound", fmt::format("|y - answer| <= {} = {} < 1/2 at all of these sizes", result_.bound,
                               proof::to_string(*exact)));
      if (theorem_.share() < 1) {
        result_.margin = largest_margin(variables_, [&](const Laurent& margin) {
          return variables_.nonnegative((Laurent(Rational(1, 2)) - margin) * exact->denominator -
                                        exact->numerator);
        });
      }
    } else {
      const Rational limit = theorem_.share() / 2;
      const std::string most = to_string(limit);
      if (theorem_.share() < 1) result_.margin = Laurent(Rational(Rational(1, 2) - limit));
      expect_below(variables_, sum, limit, result_.bound);
      say("bound",
          fmt::format(
              "|y - answer| <= {}, which does not rise with the sizes and is at most {} < {} at {}",
              result_.bound,
              short_upper_bound(proof::enclosure(sum, corner_of(variables_), initial_precision), limit), most,
              corner_text(variables_)));
    }
    expect_provable_checks(theorem_, false, result_.steps, false, false,
                           proof::Fraction{Laurent(1), Laurent(2)});
  }

  SymbolicTheorem& theorem_;
  proof::Variables& variables_;
  const SymbolicHead& head_;
  Expression task_;
  LemmaProof result_;
  Laurent others_, number_, spread_, steepness_;
};

}  // namespace

bool asks_for_extremum(SymbolicTheorem& theorem) {
  const auto& heads = theorem.heads();
  return heads.size() == 1 && !heads[0].expressive && sums_over_tokens(heads[0]) &&
         extremum_of(theorem) != nullptr && theorem.task().answer == AnswerKind::number;
}

LemmaProof prove_by_extremum(SymbolicTheorem& theorem) {
  return ExtremumProof(theorem).run();
}

}  // namespace attest::theorems
