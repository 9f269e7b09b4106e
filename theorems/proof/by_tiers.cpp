// Yes-or-no tasks "there are j.. with X = 0" (or X mod M = 0), looked up by heads whose scores see one integer l_h each (L3, tiers.hpp).
//
// The readout is y = a - |E z|, or y = a - min over heads of |E z_h|, with z_h = kappa_h l_h. If some tuple has l_h = 0 the best ones
// have it, and |E z_h| <= p max |z_h| < a (with ties 4 x |kappa_h| < a): y > 0. If none has, |E z_h| is at least
// |kappa_h| - p (|kappa_h| + max |z_h|) >= a (with ties |kappa_h| (1 - 2q - 11u)): y <= 0 where that is so for all heads. The task has
// to say yes exactly where some l_h vanishes at some tuple.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "numeric/checked.hpp"
#include "numeric/short_decimal.hpp"
#include "theorems/lets.hpp"
#include "theorems/proof/growth.hpp"
#include "theorems/proof/lemma_proof.hpp"
#include "theorems/proof/tiers.hpp"
#include "verification/proof/few_tuples.hpp"

namespace attest::theorems {

using language::Node;
using language::Op;
using language::Quantifier;
using proof::Decay;
using proof::Laurent;
using proof::Refusal;

namespace {

constexpr long most_multiples = 16;
constexpr std::size_t most_tuples = 6;  // 3^6 signs

class TiersProof {
 public:
  explicit TiersProof(SymbolicTheorem& theorem) : theorem_(theorem), variables_(theorem.variables()) {}

  LemmaProof run() {
    result_.lemma = "tiers";
    expect_exponential(theorem_);
    add_first_steps(theorem_, result_.steps);
    for (const SymbolicHead& head : theorem_.heads()) tiers_.push_back(tiers_of(head, variables_));
    compare_with_task();
    read_out();
    const bool unique = std::all_of(tiers_.begin(), tiers_.end(),
                                    [](const Tiers& t) { return t.kind != Tiers::Kind::shift; });
    expect_provable_checks(theorem_, unique, result_.steps);
    conclude();
    ShownBounds shown;
    for (const Tiers& t : tiers_) {
      if (unique && t.kind != Tiers::Kind::alone) shown.gaps.push_back(t.rate);
    }
    add_growth(theorem_, shown, result_);
    return std::move(result_);
  }

 private:
  // l_h with the symbols as entries of the input at the tuple's indices, which are called by `names`.
  Laurent at_tuple(const SymbolicHead& head, const Laurent& integer) {
    std::map<std::string, Laurent> symbols;
    for (const SummedToken& token : head.tokens) {
      std::vector<Laurent> place;
      for (const std::string& index : token.indices) place.push_back(Laurent::variable(index));
      for (const auto& [feature, symbol] : token.symbols) {
        if (integer.has(symbol)) symbols.emplace(symbol, theorem_.tokens().feature_at(feature, place));
      }
    }
    return integer.substitute(symbols);
  }

  // What is 0 where the condition holds: one of these.
  std::vector<Laurent> alternatives(const Expression& e, Terms& terms) const {
    if (e->op == Op::tuple && e->children.size() == 1) return alternatives(e->children[0], terms);
    if (e->op == Op::logic_or) {
      auto all = alternatives(e->children[0], terms);
      const auto more = alternatives(e->children[1], terms);
      all.insert(all.end(), more.begin(), more.end());
      return all;
    }
    if (e->op != Op::equal) throw Refusal("G5", fmt::format("{} is no equation", language::to_string(e)));
    const Node* left = e->children[0].get();
    while (left->op == Op::tuple && left->children.size() == 1) left = left->children[0].get();
    if (left->op != Op::mod) return {terms(e->children[0]) - terms(e->children[1])};
    // X mod M = 0 for 0 <= X <= c M + (M - 1): X is one of 0, M, .., c M.
    if (!terms(e->children[1]).is_zero())
      throw Refusal("G5", fmt::format("{}: only remainders 0 are read", language::to_string(e)));
    const Laurent x = terms(left->children[0]);
    const Laurent m = terms(left->children[1]);
    if (!variables_.is_integer(x) || !variables_.is_integer(m) || !variables_.sizes_alone(m) ||
        !variables_.positive(m) || !variables_.proves_nonnegative(x)) {
      throw Refusal("G5", fmt::format("{} is not shown to be an integer >= 0", x.to_string()));
    }
    std::vector<Laurent> all;
    for (long c = 0; c <= most_multiples; ++c) {
      const Laurent rest = x - Laurent(c) * m;
      // A multiple that X is above for all inputs is none that it equals.
      if (!variables_.proves_nonnegative(rest - Laurent(1))) all.push_back(rest);
      if (variables_.proves_nonnegative(m - Laurent(1) - rest)) return all;
    }
    throw Refusal("G5", fmt::format("the multiples of {} that {} may be are not finitely many for all sizes",
                                    m.to_string(), x.to_string()));
  }

  void compare_with_task() {
    const Expression truth = without_lets(theorem_.task().truth, theorem_.text().lets);
    if (truth->op != Op::quantifier || truth->quantifier != Quantifier::exists || truth->such_that)
      throw Refusal(
          "G5", fmt::format("the task is none of the form 'exists ..: ..': {}", language::to_string(truth)));
    // Each alternative of the task is some head's integer, and each head's integer an alternative of the task, with the tuple's
    // indices in some order.
    std::vector<bool> asked_found;
    for (std::size_t h = 0; h < tiers_.size(); ++h) {
      if (!is_asked(*truth, h, asked_found))
        throw Refusal("G5", fmt::format("{} = 0 is not shown to be one of what the task asks: {}",
                                        tiers_[h].integer.to_string(), language::to_string(truth)));
    }
    if (std::find(asked_found.begin(), asked_found.end(), false) != asked_found.end())
      throw Refusal(
          "G5", fmt::format("no head looks for one of what the task asks: {}", language::to_string(truth)));
    std::vector<std::string> said;
    for (const Tiers& t : tiers_) said.push_back(t.integer.to_string() + " = 0");
    result_.steps.push_back(
        {"G5", fmt::format("the task says yes exactly where {} at some tuple", fmt::join(said, " or "))});
  }

  bool is_asked(const Node& truth, std::size_t h, std::vector<bool>& asked_found) {
    const SymbolicHead& head = theorem_.heads()[h];
    std::vector<std::string> order;
    for (const proof::SummedIndex& index : head.indices) order.push_back(index.name);
    if (truth.binders.size() != order.size()) return false;
    const Laurent integer = at_tuple(head, tiers_[h].integer);
    Terms sizes(variables_, theorem_.constants(), "G5");
    std::sort(order.begin(), order.end());
    do {
      std::map<std::string, Laurent> bound;
      bool same_ranges = true;
      for (std::size_t k = 0; k < order.size(); ++k) {
        const Terms::Range range = sizes.range(truth.binders[k].range);
        const proof::Bounds& b = variables_.bounds(order[k]);
        same_ranges = same_ranges && range.whole && range.bounds.low == b.low && range.bounds.high == b.high;
        bound.emplace(truth.binders[k].name, Laurent::variable(order[k]));
      }
      if (!same_ranges) continue;
      Terms terms(variables_, task_names(theorem_, bound), "G5");
      const auto asked = alternatives(truth.children[0], terms);
      asked_found.resize(asked.size(), false);
      for (std::size_t a = 0; a < asked.size(); ++a) {
        if (!(asked[a] == integer) && !(asked[a] == -integer)) continue;
        asked_found[a] = true;
        return true;
      }
    } while (std::next_permutation(order.begin(), order.end()));
    return false;
  }

  // a - |z|, a - min(|z_1|, |z_2|, ..): of each head one z.
  void read_out() {
    const auto number = [](const MeanForm& form) {
      const auto found = form.means.empty() ? form.fixed.constant() : std::nullopt;
      if (!found) throw Refusal("G6", "the readout is no number less a distance");
      return *found;
    };
    using FormOp = PiecewiseForm::Op;
    const PiecewiseForm& readout = theorem_.readout();
    const PiecewiseForm* distance = nullptr;
    if (readout.op == FormOp::sum && readout.children.size() == 2 &&
        readout.children[0].op == FormOp::affine && readout.children[1].op == FormOp::scaled &&
        readout.children[1].factor == Laurent(-1)) {
      threshold_ = number(readout.children[0].form);
      distance = &readout.children[1].children[0];
    }
    if (distance == nullptr || threshold_ <= 0)
      throw Refusal("G6", "the readout is not of the form a - |z| or a - min(|z|, ..) with a > 0");
    std::vector<const PiecewiseForm*> all;
    if (distance->op == FormOp::minimum) {
      for (const PiecewiseForm& part : distance->children) all.push_back(&part);
    } else {
      all.push_back(distance);
    }
    z_.resize(tiers_.size());
    for (const PiecewiseForm* part : all) {
      if (part->op != FormOp::absolute || part->children.size() != 1 ||
          part->children[0].op != FormOp::affine)
        throw Refusal("G6", "a part of the readout is no |z| with z affine in the heads' outputs");
      const MeanForm& form = part->children[0].form;
      std::optional<std::size_t> head;
      for (const auto& [mean, coefficient] : form.means) {
        if (head && *head != mean.first) throw Refusal("G6", "a part of the readout sees two heads");
        head = mean.first;
      }
      if (!head || !z_[*head].is_zero())
        throw Refusal("G6", "each part of the readout sees a head of its own");
      Laurent z = form.fixed;
      for (const auto& [mean, coefficient] : form.means)
        z += coefficient * theorem_.heads()[*head].value[mean.second];
      const auto quotient = z.exact_quotient(tiers_[*head].integer);
      const auto kappa = quotient ? quotient->constant() : std::nullopt;
      if (!kappa || *kappa == 0) {
        throw Refusal(
            "L3.c",
            fmt::format("{} is no multiple of {}, so that it is not shown to be the same at all best tuples",
                        z.to_string(), tiers_[*head].integer.to_string()));
      }
      z_[*head] = z;
      kappa_.emplace(*head, abs(*kappa));
    }
    if (kappa_.size() != tiers_.size()) throw Refusal("G6", "the readout does not see every head");
  }

  // What a no is away from the threshold, at least.
  Rational slack_of(std::size_t h) const {
    const Rational slack = kappa_.at(h) - threshold_;
    if (slack <= 0)
      throw Refusal("G6", fmt::format("a distance of {} says yes", attest::to_string(kappa_.at(h))));
    return slack;
  }

  // By what |E z| may be off with ties, relative to |kappa|: of a yes, of a no.
  void conclude_ties(std::size_t h) {
    const Tiers& t = tiers_[h];
    const std::string& name = theorem_.heads()[h].name;
    const Rational kappa = kappa_.at(h);
    const Rational slack = slack_of(h);
    if (t.kind == Tiers::Kind::alone) {
      result_.steps.push_back(
          {"L3", fmt::format("{}: one tuple alone; |E z| is |z| there, 0 or at least {} >= {}", name,
                             attest::to_string(kappa), attest::to_string(threshold_))});
      return;
    }
    const Decay q{1, t.rate};
    const Decay x{1, t.rate.times(t.multiple - t.span)};
    const Decay u{1, t.rate.times(Laurent(2) * t.multiple)};
    const auto times = [](const Rational& by, const Decay& decay) {
      return Decay{Laurent(by) * decay.factor, decay.rate};
    };
    expect_below(variables_, {times(2, q)}, 1, "2*" + proof::to_string({q}));
    expect_below(variables_, {times(4, x)}, 1, "4*" + proof::to_string({x}));
    const Decay yes = times(4 * kappa, x);
    const std::vector<Decay> no = proof::collected({times(2 * kappa, q), times(11 * kappa, u)});
    result_.steps.push_back(
        {"L3",
         fmt::format(
             "{}: score = rest + {}*(-({})*({})^2 + tie); the ties of different tuples differ by at least 1 "
             "and span {}; all but the best tuple weigh at most q = {}, at most 1/2",
             name, t.rate.to_string(), t.multiple.to_string(), t.integer.to_string(), t.span.to_string(),
             proof::to_string({q}))});
    expect_below(variables_, {yes}, theorem_.share() * threshold_, proof::to_string({yes}));
    std::vector<Decay> share;
    for (const Decay& decay : no) share.push_back(times(Rational(1) / slack, decay));
    try {
      expect_below(variables_, share, theorem_.share(), proof::to_string(no));
    } catch (const Refusal&) {
      if (!few_tuples_say_no(h, u, yes)) throw;
      return;
    }
    result_.steps.push_back(
        {"yes",
         fmt::format("{}: where its integer is 0 |z| <= {} < {} at {}, and it does not rise", name,
                     proof::to_string({yes}), attest::to_string(threshold_), corner_text(variables_))});
    result_.steps.push_back(
        {"no",
         fmt::format("{}: where it is not |z| >= {} - ({}) >= {} at {}, and what is taken off does not rise",
                     name, attest::to_string(kappa), proof::to_string(no), attest::to_string(threshold_),
                     corner_text(variables_))});
    for (const Decay& decay : no) result_.bound_terms.push_back(decay);
  }

  // All tuples one by one, where their number, their ties and their weights depend on no size.
  std::vector<proof::TiedTuple> few_tuples(std::size_t h) {
    const SymbolicHead& head = theorem_.heads()[h];
    std::vector<std::map<std::string, Laurent>> places(1);
    for (const proof::SummedIndex& index : head.indices) {
      const auto low = variables_.bounds(index.name).low.constant();
      const auto high = variables_.bounds(index.name).high.constant();
      if (!low || !high || *high - *low >= Rational(Integer(most_tuples))) return {};
      std::vector<std::map<std::string, Laurent>> longer;
      for (const auto& begun : places) {
        for (Rational x = *low; x <= *high; x += 1) {
          longer.push_back(begun);
          longer.back()[index.name] = Laurent(x);
        }
      }
      places = std::move(longer);
    }
    if (places.size() > most_tuples) return {};
    std::vector<proof::TiedTuple> tuples;
    for (const auto& place : places) {
      Laurent tie;
      for (const auto& [name, coefficient] : tiers_[h].tie) tie += coefficient * place.at(name);
      if (!tie.constant()) return {};
      std::map<std::string, Laurent> at = place;
      for (const SummedToken& token : head.tokens) {
        std::vector<Laurent> indices;
        for (const std::string& index : token.indices) indices.push_back(place.at(index));
        for (const auto& [feature, symbol] : token.symbols) {
          if (tiers_[h].integer.has(symbol))
            at.emplace(symbol, theorem_.tokens().feature_at(feature, indices));
        }
      }
      tuples.push_back({tiers_[h].integer.substitute(at), *tie.constant()});
    }
    return tuples;
  }

  // |kappa| (A - 11u) >= a.
  bool few_tuples_say_no(std::size_t h, const Decay& u, const Decay& yes) {
    const Tiers& t = tiers_[h];
    const std::vector<proof::TiedTuple> tuples = few_tuples(h);
    if (tuples.empty() || !t.rate.factor.constant() || t.rate.log_of || !u.rate.factor.constant())
      return false;
    const auto signs = proof::possible_signs(tuples);
    const auto share = [&](Precision p) {
      return proof::least_share(tuples, signs, proof::enclosure(t.rate, {}, p));
    };
    const auto lost = [&](Precision p) {
      return Interval(1, p) - share(p) + Interval(11, p) * proof::enclosure({u}, {}, p);
    };
    const std::string& name = theorem_.heads()[h].name;
    if (!is_less(lost, Rational(theorem_.share() * (1 - threshold_ / kappa_.at(h))))) return false;
    result_.steps.push_back({"yes", fmt::format("{}: where its integer is 0 |z| <= {} < {}", name,
                                                proof::to_string({yes}), attest::to_string(threshold_))});
    result_.steps.push_back(
        {"no",
         fmt::format(
             "{}: {} tuples; {} choices of those with the least |l|, and of their signs, are not excluded by linear "
             "equations, and with A the least part by which one side outweighs the other 1 - A + 11*{} is at most {} "
             "< {}: where the integer is not 0 |z| >= {}",
             name, tuples.size(), signs.size(), proof::to_string({u}),
             short_upper_bound(lost(initial_precision), Rational(1 - threshold_ / kappa_.at(h))),
             attest::to_string(Rational(1 - threshold_ / kappa_.at(h))), attest::to_string(threshold_))});
    result_.bound_terms.push_back({1, t.rate});
    return true;
  }

  void conclude() {
    for (std::size_t h = 0; h < tiers_.size(); ++h) {
      const Tiers& t = tiers_[h];
      if (t.kind != Tiers::Kind::shift) {
        conclude_ties(h);
        continue;
      }
      const std::string& name = theorem_.heads()[h].name;
      const Laurent most = largest_absolute(variables_, z_[h]);
      const Rational slack = slack_of(h);
      const std::vector<Decay> yes{{t.count * most, t.rate}};
      const std::vector<Decay> no{
          {Laurent(Rational(Rational(1) / slack)) * t.count * (Laurent(kappa_.at(h)) + most), t.rate}};
      result_.steps.push_back(
          {"L3",
           fmt::format(
               "{}: score = rest - W*({} + {})^2; all best tuples have one integer, and the others weigh at most "
               "p = {}",
               name, t.integer.to_string(), attest::to_string(t.delta),
               proof::to_string({{t.count, t.rate}}))});
      const std::string bound = proof::to_string(yes);
      expect_below(variables_, {{Laurent(Rational(Rational(1) / threshold_)) * yes[0].factor, t.rate}},
                   theorem_.share(), bound);
      expect_below(variables_, no, theorem_.share(), proof::to_string(no));
      result_.steps.push_back(
          {"yes", fmt::format("{}: where its integer is 0 |z| <= {} < {} at {}, and it does not rise", name,
                              bound, attest::to_string(threshold_), corner_text(variables_))});
      result_.steps.push_back(
          {"no", fmt::format("{}: where it is not |z| >= {}, since {} <= 1 at {} and does not rise", name,
                             attest::to_string(threshold_), proof::to_string(no), corner_text(variables_))});
      for (const Decay& decay : yes) result_.bound_terms.push_back(decay);
    }
    result_.bound_terms = proof::collected(result_.bound_terms);
    result_.bound = proof::to_string(result_.bound_terms);
    // A yes: some |E z_h| <= share a. A no: every |E z_h| >= |kappa_h| - share (|kappa_h| - a).
    Rational slack = threshold_;
    for (std::size_t h = 0; h < tiers_.size(); ++h) slack = std::min(slack, slack_of(h));
    if (theorem_.share() < 1) result_.margin = Laurent(Rational((1 - theorem_.share()) * slack));
  }

  SymbolicTheorem& theorem_;
  proof::Variables& variables_;
  LemmaProof result_;
  std::vector<Tiers> tiers_;
  Rational threshold_ = 0;
  std::vector<Laurent> z_;  // [head]
  std::map<std::size_t, Rational> kappa_;
};

}  // namespace

LemmaProof prove_by_tiers(SymbolicTheorem& theorem) {
  return TiersProof(theorem).run();
}

}  // namespace attest::theorems
