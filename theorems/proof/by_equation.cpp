// Yes-or-no tasks "there are k.. with T = 0", T a polynomial in entries of the input: one softmax head whose score is
//   S = rest - W T^2 + tie,   T at the tuple that is looked at,
// beside heads that look at one token alone, whose means are known, and a readout y = a - sum of b_r |P_r|, a and b_r > 0 numbers, P_r
// polynomials in the heads' means, products of means included (root finding: 1/2 - |p(a_1, .., a_t)|).
//
// T is an integer and W, the weight of its square, is at least one step of the ties more than they span, so that the scores are distinct
// multiples of this step (verification/proof/distinct_multiples.hpp with I = -T^2): all tuples but the best one, w, weigh at most q =
// exp(-step) together. T runs over the task's own equation with its own ranges, and w has the least T^2: T(w) = 0 exactly where the task
// says yes, else |T(w)| >= 1, an integer.
//
// A mean of a value f, between low and high, is f(w) + e with |e| <= q (high - low). P at the means less P at f(w) is a sum of products in
// which some e is a factor; as q <= 1, it is at most q L, L the sum of the largest absolute values of all its terms with q = 1. P at f(w)
// is shown to be kappa T(w), kappa a number. Yes: P_r(w) = 0 for every r, y >= a - q sum b_r L_r > 0. No: of one r that is enough
// |P_r| >= |kappa| - q L_r, y <= a - b_r (|kappa| - q L_r) <= 0 where b_r |kappa| > a and q b_r L_r <= b_r |kappa| - a.
//
// An assert "(the task says yes) implies there are k.. with T = 0 and |P - z| < c" is met by w where P - z vanishes at f(w) and q L < c.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "theorems/lets.hpp"
#include "theorems/proof/growth.hpp"
#include "theorems/proof/lemma_proof.hpp"
#include "verification/proof/distinct_multiples.hpp"

namespace attest::theorems {

using language::Node;
using language::Op;
using language::Quantifier;
using proof::Decay;
using proof::Laurent;
using proof::Refusal;

namespace {

bool is_existence(const Node& e) {
  return e.op == Op::quantifier && e.quantifier == Quantifier::exists && !e.such_that;
}

bool same_text(const Expression& a, const Expression& b) {
  return language::to_string(without_parentheses(a)) == language::to_string(without_parentheses(b));
}

// The head that is not known; nothing where there is none or more than one.
std::optional<std::size_t> only_open_head(const SymbolicTheorem& theorem) {
  std::optional<std::size_t> found;
  for (std::size_t h = 0; h < theorem.heads().size(); ++h) {
    if (theorem.heads()[h].sole) continue;
    if (found) return std::nullopt;
    found = h;
  }
  return found;
}

class EquationProof {
 public:
  EquationProof(SymbolicTheorem& theorem, std::size_t head)
      : theorem_(theorem),
        variables_(theorem.variables()),
        head_(theorem.heads()[head]),
        truth_(without_parentheses(without_lets(theorem.task().truth, theorem.text().lets))) {}

  LemmaProof run() {
    result_.lemma = "distinct-multiples";
    expect_head();
    say_layer();
    find_equation();
    read_means();
    read(theorem_.text().readout->value, 1);
    conclude();
    const auto shown = [this](const CheckStatement& check) { return shows(check); };
    expect_provable_checks(theorem_, true, result_.steps, false, false, std::nullopt, shown);
    add_growth(theorem_, {{rate()}, {}}, result_);
    return std::move(result_);
  }

 private:
  proof::Rate rate() const { return head_.unit.times(step_); }

  void expect_head() const {
    if (head_.hard || head_.exact || head_.expressive)
      throw Refusal("G1", fmt::format("the weights of {} are not exponential", head_.name));
    expect_positive_unit(head_);
    if (!head_.runs.empty())
      throw Refusal("G4", fmt::format("the tokens of {} depend on the judged one", head_.name));
    for (const SummedToken& token : head_.tokens) {
      if (token.place.size() != token.indices.size())
        throw Refusal("G4", fmt::format("tokens of {} share an index", head_.name));
    }
  }

  void say_layer() {
    std::vector<std::string> known;
    for (const SymbolicHead& head : theorem_.heads()) {
      if (head.sole) known.push_back(head.name);
    }
    std::string text = "one layer, " + head_.name + " a softmax head";
    if (!known.empty())
      text += fmt::format("; {} {} at one token alone, and put{} out its value", fmt::join(known, ", "),
                          known.size() == 1 ? "looks" : "look", known.size() == 1 ? "s" : "");
    result_.steps.push_back({"G1", text});
    result_.steps.push_back(
        {"G2", fmt::format("{} coordinates of rows and values are W times the encoding, W in the sizes alone",
                           theorem_.rows())});
    for (const std::string& identity : theorem_.identities())
      result_.steps.push_back(
          {"identity", fmt::format("the displayed formula of {} is what the rows give", identity)});
  }

  // The task's quantifier over the head's indices, in whatever order gives the score.
  void find_equation() {
    equation_ = without_parentheses(truth_->children[0]);
    if (equation_->op != Op::equal) {
      throw Refusal("G5",
                    fmt::format("the condition {} is no single equation", language::to_string(equation_)));
    }
    std::vector<std::string> order;
    for (const auto& index : head_.indices) order.push_back(index.name);
    if (order.size() != truth_->binders.size()) {
      throw Refusal("G5", fmt::format("the task asks for {} indices, and {} sums over {}",
                                      truth_->binders.size(), head_.name, order.size()));
    }
    std::sort(order.begin(), order.end());
    std::optional<Refusal> first;
    do {
      try {
        bind(order);
        find_scores();
        say_scores();
        return;
      } catch (const Refusal& refusal) {
        if (!first) first = refusal;
      }
    } while (std::next_permutation(order.begin(), order.end()));
    throw *first;
  }

  void bind(const std::vector<std::string>& order) {
    bound_.clear();
    Terms sizes(variables_, theorem_.constants(), "G5");
    for (std::size_t k = 0; k < order.size(); ++k) {
      const Terms::Range range = sizes.range(truth_->binders[k].range);
      const proof::Bounds& b = variables_.bounds(order[k]);
      if (!range.whole || !(range.bounds.low == b.low) || !(range.bounds.high == b.high)) {
        throw Refusal("G5", fmt::format("the task's {} and the head's {} do not run over the same numbers",
                                        truth_->binders[k].name, order[k]));
      }
      bound_.emplace(truth_->binders[k].name, Laurent::variable(order[k]));
    }
    // What the tokens show of the input, entry by entry.
    symbols_.clear();
    entries_.clear();
    for (const SummedToken& token : head_.tokens) {
      for (const auto& [feature, symbol] : token.symbols) {
        try {
          const Laurent entry = theorem_.tokens().feature_at(feature, token.place);
          entries_.emplace(symbol, entry);
          const auto names = entry.variables();
          if (names.size() == 1 && entry == Laurent::variable(*names.begin()))
            symbols_.emplace(*names.begin(), Laurent::variable(symbol));
        } catch (const Refusal&) {  // one that the equation cannot read
        }
      }
    }
    Terms terms(variables_, task_names(theorem_, bound_), "G5");
    root_ = in_symbols(terms(equation_->children[0]) - terms(equation_->children[1]), "the task's equation");
    if (!variables_.is_integer(root_))
      throw Refusal("L2.a", fmt::format("{} is not shown to be an integer", root_.to_string()));
  }

  // Of entries of the input at the summed indices what the tokens carry; it is the same number whatever the tuple is.
  Laurent in_symbols(const Laurent& value, const std::string& what) const {
    const Laurent result = value.substitute(symbols_);
    if (!(result.substitute(entries_) == value))
      throw Refusal("G5", fmt::format("{}, {}, is not what the tokens carry", what, value.to_string()));
    return result;
  }

  // W with S + W T^2 free of symbols but for ties.
  void find_scores() {
    std::set<std::string> summed;
    for (const auto& index : head_.indices) {
      summed.insert(index.name);
      summed.insert(index.symbols.begin(), index.symbols.end());
    }
    const auto of_token = [&](const Laurent& value) {  // coefficient in the sizes, by what is left
      std::map<Laurent::Monomial, Laurent> parts;
      for (const auto& [monomial, coefficient] : value.terms()) {
        Laurent::Monomial token;
        Laurent sizes(coefficient);
        bool has_summed = false;
        for (const auto& [name, exponent] : monomial) {
          has_summed = has_summed || summed.contains(name);
          if (!variables_.is_size(name)) {
            token.emplace(name, exponent);
            continue;
          }
          const Laurent size = Laurent::variable(name);
          sizes = sizes * power(exponent < 0 ? *size.inverse() : size, exponent < 0 ? -exponent : exponent);
        }
        if (has_summed) parts[token] += sizes;
      }
      return parts;
    };
    const Laurent square = root_ * root_;
    const auto in_square = of_token(square);
    const auto in_score = of_token(head_.score);
    if (in_square.empty())
      throw Refusal("L2.a", fmt::format("{} is the same for all tuples", root_.to_string()));
    for (const auto& [token, factor] : in_square) {
      const auto at = in_score.find(token);
      const auto quotient = at == in_score.end() ? std::nullopt : (-at->second).exact_quotient(factor);
      if (!quotient) continue;
      weight_ = *quotient;
      break;
    }
    if (weight_.is_zero() || !variables_.sizes_alone(weight_) || !variables_.positive(weight_)) {
      throw Refusal("L2.a", fmt::format("the score {} has no multiple of -({})^2", head_.score.to_string(),
                                        root_.to_string()));
    }
    const proof::TieOrder ties = proof::tie_order(head_.score + weight_ * square, head_.indices, variables_,
                                                  fmt::format("({})^2", root_.to_string()));
    tie_ = ties.tie;
    step_ = ties.step;
    const auto multiple = weight_.exact_quotient(step_);
    if (!multiple || !variables_.nonnegative(*multiple - Laurent(1) - ties.span)) {
      throw Refusal("L2.b",
                    fmt::format("the multiple {} is not at least {} times 1 + {}, the span of the ties",
                                weight_.to_string(), step_.to_string(), ties.span.to_string()));
    }
    multiple_ = *multiple;
  }

  void say_scores() {
    std::vector<std::string> ties;
    for (const auto& [name, coefficient] : tie_)
      ties.push_back((coefficient == Laurent(1) ? "" : "(" + coefficient.to_string() + ")*") + name);
    result_.steps.push_back({"G3", fmt::format("scores in units of {} > 0", rate().to_string())});
    result_.steps.push_back(
        {"L2", fmt::format("score = ({})*({} - ({})*T^2), T = {}: an integer; the ties of different tuples "
                           "differ by at least 1, and span less than a multiple, so that all but the best "
                           "tuple weigh at most q = exp(-{})",
                           step_.to_string(), fmt::join(ties, " + "), multiple_.to_string(),
                           root_.to_string(), rate().to_string())});
    result_.steps.push_back(
        {"G5",
         fmt::format("T = 0 at some tuple is what the task asks, {}; the best tuple has the least T^2: 0 "
                     "exactly on a yes, and at least 1 on a no",
                     language::to_string(truth_))});
  }

  void read_means() {
    for (std::size_t h = 0; h < theorem_.heads().size(); ++h) {
      const SymbolicHead& head = theorem_.heads()[h];
      for (std::size_t c = 0; c < head.value.size(); ++c) {
        const std::string mean = SymbolicTheorem::mean_name(h, c);
        if (head.sole) {
          at_winner_.emplace(mean, (*head.sole)[c]);
          around_.emplace(mean, (*head.sole)[c]);
          continue;
        }
        at_winner_.emplace(mean, head.value[c]);
        const auto bounds = variables_.bounds_of(head.value[c]);
        if (!bounds)
          throw Refusal("G6", fmt::format("no bounds of the value {} are shown", head.value[c].to_string()));
        std::string share = fmt::format("e{}", c + 1);  // of high - low
        while (variables_.knows(share)) share += "'";
        variables_.add(share, {Laurent(-1), Laurent(1)}, false);
        shares_.insert(share);
        around_.emplace(mean, head.value[c] + (bounds->high - bounds->low) * Laurent::variable(share));
      }
    }
  }

  // L of a polynomial in means: |P - P at the winner| <= q L.
  Laurent deviation(const Laurent& polynomial) const {
    const Laurent change = polynomial.substitute(around_) - polynomial.substitute(at_winner_);
    Laurent sum;
    for (const auto& [monomial, coefficient] : change.terms()) {
      Laurent largest(abs(coefficient));
      bool shared = false;
      for (const auto& [name, exponent] : monomial) {
        const Laurent x = Laurent::variable(name);
        shared = shared || shares_.contains(name);
        if (variables_.is_size(name)) {
          if (!variables_.positive(x))
            throw Refusal("G6", fmt::format("{} is not shown to be positive", name));
          largest = largest * power(exponent < 0 ? *x.inverse() : x, exponent < 0 ? -exponent : exponent);
        } else if (exponent < 0) {
          throw Refusal("G6", fmt::format("a division by {}", name));
        } else {
          largest = largest * power(largest_absolute(variables_, x), exponent);
        }
      }
      // Without a share it would not vanish with q.
      if (!shared) throw Refusal("G6", fmt::format("{} is not near its value", polynomial.to_string()));
      sum += largest;
    }
    return sum;
  }

  // Of a readout: coordinates of the stream, sizes and parameters; of an assert the input as well.
  TermNames stream_names(TermNames names) const {
    names.whole = [this](const Expression& e) { return theorem_.stream_in_means(e); };
    return names;
  }

  struct Part {  // b |P|
    Rational weight;
    Laurent deviation;  // L
    Rational ratio;     // P at the winner = ratio * T
  };

  // Sums and multiples of numbers and absolute values.
  void read(const Expression& e, const Rational& factor) {
    const auto number = [&](const Expression& of) -> std::optional<Rational> {
      try {
        return Terms(variables_, stream_names(theorem_.constants()), "G6")(of).constant();
      } catch (const Refusal&) {
        return std::nullopt;
      }
    };
    if (const auto constant = number(e)) {
      threshold_ += factor * *constant;
      return;
    }
    switch (e->op) {
      case Op::add:
      case Op::subtract:
        read(e->children[0], factor);
        return read(e->children[1], e->op == Op::add ? factor : -factor);
      case Op::negate:
        return read(e->children[0], -factor);
      case Op::tuple:
        if (e->children.size() == 1) return read(e->children[0], factor);
        break;
      case Op::multiply:
        for (const std::size_t k : {0U, 1U}) {
          if (const auto by = number(e->children[k])) return read(e->children[1 - k], factor * *by);
        }
        break;
      case Op::call:
        if (e->name == "abs" && e->children.size() == 1) return add_part(e->children[0], factor);
        break;
      default:
        break;
    }
    throw Refusal("G6", fmt::format("{} is no number less multiples of absolute values",
                                    language::to_string(theorem_.text().readout->value)));
  }

  void add_part(const Expression& inside, const Rational& factor) {
    if (factor >= 0)
      throw Refusal("G6",
                    fmt::format("abs({}) is not subtracted in the readout", language::to_string(inside)));
    const Laurent polynomial = Terms(variables_, stream_names(theorem_.constants()), "G6")(inside);
    const Laurent at_winner = polynomial.substitute(at_winner_);
    const auto quotient = at_winner.exact_quotient(root_);
    const auto ratio = quotient ? quotient->constant() : std::nullopt;
    if (!ratio) {
      throw Refusal("G6", fmt::format("{} is {} at the best tuple, which is no multiple of {}",
                                      language::to_string(inside), at_winner.to_string(), root_.to_string()));
    }
    parts_.push_back({-factor, deviation(polynomial), *ratio});
    result_.steps.push_back(
        {"G6",
         fmt::format("{} is ({})*T at the best tuple, and differs from it by at most q*({})",
                     language::to_string(inside), to_string(*ratio), parts_.back().deviation.to_string())});
  }

  void conclude() {
    if (threshold_ <= 0)
      throw Refusal("G6", fmt::format("the readout's constant {} is not positive", to_string(threshold_)));
    Laurent all;
    std::optional<Decay> no;
    for (const Part& part : parts_) {
      all += Laurent(part.weight) * part.deviation;
      const Rational slack = part.weight * abs(part.ratio) - threshold_;
      if (!no && slack > 0) no = Decay{Laurent(Rational(part.weight / slack)) * part.deviation, rate()};
    }
    if (!no) throw Refusal("G6", "no part of the readout is shown to say no where T is not 0");
    const std::vector<Decay> yes{{all, rate()}};
    result_.bound = proof::to_string(yes);
    result_.bound_terms = yes;
    expect_below(variables_, {{Laurent(Rational(Rational(1) / threshold_)) * all, rate()}}, 1, result_.bound);
    result_.steps.push_back(
        {"yes",
         fmt::format("y >= {0} - {1}, and {1}, which does not rise with the sizes, is below {0} at {2}",
                     to_string(threshold_), result_.bound, corner_text(variables_))});
    const std::string said = proof::to_string({*no});
    expect_below(variables_, {*no}, 1, said);
    result_.steps.push_back(
        {"no", fmt::format("abs(T) >= 1 at the best tuple makes y <= 0, since {}, which does not rise, is "
                           "below 1 at {}",
                           said, corner_text(variables_))});
  }

  // Conjuncts "T = 0" and "abs(P - z) < c".
  bool met_by_winner(const Expression& e) {
    const Expression part = without_parentheses(e);
    if (part->op == Op::logic_and)
      return met_by_winner(part->children[0]) && met_by_winner(part->children[1]);
    if (same_text(part, equation_)) return true;
    if (part->op != Op::less && part->op != Op::less_equal) return false;
    const Expression distance = without_parentheses(part->children[0]);
    if (distance->op != Op::call || distance->name != "abs" || distance->children.size() != 1) return false;
    const auto limit = Terms(variables_, theorem_.constants(), "checks")(part->children[1]).constant();
    if (!limit || *limit <= 0) return false;
    Laurent difference =
        Terms(variables_, stream_names(task_names(theorem_, bound_)), "checks")(distance->children[0]);
    difference = difference.substitute(symbols_);
    if (!difference.substitute(at_winner_).is_zero()) return false;
    const Laurent largest = deviation(difference);
    if (!largest.is_zero()) {
      const Decay share{Laurent(Rational(Rational(1) / *limit)) * largest, rate()};
      expect_below(variables_, {share}, 1, proof::to_string({share}));
    }
    return true;
  }

  bool shows(const CheckStatement& check) {
    if (check.name != "assert") return false;
    const Expression formula = without_parentheses(without_lets(check.formula, theorem_.text().lets));
    if (formula->op != Op::implies || !same_text(formula->children[0], truth_)) return false;
    const Expression found = without_parentheses(formula->children[1]);
    if (!is_existence(*found) || found->binders.size() != truth_->binders.size()) return false;
    for (std::size_t k = 0; k < found->binders.size(); ++k) {
      if (found->binders[k].name != truth_->binders[k].name ||
          !same_text(found->binders[k].range, truth_->binders[k].range))
        return false;
    }
    return met_by_winner(found->children[0]);
  }

  SymbolicTheorem& theorem_;
  proof::Variables& variables_;
  const SymbolicHead& head_;
  Expression truth_, equation_;
  LemmaProof result_;
  std::map<std::string, Laurent> bound_;              // what the quantifier binds
  std::map<std::string, Laurent> symbols_, entries_;  // entry -> symbol, symbol -> entry
  Laurent root_;                                      // T, in what is summed over
  Laurent weight_, step_, multiple_;                  // W, the ties' step, W / step
  std::vector<std::pair<std::string, Laurent>> tie_;
  std::map<std::string, Laurent> at_winner_, around_;  // of means
  std::set<std::string> shares_;
  Rational threshold_ = 0;  // a
  std::vector<Part> parts_;
};

}  // namespace

bool asks_for_a_root(const SymbolicTheorem& theorem) {
  if (theorem.task().answer != AnswerKind::sign || !only_open_head(theorem)) return false;
  if (theorem.heads().size() == 1 && theorem.reads_out_linearly()) return false;
  return is_existence(*without_parentheses(without_lets(theorem.task().truth, theorem.text().lets)));
}

LemmaProof prove_by_equation(SymbolicTheorem& theorem) {
  return EquationProof(theorem, *only_open_head(theorem)).run();
}

}  // namespace attest::theorems
