// Number tasks that ask for a sum or an average over a run of tokens, by heads that weigh all of them alike.
//
// The score of a softmax head (or a hard maximum) reads neither the summed index nor a symbol of its token, or every key of an exact-match
// head is the query, as polynomials: then all tokens of the run score alike, each weighs 1/L of a run of L >= 1 tokens, and the head puts
// out (1/L) sum over j of value(j), without an error. With y = c + sum over the heads and coordinates of factor * mean, and a task
// d + sum over j of g(j) over the same run, y is the answer where L (y - answer) = sum over j of (factors * value(j) + c - L g(j) - d) is 0, for
// which it is enough that the summand is the zero polynomial in the index and the entries that it reads. Where the readout multiplies means
// both sides are polynomials in such sums.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "language/quantifies.hpp"
#include "theorems/lets.hpp"
#include "theorems/proof/lemma_proof.hpp"

namespace attest::theorems {

using language::Expression;
using language::Node;
using language::Op;
using language::Quantifier;
using proof::Bounds;
using proof::Laurent;
using proof::Refusal;

namespace {

bool reads_the_token(const SymbolicHead& head, const Laurent& value) {
  return std::any_of(head.tokens.begin(), head.tokens.end(), [&](const SummedToken& token) {
    const auto read = [&](const std::map<std::string, std::string>& names) {
      return std::any_of(names.begin(), names.end(),
                         [&](const auto& name) { return value.has(name.second); });
    };
    return std::any_of(token.indices.begin(), token.indices.end(),
                       [&](const std::string& index) { return value.has(index); }) ||
           read(token.symbols) || read(token.remainders) || read(token.indicators);
  });
}

}  // namespace

bool weighs_alike(const SymbolicHead& head) {
  if (head.expressive || head.indices.size() != 1 || head.tokens.size() != 1) return false;
  if (!head.exact) return !reads_the_token(head, head.score);
  for (std::size_t c = 0; c < head.query.size(); ++c) {
    if (!(head.query[c] == head.key[c]) || reads_the_token(head, head.key[c])) return false;
  }
  return true;
}

namespace {

// outside + sum over the run of inside.
struct SumForm {
  Laurent outside;
  Laurent inside;
};

class EvenWeightsProof {
 public:
  explicit EvenWeightsProof(SymbolicTheorem& theorem) : theorem_(theorem), variables_(theorem.variables()) {}

  LemmaProof run() {
    result_.lemma = "even-weights";
    result_.bound = "0";
    const bool products = !theorem_.reads_out_linearly();
    if (!products && theorem_.readout().op != PiecewiseForm::Op::affine)
      throw Refusal("G6", "a number is read out by an affine form");
    result_.steps.push_back({"G1", fmt::format("one layer, {} head{}", theorem_.heads().size(),
                                               theorem_.heads().size() == 1 ? "" : "s")});
    result_.steps.push_back(
        {"G2", fmt::format("{} coordinates of rows and values are W times the encoding, W in the "
                           "sizes alone",
                           theorem_.rows())});
    for (const SymbolicHead& head : theorem_.heads()) add_run(head);
    for (const std::string& identity : theorem_.identities())
      result_.steps.push_back(
          {"identity", fmt::format("the displayed formula of {} is what the rows give", identity)});
    if (products) {
      compare_products();
    } else {
      const MeanForm& form = theorem_.readout().form;
      Laurent summand;
      for (const auto& [mean, factor] : form.means)
        summand += factor * value_of(theorem_.heads()[mean.first], mean.second);
      compare(form.fixed, summand);
    }
    expect_provable_checks(theorem_, false, result_.steps, true, all_sum_to_one());
    return std::move(result_);
  }

 private:
  // At every token: an exact-match head of which the judged tokens alone have the query of all keys has weights 0 at others.
  bool all_sum_to_one() const {
    return std::all_of(theorem_.heads().begin(), theorem_.heads().end(), [](const SymbolicHead& head) {
      return head.runs_for_all && (!head.exact || head.any_query == head.key);
    });
  }

  Bounds run_of(const SymbolicHead& head) const {
    const auto run = head.runs.find(head.indices[0].name);
    return run == head.runs.end() ? variables_.bounds(head.indices[0].name) : run->second;
  }

  void add_run(const SymbolicHead& head) {
    const Bounds run = run_of(head);
    const Laurent length = run.high - run.low + Laurent(1);
    if (!head.exact) expect_positive_unit(head);
    if (!run_) {
      run_ = run;
      length_ = length;
      if (!variables_.proves_nonnegative(length - Laurent(1)))
        throw Refusal("G4", fmt::format("{}: that there is a token to look at is not shown", head.name));
    } else if (!(run_->low == run.low) || !(run_->high == run.high)) {
      throw Refusal("G5", "two heads that look at different runs of tokens");
    }
    result_.steps.push_back(
        {"L9", fmt::format("{}: {} for all tokens {} to {}, so that each weighs 1/({})", head.name,
                           head.exact ? "the key is the query" : "the score is the same", run.low.to_string(),
                           run.high.to_string(), length.to_string())});
    for (const auto& [formula, names] : head.weights) {
      Terms terms(variables_, theorem_.constants(), "identity");
      if (!(terms(formula) * length == Laurent(1)))
        throw Refusal("identity", fmt::format("the displayed weight is not 1/({}): {}", length.to_string(),
                                              language::to_string(formula)));
      result_.steps.push_back(
          {"identity", fmt::format("the displayed weight of {} is what it gives", head.name)});
    }
  }

  // Of the token that is summed over, whose index is called as the first head calls it.
  Laurent value_of(const SymbolicHead& head, std::size_t coordinate) {
    const Laurent index = Laurent::variable(summed());
    std::map<std::string, Laurent> at;
    const Laurent& value = head.value[coordinate];
    for (const auto& [feature, symbol] : head.tokens[0].symbols) {
      if (value.has(symbol)) at.emplace(symbol, theorem_.tokens().feature_at(feature, {index}));
    }
    at.emplace(head.indices[0].name, index);
    return value.substitute(at);
  }

  const std::string& summed() const { return theorem_.heads().front().indices[0].name; }

  SumForm form_of(const Expression& e) {
    if (e->op == Op::tuple && e->children.size() == 1) return form_of(e->children[0]);
    Terms terms(variables_, task_names(theorem_, {}), "G5");
    if (!language::quantifies(e)) return {terms(e), {}};
    if (e->op == Op::quantifier && e->quantifier == Quantifier::sum && e->binders.size() == 1 &&
        !e->such_that) {
      const Terms::Range over = terms.range(e->binders[0].range);
      if (!over.whole || !(over.bounds.low == run_->low) || !(over.bounds.high == run_->high))
        throw Refusal(
            "G5", fmt::format("{} is not what the head looks at", language::to_string(e->binders[0].range)));
      const std::map<std::string, Laurent> bound{{e->binders[0].name, Laurent::variable(summed())}};
      return {{}, Terms(variables_, task_names(theorem_, bound), "G5")(e->children[0])};
    }
    if (e->op == Op::negate) return scaled(form_of(e->children[0]), -1);
    if (e->op == Op::add || e->op == Op::subtract) {
      const SumForm a = form_of(e->children[0]);
      const SumForm b = scaled(form_of(e->children[1]), e->op == Op::add ? 1 : -1);
      return {a.outside + b.outside, a.inside + b.inside};
    }
    if (e->op == Op::multiply) {
      const std::size_t sum = language::quantifies(e->children[0]) ? 0 : 1;
      if (!language::quantifies(e->children[1 - sum]))
        return scaled(form_of(e->children[sum]), terms(e->children[1 - sum]));
    }
    if (e->op == Op::divide && !language::quantifies(e->children[1])) {
      const auto by = terms(e->children[1]).constant();
      if (by && *by != 0) return scaled(form_of(e->children[0]), Laurent(Rational(1 / *by)));
    }
    throw Refusal("G5", fmt::format("the task is no sum over a run of tokens: {}", language::to_string(e)));
  }

  static SumForm scaled(SumForm form, const Laurent& by) { return {form.outside * by, form.inside * by}; }

  void compare(const Laurent& fixed, const Laurent& summand) {
    const Expression truth = without_lets(theorem_.task().truth, theorem_.text().lets);
    const SumForm asked = form_of(truth);
    expect_integer(variables_, asked.inside);
    expect_integer(variables_, asked.outside);
    const Laurent left = summand + fixed;
    const Laurent right = length_ * asked.inside + asked.outside;
    if (!(left == right)) {
      throw Refusal("G5", fmt::format("of the task the token {} gives {}, and of the readout {}", summed(),
                                      right.to_string(), left.to_string()));
    }
    result_.steps.push_back(
        {"G5", fmt::format("y, the mean of {} over the tokens {}{}, is what the task asks for: {}",
                           summand.to_string(), summed(), fixed.is_zero() ? "" : " plus " + fixed.to_string(),
                           language::to_string(truth))});
  }

  // sum over the run of a polynomial in the summed index and entries at it: each product of these is summed up to a number of its own.
  Laurent summed_up(const Laurent& summand) {
    Laurent result;
    for (const auto& [monomial, coefficient] : summand.terms()) {
      Laurent outside(coefficient);
      Laurent inside(1);
      for (const auto& [name, exponent] : monomial) {
        const Laurent x = Laurent::variable(name);
        const bool at_token = theorem_.input().hangs_on(x, summed());
        Laurent& part = at_token ? inside : outside;
        part = part * power(exponent < 0 ? *x.inverse() : x, exponent < 0 ? -exponent : exponent);
      }
      if (inside == Laurent(1)) {
        result += outside * length_;
        continue;
      }
      const std::string name = "sum of " + inside.to_string();
      if (variables_.is_integer(inside)) integer_sums_.insert(name);
      result += outside * Laurent::variable(name);
    }
    return result;
  }

  // A polynomial in means, and a task that is one in sums: with L the number of tokens each mean is a sum over L, and both sides, times the
  // power of L that clears the readout, are the same polynomial in the sums.
  void compare_products() {
    TermNames names = theorem_.constants();
    names.whole = [this](const Expression& e) { return theorem_.stream_in_means(e); };
    const Laurent y = Terms(variables_, names, "G6")(theorem_.text().readout->value);
    std::map<std::string, Laurent> sums;
    for (std::size_t h = 0; h < theorem_.heads().size(); ++h) {
      for (std::size_t c = 0; c < theorem_.heads()[h].value.size(); ++c)
        sums.emplace(SymbolicTheorem::mean_name(h, c), summed_up(value_of(theorem_.heads()[h], c)));
    }
    const auto degree = [&](const Laurent::Monomial& monomial) {
      long sum = 0;
      for (const auto& [name, exponent] : monomial) sum += sums.contains(name) ? exponent : 0;
      return sum;
    };
    long highest = 0;
    for (const auto& [monomial, coefficient] : y.terms()) highest = std::max(highest, degree(monomial));
    Laurent left;
    for (const auto& [monomial, coefficient] : y.terms()) {
      Laurent term(coefficient);
      for (const auto& [name, exponent] : monomial) {
        const Laurent x = Laurent::variable(name);
        term = term * power(exponent < 0 ? *x.inverse() : x, exponent < 0 ? -exponent : exponent);
      }
      left += term.substitute(sums) * power(length_, highest - degree(monomial));
    }
    TermNames asked = task_names(theorem_, {});
    asked.whole = [this](const Expression& e) -> std::optional<Laurent> {
      if (e->op != Op::quantifier) return std::nullopt;
      const SumForm form = form_of(e);
      return summed_up(form.inside);
    };
    const Expression truth = without_lets(theorem_.task().truth, theorem_.text().lets);
    const Laurent answer = Terms(variables_, asked, "G5")(truth);
    for (const auto& [monomial, coefficient] : answer.terms()) {
      const bool integers = std::all_of(monomial.begin(), monomial.end(), [&](const auto& factor) {
        return factor.second > 0 && (integer_sums_.contains(factor.first) ||
                                     variables_.is_integer(Laurent::variable(factor.first)));
      });
      if (!integers || denominator_of(coefficient) != 1)
        throw Refusal("G5",
                      fmt::format("the task's answer {} is not shown to be an integer", answer.to_string()));
    }
    const Laurent right = answer * power(length_, highest);
    if (!(left == right)) {
      throw Refusal("G5", fmt::format("times ({})^{} the readout is {}, and the task {}", length_.to_string(),
                                      highest, left.to_string(), right.to_string()));
    }
    result_.steps.push_back(
        {"G5", fmt::format("times ({})^{} y is {}, and so is what the task asks for: {}", length_.to_string(),
                           highest, left.to_string(), language::to_string(truth))});
  }

  SymbolicTheorem& theorem_;
  proof::Variables& variables_;
  LemmaProof result_;
  std::set<std::string> integer_sums_;
  std::optional<Bounds> run_;
  Laurent length_;
};

}  // namespace

bool has_even_weights(SymbolicTheorem& theorem) {
  const auto& heads = theorem.heads();
  return theorem.task().answer == AnswerKind::number && theorem.judged().size() == 1 && !heads.empty() &&
         std::all_of(heads.begin(), heads.end(), weighs_alike);
}

LemmaProof prove_by_even_weights(SymbolicTheorem& theorem) {
  return EvenWeightsProof(theorem).run();
}

}  // namespace attest::theorems
