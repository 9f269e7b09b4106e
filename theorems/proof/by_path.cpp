// Paths of any length (L13): one softmax head over tuples of t + 1 tokens, t a size, number tasks `iterate z from x for t times: g(z)`.
// By path_steps.hpp the score is a sum over v in [t] of terms, each of which is, by L1 for two tokens,
//
//   S_v = -alpha_v (l(v+1) - F_v)^2,   F_v an integer that reads sizes and one feature f of the token l(v), alpha_v > 0,
//
// for v = 1 up to what is fixed by the receiver l(1). So the score is minus a sum of t squares, each address reads the token before it, and the
// bound of L1 holds with t squares: T/(1+T) <= sum over v of 2 exp(-alpha_v unit).
//
// The best tuple, by induction: F_v = A(v, f at l(v)), one formula A for all v. Let l(v+1) = A(v, w), w some value of f. For v = 1 this is
// so, w the receiver's feature. With it the feature at l(v+1) is a term in v and w, and F_(v+1) = A(v+1, this) is an index of a token, so that
// l(v+2) = A(v+1, w') again. Beside it: after v - 1 steps of the task z = l(v+1). For v = 1 this is x; and g(A(v, w)) = A(v+1, f at
// A(v, w)) is an identity in v and w. At v = t the value at l(t+1) = A(t, w) is compared with the task's answer at z = g(A(t, w)).
// Every identity is shown for any w between the bounds of f.
#include <fmt/format.h>

#include <algorithm>

#include "theorems/lets.hpp"
#include "theorems/proof/lemma_proof.hpp"
#include "theorems/proof/path_steps.hpp"

namespace attest::theorems {

using language::Op;
using proof::Decay;
using proof::Laurent;
using proof::Refusal;

namespace {

constexpr const char* some_value = "w'";  // of f

class PathProof {
 public:
  PathProof(const TheoremText& text, const ProofSetting& setting)
      : text_(with_lets_written_out(text)),
        steps_(text_, setting),
        t_(steps_.length()),
        first_(steps_.step(PathStep::first)),
        middle_(steps_.step(PathStep::middle)),
        last_(steps_.step(PathStep::last)) {}

  LemmaProof run() {
    result_.lemma = "path";
    if (last_.theorem.task().answer != AnswerKind::number)
      throw Refusal("L13.c", "a path of any length is followed where the task is a number");
    if (last_.theorem.readout().op != PiecewiseForm::Op::affine)
      throw Refusal("G6", "what is looked up is read out by an affine form");
    for (const Step* step : {&first_, &middle_, &last_}) expect_exponential(step->theorem);
    add_first();
    read_addresses();
    read_task();
    begin();
    go_on(middle_, Laurent::variable(PathSteps::middle_name));
    go_on(last_, Laurent::variable(t_));
    finish();
    expect_constant_size(text_, result_.steps);
    expect_provable_checks(last_.theorem, true, result_.steps);
    bound();
    return std::move(result_);
  }

 private:
  struct Step {
    explicit Step(const StepTheorem& of) : theorem(of.text, of.setting) {}
    const SymbolicHead& head() const { return theorem.heads().front(); }
    SymbolicTheorem theorem;
    Laurent weight;
    Laurent address;  // in the generic token's feature
    bool has_any_value = false;
  };

  const SymbolicHead& head() const { return last_.head(); }
  void say(const std::string& name, const std::string& statement) {
    result_.steps.push_back({name, statement});
  }

  void add_first() {
    say("G1", fmt::format(
                  "one layer, 1 softmax head over {}+1 tokens l(1), l(2), .., its score a sum over the steps "
                  "from l(v) to l(v+1), v in [{}]",
                  t_, t_));
    std::size_t rows = 0;
    for (const Step* step : {&first_, &middle_, &last_}) rows += step->theorem.rows();
    say("G2",
        fmt::format(
            "{} coordinates of rows and values, at v = 1, at any v' from 2 to {}-1 and at v = {}, are W "
            "times the encoding, W in the sizes alone",
            rows, t_, t_));
    for (const DisplayStatement& display : text_.layers.front().heads.front().displays) {
      if (last_.theorem.identities().empty() || !display.essential) continue;
      say("identity", fmt::format("the displayed {} of {} is what the rows give, step by step", display.what,
                                  head().name));
    }
    say("G3", fmt::format("{}: scores in units of {} > 0", head().name, head().unit.to_string()));
  }

  // S_v of any receiver.
  void read_address(Step& step) const {
    const auto found =
        proof::integer_addresses(step.head().any_score, step.head().indices, step.theorem.variables());
    if (!found.rest.is_zero() && &step != &first_)
      throw Refusal("L13.b",
                    fmt::format("a step of the path leaves {} beside its square", found.rest.to_string()));
    step.weight = found.squares.front().weight;
    step.address = found.squares.front().address;
  }

  void read_addresses() {
    for (Step* step : {&first_, &middle_, &last_}) read_address(*step);
    const std::string v = PathSteps::middle_name;
    if (middle_.weight.has(v))
      throw Refusal(
          "L13.b", fmt::format("the weight of a square, {}, hangs on its place", middle_.weight.to_string()));
    for (const std::string& name : middle_.address.variables()) {
      if (middle_.theorem.variables().is_size(name)) continue;
      const bool feature = name.starts_with("some ") && middle_.theorem.tokens().has_feature(name.substr(5));
      if (!feature || !feature_.empty())
        throw Refusal("L13.b",
                      fmt::format("an address, {}, that reads more than one feature of the token before it",
                                  middle_.address.to_string()));
      feature_ = name.substr(5);
    }
    if (feature_.empty())
      throw Refusal("L13.b",
                    fmt::format("an address, {}, that reads no feature", middle_.address.to_string()));
    if (!(at(Laurent(1)) == first_.address) || !(at(Laurent::variable(t_)) == last_.address)) {
      throw Refusal("L13.b",
                    fmt::format("the addresses {}, {} and {} are not of one form", first_.address.to_string(),
                                middle_.address.to_string(), last_.address.to_string()));
    }
    say("L13.b",
        fmt::format("{}: the score is -sum v' in [{}]: {}(l(v'+1) - ({}))^2, with {} of the token l(v')",
                    head().name, t_, weights_text(), shown(middle_.address), feature_));
  }

  std::string weights_text() const {
    if (!(first_.weight == middle_.weight) || !(last_.weight == middle_.weight)) {
      return fmt::format("({} at 1, {} at {}, else {})*", first_.weight.to_string(), last_.weight.to_string(),
                         t_, middle_.weight.to_string());
    }
    return middle_.weight == Laurent(1) ? "" : fmt::format("({})*", middle_.weight.to_string());
  }
  // The generic token's feature by its own name.
  std::string shown(const Laurent& address) const {
    return address.substitute({{"some " + feature_, Laurent::variable(feature_)}}).to_string();
  }

  // A(v, f).
  Laurent at(const Laurent& v) const { return middle_.address.substitute({{PathSteps::middle_name, v}}); }
  Laurent at(const Laurent& v, const Laurent& feature) const {
    return middle_.address.substitute({{PathSteps::middle_name, v}, {"some " + feature_, feature}});
  }

  // What stands in the task around one `iterate`.
  void read_task() {
    const Expression truth = without_lets(last_.theorem.task().truth, text_.lets);
    std::size_t count = 0;
    around_ = replaced(truth, count);
    if (count != 1) throw Refusal("L13.c", "the task is no expression with one `iterate`");
    Terms terms(last_.theorem.variables(), last_.theorem.constants(), "L13.c");
    if (!(terms(iterate_->children[1]) == Laurent::variable(t_)))
      throw Refusal("L13.c", fmt::format("the task takes {} steps and the path has {}",
                                         language::to_string(iterate_->children[1]), t_));
  }

  Expression replaced(const Expression& e, std::size_t& count) {
    if (e->op == Op::iterate) {
      ++count;
      iterate_ = e;
      return language::name(some_value);
    }
    const std::size_t before = count;
    language::Node copy = *e;
    for (Expression& child : copy.children) child = replaced(child, count);
    // A name that it binds would be another one in the start and in the step.
    if (count > before && (e->op == Op::let || e->op == Op::quantifier))
      throw Refusal("L13.c", "the task's `iterate` stands below a let, or in a sum");
    return std::make_shared<language::Node>(std::move(copy));
  }

  // g(z).
  Laurent next_state(Step& step, const Laurent& z) const {
    return Terms(step.theorem.variables(), task_names(step.theorem, {{iterate_->name, z}}),
                 "L13.c")(iterate_->children[2]);
  }

  void expect_equal(const Laurent& state, const Laurent& index, const std::string& when) const {
    if (state == index) return;
    throw Refusal("L13.c", fmt::format("{} the task is at {} and the path at {}", when, state.to_string(),
                                       index.to_string()));
  }

  // v = 1: what the receiver looks up.
  void begin() {
    SymbolicTheorem& theorem = first_.theorem;
    const auto found =
        proof::integer_addresses(first_.head().score, first_.head().indices, theorem.variables());
    const Laurent& address = found.squares.front().address;
    theorem.expect_in_range(first_.head().indices.front().name, address);
    theorem.tokens().expect_token({address});
    const Laurent start = Terms(theorem.variables(), task_names(theorem, {}), "L13.c")(iterate_->children[0]);
    expect_equal(start, address, "before its first step");
    say("G4", fmt::format("{}: l(2) = {}, with which the task begins", head().name, address.to_string()));
  }

  // Any value of the feature, as large as the bounds of it say.
  Laurent any_value(Step& step) const {
    proof::Variables& variables = step.theorem.variables();
    const std::string generic = "some " + feature_;
    if (!variables.is_integer(Laurent::variable(generic)))
      throw Refusal("L13.b", fmt::format("{} is no integer", feature_));
    if (!step.has_any_value) {
      if (variables.knows(some_value)) throw Refusal("L13.b", fmt::format("{} has a meaning", some_value));
      variables.add(some_value, variables.bounds(generic), true);
      step.has_any_value = true;
    }
    return Laurent::variable(some_value);
  }

  // From l(v) = A(v - 1, w) to l(v+1).
  void go_on(Step& step, const Laurent& v) {
    SymbolicTheorem& theorem = step.theorem;
    const Laurent before = at(v - Laurent(1), any_value(step));
    const Laurent feature = theorem.tokens().feature_at(feature_, {before});
    const Laurent after = at(v, feature);
    theorem.expect_in_range(step.head().indices.front().name, after);
    theorem.tokens().expect_token({after});
    expect_equal(next_state(step, before), after, "after a step");
    if (&step != &middle_) return;
    say("G4",
        fmt::format(
            "{}: from l(v') = {} on, w' any value of {}, l(v'+1) = {}, and so does a step of the task; the same at {}",
            head().name, before.to_string(), feature_, after.to_string(), t_));
  }

  // The last token's value, and the answer.
  void finish() {
    SymbolicTheorem& theorem = last_.theorem;
    const Laurent place = at(Laurent::variable(t_), any_value(last_));
    const SummedToken& token = last_.head().tokens.front();
    std::map<std::string, Laurent> there{{token.indices.front(), place}};
    for (const auto& [feature, symbol] : token.symbols)
      there.emplace(symbol, theorem.tokens().feature_at(feature, {place}));
    const MeanForm& readout = theorem.readout().form;
    Laurent functional;
    for (const auto& [mean, factor] : readout.means) functional += factor * last_.head().value[mean.second];
    const Laurent value = functional.substitute(there);
    const Laurent state = next_state(last_, place);
    const Laurent answer =
        Terms(theorem.variables(), task_names(theorem, {{some_value, state}}), "G5")(around_);
    expect_integer(theorem.variables(), answer);
    if (!(readout.fixed + value == answer)) {
      throw Refusal("G5", fmt::format("the value at the best tuple is {}, and the task asks for {}",
                                      (readout.fixed + value).to_string(), answer.to_string()));
    }
    deviation_ = largest_absolute(theorem.variables(), functional - value);
    say("G6", fmt::format("{}: the value {} differs from the best tuple's, {}, by at most {}", head().name,
                          functional.to_string(), value.to_string(), deviation_.to_string()));
    say("G5", fmt::format("the value at l({}+1) = {} is {}, which is what the task asks for", t_,
                          place.to_string(), answer.to_string()));
  }

  void bound() {
    const proof::Variables& variables = last_.theorem.variables();
    const auto leak = [&](const Laurent& squares, const Laurent& weight) {
      return Decay{Laurent(2) * squares * deviation_, head().unit.times(weight)};
    };
    const std::vector<Decay> sum =
        proof::collected({leak(1, first_.weight), leak(Laurent::variable(t_) - Laurent(2), middle_.weight),
                          leak(1, last_.weight)});
    result_.bound = proof::to_string(sum);
    result_.bound_terms = sum;
    result_.bounds_error = true;
    const Rational limit = last_.theorem.share() * Rational(1, 2);
    const std::string said = fmt::format("|y - answer| <= {}", result_.bound);
    if (const auto exact = proof::as_fraction(sum, variables);
        exact && variables.positive(Laurent(limit) * exact->denominator - exact->numerator)) {
      say("bound", fmt::format("{} = {} < {} at all of these sizes", said, proof::to_string(*exact),
                               attest::to_string(limit)));
      return;
    }
    expect_below(variables, sum, limit, said);
    say("bound", fmt::format("{}, which does not rise with the sizes and is less than {} at {}", said,
                             attest::to_string(limit), corner_text(variables)));
  }

  TheoremText text_;
  PathSteps steps_;
  std::string t_;
  Step first_, middle_, last_;
  std::string feature_;
  Expression iterate_;
  Expression around_;
  Laurent deviation_;
  LemmaProof result_;
};

}  // namespace

LemmaProof prove_by_path(const TheoremText& text, const ProofSetting& setting) {
  try {
    return PathProof(text, setting).run();
  } catch (
      const std::invalid_argument& error) {  // a name that would be captured, or a size that is divided by
    throw Refusal("L13.a", error.what());
  }
}

}  // namespace attest::theorems
