// Counts (L4): one head, one summed index, weight and value of a token by symbols of a fixed alphabet (symbol_counts.hpp). With N_c
// tokens of class c, g_c what the readout is where the head's output is the value of class c, and weights w_c > 0,
//   y = sum N_c w_c g_c / sum N_c w_c,
// the readout being affine. Everything below is shown in each case of the entries that do not depend on the summed index.
//
// All weights equal (scores equal; a hard maximum, too): y R = F = sum N_c g_c, R tokens in all.
//   A number: F = R * answer as forms in the counts, so that y is the answer exactly.
//   A comparison L > 0: F = kappa L + D as forms, kappa > 0. L an integer: for yes L >= 1 and kappa + D > 0, for no L <= 0 and
//   D <= 0. L >= 0: D > 0, and for no L <= -1 and D <= kappa.
//   L = 0, read out as a - |z|: R z = kappa L, a > 0, and where L is not 0 |z| >= |kappa|/R >= a.
// Any weights, "there is a token of one of the classes P" (not the whole simplex of counts: one of them is at least 1):
//   no: g_c <= 0 for all other classes, so y <= 0.
//   yes: g_p > 0 for p in P, and with R - 1 others at most (R - 1) |g_c|/g_p exp(-unit (S_p - S_c)) < 1 for each p and each c with
//   g_c < 0: then w_p g_p outweighs all of them, whatever they are, and y > 0.
// Two summed indices are another matter: the mean is a ratio of quadratic forms then, and its extremes are not at the corners.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "theorems/proof/least_monomial.hpp"
#include "theorems/proof/lemma_proof.hpp"
#include "theorems/proof/symbol_counts.hpp"

namespace attest::theorems {

using language::Op;
using proof::Decay;
using proof::Laurent;
using proof::Refusal;

namespace {

class CountsProof {
 public:
  explicit CountsProof(SymbolicTheorem& theorem)
      : theorem_(theorem), variables_(theorem.variables()), head_(theorem.heads().front()) {}

  LemmaProof run() {
    result_.lemma = "counts";
    result_.bound = "0";
    if (theorem_.heads().size() != 1) throw Refusal("L4.a", "more than one head");
    if (head_.exact) throw Refusal("L4.a", "an exact match");
    if (head_.expressive) throw Refusal("G1", "the weights of this head are not exponential");
    expect_positive_unit(head_);
    add_first_steps(theorem_, result_.steps);
    read_out();
    std::vector<std::size_t> read;
    for (const auto& [mean, factor] : functional_.means) read.push_back(mean.second);
    SymbolCounts counts(theorem_, read, functional_.fixed);
    counts_ = &counts;
    say_classes();
    const auto cases = counts.cases();
    for (const EntryValues& at : cases) prove_case(at);
    if (theorem_.share() < 1) find_margin();
    say_forms();
    expect_provable_checks(theorem_, false, result_.steps, exact_);
    result_.bound_terms = proof::collected(result_.bound_terms);
    return std::move(result_);
  }

 private:
  void say(const std::string& name, const std::string& statement) {
    const auto same = [&](const ProofStep& step) { return step.name == name && step.statement == statement; };
    if (std::none_of(result_.steps.begin(), result_.steps.end(), same))
      result_.steps.push_back({name, statement});
  }

  // Of y times `total` this is what is left: at least, on every input.
  void leaves(const Laurent& room, const Laurent& total) { rooms_.emplace_back(room, total); }

  void find_margin() {
    result_.margin = largest_margin(variables_, [this](const Laurent& margin) {
      return std::all_of(rooms_.begin(), rooms_.end(), [&](const auto& room) {
        return variables_.proves_nonnegative(room.first - margin * room.second);
      });
    });
  }

  // y affine in the head's output, or a - |z| with z affine in it.
  void read_out() {
    using FormOp = PiecewiseForm::Op;
    const PiecewiseForm& readout = theorem_.readout();
    if (readout.op == FormOp::affine) {
      functional_ = readout.form;
      return;
    }
    const bool less = readout.op == FormOp::sum && readout.children.size() == 2 &&
                      readout.children[0].op == FormOp::affine && readout.children[0].form.means.empty() &&
                      readout.children[1].op == FormOp::scaled && readout.children[1].factor == Laurent(-1) &&
                      readout.children[1].children[0].op == FormOp::absolute &&
                      readout.children[1].children[0].children[0].op == FormOp::affine;
    if (!less) throw Refusal("G6", "the readout is neither affine in the head's output nor a - |z|");
    distance_ = readout.children[0].form.fixed;
    functional_ = readout.children[1].children[0].children[0].form;
  }

  // What the functional is where the head puts out the value of a class.
  Laurent at_class(std::size_t c, const EntryValues& at) const {
    Laurent g = counts_->fixed(functional_.fixed, at);
    for (const auto& [mean, factor] : functional_.means) g += factor * counts_->value(c, mean.second, at);
    return g;
  }

  void say_classes() {
    std::vector<std::string> said;
    for (std::size_t c = 0; c < counts_->classes().size(); ++c) said.push_back(counts_->class_text(c));
    say("L4.a", fmt::format("one summed index; {} tokens, of the classes {}", counts_->total().to_string(),
                            fmt::join(said, "; ")));
  }

  bool uniform(const EntryValues& at) const {
    for (std::size_t c = 1; c < counts_->classes().size(); ++c) {
      if (!(counts_->score(c, at) == counts_->score(0, at))) return false;
    }
    return true;
  }

  CountForm sum_of_values(const EntryValues& at) const {
    CountForm form;
    for (std::size_t c = 0; c < counts_->classes().size(); ++c)
      form.add({{}, {{c, Laurent(1)}}}, at_class(c, at));
    return counts_->canonical(form);
  }

  void prove_case(const EntryValues& at) {
    const bool equal = uniform(at);
    if (head_.hard && !equal) throw Refusal("G1", "a hard maximum of scores that are not all equal");
    if (theorem_.task().answer == AnswerKind::number) {
      if (!equal || distance_) throw Refusal("L4.c", "a number that is no mean with equal weights");
      return number(at);
    }
    const CountedTruth truth = counts_->truth(at);
    if (truth.kind == CountedTruth::Kind::compared) {
      if (!equal) throw Refusal("L4.c", "a comparison of counts, and weights that are not all equal");
      return distance_ ? equality(truth, at) : comparison(truth, at);
    }
    if (distance_) throw Refusal("G6", "a - |z| where the task does not ask for two equal numbers");
    one_of(truth, at);
  }

  void number(const EntryValues& at) {
    const CountForm answer = counts_->canonical(counts_->answer(at));
    if (!counts_->is_integer(answer))
      throw Refusal(
          "G5",
          "the task's answer, in how many tokens there are of each class, is not shown to be an integer");
    CountForm difference = sum_of_values(at);
    difference.add(answer, -counts_->total());
    if (!difference.counts.empty() || !difference.constant.is_zero()) {
      throw Refusal("G5",
                    fmt::format("the plain mean over {} tokens, read out, is not what the task asks for",
                                counts_->total().to_string()));
    }
    exact_ = true;
    leaves(Laurent(Rational(1, 2)), 1);
    say("L4.c", "all scores are equal: the head puts out the plain mean");
    say("G5",
        "as forms in how many tokens there are of each class the mean, read out, is the answer: no error");
  }

  // kappa with form = kappa * of + constant; the constant.
  std::pair<Laurent, Laurent> share(const CountForm& form, const CountForm& of) const {
    if (of.counts.empty()) throw Refusal("G5", "the task does not depend on the counts");
    const auto& [c, coefficient] = *of.counts.begin();
    const auto own = form.counts.find(c);
    const auto kappa = own == form.counts.end() ? std::nullopt : own->second.exact_quotient(coefficient);
    if (!kappa) throw Refusal("G5", "the readout is no multiple of what the task compares");
    CountForm rest = form;
    rest.add(of, -*kappa);
    if (!rest.counts.empty()) throw Refusal("G5", "the readout is no multiple of what the task compares");
    return {*kappa, rest.constant};
  }

  bool proves_positive(const Laurent& value) const {
    const auto bounds = variables_.bounds_of(value);
    return bounds && variables_.positive(bounds->low);
  }

  // "L", "(n + 1)*L + 1/2".
  static std::string multiple_text(const Laurent& kappa, const Laurent& rest) {
    std::string text = kappa == Laurent(1) ? "L" : fmt::format("({})*L", kappa.to_string());
    if (!rest.is_zero()) text += " + " + rest.to_string();
    return text;
  }

  void comparison(const CountedTruth& truth, const EntryValues& at) {
    const CountForm asked = counts_->canonical(truth.form);
    const auto [kappa, rest] = share(sum_of_values(at), asked);
    if (!proves_positive(kappa))
      throw Refusal("G5", fmt::format("the factor {} is not shown to be positive", kappa.to_string()));
    const bool integer = counts_->is_integer(asked);
    const Laurent step = integer ? kappa : Laurent();  // L >= 1 where L > 0
    bool right = false;
    if (truth.op == Op::greater) {
      // At least kappa + rest on a yes, at most rest on a no.
      right =
          (integer ? proves_positive(step + rest) : rest.is_zero()) && variables_.proves_nonnegative(-rest);
    } else if (truth.op == Op::greater_equal) {
      right = integer && proves_positive(rest) && variables_.proves_nonnegative(step - rest);
    } else {
      throw Refusal("G6", "the task asks for two equal numbers, and the readout is affine");
    }
    if (!right) {
      throw Refusal(
          "G6", fmt::format("the readout is {} times what the task compares, and {} more, which is not shown "
                            "to be on the right side",
                            kappa.to_string(), rest.to_string()));
    }
    const bool strict = truth.op == Op::greater;
    leaves(strict ? step + rest : rest, counts_->total());
    leaves(strict ? -rest : step - rest, counts_->total());
    say("L4.c", "all scores are equal: the head puts out the plain mean");
    say("G5", fmt::format("y times {} is {}, and the task asks for L {} 0, where L = {}{}; #(..) is how many "
                          "tokens there are of a class",
                          counts_->total().to_string(), multiple_text(kappa, rest), to_string(truth.op),
                          counts_->form_text(asked), integer ? ", an integer" : ""));
  }

  void equality(const CountedTruth& truth, const EntryValues& at) {
    if (truth.op != Op::equal) throw Refusal("G6", "a - |z| where the task asks for no two equal numbers");
    const CountForm asked = counts_->canonical(truth.form);
    const auto [kappa, rest] = share(sum_of_values(at), asked);
    const Laurent a = counts_->fixed(*distance_, at);
    if (!rest.is_zero() || !counts_->is_integer(asked) || !proves_positive(a)) {
      throw Refusal("G6", fmt::format("z is not shown to be 0 exactly where the task says yes: {} more",
                                      rest.to_string()));
    }
    const Laurent size = proves_positive(kappa) ? kappa : -kappa;
    if (!variables_.proves_nonnegative(size - a * counts_->total())) {
      throw Refusal("G6", fmt::format("{}/{}, the least |z| of a no, is not shown to be at least {}",
                                      size.to_string(), counts_->total().to_string(), a.to_string()));
    }
    leaves(a, 1);
    leaves(size - a * counts_->total(), counts_->total());
    say("L4.c", "all scores are equal: the head puts out the plain mean");
    say("G5",
        fmt::format(
            "z times {} is {}, and the task asks for L = 0, where L = {}, an integer; #(..) is how many "
            "tokens there are of a class: |z| is 0, or at least {}/{} >= {}",
            counts_->total().to_string(), multiple_text(kappa, {}), counts_->form_text(asked),
            size.to_string(), counts_->total().to_string(), a.to_string()));
  }

  void one_of(const CountedTruth& truth, const EntryValues& at) {
    const std::size_t all = counts_->classes().size();
    std::vector<Laurent> g;
    for (std::size_t c = 0; c < all; ++c) g.push_back(at_class(c, at));
    const bool constant = truth.kind == CountedTruth::Kind::constant;
    for (std::size_t c = 0; c < all; ++c) {
      const bool yes = constant ? truth.yes : truth.classes.contains(c);
      if (yes ? !proves_positive(g[c]) : !variables_.proves_nonnegative(-g[c])) {
        throw Refusal("G6", fmt::format("with {} alone y is {}, and the task says {}", counts_->class_text(c),
                                        g[c].to_string(), yes ? "yes" : "no"));
      }
      if (constant || !yes) leaves(yes ? g[c] : -g[c], 1);
    }
    if (constant) {
      say("L4.c",
          fmt::format("where the task says {} whatever is summed over, y {} 0 with each class, and so with "
                      "their mean",
                      truth.yes ? "yes" : "no", truth.yes ? ">" : "<="));
      return;
    }
    say("no",
        "without a token of the classes that are asked for y <= 0 with each other class, and so with their mean");
    const auto total = variables_.bounds_of(counts_->total());
    if (!total) throw Refusal("L4.c", "no bound of how many tokens there are");
    bool outweighed = false;
    for (const std::size_t p : truth.classes) {
      for (std::size_t c = 0; c < all; ++c) {
        if (truth.classes.contains(c) || (g[c].is_zero() && theorem_.share() == 1)) continue;
        outweigh(p, c, g, total->high - Laurent(1), at);
        outweighed = true;
      }
    }
    if (outweighed) return;
    for (const std::size_t p : truth.classes) leaves(g[p], 1);
    say("yes", "with a token of the classes that are asked for y > 0: no other class takes anything away");
  }

  // One token of class p against all others of class c. Where a share of g_p is asked for alone the rest is left: y >= mu where
  // sum N_c w_c (g_c - mu) >= 0, so that this is what outweighs.
  void outweigh(std::size_t p, std::size_t c, const std::vector<Laurent>& g, const Laurent& others,
                const EntryValues& at) {
    const auto own = g[p].constant();
    if (!own) throw Refusal("L4.c", fmt::format("{} is no number", g[p].to_string()));
    const Laurent lead = counts_->score(p, at) - counts_->score(c, at);
    if (!variables_.sizes_alone(lead) || !variables_.sizes_alone(g[c]))
      throw Refusal("L4.c", fmt::format("{} depends on the judged token", lead.to_string()));
    const Rational left = (1 - theorem_.share()) * *own;
    leaves(Laurent(left), 1);
    const Decay decay{Laurent(Rational(1 / (*own - left))) * (Laurent(left) - g[c]) * others,
                      head_.unit.times(lead)};
    const std::string text = proof::to_string({decay});
    expect_below(variables_, {decay}, 1, text);
    say("yes",
        fmt::format("one token with {} outweighs {} others with {}: {} < 1 at {}, and it does not rise",
                    counts_->class_text(p), others.to_string(), counts_->class_text(c), text,
                    corner_text(variables_)));
    if (std::none_of(result_.bound_terms.begin(), result_.bound_terms.end(),
                     [&](const Decay& known) { return proof::to_string({known}) == text; })) {
      result_.bound_terms.push_back(decay);
    }
  }

  void say_forms() {
    if (!result_.bound_terms.empty()) result_.bound = proof::to_string(result_.bound_terms);
  }

  SymbolicTheorem& theorem_;
  const proof::Variables& variables_;
  const SymbolicHead& head_;
  LemmaProof result_;
  MeanForm functional_;
  std::optional<Laurent> distance_;  // a of a - |z|
  SymbolCounts* counts_ = nullptr;
  bool exact_ = false;
  std::vector<std::pair<Laurent, Laurent>> rooms_;
};

}  // namespace

LemmaProof prove_by_counts(SymbolicTheorem& theorem) {
  return CountsProof(theorem).run();
}

}  // namespace attest::theorems
