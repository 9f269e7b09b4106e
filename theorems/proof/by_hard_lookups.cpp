// Hard maxima whose scores are integer addresses (verification/proof/integer_addresses.hpp) have one best tuple, at which all squares vanish
// (or the only square is least), and put out the value there: the means are terms in entries of the input, without an error. The readout
// is piecewise linear in them (max_min.hpp), and on each piece of the task (task_pieces.hpp) the answer is one term, or yes, or no:
//   a number:  y - answer < 1/2 and > -1/2;   yes: y > 0;   no: y <= 0,
// each by the coefficients of polynomials. Any other tuple is off by an integer at some index and loses the weight of that square at least,
// which is the gap that is shown.
#include <fmt/format.h>

#include <algorithm>

#include "theorems/proof/least_monomial.hpp"
#include "theorems/proof/lemma_proof.hpp"
#include "theorems/proof/max_min.hpp"
#include "theorems/proof/task_pieces.hpp"

namespace attest::theorems {

using language::Op;
using proof::Laurent;
using proof::Refusal;

namespace {

class HardLookups {
 public:
  explicit HardLookups(SymbolicTheorem& theorem) : theorem_(theorem), variables_(theorem.variables()) {}

  LemmaProof run() {
    result_.lemma = "integer-addresses";
    result_.bound = "0";
    add_first_steps(theorem_, result_.steps);
    expect_exponential(theorem_, true);
    exact_ = true;
    for (const TaskPiece& piece : task_pieces(theorem_)) prove(piece);
    const bool number = theorem_.task().answer == AnswerKind::number;
    if (theorem_.share() < 1) find_margin();
    expect_provable_checks(theorem_, true, result_.steps, number && exact_, false, std::nullopt,
                           [this](const CheckStatement& check) { return shows_gap(check); });
    return std::move(result_);
  }

 private:
  void prove(const TaskPiece& piece) {
    const std::string where = piece.text.empty() ? "" : "where " + piece.text + ": ";
    means_.clear();
    for (const SymbolicHead& head : theorem_.heads()) {
      const auto addresses =
          proof::integer_addresses(head.score.substitute(piece.at), head.indices, variables_);
      result_.steps.push_back(
          {"L1", fmt::format("{}{}: score = {}", where, head.name, squares_text(addresses))});
      for (const proof::Square& square : addresses.squares) weights_.push_back(square.weight);
      const auto winner = winner_of(theorem_, head, addresses, where, result_.steps);
      means_.emplace_back();
      for (const Laurent& value : head.value)
        means_.back().push_back(value.substitute(piece.at).substitute(winner).substitute(piece.at));
    }
    std::optional<Laurent> open;
    std::string claim;
    if (theorem_.task().answer == AnswerKind::number) {
      exact_ = exact_ && !not_near(piece, {}, false);
      claim = fmt::format("the answer is {}, and |y - answer| < 1/2", piece.answer.to_string());
      open = not_near(piece, Laurent(Rational(1, 2)), true);
    } else if (piece.yes) {
      claim = "the answer is yes, and y > 0";
      open = not_below(forms(piece, true), {}, true, variables_);
    } else {
      claim = "the answer is no, and y <= 0";
      open = not_below(forms(piece, false), {}, false, variables_);
    }
    if (open) throw Refusal("G6", fmt::format("{}{}: {} is open", where, claim, open->to_string()));
    result_.steps.push_back({"G6", where + claim});
    proved_.emplace_back(piece, means_);
  }

  void find_margin() {
    result_.margin = largest_margin(variables_, [this](const Laurent& margin) {
      return std::all_of(proved_.begin(), proved_.end(), [&](const auto& proved) {
        const TaskPiece& piece = proved.first;
        means_ = proved.second;
        if (theorem_.task().answer == AnswerKind::number)
          return !not_near(piece, Laurent(Rational(1, 2)) - margin, false);
        return !not_below(forms(piece, piece.yes), -margin, false, variables_);
      });
    });
  }

  std::optional<Laurent> not_near(const TaskPiece& piece, const Laurent& limit, bool strict) const {
    const auto above = not_below(forms(piece, false), limit + piece.answer, strict, variables_);
    return above ? above : not_below(forms(piece, true), limit - piece.answer, strict, variables_);
  }

  MaxMin forms(const TaskPiece& piece, bool negated) const {
    const auto term = [&](const MeanForm& form) {
      Laurent sum = form.fixed.substitute(piece.at);
      for (const auto& [mean, factor] : form.means) sum += factor * means_[mean.first][mean.second];
      return sum;
    };
    return max_min(theorem_.readout(), negated, term, variables_);
  }

  // gap >= B, of scores without a scale.
  bool shows_gap(const CheckStatement& check) {
    const language::Expression& formula = check.formula;
    if (check.name != "gap" || !formula || formula->op != Op::greater_equal ||
        formula->children[0]->op != Op::name || formula->children[0]->name != "gap")
      return false;
    const Laurent least = Terms(variables_, theorem_.constants(), "checks")(formula->children[1]);
    const bool plain = std::all_of(theorem_.heads().begin(), theorem_.heads().end(),
                                   [](const SymbolicHead& head) { return head.unit == proof::Rate(); });
    return plain && std::all_of(weights_.begin(), weights_.end(), [&](const Laurent& weight) {
             return variables_.proves_nonnegative(weight - least);
           });
  }

  SymbolicTheorem& theorem_;
  proof::Variables& variables_;
  LemmaProof result_;
  using Means = std::vector<std::vector<Laurent>>;  // [head][coordinate]
  Means means_;
  std::vector<std::pair<TaskPiece, Means>> proved_;
  std::vector<Laurent> weights_;  // of all squares
  bool exact_ = true;
};

}  // namespace

bool has_hard_lookups(const SymbolicTheorem& theorem) {
  return theorem.reads_out_linearly() && theorem.readout().op != PiecewiseForm::Op::affine &&
         std::all_of(theorem.heads().begin(), theorem.heads().end(),
                     [](const SymbolicHead& head) { return head.hard; });
}

LemmaProof prove_by_hard_lookups(SymbolicTheorem& theorem) {
  return HardLookups(theorem).run();
}

}  // namespace attest::theorems
