// Number tasks with an affine readout: every head looks one tuple up by integer addresses (verification/proof/
// integer_addresses.hpp). With f_h the part of the readout that head h contributes, y = fixed + sum over h of E f_h and
// |y - (fixed + sum f_h(w_h))| <= sum D_h T_h/(1+T_h), D_h >= |f_h(t) - f_h(w_h)| for every tuple t; what is left is that the
// value at the winners is the task's answer, an identity, and that the bound is below 1/2.
//
// Yes-or-no tasks of what is looked up, `h(g(x)) = 1`: the inputs are cut into pieces on each of which the task says yes or no
// (task_pieces.hpp). With v the value at the winners y > 0 where v >= c > B for a yes, and y <= 0 where v <= -c, c >= B, for a no, B the bound.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "numeric/short_decimal.hpp"
#include "theorems/proof/growth.hpp"
#include "theorems/proof/lemma_proof.hpp"
#include "theorems/proof/task_pieces.hpp"

namespace attest::theorems {

using proof::Decay;
using proof::IntegerAddresses;
using proof::Laurent;
using proof::Refusal;

namespace {

// Where the square of the only index vanishes beyond its range the nearest end w is best: (j - F)^2 - (w - F)^2 >= (j - w)^2 for
// all j on the other side of w from F, so that the weights relative to w sum to at most what they do about an address in the range.
std::optional<Laurent> nearest_end(const proof::Variables& variables, const std::string& index,
                                   const Laurent& address) {
  const proof::Bounds& range = variables.bounds(index);
  const bool inside =
      variables.proves_nonnegative(address - range.low) && variables.proves_nonnegative(range.high - address);
  if (inside) return std::nullopt;
  if (variables.proves_nonnegative(range.low - address)) return range.low;
  if (variables.proves_nonnegative(address - range.high)) return range.high;
  return std::nullopt;
}

}  // namespace

// The winner's indices and symbols: each address with those before it, shown to be a token's index (G4); the symbols of a token
// once all its indices are known.
std::map<std::string, Laurent> winner_of(SymbolicTheorem& theorem, const SymbolicHead& head,
                                         const IntegerAddresses& addresses, const std::string& where,
                                         std::vector<ProofStep>& steps) {
  std::map<std::string, Laurent> at;
  std::vector<std::string> said;
  bool vanish = true;
  for (const proof::Square& square : addresses.squares) {
    Laurent value = square.address.substitute(at);
    for (const std::string& name : value.variables()) {
      for (const SummedToken& token : head.tokens) {
        const bool index = std::find(token.indices.begin(), token.indices.end(), name) != token.indices.end();
        const bool symbol = std::any_of(token.symbols.begin(), token.symbols.end(),
                                        [&](const auto& s) { return s.second == name; });
        if (index || symbol)
          throw Refusal("L1.c",
                        fmt::format("the address of {} reads {} before it is known", square.index, name));
      }
    }
    if (addresses.squares.size() == 1) {
      const auto end = nearest_end(theorem.variables(), square.index, value);
      vanish = !end;
      if (end) value = *end;
    }
    theorem.expect_in_range(square.index, value);
    at.emplace(square.index, value);
    for (const SummedToken& token : head.tokens) {
      if (std::find(token.indices.begin(), token.indices.end(), square.index) == token.indices.end())
        continue;
      std::vector<Laurent> place;
      for (const std::string& index : token.indices) {
        if (const auto known = at.find(index); known != at.end()) place.push_back(known->second);
      }
      if (place.size() < token.indices.size()) continue;
      theorem.tokens().expect_token(place);
      for (const auto& [feature, symbol] : token.symbols)
        at.emplace(symbol, theorem.tokens().feature_at(feature, place));
    }
    said.push_back(fmt::format("{} = {}", square.index, value.to_string()));
  }
  steps.push_back(
      {"G4", fmt::format("{}{}: {} at {}, a tuple of tokens for every input", where, head.name,
                         vanish ? "all squares vanish" : "the square is least", fmt::join(said, ", "))});
  return at;
}

std::string squares_text(const IntegerAddresses& addresses) {
  std::string text;
  for (const proof::Square& square : addresses.squares) {
    const std::string weight = square.weight.to_string();
    text += (text.empty() ? "-" : " - ") + (weight == "1" ? "" : weight + "*") + "(" +
            (Laurent::variable(square.index) - square.address).to_string() + ")^2";
  }
  if (!addresses.rest.is_zero()) text += " + " + addresses.rest.to_string();
  return text;
}

namespace {

struct Leak {
  IntegerAddresses addresses;
  proof::Rate unit;
  Laurent deviation;
};

// One polynomial for all inputs, else by cases.
std::vector<TaskPiece> cases_of(SymbolicTheorem& theorem) {
  if (theorem.task().answer == AnswerKind::sign) return task_pieces(theorem);
  TaskPiece all;
  try {
    all.answer = answer_of(theorem);
  } catch (const Refusal& refusal) {
    if (!theorem.task().every) throw;
    try {
      return task_pieces(theorem);
    } catch (const Refusal&) {
      throw refusal;
    }
  }
  return {all};
}

class AddressesProof {
 public:
  explicit AddressesProof(SymbolicTheorem& theorem)
      : theorem_(theorem),
        variables_(theorem.variables()),
        readout_(theorem.readout().form),
        number_(theorem.task().answer == AnswerKind::number) {}

  LemmaProof run() {
    result_.lemma = "integer-addresses";
    expect_exponential(theorem_, true);
    add_first_steps(theorem_, result_.steps);
    const std::vector<TaskPiece> cases = cases_of(theorem_);
    std::vector<std::vector<Leak>> leaks;
    for (const TaskPiece& one : cases) {
      try {
        leaks.push_back(asked_leaks_of(one));
      } catch (const Refusal& refusal) {  // a case may have given a name to what it is about
        const std::string said = refusal.what();
        if (said.starts_with(where(one))) throw;
        throw Refusal(refusal.hypothesis(), where(one) + said);
      }
    }
    bool unique = true;
    for (const auto& all : leaks) unique = unique && all.size() == theorem_.heads().size();
    bool exact = true;  // hard maxima of one best tuple, or one tuple alone
    for (const auto& all : leaks) {
      for (const Leak& leak : all) exact = exact && leak.deviation.is_zero();
    }
    expect_provable_checks(theorem_, unique, result_.steps, exact && number_);
    for (std::size_t k = 0; k < cases.size(); ++k) bound(where(cases[k]), leaks[k]);
    result_.bounds_error = number_ && bounds_ == 1;
    if (theorem_.share() < 1) {
      const Rational whole = number_ ? Rational(1, 2) : margin_.value();
      result_.margin = Laurent(Rational(whole * (exact ? Rational(1) : Rational(1 - theorem_.share()))));
    }
    ShownBounds bounds = shown(unique, leaks);
    if (!number_) bounds.errors.clear();
    if (!number_) result_.addresses.clear();
    add_growth(theorem_, bounds, result_);
    return std::move(result_);
  }

  Laurent looked_up(std::vector<ProofStep>& steps) {
    expect_exponential(theorem_, true);
    Laurent at_winners;
    leaks_of({}, at_winners);
    for (const FoundAddresses& found : result_.addresses) {
      if (!theorem_.heads()[found.head].hard)
        throw Refusal("G1", "a layer before the last that is no hard maximum");
    }
    steps.insert(steps.end(), result_.steps.begin(), result_.steps.end());
    return at_winners;
  }

 private:
  static std::string where(const TaskPiece& one) {
    return one.text.empty() ? "" : "where " + one.text + ": ";
  }

  // A tuple other than the best one is off by an integer at some index, and loses that square's weight at least.
  static ShownBounds shown(bool unique, const std::vector<std::vector<Leak>>& leaks) {
    ShownBounds bounds;
    for (const auto& all : leaks) {
      bounds.errors.emplace_back();
      for (const Leak& leak : all) {
        for (const Decay& decay : proof::leak(leak.addresses, leak.unit, leak.deviation))
          bounds.errors.back().push_back(decay);
        for (const proof::Square& square : leak.addresses.squares) {
          if (unique) bounds.gaps.push_back(leak.unit.times(square.weight));
        }
      }
    }
    return bounds;
  }

  bool has_one_tuple(const SymbolicHead& head) const {
    return std::all_of(head.indices.begin(), head.indices.end(), [this](const proof::SummedIndex& index) {
      const proof::Bounds& range = variables_.bounds(index.name);
      return range.low == range.high;
    });
  }

  // The bound of each head that is read out, and the value at the winners. A hard maximum with one best tuple puts out its value.
  std::vector<Leak> leaks_of(const TaskPiece& one, Laurent& at_winners) {
    auto& steps = result_.steps;
    std::vector<Leak> leaks;
    at_winners = readout_.fixed.substitute(one.at);
    for (std::size_t h = 0; h < theorem_.heads().size(); ++h) {
      const SymbolicHead& head = theorem_.heads()[h];
      Laurent functional;
      for (const auto& [mean, factor] : readout_.means) {
        if (mean.first == h) functional += factor * head.value[mean.second];
      }
      functional = functional.substitute(one.at);
      if (functional.is_zero()) continue;  // it lands nowhere
      steps.push_back({"G3", fmt::format("{}{}: scores in units of {} > 0", where(one), head.name,
                                         head.unit.to_string())});
      Leak leak{integer_addresses(head.score.substitute(one.at), head.indices, variables_), head.unit, {}};
      steps.push_back(
          {"L1",
           fmt::format("{}{}: score = {}; the weights are positive, every address is an integer that reads "
                       "earlier indices and their symbols alone",
                       where(one), head.name, squares_text(leak.addresses))});
      const auto winner = winner_of(theorem_, head, leak.addresses, where(one), steps);
      const Laurent value = functional.substitute(winner).substitute(one.at);
      at_winners += value;
      if (head.hard) {
        steps.push_back(
            {"G6", fmt::format("{}{}: the other tuples score less, and the hard maximum puts out {}",
                               where(one), head.name, value.to_string())});
        result_.addresses.push_back({h, leak.addresses, winner, {}});
        leaks.push_back(std::move(leak));
        continue;
      }
      leak.deviation = has_one_tuple(head) ? Laurent() : largest_absolute(variables_, functional - value);
      steps.push_back({"G6", fmt::format("{}{}: the value {} differs from the winner's, {}, by at most {}",
                                         where(one), head.name, functional.to_string(), value.to_string(),
                                         leak.deviation.to_string())});
      result_.addresses.push_back({h, leak.addresses, winner, leak.deviation});
      leaks.push_back(std::move(leak));
    }
    return leaks;
  }

  // A number that the value, in the sizes alone, is not below from the corner on.
  Rational least(const Laurent& value, const TaskPiece& one) const {
    const auto number = value.substitute(corner_of(variables_)).constant();
    if (!number || !variables_.nonnegative(value - Laurent(*number)))
      throw Refusal("G5",
                    fmt::format("{}no number is shown that {} is not below", where(one), value.to_string()));
    return *number;
  }

  // How far the value at the winners is from the other decision.
  void expect_decision(const TaskPiece& one, const Laurent& at_winners) {
    const auto bounds = variables_.bounds_of(at_winners);
    const std::string said =
        fmt::format("{}the value at the best tuples is {}", where(one), at_winners.to_string());
    const char* asked = one.yes ? "yes" : "no";
    if (!bounds) throw Refusal("G5", fmt::format("{}, of which no bound is shown", said));
    const Rational margin = least(one.yes ? bounds->low : -bounds->high, one);
    if (margin < 0 || (one.yes && margin == 0)) {
      throw Refusal("G5", fmt::format("{}, which is not shown to be {}, and the task says {}", said,
                                      one.yes ? "positive" : "at most 0", asked));
    }
    margin_ = std::min(margin_.value_or(margin), margin);
    result_.steps.push_back({"G5", fmt::format("{}, {}, and the task says {}", said,
                                               one.yes ? "at least " + attest::to_string(margin)
                                                       : "at most " + attest::to_string(Rational(-margin)),
                                               asked)});
  }

  // At the winners the value is the answer.
  std::vector<Leak> asked_leaks_of(const TaskPiece& one) {
    auto& steps = result_.steps;
    Laurent at_winners;
    auto leaks = leaks_of(one, at_winners);
    if (!number_) {
      expect_decision(one, at_winners);
      return leaks;
    }
    if (!(at_winners == one.answer)) {
      throw Refusal("G5", fmt::format("{}the value at the best tuples is {}, and the task asks for {}",
                                      where(one), at_winners.to_string(), one.answer.to_string()));
    }
    steps.push_back(
        {"G5", fmt::format("{}the value at the best tuples is {}, which is what the task asks for",
                           where(one), one.answer.to_string())});
    return leaks;
  }

  void bound(const std::string& where, const std::vector<Leak>& leaks) {
    std::vector<Decay> bound;
    for (const Leak& leak : leaks) {
      for (const Decay& decay : proof::leak(leak.addresses, leak.unit, leak.deviation))
        bound.push_back(decay);
    }
    bound = proof::collected(bound);
    const std::string text = proof::to_string(bound);
    if (text == result_.bound) return;  // as in a case before
    ++bounds_;
    const Rational limit = theorem_.share() * (number_ ? Rational(1, 2) : margin_.value());
    const std::string below = "< " + attest::to_string(limit);
    const std::string left = number_ ? "|y - answer|" : "|y - value|";
    result_.bound += (result_.bound.empty() ? "" : " or ") + text;
    result_.bound_terms.insert(result_.bound_terms.end(), bound.begin(), bound.end());
    if (bound.empty() && !number_) {
      result_.steps.push_back({"bound", where + "y is the value at the best tuples"});
      return;
    }
    const proof::SizeValues corner = corner_of(variables_);
    bool falls = true;
    for (const Decay& decay : bound) falls = falls && proof::falls(decay, variables_);
    if (falls && is_less([&](Precision p) { return proof::enclosure(bound, corner, p); }, limit)) {
      const Interval value = proof::enclosure(bound, corner, initial_precision);
      result_.steps.push_back(
          {"bound",
           fmt::format("{}{} <= {}, which does not rise with the sizes and is at most {} {} at {}", where,
                       left, text, short_upper_bound(value, limit), below, corner_text(variables_))});
      return;
    }
    // Powers of one number: compared for all sizes at once.
    if (const auto exact = proof::as_fraction(bound, variables_);
        exact && variables_.positive(Laurent(limit) * exact->denominator - exact->numerator)) {
      result_.steps.push_back({"bound", fmt::format("{}{} <= {} = {} {} at all of these sizes", where, left,
                                                    text, proof::to_string(*exact), below)});
      return;
    }
    if (variables_.sizes().empty()) {
      const auto sharp = [&](Precision p) {
        Interval sum(0, p);
        for (const Leak& leak : leaks)
          sum = sum + proof::sharp_leak(leak.addresses, leak.unit, leak.deviation, corner, p);
        return sum;
      };
      const std::string most = short_upper_bound(sharp(initial_precision), limit);
      if (!is_less(sharp, limit))
        throw Refusal(
            "bound",
            fmt::format(
                "{}D*(1 - 1/theta), theta the product of theta(q_r), which is at most {} at these sizes, is not "
                "shown to be below {}",
                where, most, attest::to_string(limit)));
      result_.bound = "sum of D*(1 - 1/theta)";
      result_.steps.push_back(
          {"bound", fmt::format("{}{} <= D*(1 - 1/theta), theta the product of theta(q_r), at most {} {}",
                                where, left, most, below)});
      return;
    }
    if (!falls) throw Refusal("bound", fmt::format("{}{} is not shown to fall with the sizes", where, text));
    throw Refusal("bound",
                  fmt::format("{}{}, which is at most {} at {}, is not shown to be below {}", where, text,
                              short_upper_bound(proof::enclosure(bound, corner, initial_precision), limit),
                              corner_text(variables_), attest::to_string(limit)));
  }

  SymbolicTheorem& theorem_;
  proof::Variables& variables_;
  const MeanForm& readout_;
  bool number_;
  std::optional<Rational> margin_;  // of a decision, over all pieces
  LemmaProof result_;
  int bounds_ = 0;  // different ones, of the cases
};

}  // namespace

LemmaProof prove_by_integer_addresses(SymbolicTheorem& theorem) {
  if (theorem.readout().op != PiecewiseForm::Op::affine)
    throw Refusal("G6", "what is looked up is read out by an affine form");
  return AddressesProof(theorem).run();
}

Laurent looked_up(SymbolicTheorem& theorem, std::vector<ProofStep>& steps) {
  if (theorem.readout().op != PiecewiseForm::Op::affine)
    throw Refusal("G6", "a layer before the last is read by an affine form");
  return AddressesProof(theorem).looked_up(steps);
}

}  // namespace attest::theorems
