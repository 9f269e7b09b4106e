// A start token beside matches (L7): one softmax head runs over one token p, the first or the last of its run, and R others. At the others
// the score is s - kappa L^2, kappa > 0 in the sizes and L an integer that is 0 exactly where the token meets the equation of the
// task, `count j in ..: A = B` or `exists j in ..: A = B`, over these others. With c of them that match, and weights in units of one
// power of k >= 1,
//   the mean is (a v(p) + v (c m + r))/(a + c m + r),   0 <= c <= R,  0 <= r <= R b,
// a, m, b the weights of p, of a match and the largest of one that is none (|L| >= 1), v the value at all others. The count, or
// whether c >= 1, is compared with the output by the coefficients of polynomials in c, r and the sizes. The alphabet may grow.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "numeric/checked.hpp"
#include "theorems/lets.hpp"
#include "theorems/proof/fixed_positions.hpp"
#include "theorems/proof/least_monomial.hpp"
#include "theorems/proof/lemma_proof.hpp"
#include "theorems/proof/max_min.hpp"

namespace attest::theorems {

using language::Expression;
using language::Op;
using language::Quantifier;
using proof::Bounds;
using proof::Laurent;
using proof::Refusal;

namespace {

constexpr long largest_exponent = 16;

class StartTokenProof {
 public:
  explicit StartTokenProof(SymbolicTheorem& theorem)
      : theorem_(theorem), variables_(theorem.variables()), head_(theorem.heads().front()) {}

  LemmaProof run() {
    result_.lemma = "start-token";
    add_first_steps(theorem_, result_.steps);
    find_tokens();
    find_root();
    find_weights();
    find_values(theorem_.readout());
    decide();
    expect_provable_checks(theorem_, false, result_.steps);
    return std::move(result_);
  }

 private:
  void say(const std::string& name, const std::string& statement) {
    result_.steps.push_back({name, statement});
  }
  // A variable that no size and no index is called by.
  Laurent fresh(std::string name, const Bounds& bounds, bool integer) {
    while (variables_.knows(name)) name += "'";
    variables_.add(name, bounds, integer);
    return Laurent::variable(name);
  }
  const std::string& index() const { return head_.indices.front().name; }

  // p, and the index of the others.
  void find_tokens() {
    std::optional<Laurent> p;
    for (const std::string& name : head_.score.variables()) {
      const Expression condition = indicator_condition(theorem_, head_, name);
      const auto listed = condition ? theorem_.tokens().listed(condition) : std::nullopt;
      if (!listed) continue;
      if (listed->size() != 1 || (p && !(*p == listed->front())))
        throw Refusal("L7.a", "several fixed tokens");
      p = listed->front();
    }
    if (!p) throw Refusal("L7.a", "no fixed token");
    const auto run = head_.runs.find(index());
    const Bounds whole = run == head_.runs.end() ? variables_.bounds(index()) : run->second;
    if (*p == whole.low) {
      others_ = {whole.low + Laurent(1), whole.high};
    } else if (*p == whole.high) {
      others_ = {whole.low, whole.high - Laurent(1)};
    } else {
      throw Refusal("L7.a", fmt::format("{} is not shown to be the first or the last token of {} to {}",
                                        p->to_string(), whole.low.to_string(), whole.high.to_string()));
    }
    count_ = others_.high - others_.low + Laurent(1);
    if (!variables_.sizes_alone(count_) || !variables_.sizes_alone(others_.low) ||
        !variables_.positive(count_))
      throw Refusal("L7.a", fmt::format("that there are other tokens, {}, is not shown for all sizes",
                                        count_.to_string()));
    other_ = fresh(fmt::format("{} of the others", index()), others_, true);
    at_start_ = token_at(*p);
    at_other_ = token_at(other_);
    say("L7.a", fmt::format("one summed index: the token {} and {} others, {} to {}", p->to_string(),
                            count_.to_string(), others_.low.to_string(), others_.high.to_string()));
  }

  // What the summed token's index and whatever score and values read of it are at an index.
  std::map<std::string, Laurent> token_at(const Laurent& place) {
    const SummedToken& token = head_.tokens.front();
    const auto is_read = [&](const std::string& symbol) {
      return head_.score.has(symbol) || std::any_of(head_.value.begin(), head_.value.end(),
                                                    [&](const Laurent& v) { return v.has(symbol); });
    };
    std::map<std::string, Laurent> at{{index(), place}};
    for (const auto& [feature, symbol] : token.symbols) {
      if (is_read(symbol)) at.emplace(symbol, theorem_.tokens().feature_at(feature, {place}));
    }
    for (const auto& [name, symbol] : token.indicators) {
      if (!is_read(symbol)) continue;
      const auto known = theorem_.tokens().holds_at(indicator_condition(theorem_, head_, symbol), {place});
      if (!known)
        throw Refusal("L7.a", fmt::format("what {} is at {} is not shown", name, place.to_string()));
      at.emplace(symbol, Laurent(*known ? 1 : 0));
    }
    return at;
  }

  static Expression plain(Expression e) {
    while (e->op == Op::tuple && e->children.size() == 1) e = e->children[0];
    return e;
  }

  // L, from the equation of the task.
  void find_root() {
    const Expression task = plain(without_lets(theorem_.task().truth, theorem_.text().lets));
    const bool number = theorem_.task().answer == AnswerKind::number;
    const Quantifier wanted = number ? Quantifier::count : Quantifier::exists;
    const Expression body = task->op == Op::quantifier ? plain(task->children[0]) : task;
    if (task->op != Op::quantifier || task->quantifier != wanted || task->such_that ||
        task->binders.size() != 1 || body->op != Op::equal) {
      throw Refusal("G5", fmt::format("the task is none of the form '{} j in ..: A = B': {}",
                                      number ? "count" : "exists", language::to_string(task)));
    }
    const Terms::Range over = Terms(variables_, task_names(theorem_, {}), "G5").range(task->binders[0].range);
    if (!over.whole || !(over.bounds.low == others_.low) || !(over.bounds.high == others_.high)) {
      throw Refusal("G5", fmt::format("{} is not what the head runs over beside the fixed token",
                                      language::to_string(task->binders[0].range)));
    }
    Terms terms(variables_, task_names(theorem_, {{task->binders[0].name, other_}}), "G5");
    root_ = terms(body->children[0]) - terms(body->children[1]);
    if (!variables_.is_integer(root_))
      throw Refusal("G5", fmt::format("{} is not shown to be an integer", root_.to_string()));
    const Laurent score = head_.score.substitute(at_other_);
    for (const std::string& name : root_.variables()) {
      const auto factor = root_.degree(name) == 1 ? root_.coefficient(name, 1).constant() : std::nullopt;
      if (variables_.is_size(name) || !factor) continue;
      steepness_ = Laurent(Rational(Rational(-1) / (*factor * *factor))) * score.coefficient(name, 2);
      top_ = score + steepness_ * root_ * root_;
      if (variables_.sizes_alone(steepness_) && variables_.sizes_alone(top_)) {
        if (!variables_.positive(steepness_))
          throw Refusal("L7.b", fmt::format("the weight {} of the square is not shown to be positive",
                                            steepness_.to_string()));
        const std::string square = fmt::format("({})^2", root_.to_string());
        const std::string less =
            steepness_ == Laurent(1) ? square : fmt::format("({})*{}", steepness_.to_string(), square);
        say("L7.b", fmt::format("at the others the score is {}-{}, and the task asks for tokens with {} = 0",
                                top_.is_zero() ? "" : top_.to_string() + " ", less, root_.to_string()));
        return;
      }
    }
    throw Refusal("L7.b", fmt::format("the score at the others, {}, is no number less a square of {}",
                                      score.to_string(), root_.to_string()));
  }

  long exponent(const Laurent& score) const {
    const auto number = (head_.unit.factor * score).constant();
    const auto e = number && denominator_of(*number) == 1 ? fits_long(*number) : std::nullopt;
    if (!e) {
      throw Refusal("L7.c", fmt::format("{} in units of {} is no integer power", score.to_string(),
                                        head_.unit.to_string()));
    }
    return *e;
  }

  void find_weights() {
    const Laurent start = head_.score.substitute(at_start_);
    if (head_.unit.under_root != 1 || !head_.unit.log_of || !variables_.sizes_alone(start))
      throw Refusal("L7.c", fmt::format("{} in units of {} is no power of a number in the sizes",
                                        start.to_string(), head_.unit.to_string()));
    const Laurent& k = *head_.unit.log_of;
    if (!variables_.nonnegative(k - Laurent(1)) || !variables_.positive(k))
      throw Refusal("G3", fmt::format("{} is not shown to be at least 1 for all sizes", k.to_string()));
    const long of_start = exponent(start);
    const long of_match = exponent(top_);
    const long of_miss = of_match - exponent(steepness_);
    if (of_miss >= of_match) throw Refusal("L7.c", "a token that does not match weighs no less");
    const long least = std::min(of_start, of_miss);
    if (std::max(of_start, of_match) - least > largest_exponent) throw Refusal("L7.c", "powers above 16");
    start_ = power(k, of_start - least);
    match_ = power(k, of_match - least);
    miss_ = power(k, of_miss - least);
    matches_ = fresh("c", {Laurent(), count_}, true);
    rest_ = fresh("r", {Laurent(), count_ * miss_}, false);
    say("L7.c",
        fmt::format(
            "in relation to each other the weights are {} of the fixed token, {} of a match, at most {} of another one; "
            "c tokens match, and the others together weigh r, at most {}",
            start_.to_string(), match_.to_string(), miss_.to_string(), (count_ * miss_).to_string()));
  }

  void find_values(const PiecewiseForm& form) {
    for (const auto& [mean, factor] : form.form.means) {
      const Laurent& value = head_.value[mean.second];
      const Laurent at_start = value.substitute(at_start_);
      const Laurent elsewhere = value.substitute(at_other_);
      if (!variables_.sizes_alone(at_start) || !variables_.sizes_alone(elsewhere))
        throw Refusal("L7.d", fmt::format("the value {} is not the same for all inputs and other tokens",
                                          value.to_string()));
      values_[mean.second] = {at_start, elsewhere};
    }
    for (const PiecewiseForm& child : form.children) find_values(child);
  }

  // y Q, or less it, with this many matches.
  MaxMin forms(const Laurent& matches, bool negated) const {
    const Laurent others = matches * match_ + rest_;
    const Laurent all = start_ + others;
    return max_min(
        theorem_.readout(), negated,
        [&](const MeanForm& form) {
          Laurent sum = form.fixed * all;
          for (const auto& [mean, factor] : form.means) {
            const auto& [at_start, elsewhere] = values_.at(mean.second);
            sum += factor * (start_ * at_start + elsewhere * others);
          }
          return sum;
        },
        variables_);
  }

  void expect(const std::optional<Laurent>& open, const std::string& claim, const std::string& sign) {
    if (open)
      throw Refusal("G6",
                    fmt::format("{}: {} is not shown to be {} 0, where {} tokens match and the others weigh "
                                "{} together",
                                claim, open->to_string(), sign, matches_.to_string(), rest_.to_string()));
    say("G6", claim);
  }

  // Q with this many matches.
  Laurent sum_of_weights(const Laurent& matches) const { return start_ + matches * match_ + rest_; }

  // |y - c| Q < limit Q, or <= it.
  std::optional<Laurent> not_near(const Laurent& limit, bool strict) const {
    const Laurent& c = matches_;
    const Laurent all = sum_of_weights(c);
    const auto above = not_below(forms(c, false), (limit + c) * all, strict, variables_);
    return above ? above : not_below(forms(c, true), (limit - c) * all, strict, variables_);
  }

  void decide() {
    const Laurent half(Rational(1, 2));
    if (theorem_.task().answer == AnswerKind::number) {
      expect(not_near(half, true), "the answer is c, and |y - c| < 1/2 for all c and r", ">");
      result_.bound = "1/2";
      result_.fractions = {{Laurent(1), Laurent(2)}};
      find_margin([&](const Laurent& margin) { return !not_near(half - margin, false); });
      return;
    }
    const Laurent some = fresh("c >= 1", {Laurent(1), count_}, true);
    expect(not_below(forms(some, true), {}, true, variables_),
           "yes: with c >= 1 matches y > 0 for all c and r", ">");
    expect(not_below(forms({}, false), {}, false, variables_), "no: without a match y <= 0 for all r", ">=");
    result_.bound = "0";
    find_margin([&](const Laurent& margin) {
      return !not_below(forms(some, true), -margin * sum_of_weights(some), false, variables_) &&
             !not_below(forms({}, false), -margin * sum_of_weights({}), false, variables_);
    });
  }

  void find_margin(const std::function<bool(const Laurent&)>& leaves) {
    if (theorem_.share() < 1) result_.margin = largest_margin(variables_, leaves);
  }

  SymbolicTheorem& theorem_;
  proof::Variables& variables_;
  const SymbolicHead& head_;
  LemmaProof result_;
  Bounds others_;
  Laurent count_, other_;
  std::map<std::string, Laurent> at_start_, at_other_;
  Laurent root_, steepness_, top_;
  Laurent start_, match_, miss_;
  Laurent matches_, rest_;
  std::map<std::size_t, std::pair<Laurent, Laurent>> values_;  // at the fixed token, at the others
};

}  // namespace

bool knows_start_token(SymbolicTheorem& theorem) {
  const auto& heads = theorem.heads();
  if (heads.size() != 1 || heads[0].expressive || !sums_over_tokens(heads[0])) return false;
  const auto names = heads[0].score.variables();
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    const Expression condition = indicator_condition(theorem, heads[0], name);
    return condition && theorem.tokens().listed(condition).has_value();
  });
}

LemmaProof prove_by_start_token(SymbolicTheorem& theorem) {
  return StartTokenProof(theorem).run();
}

}  // namespace attest::theorems
