// Exact match (L5): one head that averages over the tokens whose key is the query, with 0 where there is none.
//
// Query and key are polynomials in features and remainders (A mod M, and whether it is 0). The cases of each token, remainder 0 or
// not, are gone through for the judged and the summed one: in each pair of cases "query = key" and the task's condition are each true,
// false, or one equation, and have to be the same. Then token j matches exactly where the condition holds of it, and
// - the value is the same at all matches, v: the head puts out v where the task's "exists j" is true and 0 where it is not, whatever
//   the number of matches is, and the readout is what the task asks for at both;
// - a displayed weight, "1/count of the matches where it is one, else 0", is what the head gives.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "theorems/lets.hpp"
#include "theorems/proof/lemma_proof.hpp"

namespace attest::theorems {

using language::Op;
using language::Quantifier;
using proof::Bounds;
using proof::Laurent;
using proof::Refusal;

namespace {

constexpr long most_multiples_of_a_match = 16;

// One of the cases of one token: what its remainders and indicators are there.
using RemainderCase = std::map<std::string, Laurent>;

// A condition in one pair of cases: true, false, or where the equation is 0.
struct Reduced {
  std::optional<bool> known;
  Laurent equation;
};

class MatchProof {
 public:
  explicit MatchProof(SymbolicTheorem& theorem)
      : theorem_(theorem), variables_(theorem.variables()), head_(theorem.heads().front()) {}

  LemmaProof run() {
    result_.lemma = "exact-match";
    result_.bound = "0";
    if (head_.indices.size() != 1 || theorem_.judged().size() != 1)
      throw Refusal("L5.a", "tokens of several indices");
    result_.steps.push_back(
        {"G1", "one layer, one exact-match head, which puts out 0 where no key is the query"});
    result_.steps.push_back(
        {"G2", fmt::format("{} coordinates of rows and values are W times the encoding, W in the "
                           "sizes alone",
                           theorem_.rows())});
    find_cases();
    const Expression condition = asked();
    compare(condition, {{binder_, summed()}});
    result_.steps.push_back(
        {"L5.a", fmt::format("the key of {} is the query exactly where {}, for all symbols of both: "
                             "in each case of their remainders the same equation",
                             binder_, language::to_string(condition))});
    check_weights();
    decide();
    expect_provable_checks(theorem_, false, result_.steps, theorem_.task().answer == AnswerKind::number);
    return std::move(result_);
  }

 private:
  Laurent summed() const { return Laurent::variable(head_.indices[0].name); }

  // Remainder 0 and above 0; one case where no row reads a remainder.
  void find_cases() {
    if (theorem_.remainders().size() > 1) throw Refusal("L5.a", "remainders of two numbers");
    if (theorem_.remainders().empty()) {
      judged_.emplace_back();
      summed_.emplace_back();
      return;
    }
    const Remainder& r = theorem_.remainders().front();
    const auto add = [&](std::vector<RemainderCase>& cases, const std::string& value,
                         const std::string& indicator) {
      cases.push_back({{value, Laurent()}});
      if (!indicator.empty()) cases.back()[indicator] = Laurent(1);
      const Bounds above{Laurent(1), r.modulus - Laurent(1)};
      if (variables_.positive(above.low - above.high)) return;  // M = 1: there are none
      const std::string name = value + " > 0";
      variables_.add(name, above, true);
      cases.push_back({{value, Laurent::variable(name)}});
      if (!indicator.empty()) cases.back()[indicator] = Laurent();
    };
    const auto here = [](const std::string& name) {
      return name.empty() ? name : name + " of the judged token";
    };
    const auto& there = head_.tokens[0].remainders;
    add(judged_, here(r.name), here(r.indicator));
    add(summed_, there.at(r.name), r.indicator.empty() ? "" : there.at(r.indicator));
  }

  // C of `exists j in ..: C`, or of its indicator.
  Expression asked() {
    Expression truth = without_lets(theorem_.task().truth, theorem_.text().lets);
    if (theorem_.task().answer == AnswerKind::number) {
      if (truth->op != Op::call || truth->name != "ind" || truth->children.size() != 1)
        throw Refusal("G5", fmt::format("the task is no ind(exists ..): {}", language::to_string(truth)));
      truth = truth->children[0];
    }
    while (truth->op == Op::tuple && truth->children.size() == 1) truth = truth->children[0];
    if (truth->op != Op::quantifier || truth->quantifier != Quantifier::exists || truth->such_that ||
        truth->binders.size() != 1) {
      throw Refusal("G5", fmt::format("the task is none of the form 'exists j ..: ..': {}",
                                      language::to_string(truth)));
    }
    binder_ = truth->binders[0].name;
    expect_run(truth->binders[0].range);
    return truth->children[0];
  }

  // A quantifier over the tokens that the head runs over.
  void expect_run(const Expression& range) {
    const Terms::Range over = Terms(variables_, task_names(theorem_, {}), "G5").range(range);
    const std::string& index = head_.indices[0].name;
    const auto run = head_.runs.find(index);
    const Bounds& own = run == head_.runs.end() ? variables_.bounds(index) : run->second;
    if (!over.whole || !(over.bounds.low == own.low) || !(over.bounds.high == own.high))
      throw Refusal("G5", fmt::format("{} is not what the head runs over", language::to_string(range)));
  }

  // Whether the value is 0: shown, excluded, or open.
  Reduced reduced(const Laurent& value) const {
    if (value.is_zero()) return {true, {}};
    if (variables_.proves_nonnegative(value - Laurent(1)) ||
        variables_.proves_nonnegative(-value - Laurent(1)))
      return {false, {}};
    return {std::nullopt, value};
  }

  Reduced match(const RemainderCase& here, const RemainderCase& there) const {
    Reduced result{true, {}};
    for (std::size_t c = 0; c < head_.query.size(); ++c) {
      const Laurent difference = (head_.query[c] - head_.key[c]).substitute(here).substitute(there);
      if (!variables_.is_integer(difference))
        throw Refusal("L5.a", fmt::format("query less key, {}, is no integer", difference.to_string()));
      const Reduced one = reduced(difference);
      if (one.known == false) return one;
      if (one.known == true || result.equation == one.equation || result.equation == -one.equation) continue;
      if (!result.known) throw Refusal("L5.a", "two coordinates that both have to match");
      result = one;
    }
    return result;
  }

  // Entries whose remainder is read, by it: A = A mod M modulo M.
  Laurent by_remainders(const Laurent& value, const Laurent& modulus) {
    if (theorem_.remainders().empty()) return value;
    const Remainder& r = theorem_.remainders().front();
    if (!(r.modulus == modulus)) throw Refusal("G5", fmt::format("remainders of {}", modulus.to_string()));
    std::map<std::string, Laurent> at;
    const auto add = [&](const std::vector<Laurent>& place, const std::string& remainder) {
      std::map<std::string, Laurent> features;
      for (const std::string& name : theorem_.tokens().features()) {
        if (r.of.has("some " + name))
          features.emplace("some " + name, theorem_.tokens().feature_at(name, place));
      }
      const Laurent of = r.of.substitute(features);
      const auto names = of.variables();
      // One entry and nothing else.
      if (names.size() == 1 && of == Laurent::variable(*names.begin()))
        at.emplace(*names.begin(), Laurent::variable(remainder));
    };
    add(theorem_.judged(), r.name + " of the judged token");
    add({summed()}, head_.tokens[0].remainders.at(r.name));
    return value.substitute(at);
  }

  // The task's condition in one pair of cases. X mod M = 0 with 0 <= X: X is a multiple of M up to its largest value.
  Reduced condition(const Expression& e, const std::map<std::string, Laurent>& bound,
                    const RemainderCase& here, const RemainderCase& there) {
    if (e->op == Op::tuple && e->children.size() == 1) return condition(e->children[0], bound, here, there);
    if (e->op != Op::equal) throw Refusal("G5", fmt::format("{} is no equation", language::to_string(e)));
    Terms terms(variables_, task_names(theorem_, bound), "G5");
    Expression left = e->children[0];
    while (left->op == Op::tuple && left->children.size() == 1) left = left->children[0];
    if (left->op != Op::mod) {
      const Laurent difference = terms(e->children[0]) - terms(e->children[1]);
      if (!variables_.is_integer(difference))
        throw Refusal("G5", fmt::format("{} is no integer", difference.to_string()));
      return reduced(difference);
    }
    const Laurent m = terms(left->children[1]);
    const Laurent whole = terms(left->children[0]);
    if (!terms(e->children[1]).is_zero() || !variables_.is_integer(whole) || !variables_.is_integer(m) ||
        !variables_.sizes_alone(m) || !variables_.positive(m)) {
      throw Refusal("G5", fmt::format("{}: only integers with remainder 0 are read", language::to_string(e)));
    }
    const Laurent x = by_remainders(whole, m).substitute(here).substitute(there);
    if (!variables_.is_integer(x) || !variables_.proves_nonnegative(x))
      throw Refusal("G5", fmt::format("{} is not shown to be an integer >= 0", x.to_string()));
    Reduced result{false, {}};
    for (long c = 0; c <= most_multiples_of_a_match; ++c) {
      const Laurent rest = x - Laurent(c) * m;
      const Reduced one = reduced(rest);
      if (one.known == true) return one;
      if (!one.known) {
        if (!result.known)
          throw Refusal("G5", fmt::format("{} may be two multiples of {}", x.to_string(), m.to_string()));
        result = one;
      }
      if (variables_.proves_nonnegative(m - Laurent(1) - rest)) return result;
    }
    throw Refusal("G5", fmt::format("the multiples of {} that {} may be are not finitely many for all sizes",
                                    m.to_string(), x.to_string()));
  }

  // A token matches exactly where the condition holds of it.
  void compare(const Expression& e, const std::map<std::string, Laurent>& bound) {
    for (const RemainderCase& here : judged_) {
      for (const RemainderCase& there : summed_) {
        const Reduced own = match(here, there);
        const Reduced theirs = condition(e, bound, here, there);
        const Laurent a = features_as_entries(own.equation);
        const bool same =
            own.known == theirs.known && (own.known || a == theirs.equation || a == -theirs.equation);
        if (!same) {
          throw Refusal("G5", fmt::format("a token matches where {}, and {} is asked for, with remainders {}",
                                          text_of(own), language::to_string(e), case_text(here, there)));
        }
      }
    }
  }

  // Symbols of the summed token as entries of the input.
  Laurent features_as_entries(const Laurent& value) {
    std::map<std::string, Laurent> at;
    for (const auto& [feature, symbol] : head_.tokens[0].symbols) {
      if (value.has(symbol)) at.emplace(symbol, theorem_.tokens().feature_at(feature, {summed()}));
    }
    return value.substitute(at);
  }

  static std::string text_of(const Reduced& r) {
    return r.known ? (*r.known ? "always" : "never") : r.equation.to_string() + " = 0";
  }
  static std::string case_text(const RemainderCase& here, const RemainderCase& there) {
    std::vector<std::string> said;
    for (const RemainderCase* one : {&here, &there}) {
      for (const auto& [name, value] : *one) said.push_back(name + " = " + value.to_string());
    }
    return fmt::format("{}", fmt::join(said, ", "));
  }

  // if C then 1/count k in ..: C else 0, or with its own indices in the place of the task's.
  void check_weights() {
    for (const auto& displayed : head_.weights) {
      const Expression& formula = displayed.first;
      const auto& names = displayed.second;
      const auto refuse = [&] {
        throw Refusal("identity",
                      fmt::format("the displayed weight is none of the form 'if C then 1/count k in ..: C "
                                  "else 0': {}",
                                  language::to_string(formula)));
      };
      if (!theorem_.task().every || formula->op != Op::conditional) refuse();
      const Expression& share = formula->children[1];
      const Expression& none = formula->children[2];
      if (none->op != Op::number || none->value != 0 || share->op != Op::divide ||
          share->children[0]->op != Op::number || share->children[0]->value != 1) {
        refuse();
      }
      Expression count = share->children[1];
      while (count->op == Op::tuple && count->children.size() == 1) count = count->children[0];
      if (count->op != Op::quantifier || count->quantifier != Quantifier::count || count->such_that ||
          count->binders.size() != 1) {
        refuse();
      }
      expect_run(count->binders[0].range);
      const Laurent receiver = theorem_.judged().front();
      compare(formula->children[0], {{names[0], receiver}, {names[1], summed()}});
      compare(count->children[0], {{names[0], receiver}, {count->binders[0].name, summed()}});
      result_.steps.push_back(
          {"identity", "the displayed weight is what the head gives: 1 over the number of matches"});
    }
  }

  // The readout where the head puts out these numbers.
  Laurent read_out(const PiecewiseForm& form, const std::vector<Laurent>& mean) const {
    using FormOp = PiecewiseForm::Op;
    switch (form.op) {
      case FormOp::affine: {
        Laurent y = form.form.fixed;
        for (const auto& [at, factor] : form.form.means) y += factor * mean[at.second];
        return y;
      }
      case FormOp::sum: {
        Laurent y;
        for (const PiecewiseForm& part : form.children) y += read_out(part, mean);
        return y;
      }
      case FormOp::scaled:
        return form.factor * read_out(form.children[0], mean);
      default:
        throw Refusal("G6", "the readout is not affine");
    }
  }

  void decide() {
    std::vector<Laurent> value;
    for (const Laurent& v : head_.value) {
      if (!variables_.sizes_alone(v))
        throw Refusal("L5.b", fmt::format("the value {} is not the same at all matches", v.to_string()));
      value.push_back(v);
    }
    const Laurent yes = read_out(theorem_.readout(), value);
    const Laurent no = read_out(theorem_.readout(), std::vector<Laurent>(value.size()));
    const bool number = theorem_.task().answer == AnswerKind::number;
    const bool right = number ? yes == Laurent(1) && no.is_zero()
                              : variables_.positive(yes) && variables_.proves_nonnegative(-no);
    if (!right) {
      throw Refusal("G6",
                    fmt::format("y is {} with a match and {} without, which is not what the task asks for",
                                yes.to_string(), no.to_string()));
    }
    result_.steps.push_back(
        {"L5.b", fmt::format("y is {} where some token matches, however many do, and {} where none does",
                             yes.to_string(), no.to_string())});
  }

  SymbolicTheorem& theorem_;
  proof::Variables& variables_;
  const SymbolicHead& head_;
  LemmaProof result_;
  std::string binder_;
  std::vector<RemainderCase> judged_;
  std::vector<RemainderCase> summed_;
};

}  // namespace

LemmaProof prove_by_match(SymbolicTheorem& theorem) {
  return MatchProof(theorem).run();
}

}  // namespace attest::theorems
