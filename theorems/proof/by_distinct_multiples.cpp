// Yes-or-no tasks "there are k.. with P": one head whose scores are distinct multiples (verification/proof/distinct_multiples.hpp)
// and a readout y = a - sum of b_r V_r(E z_r), V_r = |.|, max(0, .) or max(0, 1 - |.|), b_r > 0.
//
// Which tuple wins is no term. Known is that the integer part I is largest there, so that I(w) = top exactly where some tuple has
// I = top. These tuples are solved for: where all roots l_r vanish, the indices are terms in those that are left free, and what is
// left are equations of symbols, which have to be P, the free indices running over the same ranges: then I(w) = top exactly where
// the task says yes. With a second tier J = r^2 the task says beside this "where r != 0": among the tuples with I = top one with
// J >= 1 is ahead of all with J = 0, so that I(w) = top and J(w) >= 1 exactly where the task says yes.
//
// Yes: all l_r and g_s vanish at w; each z_r is then shown to be 0 (<= 0 under max(0, .)) by substitution, V_r(z_r(w)) = 0, and V_r
// being convex, V_r(E z_r) <= E V_r(z_r) <= q max V_r: all of them together, y >= a - q sum b_r max V_r > 0. With z = kappa r,
// |kappa| >= 1, and the sign of z(w): max(0, 1 - |E z|) <= E max(0, 1 - sign z) <= q (1 + max |z|), sign(z(w)) z(w) >= 1.
// No: some l_r or g_s is an integer other than 0 at w. Some V(z) of the readout has z = kappa l_r (or kappa g_s, kappa > 0 under
// max(0, .)), and with the sign of z(w): V(E z) >= E(sign z) >= kappa - q (kappa + max |z|), sign(z(w)) z(w) >= kappa; one of them
// is enough, since the others are at least 0: y <= a - b (kappa - q (kappa + max |z|)) <= 0. Or all vanish and r(w) = 0: with
// z = kappa r, max(0, 1 - |E z|) >= 1 - q max |z|.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "theorems/lets.hpp"
#include "theorems/proof/growth.hpp"
#include "theorems/proof/lemma_proof.hpp"
#include "theorems/proof/violations.hpp"
#include "verification/proof/distinct_multiples.hpp"

namespace attest::theorems {

using language::Node;
using language::Op;
using language::Quantifier;
using proof::Decay;
using proof::DistinctMultiples;
using proof::Laurent;
using proof::Refusal;
using proof::TopTier;

namespace {

class MultiplesProof {
 public:
  explicit MultiplesProof(SymbolicTheorem& theorem)
      : theorem_(theorem), variables_(theorem.variables()), head_(theorem.heads().front()) {}

  LemmaProof run() {
    if (theorem_.heads().size() != 1) throw Refusal("L2", "more than one head");
    expect_exponential(theorem_);
    result_.lemma = "distinct-multiples";
    add_first_steps(theorem_, result_.steps);
    scores_ = proof::distinct_multiples(head_.score, head_.indices, variables_);
    say_scores();
    tier_ = proof::top_tier(scores_.integer, head_.indices, variables_);
    solve();
    compare_with_task();
    const Violations readout = violations_of(theorem_.readout(), head_.value);
    threshold_ = readout.threshold;
    violations_ = readout.all;
    const std::vector<Decay> yes = yes_bound();
    const std::vector<Decay> no = no_bounds();
    expect_provable_checks(theorem_, true, result_.steps);
    conclude(yes, no);
    add_growth(theorem_, {{rate()}, {}}, result_);
    return std::move(result_);
  }

 private:
  proof::Rate rate() const { return head_.unit.times(scores_.step); }

  void say_scores() {
    std::vector<std::string> ties;
    for (const auto& [name, coefficient] : scores_.tie)
      ties.push_back((coefficient == Laurent(1) ? "" : "(" + coefficient.to_string() + ")*") + name);
    result_.steps.push_back({"G3", fmt::format("scores in units of {} > 0", rate().to_string())});
    result_.steps.push_back(
        {"L2",
         fmt::format(
             "score = {}*(({})*I + {}), I = {}: an integer; the ties of different tuples differ by at least "
             "1, and span less than a multiple, so that all but the best tuple weigh at most q = exp(-{})",
             scores_.step.to_string(), scores_.multiple.to_string(), second_text() + join(ties),
             scores_.integer.to_string(), rate().to_string())});
  }

  static std::string join(const std::vector<std::string>& parts) {
    return fmt::format("{}", fmt::join(parts, " + "));
  }
  std::string second_text() const {
    return scores_.root ? fmt::format("({})*({})^2 + ", scores_.second.to_string(), scores_.root->to_string())
                        : "";
  }

  bool is_index(const std::string& name) const {
    return std::any_of(head_.indices.begin(), head_.indices.end(),
                       [&](const auto& i) { return i.name == name; });
  }
  bool is_symbol(const std::string& name) const {
    return std::any_of(head_.tokens.begin(), head_.tokens.end(), [&](const SummedToken& token) {
      return std::any_of(token.symbols.begin(), token.symbols.end(),
                         [&](const auto& s) { return s.second == name; });
    });
  }

  bool has_symbol(const Laurent& value) const {
    const auto names = value.variables();
    return std::any_of(names.begin(), names.end(),
                       [this](const std::string& name) { return is_symbol(name); });
  }

  // All roots zero: indices as terms in those that stay free, each an index for all values of these; those that contain symbols
  // are conditions on these.
  void solve() {
    for (const Laurent& root : tier_.roots) {
      if (has_symbol(root)) continue;
      const Laurent equation = root.substitute(solved_);
      if (equation.is_zero()) continue;
      std::optional<std::string> unknown;
      for (const std::string& name : equation.variables()) {
        const auto factor = equation.coefficient(name, 1).constant();
        if (is_index(name) && equation.degree(name) == 1 && factor && (*factor == 1 || *factor == -1))
          unknown = name;
      }
      if (!unknown) throw Refusal("L2.c", fmt::format("{} = 0 is solved for no index", equation.to_string()));
      const Rational factor = *equation.coefficient(*unknown, 1).constant();
      const Laurent value = Laurent::variable(*unknown) - Laurent(factor) * equation;
      for (auto& [name, known] : solved_) known = known.substitute({{*unknown, value}});
      solved_.emplace(*unknown, value);
    }
    at_top_ = solved_;
    for (const SummedToken& token : head_.tokens) {
      std::vector<Laurent> place;
      for (const std::string& index : token.indices) {
        const Laurent value = Laurent::variable(index).substitute(solved_);
        place.push_back(value);
      }
      theorem_.tokens().expect_token(place);
      for (const auto& [feature, symbol] : token.symbols)
        at_top_.emplace(symbol, theorem_.tokens().feature_at(feature, place));
    }
    for (const auto& index : head_.indices) {
      if (!solved_.contains(index.name)) free_.push_back(index.name);
    }
    for (const auto& [index, value] : solved_) theorem_.expect_in_range(index, value);
    const auto expect = [this](const Laurent& zero) {
      const Laurent equation = zero.substitute(at_top_);
      if (!equation.is_zero()) conditions_.push_back(equation);
    };
    for (const Laurent& gap : tier_.gaps) expect(gap);
    for (const Laurent& root : tier_.roots) {
      if (has_symbol(root)) expect(root);
    }
  }

  static bool same_equation(const Laurent& a, const Laurent& b) { return a == b || a == -b; }

  // The equations of a conjunction, each as what is 0.
  void conjuncts(const Expression& e, Terms& terms, std::vector<Laurent>& found) const {
    if (e->op == Op::logic_and) {
      conjuncts(e->children[0], terms, found);
      conjuncts(e->children[1], terms, found);
    } else if (e->op == Op::tuple && e->children.size() == 1) {
      conjuncts(e->children[0], terms, found);
    } else if (e->op == Op::equal) {
      found.push_back(terms(e->children[0]) - terms(e->children[1]));
    } else if (e->op == Op::call) {
      const auto* field = theorem_.input().find(e->name);
      if (field == nullptr || !(field->values.low == Laurent()) || !(field->values.high == Laurent(1)) ||
          !field->integer) {
        throw Refusal("G5", fmt::format("{} is no condition on the input", language::to_string(e)));
      }
      found.push_back(terms(e) - Laurent(1));
    } else {
      throw Refusal("G5", fmt::format("the condition {} of the task is no equation", language::to_string(e)));
    }
  }

  void compare_with_task() {
    const Expression truth = without_lets(theorem_.task().truth, theorem_.text().lets);
    if (truth->op != Op::quantifier || truth->quantifier != Quantifier::exists)
      throw Refusal(
          "G5", fmt::format("the task is none of the form 'exists ..: ..': {}", language::to_string(truth)));
    if (truth->binders.size() != free_.size()) {
      throw Refusal("G5", fmt::format("the task asks for {} indices, and the best tuples leave {} free",
                                      truth->binders.size(), free_.size()));
    }
    std::vector<std::string> order = free_;
    std::sort(order.begin(), order.end());
    do {
      if (is_task(*truth, order)) {
        say_task(*truth);
        return;
      }
    } while (std::next_permutation(order.begin(), order.end()));
    std::vector<std::string> said;
    for (const Laurent& c : conditions_) said.push_back(c.to_string() + " = 0");
    throw Refusal("G5",
                  fmt::format("I is at its top where {}, which is not shown to be what the task asks: {}",
                              fmt::join(said, " and "), language::to_string(truth)));
  }

  bool is_task(const Node& truth, const std::vector<std::string>& order) {
    std::map<std::string, Laurent> bound;
    Terms sizes(variables_, theorem_.constants(), "G5");
    for (std::size_t k = 0; k < order.size(); ++k) {
      const Terms::Range range = sizes.range(truth.binders[k].range);
      const proof::Bounds& b = variables_.bounds(order[k]);
      if (!range.whole || !(range.bounds.low == b.low) || !(range.bounds.high == b.high)) return false;
      bound.emplace(truth.binders[k].name, Laurent::variable(order[k]));
    }
    Terms terms(variables_, task_names(theorem_, bound), "G5");
    std::vector<Laurent> asked;
    conjuncts(truth.children[0], terms, asked);
    if (truth.such_that && !is_second_tier(*truth.such_that, terms)) return false;
    const auto within = [](const std::vector<Laurent>& a, const std::vector<Laurent>& b) {
      return std::all_of(a.begin(), a.end(), [&](const Laurent& x) {
        return std::any_of(b.begin(), b.end(), [&](const Laurent& y) { return same_equation(x, y); });
      });
    };
    return within(asked, conditions_) && within(conditions_, asked);
  }

  // where k1 != k2: that the root of the second tier is not 0.
  bool is_second_tier(const Node& condition, Terms& terms) const {
    if (condition.op == Op::tuple && condition.children.size() == 1)
      return is_second_tier(*condition.children[0], terms);
    if (condition.op != Op::unequal || !scores_.root) return false;
    const Laurent difference = terms(condition.children[0]) - terms(condition.children[1]);
    return same_equation(difference, scores_.root->substitute(at_top_));
  }

  void say_task(const Node& truth) {
    apart_ = truth.such_that != nullptr;
    std::vector<std::string> roots;
    for (const Laurent& root : tier_.roots) roots.push_back(root.to_string() + " = 0");
    std::vector<std::string> said;
    for (const Laurent& c : conditions_) said.push_back(c.to_string() + " = 0");
    result_.steps.push_back(
        {"L2.c", fmt::format("I <= {} everywhere, and I = {} exactly where {} and {}", tier_.top.to_string(),
                             tier_.top.to_string(), fmt::join(roots, ", "), fmt::join(said, ", "))});
    result_.steps.push_back(
        {"G5",
         fmt::format(
             "a tuple of tokens with these equations{} is there exactly where {}, which is what the task asks",
             apart_ ? fmt::format(" and {} not 0", scores_.root->to_string()) : "",
             language::to_string(std::make_shared<Node>(truth)))});
    if (apart_) {
      result_.steps.push_back(
          {"L2.d", fmt::format("of the tuples with I = {} those with {} not 0 score more than the others",
                               tier_.top.to_string(), scores_.root->to_string())});
    }
  }

  // The largest V(z) over all tuples.
  Laurent largest_of(const Violation& v) const {
    if (v.kind == Violation::Kind::absolute) return largest_absolute(variables_, v.z);
    if (v.kind == Violation::Kind::apart) return Laurent(1) + largest_absolute(variables_, v.z);
    const auto bounds = variables_.bounds_of(v.z);
    if (bounds && variables_.nonnegative(bounds->high)) return bounds->high;
    if (bounds && variables_.nonnegative(-bounds->high)) return {};
    throw Refusal("G6", fmt::format("no bound of relu({}) is shown", v.z.to_string()));
  }

  // Where I = top: indices as solved, the symbols of the gaps at their best values, and one symbol of each root that has any
  // by the others. What is left stays any.
  Laurent at_best(const Laurent& z) const {
    std::map<std::string, Laurent> best = solved_;
    for (const Laurent& gap : tier_.gaps) {
      for (const std::string& name : gap.variables()) {
        if (!is_symbol(name)) continue;
        const Laurent value = Laurent::variable(name);
        const Laurent factor = gap.coefficient(name, 1);  // 1 or -1
        best.emplace(name, value - factor * gap);
      }
    }
    for (const Laurent& root : tier_.roots) {
      for (const std::string& name : root.variables()) {
        const auto factor = root.coefficient(name, 1).constant();
        if (!is_symbol(name) || best.contains(name) || root.degree(name) != 1 || !factor || abs(*factor) != 1)
          continue;
        best.emplace(name, Laurent::variable(name) - Laurent(*factor) * root);
        break;
      }
    }
    return z.substitute(best);
  }

  std::vector<Decay> yes_bound() {
    Laurent sum;
    for (const Violation& v : violations_) {
      const Laurent at_winner = at_best(v.z);
      if (v.kind == Violation::Kind::apart) {
        if (!of_second_tier(v.z, 1))
          throw Refusal("G6", fmt::format("at a best tuple of a yes |{}| is not shown to be at least 1",
                                          v.z.to_string()));
      } else if (v.kind == Violation::Kind::absolute ? !at_winner.is_zero()
                                                     : !variables_.proves_nonnegative(-at_winner)) {
        throw Refusal("G6", fmt::format("at a best tuple of a yes {}({}) is {}, which is not shown to be 0",
                                        v.kind == Violation::Kind::absolute ? "abs" : "relu", v.z.to_string(),
                                        at_winner.to_string()));
      }
      sum += Laurent(v.weight) * largest_of(v);
    }
    if (threshold_ <= 0)
      throw Refusal("G6", fmt::format("the readout's constant {} is not positive", to_string(threshold_)));
    return {{sum, rate()}};
  }

  // kappa with z = kappa * of.
  static std::optional<Rational> ratio(const Laurent& z, const Laurent& of) {
    const auto quotient = z.exact_quotient(of);
    return quotient ? quotient->constant() : std::nullopt;
  }

  // z = kappa r with the root r of a second tier that the task asks for, |kappa| >= least.
  bool of_second_tier(const Laurent& z, const Rational& least) const {
    const auto kappa = apart_ ? ratio(z, *scores_.root) : std::nullopt;
    return kappa && abs(*kappa) >= least;
  }

  // For each root and gap the first of the violations that see it, and one that sees a second tier.
  std::vector<Decay> no_bounds() {
    std::vector<Decay> bounds;
    const auto add = [&](const Laurent& lack, bool is_gap) {
      for (const Violation& v : violations_) {
        const auto kappa = ratio(v.z, lack);
        if (!kappa || *kappa == 0 || v.kind == Violation::Kind::apart) continue;
        if (v.kind == Violation::Kind::positive_part && !(is_gap && *kappa > 0)) continue;
        const Rational size = abs(*kappa);
        const Rational slack = v.weight * size - threshold_;
        if (slack <= 0) continue;
        least_slack(slack);
        // Where z is never negative its sign is 1 and nothing is lost below 0.
        const Laurent loss = is_gap ? Laurent(size) : Laurent(size) + largest_absolute(variables_, v.z);
        // q b (kappa + max) <= b kappa - a, divided by the right side.
        bounds.push_back({Laurent(Rational(v.weight / slack)) * loss, rate()});
        return;
      }
      throw Refusal(
          "G6", fmt::format("where {} is not 0 no part of the readout is shown to say no", lack.to_string()));
    };
    for (const Laurent& root : tier_.roots) add(root, false);
    for (const Laurent& gap : tier_.gaps) add(gap, true);
    if (!apart_) return bounds;
    for (const Violation& v : violations_) {
      const Rational slack = v.weight - threshold_;
      if (v.kind != Violation::Kind::apart || slack <= 0 || !of_second_tier(v.z, 0)) continue;
      least_slack(slack);
      // b (1 - q max |z|) >= a.
      bounds.push_back({Laurent(Rational(v.weight / slack)) * largest_absolute(variables_, v.z), rate()});
      return bounds;
    }
    throw Refusal("G6", fmt::format("where {} is 0 no part of the readout is shown to say no",
                                    scores_.root->to_string()));
  }

  void least_slack(const Rational& slack) { slack_ = slack_ ? std::min(*slack_, slack) : slack; }

  void conclude(const std::vector<Decay>& yes, const std::vector<Decay>& no) {
    const std::vector<Decay> scaled =
        proof::collected({{Laurent(Rational(Rational(1) / threshold_)) * yes[0].factor, yes[0].rate}});
    result_.bound = proof::to_string(yes);
    result_.bound_terms = yes;
    const Rational share = theorem_.share();
    expect_below(variables_, scaled, share, result_.bound);
    result_.steps.push_back(
        {"yes",
         fmt::format("y >= {0} - {1}, and {1}, which does not rise with the sizes, is below {0} at {2}",
                     to_string(threshold_), result_.bound, corner_text(variables_))});
    for (const Decay& decay : no) expect_below(variables_, {decay}, share, proof::to_string({decay}));
    // y >= a (1 - share), or y <= -(b kappa - a)(1 - share).
    least_slack(threshold_);
    if (share < 1) result_.margin = Laurent(Rational((1 - share) * *slack_));
    std::vector<std::string> said;
    for (const Decay& decay : no) {
      const std::string text = proof::to_string({decay});
      if (std::find(said.begin(), said.end(), text) == said.end()) said.push_back(text);
    }
    result_.steps.push_back(
        {"no", fmt::format("{} at the winner, and the part of the readout that sees it "
                           "makes y <= 0, since {}, which do not rise, are below 1 at {}",
                           apart_ ? "some equation is missed by at least 1, or the inequation,"
                                  : "some equation is missed by at least 1",
                           fmt::join(said, " and "), corner_text(variables_))});
  }

  SymbolicTheorem& theorem_;
  proof::Variables& variables_;
  const SymbolicHead& head_;
  LemmaProof result_;
  DistinctMultiples scores_;
  TopTier tier_;
  std::map<std::string, Laurent> solved_;
  std::map<std::string, Laurent> at_top_;
  std::vector<std::string> free_;
  std::vector<Laurent> conditions_;
  bool apart_ = false;             // the task asks for a second tier
  Rational threshold_ = 0;         // a
  std::optional<Rational> slack_;  // the least of a and what no answers are below it
  std::vector<Violation> violations_;
};

}  // namespace

LemmaProof prove_by_distinct_multiples(SymbolicTheorem& theorem) {
  return MultiplesProof(theorem).run();
}

}  // namespace attest::theorems
