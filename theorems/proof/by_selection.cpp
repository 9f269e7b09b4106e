// What a token that is selected carries (L12): the task names the best of the tokens that one head looks at, argmax i in ..: G(i) or
// argmin k in ..: abs(P(k)), and asks for numbers that hang on it, `each l in [K]: ..`; the head's value is the same block of K numbers. No size has an
// upper end: neither the number of tokens nor the length of the answer. In every entry, with D >= |value - value at the best token| over all
// tokens, |y - value at the best| <= D T/(1 + T), where T is what all tokens that are not best weigh beside one that is.
//
//  - By a number: the score is W G + rest, W > 0 in the sizes, the rest the same for all tokens and G an integer. Each token that is not best
//    weighs at most exp(-W unit), and there are at most N - 1. Several may be best: the value has to be the same at all of them. It is where it reads
//    of a token only features that equal G makes equal: because the theorem speaks of such inputs alone (a promise), or since G = M U + f, U an
//    integer and f from an interval shorter than M. Which of the best the task names is then no matter.
//  - By squares: the score is rest - A (k - F)^2, A > 0 in the sizes, F = w + d with an integer w that is a token's index and |d| <= e < 1/2. For an
//    integer z = k - w the loss beside w is A (z^2 - 2 z d) >= A (1 - 2 e) z^2, since |z| <= z^2: the sum of L1 with the weight A (1 - 2 e). So w alone
//    is best. It is the task's where P(k) is a multiple of k - F', F' nearer to w than 1/2.
//
// A hard maximum puts out the value at the best tokens. Tables that are parameters are functions of which the bounds of their values are used and
// nothing else.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "numeric/short_decimal.hpp"
#include "theorems/lets.hpp"
#include "theorems/proof/inputs_alone.hpp"
#include "theorems/proof/lemma_proof.hpp"
#include "theorems/proof/selection_layer.hpp"
#include "theorems/proof/selection_promise.hpp"
#include "theorems/proof/true_for_all.hpp"

namespace attest::theorems {

using language::Op;
using language::Quantifier;
using proof::Bounds;
using proof::Decay;
using proof::Laurent;
using proof::Refusal;

namespace {

TheoremText written_out(TheoremText text) {
  const std::vector<LetStatement> lets = text.lets;
  text = with_lets_written_out(std::move(text));
  for (TaskStatement& task : text.tasks) task.truth = without_lets(task.truth, lets);
  for (Expression& e : text.where) e = without_lets(e, lets);
  if (text.judged_if) text.judged_if = without_lets(text.judged_if, lets);
  return text;
}

// Its inputs, the scale of its head, and its checks but for those that speak of the layer's size.
TheoremText reduced(const TheoremText& text) {
  const HeadStatement& head = text.layers.front().heads.front();
  TheoremText result = inputs_alone(text);
  if (head.scale) {
    const Expression scale = without_lets(head.scale, head.lets);
    const auto names = language::free_names(scale);
    if (std::find(names.begin(), names.end(), "d") != names.end())
      throw Refusal("G3", "a scale that reads d, the number of coordinates");
    result.layers.front().heads.front().scale = scale;
  }
  result.checks = text.checks;
  std::erase_if(result.checks, [](const CheckStatement& check) { return check.name == "size"; });
  return result;
}

class SelectionProof {
 public:
  SelectionProof(const TheoremText& text, const ProofSetting& setting)
      : stated_(text),
        text_(written_out(text)),
        theorem_(reduced(text_), setting),
        variables_(theorem_.variables()),
        layer_(text_, theorem_) {}

  LemmaProof run() {
    result_.lemma = "selection";
    say_first();
    read_task();
    token_ = fresh("token", layer_.run());
    score_ = layer_.score_at(token_);
    expect_positive_unit(
        theorem_.heads().front());  // of a hard maximum, too: a negative one prefers the worst
    if (const Expression p = squared()) {
      select_by_squares(p);
    } else {
      select_by_number();
    }
    compare_with_task();
    bound();
    expect_constant_size(text_, result_.steps);  // of the whole text
    const auto shown = [this](const CheckStatement& check) {
      return check.name == "assert" && true_for_all(theorem_, check.formula);
    };
    expect_provable_checks(theorem_, unique_, result_.steps, hard() && off_.is_zero(), false,
                           proof::Fraction{within_, Laurent(1)}, shown);
    return std::move(result_);
  }

 private:
  void say(const std::string& name, const std::string& statement) {
    result_.steps.push_back({name, statement});
  }
  bool hard() const { return layer_.head().kernel == Kernel::hard_maximum; }
  static std::string called(const TokensStatement& kind) { return kind.kind.empty() ? "token" : kind.kind; }

  Laurent fresh(std::string name, const Bounds& bounds) {
    while (variables_.knows(name) || theorem_.input().find(name) != nullptr) name += "'";
    variables_.add(name, bounds, true);
    return Laurent::variable(name);
  }

  void say_first() {
    const Laurent tokens = layer_.run().high - layer_.run().low + Laurent(1);
    say("G1",
        fmt::format("one layer, one {}, by which {} looks at {} {}", hard() ? "hard maximum" : "softmax head",
                    called(layer_.receivers()), tokens.to_string(), called(layer_.senders())));
    std::vector<std::string> tables;
    for (const ParameterStatement& parameter : text_.parameters) {
      if (parameter.range)
        tables.push_back(
            fmt::format("{} with values in {}", parameter.name, language::to_string(parameter.range)));
    }
    if (!tables.empty()) say("tables", fmt::format("any {}", fmt::join(tables, "; any ")));
    say("G2", fmt::format("{} numbers and blocks of rows and values are W times the encoding, W in sizes "
                          "and parameters alone",
                          layer_.linear()));
    if (layer_.shown_displays() != 0)
      say("identity", fmt::format("the displayed score of {} is what the rows give",
                                  layer_.head().name.empty() ? "the head" : layer_.head().name));
  }

  // What names of the task are; of all inputs.
  TermNames names(std::map<std::string, Laurent> bound) {
    const TaskStatement& task = text_.tasks.front();
    if (task.every) bound.emplace(task.indices.front(), layer_.judged());
    return layer_.cases().with_cases(task_names(theorem_, bound));
  }
  Laurent evaluate(const Expression& e, const std::map<std::string, Laurent>& bound) {
    return Terms(variables_, names(bound), "G5")(e);
  }

  void read_task() {
    const TaskStatement& task = text_.tasks.front();
    const Expression truth = without_parentheses(task.truth);
    if (truth->op != Op::quantifier || truth->quantifier != Quantifier::each || truth->such_that ||
        truth->binders.size() != 1)
      throw Refusal("G5", "the task asks for no block of numbers");
    const Terms::Range entries = Terms(variables_, theorem_.constants(), "G5").range(truth->binders[0].range);
    if (!entries.whole || !(entries.bounds.low == Laurent(1)) || !(entries.bounds.high == layer_.length()))
      throw Refusal("G5",
                    fmt::format("the task does not ask for entries 1 to {}", layer_.length().to_string()));
    entry_ = fresh(truth->binders[0].name, entries.bounds);
    entry_name_ = truth->binders[0].name;
    asked_ = selected_.replaced(truth->children[0], {entry_name_});
    if (!selected_.choice()) throw Refusal("L12.c", "the task selects no token by argmax or argmin");
    const Expression& choice = selected_.choice();
    if (choice->such_that || choice->binders.size() != 1 || choice->children.size() != 1)
      throw Refusal("L12.c", fmt::format("{} is no choice of one token", language::to_string(choice)));
    const Terms::Range over =
        Terms(variables_, theorem_.constants(), "L12.c").range(choice->binders[0].range);
    if (!over.whole || !(over.bounds.low == layer_.run().low) || !(over.bounds.high == layer_.run().high))
      throw Refusal("L12.c", fmt::format("{} does not run over the tokens that the head looks at",
                                         language::to_string(choice)));
    within_ = Terms(variables_, theorem_.constants(), "G6")(task.within);
    if (!variables_.sizes_alone(within_)) throw Refusal("G6", "the precision is no number in the sizes");
  }

  // P of argmin k in ..: abs(P), or P^2; null for others.
  Expression squared() const {
    const Expression& choice = selected_.choice();
    const Expression body = without_parentheses(choice->children[0]);
    if (choice->quantifier != Quantifier::argmin) return nullptr;
    if (body->op == Op::call && body->name == "abs" && body->children.size() == 1) return body->children[0];
    if (body->op == Op::power && body->children[1]->op == Op::number && body->children[1]->value == 2)
      return body->children[0];
    return nullptr;
  }

  // An integer w near F, and e < 1/2 with |F - w| <= e. Refusal (L12.c).
  std::pair<Laurent, Laurent> nearest(const Laurent& f) const {
    Laurent whole;
    for (const auto& [monomial, coefficient] : f.terms()) {
      Laurent term(1);
      bool negative = false;
      for (const auto& [name, exponent] : monomial) {
        negative = negative || exponent < 0;
        if (!negative) term = term * power(Laurent::variable(name), exponent);
      }
      if (negative) continue;
      if (monomial.empty()) {
        const Rational half = coefficient + Rational(1, 2);
        Integer floor = numerator_of(half) / denominator_of(half);
        if (Rational(floor) > half) floor -= 1;
        whole += Laurent(Rational(floor));
      } else if (variables_.is_integer(Laurent(coefficient) * term)) {
        whole += Laurent(coefficient) * term;
      }
    }
    const auto off = variables_.largest_absolute(f - whole);
    if (!variables_.is_integer(whole) || !off || !variables_.positive(Laurent(1) - Laurent(2) * *off)) {
      throw Refusal("L12.c", fmt::format("{} is not shown to be nearer to one integer than to all others",
                                         f.to_string()));
    }
    return {whole, *off};
  }

  void select_by_squares(const Expression& p) {
    token_name_ = *token_.variables().begin();
    const std::string& t = token_name_;
    const auto plain = [&](const Laurent& value) { return !layer_.cases().hangs_on(value, t); };
    const Laurent root = evaluate(p, {{selected_.choice()->binders[0].name, token_}});
    const Laurent slope = root.coefficient(t, 1);
    const auto a = slope.constant();
    if (root.degree(t) != 1 || !a || *a == 0 || !plain(root - slope * token_))
      throw Refusal("L12.c",
                    fmt::format("{} is no multiple of a distance to the token's index", root.to_string()));
    const Laurent asked = Laurent(Rational(Rational(-1) / *a)) * (root - slope * token_);
    const Laurent weight = -score_.coefficient(t, 2);
    const Laurent linear = score_.coefficient(t, 1);
    const Laurent rest = score_ + weight * token_ * token_ - linear * token_;
    if (!variables_.sizes_alone(weight) || !variables_.positive(weight) || !plain(rest) || !plain(linear) ||
        score_.divides_by(t)) {
      throw Refusal("L12.c", fmt::format("the score {} is not shown to fall with the square of a distance to "
                                         "the token's index",
                                         score_.to_string()));
    }
    const auto address = linear.exact_quotient(Laurent(2) * weight);
    if (!address)
      throw Refusal("L12.c", fmt::format("the score {} is best at no polynomial", score_.to_string()));
    const auto [best, off] = nearest(*address);
    const auto [own, own_off] = nearest(asked);
    if (!(best == own))
      throw Refusal("L12.c",
                    fmt::format("the score is best next to {}, and the task selects the token next to {}",
                                best.to_string(), own.to_string()));
    if (!variables_.proves_nonnegative(best - layer_.run().low) ||
        !variables_.proves_nonnegative(layer_.run().high - best))
      throw Refusal("G4", fmt::format("{} is not shown to lie in {} to {}", best.to_string(),
                                      layer_.run().low.to_string(), layer_.run().high.to_string()));
    best_ = best;
    unique_ = true;
    const Laurent left = weight * (Laurent(1) - Laurent(2) * off);
    squares_.squares = {{t, left, best}};
    say("L12.c",
        fmt::format(
            "score = -{}*({} - ({}))^2 + {}: the token {} is nearest, by at most {} off, so that the token {} + z "
            "scores at least {}*z^2 less",
            weight.to_string(), t, address->to_string(), rest.to_string(), best.to_string(), off.to_string(),
            best.to_string(), left.to_string()));
    say("G5", fmt::format("the task selects the token nearest to {}, which is {}", asked.to_string(),
                          best.to_string()));
  }

  void select_by_number() {
    token_name_ = *token_.variables().begin();
    const Expression& choice = selected_.choice();
    if (choice->quantifier != Quantifier::argmax && choice->quantifier != Quantifier::argmin)
      throw Refusal("L12.c", fmt::format("{} is no choice of the best token", language::to_string(choice)));
    if (choice->tie != language::Tie::first && choice->tie != language::Tie::last)
      throw Refusal("L12.d", fmt::format("{} does not say which of the best tokens it is",
                                         language::to_string(choice)));
    best_ = fresh("best", layer_.run());
    const auto number_at = [&](const Laurent& index) {
      return evaluate(choice->children[0], {{choice->binders[0].name, index}});
    };
    number_ = number_at(token_);
    if (!variables_.is_integer(number_))
      throw Refusal("L12.c", fmt::format("{} is not shown to be an integer", number_.to_string()));
    steepness_ = steepness();
    say("L12.c",
        fmt::format("score = {}{}({}) + what is the same for all tokens: one that is not best is less by at "
                    "least {}, and there are at most {}",
                    choice->quantifier == Quantifier::argmax ? "" : "-",
                    steepness_ == Laurent(1) ? "" : steepness_.to_string() + "*", number_.to_string(),
                    steepness_.to_string(), others().to_string()));
    const Laurent carried = layer_.carried_value(token_, entry_);
    if (layer_.cases().hangs_on(carried, token_name_))
      throw Refusal("L12.d",
                    fmt::format("the value {} reads the token's index, and several tokens may be best",
                                carried.to_string()));
    for (const auto& feature : layer_.senders().features) {
      if (layer_.cases().hangs_on(carried, SelectionLayer::carried(layer_.senders(), feature.name)))
        expect_equal(feature.name, number_at(best_));
    }
  }

  Laurent others() const { return layer_.run().high - layer_.run().low; }

  Laurent steepness() {
    const auto hangs = [&](const Laurent& value) { return layer_.cases().hangs_on(value, token_name_); };
    for (const std::string& name : number_.variables()) {
      if (!hangs(Laurent::variable(name)) || number_.degree(name) != 1) continue;
      const Laurent factor = number_.coefficient(name, 1);
      if (!variables_.sizes_alone(factor) || score_.divides_by(name)) continue;
      const auto quotient = score_.coefficient(name, 1).exact_quotient(factor);
      if (!quotient || !variables_.sizes_alone(*quotient) || hangs(score_ - *quotient * number_)) continue;
      const bool largest = selected_.choice()->quantifier == Quantifier::argmax;
      const Laurent result = largest ? *quotient : -*quotient;
      if (variables_.positive(result)) return result;
      throw Refusal("L12.c",
                    fmt::format("{}, by which the score {} with {}, is not shown to be positive",
                                result.to_string(), largest ? "rises" : "falls", number_.to_string()));
    }
    throw Refusal("L12.c",
                  fmt::format("the score {} is no multiple of {} and what is the same for all tokens",
                              score_.to_string(), number_.to_string()));
  }

  // The best tokens carry one number as this feature.
  void expect_equal(const std::string& feature, const Laurent& at_best) {
    const Laurent here = layer_.feature_at(feature, token_);
    const Laurent there = layer_.feature_at(feature, best_);
    if (const Laurent sum = number_ - here, difference = number_ + here;
        !layer_.cases().hangs_on(sum, token_name_) || !layer_.cases().hangs_on(difference, token_name_)) {
      say("L12.d", fmt::format("{} is what the tokens are selected by", feature));
      return;
    }
    if (const auto modulus = radix(here)) {
      say("L12.d",
          fmt::format("{} is a multiple of {} and {}, whose values span less than that: tokens that are "
                      "equally good carry the same {}",
                      number_.to_string(), modulus->to_string(), here.to_string(), feature));
      return;
    }
    const SelectionPromise promise(
        variables_, [this](const auto& bound) { return names(bound); }, layer_.run(), selected_.name(),
        token_, best_);
    const auto gives = [&](const Expression& condition, const Expression& stated) {
      if (!condition || !promise.gives(selected_.replaced(condition, {}), number_ - at_best, here - there))
        return false;
      result_.uses_conditions = true;
      say("L12.d",
          fmt::format("of the inputs that are judged tokens that are equally good carry the same {}: {}",
                      feature, language::to_string(stated)));
      return true;
    };
    if (gives(text_.judged_if, stated_.judged_if)) return;
    for (std::size_t k = 0; k < text_.where.size(); ++k) {
      if (gives(text_.where[k], stated_.where[k])) return;
    }
    throw Refusal("L12.d", fmt::format("that all tokens with the best {} carry the same {} is not shown",
                                       number_.to_string(), feature));
  }

  // M of G = M U + c f + what is the same for all tokens, c = 1 or -1, U an integer and f spanning less than M.
  std::optional<Laurent> radix(const Laurent& f) {
    const auto names = f.variables();
    if (names.size() != 1 || !(f == Laurent::variable(*names.begin())) || !variables_.is_integer(f))
      return std::nullopt;
    const std::string& own = *names.begin();
    const auto factor = number_.degree(own) == 1 ? number_.coefficient(own, 1).constant() : std::nullopt;
    if (!factor || abs(*factor) != 1) return std::nullopt;
    Laurent multiples;
    const Laurent remaining = number_ - Laurent(*factor) * f;
    for (const auto& [monomial, coefficient] : remaining.terms()) {
      Laurent term(coefficient);
      for (const auto& [name, exponent] : monomial) {
        if (exponent < 0) return std::nullopt;
        term = term * power(Laurent::variable(name), exponent);
      }
      if (layer_.cases().hangs_on(term, token_name_)) multiples += term;
    }
    const auto bounds = variables_.bounds_of(f);
    for (const std::string& name : multiples.variables()) {
      if (variables_.is_size(name)) continue;
      const Laurent modulus = multiples.coefficient(name, 1);
      const auto units = modulus.is_zero() ? std::nullopt : multiples.exact_quotient(modulus);
      if (!units || !variables_.sizes_alone(modulus) || !variables_.is_integer(*units) || !bounds) continue;
      for (const Laurent& size : {modulus, -modulus}) {
        if (variables_.positive(size - (bounds->high - bounds->low))) return size;
      }
    }
    return std::nullopt;
  }

  void compare_with_task() {
    const Laurent answer = evaluate(asked_, {{entry_name_, entry_}, {selected_.name(), best_}});
    const Laurent value = layer_.value_at(best_, entry_);
    const auto off = variables_.largest_absolute(value - answer);
    const std::string said =
        fmt::format("at the best token entry {} of the value is {}", entry_.to_string(), value.to_string());
    if (!off) throw Refusal("G5", fmt::format("{}, and the task asks for {}", said, answer.to_string()));
    off_ = *off;
    say("G5", off_.is_zero() ? fmt::format("{}, which is what the task asks for", said)
                             : fmt::format("{}, and the task asks for {}: at most {} from it", said,
                                           answer.to_string(), off_.to_string()));
    const auto deviation = variables_.largest_absolute(layer_.value_at(token_, entry_) - value);
    if (!deviation)
      throw Refusal("G6", fmt::format("no bound of the differences of {} is shown", value.to_string()));
    deviation_ = *deviation;
    if (!hard())
      say("G6", fmt::format("the values of two tokens differ by at most {} in every entry",
                            deviation_.to_string()));
  }

  void bound() {
    std::vector<Decay> sum;
    const proof::Rate& unit = theorem_.heads().front().unit;
    const bool alone = others().is_zero();
    if (!hard() && !deviation_.is_zero() && !alone) {
      sum = squares_.squares.empty() ? std::vector<Decay>{{others() * deviation_, unit.times(steepness_)}}
                                     : proof::leak(squares_, unit, deviation_);
    }
    const Laurent limit = within_ - off_;
    result_.bound = proof::to_string(sum);
    if (!off_.is_zero())
      result_.bound = sum.empty() ? off_.to_string() : off_.to_string() + " + " + result_.bound;
    result_.bound_terms = sum;
    result_.bounds_error = off_.is_zero();
    const std::string below = "< " + within_.to_string();
    if (sum.empty()) {
      if (!variables_.positive(limit))
        throw Refusal("bound",
                      fmt::format("{} is not shown to be below {}", off_.to_string(), within_.to_string()));
      say("bound", fmt::format("|y - answer| <= {} {} in every entry", result_.bound, below));
      return;
    }
    if (const auto exact = proof::as_fraction(sum, variables_);
        exact && variables_.positive(limit * exact->denominator - exact->numerator)) {
      say("bound",
          fmt::format("|y - answer| <= {}, which is {} {} in every entry at all of these sizes",
                      result_.bound,
                      (off_.is_zero() ? "" : off_.to_string() + " + ") + proof::to_string(*exact), below));
      return;
    }
    const auto number = limit.constant();
    if (!number || *number <= 0)
      throw Refusal("bound", fmt::format("{} is not shown to be a positive number", limit.to_string()));
    expect_below(variables_, sum, *number, proof::to_string(sum));
    say("bound",
        fmt::format(
            "|y - answer| <= {} {} in every entry: {}, which does not rise with the sizes, is at most {} at {}",
            result_.bound, below, proof::to_string(sum),
            short_upper_bound(proof::enclosure(sum, corner_of(variables_), initial_precision), *number),
            corner_text(variables_)));
  }

  const TheoremText& stated_;
  TheoremText text_;
  SymbolicTheorem theorem_;
  proof::Variables& variables_;
  SelectionLayer layer_;
  LemmaProof result_;
  SelectedToken selected_;
  Expression asked_;  // an entry of the answer, in the token that is selected
  std::string entry_name_, token_name_;
  Laurent entry_, token_, best_, score_;
  Laurent number_, steepness_;       // G and W
  proof::IntegerAddresses squares_;  // with A (1 - 2 e)
  Laurent within_, off_, deviation_;
  bool unique_ = false;
};

}  // namespace

bool asks_for_a_selection(const TheoremText& text) {
  return text.layers.size() == 1 && text.tasks.size() == 1 && text.readout && text.readout->value &&
         text.tasks.front().answer == AnswerKind::vector && !text.layers.front().members &&
         text.layers.front().heads.size() == 1;
}

LemmaProof prove_by_selection(const TheoremText& text, const ProofSetting& setting) {
  try {
    return SelectionProof(text, setting).run();
  } catch (const NetworkError& error) {
    throw Refusal("G2", fmt::format("line {}: {}", error.place.line, error.what()));
  } catch (const UsageError& error) {
    throw Refusal("G2", error.what());
  }
}

}  // namespace attest::theorems
