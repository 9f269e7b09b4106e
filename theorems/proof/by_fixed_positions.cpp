// Fixed positions (L6): every head tells finitely many tokens at fixed positions from all others (fixed_positions.hpp), so that its
// means are known but for the sum of the others' values, a number between two bounds. Over the common denominator Q > 0 of the means
// y Q is piecewise linear in these sums and in entries at the positions (max_min.hpp), and on each piece of the task
// (task_pieces.hpp) the answer is one term: for all sizes, entries and sums
//   a number:  (y - answer) Q < Q/2 and > -Q/2;   yes: y Q > 0;   no: y Q <= 0,
// each by the coefficients of polynomials. Nothing is rounded and no exponential is bounded: an error of exactly 1/2 is refused.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "theorems/lets.hpp"
#include "theorems/proof/fixed_positions.hpp"
#include "theorems/proof/least_monomial.hpp"
#include "theorems/proof/lemma_proof.hpp"
#include "theorems/proof/max_min.hpp"
#include "theorems/proof/task_pieces.hpp"

namespace attest::theorems {

using language::Expression;
using language::Op;
using proof::Fraction;
using proof::Laurent;
using proof::Refusal;

namespace {

class FixedPositionsProof {
 public:
  explicit FixedPositionsProof(SymbolicTheorem& theorem)
      : theorem_(theorem), variables_(theorem.variables()) {}

  LemmaProof run() {
    result_.lemma = "fixed-positions";
    say_first();
    collect_means(theorem_.readout());
    for (std::size_t h = 0; h < theorem_.heads().size(); ++h) read_head(h);
    check_weights();
    pieces_ = task_pieces(theorem_);
    find_bound();
    for (const TaskPiece& piece : pieces_) prove(piece);
    if (theorem_.share() < 1) find_margin();
    const bool normalised = shows_normalised();
    expect_provable_checks(theorem_, has_unique_winners(), result_.steps, exact_, normalised);
    return std::move(result_);
  }

 private:
  void say(const std::string& name, const std::string& statement) {
    result_.steps.push_back({name, statement});
  }

  void say_first() {
    std::size_t expressive = 0;
    for (const SymbolicHead& head : theorem_.heads()) expressive += head.expressive ? 1 : 0;
    const std::size_t all = theorem_.heads().size();
    say("G1", fmt::format("one layer, {} {} head{}", all,
                          expressive == 0     ? "softmax"
                          : expressive == all ? "expressive"
                                              : "softmax and expressive",
                          all == 1 ? "" : "s"));
    say("G2", fmt::format("{} coordinates of rows and values are W times the encoding, W in the sizes alone",
                          theorem_.rows()));
    for (const std::string& identity : theorem_.identities())
      say("identity", fmt::format("the displayed formula of {} is what the rows give", identity));
  }

  void collect_means(const PiecewiseForm& form) {
    for (const auto& [mean, factor] : form.form.means) read_[mean.first].insert(mean.second);
    for (const PiecewiseForm& child : form.children) collect_means(child);
  }

  void read_head(std::size_t h) {
    const SymbolicHead& head = theorem_.heads()[h];
    heads_.push_back(fixed_positions(theorem_, head, read_[h]));
    const FixedPositions& own = heads_.back();
    std::vector<std::string> places;
    for (const Laurent& p : own.positions) places.push_back(p.to_string());
    say("L6.b", fmt::format("{}: the fixed position{} {}, {}for all sizes and inputs; {} others", head.name,
                            own.positions.size() == 1 ? "" : "s", fmt::join(places, ", "),
                            own.positions.size() == 1 ? "" : "pairwise different ", own.count.to_string()));
    say("L6.c",
        fmt::format("{}: the weight of each is {}, of each other token {}; the sum of all is {} > 0",
                    head.name, own.weight.to_string(), own.others.to_string(), own.denominator.to_string()));
    for (const std::size_t c : read_[h])
      say("L6.d", fmt::format("{}: the mean of {} is {}", head.name, head.value[c].to_string(),
                              proof::to_string(Fraction{own.numerators.at(c), own.denominator})));
    if (std::find(denominators_.begin(), denominators_.end(), own.denominator) == denominators_.end())
      denominators_.push_back(own.denominator);
  }

  // Q without one of its factors; without none Q itself.
  Laurent common(const Laurent* without) const {
    Laurent product(1);
    for (const Laurent& d : denominators_) {
      if (without == nullptr || !(d == *without)) product = product * d;
    }
    return product;
  }

  // A displayed weight: at the positions and, where what tells these is false, elsewhere.
  void check_weights() {
    for (std::size_t h = 0; h < theorem_.heads().size(); ++h) {
      for (const auto& displayed : theorem_.heads()[h].weights) {
        const Expression& formula = displayed.first;
        const FixedPositions& own = heads_[h];
        for (const Laurent& p : own.positions) expect_weight(formula, displayed.second, &p, own, own.weight);
        if (!own.count.is_zero()) expect_weight(formula, displayed.second, nullptr, own, own.others);
        say("identity",
            fmt::format("the displayed weight of {} is what the head gives", theorem_.heads()[h].name));
      }
    }
  }

  void expect_weight(const Expression& formula, const std::vector<std::string>& names, const Laurent* at,
                     const FixedPositions& own, const Laurent& weight) {
    std::map<std::string, Laurent> places;
    if (theorem_.judged().size() != 1)
      throw Refusal("identity", "a displayed weight of a token of several indices");
    places.emplace(names[0], theorem_.judged().front());
    if (at != nullptr) places.emplace(names[1], *at);
    const Laurent said = said_weight(formula, names, places, at == nullptr ? &own : nullptr);
    if (!(said * own.denominator == weight)) {
      throw Refusal("identity",
                    fmt::format("the displayed weight is {} at {}, and the head gives ({})/({})",
                                said.to_string(), at == nullptr ? "the other tokens" : at->to_string(),
                                weight.to_string(), own.denominator.to_string()));
    }
  }

  // Of the others no condition that lists positions of the head is true.
  Laurent said_weight(const Expression& formula, const std::vector<std::string>& names,
                      const std::map<std::string, Laurent>& places, const FixedPositions* others) {
    if (others != nullptr && formula->op == Op::conditional) {
      // "i = n" of the receiver i would be taken for one of the sender, which the tokens may call i, too.
      const auto free = language::free_names(formula->children[0]);
      if (std::find(free.begin(), free.end(), names[0]) != free.end())
        throw Refusal("identity", fmt::format("{} speaks of the receiver {}",
                                              language::to_string(formula->children[0]), names[0]));
      const auto listed = theorem_.tokens().listed(
          substituted(formula->children[0], names[1], language::name(theorem_.tokens().indices().front())));
      const auto& known = others->positions;
      if (!listed || !std::all_of(listed->begin(), listed->end(), [&](const Laurent& p) {
            return std::find(known.begin(), known.end(), p) != known.end();
          })) {
        throw Refusal("identity", fmt::format("{} lists no positions of the head",
                                              language::to_string(formula->children[0])));
      }
      return said_weight(formula->children[2], names, places, others);
    }
    return Terms(variables_, task_names(theorem_, places), "identity")(formula);
  }

  // y Q, or less it, as largest of least forms.
  MaxMin forms(const TaskPiece& piece, bool negated) const {
    const auto term = [&](const MeanForm& form) {
      Laurent sum = form.fixed * common(nullptr);
      for (const auto& [mean, factor] : form.means) {
        const FixedPositions& own = heads_[mean.first];
        sum += factor * own.numerators.at(mean.second) * common(&own.denominator);
      }
      return sum.substitute(piece.at);
    };
    return max_min(theorem_.readout(), negated, term, variables_);
  }

  bool proves_positive(const Laurent& value) const {
    const auto bounds = variables_.bounds_of(value);
    return bounds && variables_.positive(bounds->low);
  }

  // |y - answer| Q < limit, or <= limit.
  std::optional<Laurent> not_near(const TaskPiece& piece, const Laurent& limit, bool strict) const {
    const Laurent answer = piece.answer * common(nullptr);
    const auto above = not_below(forms(piece, false), limit + answer, strict, variables_);
    return above ? above : not_below(forms(piece, true), limit - answer, strict, variables_);
  }

  // Sum over the means of how far they may be from the mean at the positions alone.
  void find_bound() {
    if (theorem_.task().answer != AnswerKind::number) {
      result_.bound = "0";
      for (const auto& own : heads_) {
        if (!own.others.is_zero() && !own.count.is_zero()) result_.bound = deviations();
      }
      return;
    }
    const auto within = [this](const Laurent& limit) {
      return std::all_of(pieces_.begin(), pieces_.end(),
                         [&](const TaskPiece& piece) { return !not_near(piece, limit, false); });
    };
    if (within({})) {
      exact_ = true;
      result_.bound = "0";
      return;
    }
    const std::string text = deviations();
    Laurent sum;
    for (const Fraction& fraction : result_.fractions) {
      sum += fraction.numerator * common(&fraction.denominator);
    }
    if (within(sum)) {
      result_.bound = text;
      return;
    }
    result_.bound = "1/2";
    result_.fractions = {{Laurent(1), Laurent(2)}};
  }

  std::string deviations() {
    std::string text;
    for (std::size_t h = 0; h < heads_.size(); ++h) {
      for (const auto& [c, spread] : heads_[h].spread) {
        const Fraction fraction{heads_[h].count * heads_[h].others * spread, heads_[h].denominator};
        if (fraction.numerator.is_zero()) continue;
        result_.fractions.push_back(fraction);
        text += (text.empty() ? "" : " + ") + proof::to_string(fraction);
      }
    }
    return text;
  }

  void prove(const TaskPiece& piece) {
    const std::string where = piece.text.empty() ? "" : "where " + piece.text + ": ";
    std::optional<Laurent> open;
    std::string claim;
    if (theorem_.task().answer == AnswerKind::number) {
      claim = fmt::format("the answer is {}, and |y - answer| {}", piece.answer.to_string(),
                          exact_ ? "= 0" : "< 1/2");
      open = not_near(piece, Laurent(Rational(1, 2)) * common(nullptr), true);
    } else if (piece.yes) {
      claim = "the answer is yes, and y > 0";
      open = not_below(forms(piece, true), {}, true, variables_);
    } else {
      claim = "the answer is no, and y <= 0";
      open = not_below(forms(piece, false), {}, false, variables_);
    }
    if (open) {
      throw Refusal("G6",
                    fmt::format("{}{}: {} is not shown to be {} 0", where, claim, open->to_string(),
                                theorem_.task().answer != AnswerKind::number && !piece.yes ? ">=" : ">"));
    }
    say("G6", where + claim);
  }

  void find_margin() {
    result_.margin = largest_margin(variables_, [this](const Laurent& margin) {
      return std::all_of(pieces_.begin(), pieces_.end(), [&](const TaskPiece& piece) {
        if (theorem_.task().answer == AnswerKind::number)
          return !not_near(piece, (Laurent(Rational(1, 2)) - margin) * common(nullptr), false);
        return !not_below(forms(piece, piece.yes), -margin * common(nullptr), false, variables_);
      });
    });
  }

  bool has_unique_winners() const {
    for (const FixedPositions& own : heads_) {
      if (own.positions.size() != 1 || !proves_positive(own.weight - own.others)) return false;
    }
    return true;
  }

  // Of an expressive head: some score is not 0, at the judged token by the weight of a position, at every other one because all
  // scores of its row are positive, or all negative.
  bool shows_normalised() {
    const auto& checks = theorem_.text().checks;
    const bool asked = std::any_of(checks.begin(), checks.end(), [](const CheckStatement& check) {
      return check.essential && check.name == "normalised";
    });
    if (!asked) return false;
    bool expressive = false;
    for (const SymbolicHead& head : theorem_.heads()) {
      if (!head.runs_for_all) {
        throw Refusal(
            "checks",
            fmt::format("{}: that every token has one to look at is not shown for all sizes", head.name));
      }
      if (!head.expressive) continue;
      expressive = true;
      if (!head.any_run) {
        throw Refusal("checks",
                      fmt::format("{}: the tokens that are looked at have several indices", head.name));
      }
      expect_scores(head);
    }
    return expressive;
  }

  // Whether the scores of these receivers' rows are all positive (else: all negative); nothing where neither is shown. What a receiver
  // looks at lies between the least and the largest index that any of them looks at. Both indices are counted from either end of their
  // ranges: of (n - i)*(n - j) the bounds are exact in n - i and n - j alone.
  std::optional<bool> score_has_sign(const SymbolicHead& head, const std::string& receiver,
                                     const proof::Bounds& range, const std::string& which) {
    const auto from_ends = [this](const std::string& name, const proof::Bounds& b) {
      variables_.add(name, {Laurent(), b.high - b.low}, true);
      const Laurent offset = Laurent::variable(name);
      return std::vector<Laurent>{b.low + offset, b.high - offset};
    };
    const auto receivers = from_ends(fmt::format("receiver {} of {}", which, head.name), range);
    std::vector<std::map<std::string, Laurent>> ways;
    const std::string& index = head.indices.front().name;
    for (const Laurent& here : receivers) {
      if (!head.any_score.has(index)) {
        ways.push_back({{receiver, here}});
        continue;
      }
      const auto least = variables_.bounds_of(head.any_run->low.substitute({{receiver, here}}));
      const auto largest = variables_.bounds_of(head.any_run->high.substitute({{receiver, here}}));
      if (!least || !largest) continue;
      for (const Laurent& there :
           from_ends(fmt::format("token {} of {} by {}", which, head.name, ways.size()),
                     {least->low, largest->high}))
        ways.push_back({{receiver, here}, {index, there}});
    }
    for (const auto& way : ways) {
      const Laurent score = head.any_score.substitute(way);
      if (proves_positive(score)) return true;
      if (proves_positive(-score)) return false;
    }
    return std::nullopt;
  }

  void expect_scores(const SymbolicHead& head) {
    const Laurent& judged = theorem_.judged().front();
    const proof::Bounds& all = theorem_.tokens().ranges().front();
    if (theorem_.task().every) throw Refusal("checks", "rows of an expressive head at every token");
    const auto expect = [&](const Laurent& low, const Laurent& high, const std::string& which) {
      if (variables_.positive(low - high)) return;  // there are none
      if (!variables_.sizes_alone(low) || !variables_.sizes_alone(high) ||
          !variables_.nonnegative(high - low))
        throw Refusal("checks", fmt::format("whether there are tokens {} to {} is not shown for all sizes",
                                            low.to_string(), high.to_string()));
      const std::string receiver = "some " + theorem_.tokens().indices().front();
      const auto above = score_has_sign(head, receiver, {low, high}, which);
      if (!above) {
        throw Refusal("checks",
                      fmt::format("the score {} is not shown to be different from 0, so that the row may "
                                  "be 0/0",
                                  head.any_score.to_string()));
      }
      say("normalised",
          fmt::format("{}: at each token {} to {} every score is {} 0: {}", head.name, low.to_string(),
                      high.to_string(), *above ? ">" : "<", head.any_score.to_string()));
    };
    expect(all.low, judged - Laurent(1), "before the judged one");
    expect(judged + Laurent(1), all.high, "after the judged one");
  }

  SymbolicTheorem& theorem_;
  proof::Variables& variables_;
  LemmaProof result_;
  std::map<std::size_t, std::set<std::size_t>> read_;
  std::vector<FixedPositions> heads_;
  std::vector<Laurent> denominators_;
  std::vector<TaskPiece> pieces_;
  bool exact_ = false;
};

}  // namespace

bool knows_fixed_positions(SymbolicTheorem& theorem) {
  return std::all_of(theorem.heads().begin(), theorem.heads().end(), [&](const SymbolicHead& head) {
    return head.expressive || has_fixed_positions(theorem, head);
  });
}

LemmaProof prove_by_fixed_positions(SymbolicTheorem& theorem) {
  return FixedPositionsProof(theorem).run();
}

}  // namespace attest::theorems
