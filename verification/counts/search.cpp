#include "verification/counts/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "verification/cover/standing.hpp"
#include "verification/cover/start.hpp"

namespace attest::counts {

namespace {

// All words with these symbols are judged, or none is: `visit` gets the boxes of words in which they are.
void each_judged(const Problem& problem, std::vector<std::int32_t>& symbols,
                 const std::function<void(const std::vector<std::int32_t>&)>& visit) {
  std::size_t open = cover::none;
  if (const auto standing = cover::standing_of(problem, symbols, open)) {
    if (*standing == Standing::judged) visit(symbols);
    return;
  }
  for (Symbol s = 0; s < problem.symbols(open); ++s) {
    check_stop();
    symbols[open] = static_cast<std::int32_t>(s);
    each_judged(problem, symbols, visit);
  }
  symbols[open] = cover::free_symbol;
}

// The first group with a choice between classes that add different things to a head; else, if `any`, between any.
std::optional<std::pair<std::size_t, std::size_t>> first_choice(const std::vector<Group>& groups,
                                                                const Box& box) {
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (box[g].rest == 0) continue;
    std::optional<std::size_t> first;
    for (std::size_t c = 0; c < groups[g].contents.size(); ++c) {
      if (box[g].allowed[c] == 0) continue;
      if (!first) first = c;
      if (groups[g].contents[c] != groups[g].contents[*first]) return std::pair{g, *first};
    }
  }
  return std::nullopt;
}

}  // namespace

void each_unit(const Terms& terms, const std::function<void(const Unit&)>& visit) {
  const Problem& problem = terms.problem();
  std::vector<std::int32_t> symbols = terms.start().symbols;
  if (!problem.answer_first() && !problem.speaks_of_some()) {
    Unit unit{Grouping(terms, true).groups(symbols), std::nullopt};
    const bool alike = std::any_of(unit.groups.begin(), unit.groups.end(),
                                   [](const Group& group) { return group.blocks.size() > 1; });
    if (alike && answers_are_symmetric(terms, unit.groups)) return visit(unit);
  }
  Grouping grouping(terms, false);
  cover::each_answer(problem, terms.start().which, symbols,
                     [&](const std::vector<std::int32_t>& answered, long answer) {
                       std::vector<std::int32_t> judged = answered;
                       each_judged(problem, judged, [&](const std::vector<std::int32_t>& all) {
                         visit({grouping.groups(all), answer});
                       });
                     });
}

// Blocks vary independently, and every input of a unit is judged: so there is such an input exactly where each block has a class that adds
// nothing to the head.
void expect_weights(const Terms& terms, const Unit& unit) {
  const auto& heads = terms.problem().layer().heads;
  const auto receiver = static_cast<attention::Token>(terms.problem().judged()[terms.start().which]);
  for (std::size_t h = 0; h < heads.size(); ++h) {
    if (!attention::weighs_rationally(heads[h].kernel) || heads[h].over.empty(receiver)) continue;
    const auto adds_nothing = [&](std::uint32_t content) {
      const Content& parts = terms.contents()[content];
      return std::none_of(parts.begin(), parts.end(), [&](const Part& part) { return part.head == h; });
    };
    const bool undefined = std::all_of(unit.groups.begin(), unit.groups.end(), [&](const Group& group) {
      return std::any_of(group.contents.begin(), group.contents.end(), adds_nothing);
    });
    if (!undefined) continue;
    throw UsageError(attention::no_weights_at(heads[h].kernel, receiver + 1, " of some inputs"));
  }
}

const Bound& Looked::worst(Decision decision) const {
  if (decision == Decision::sign) return *answer == 1 ? down : up;
  return down.value < up.value ? down : up;
}

bool Looked::is_right(Decision decision) const {
  if (!answer) return false;
  if (decision == Decision::sign) return *answer == 1 ? down.value > 0 : up.value >= 0;
  // |y - answer| < 1/2, strictly.
  return down.value > Rational(-1, 2) && up.value > Rational(-1, 2);
}

bool Looked::is_wrong(Decision decision) const {
  if (!answer) return false;
  if (decision == Decision::sign) return *answer == 1 ? up.value >= 0 : down.value > 0;
  return down.value >= Rational(1, 2) || up.value >= Rational(1, 2);
}

Looked Search::look_at(const Unit& unit, const Box& box) {
  const Problem& problem = terms_.problem();
  Looked looked;
  looked.answer = unit.answer;
  if (!looked.answer) {
    const Answered answered = answer_in(terms_, unit.groups, box);
    looked.answer = answered.answer;
    if (!looked.answer) {
      looked.group = answered.group;
      looked.of_class = answered.of_class;
      return looked;
    }
  }
  looked.down = bounder_.lower(problem.formulas().positive, unit.groups, box);
  looked.up = bounder_.lower(problem.formulas().negative, unit.groups, box);
  if (problem.task().decision() == Decision::nearest) {
    looked.down.value -= *looked.answer;
    looked.up.value += *looked.answer;
  }
  const Bound& worst = looked.worst(problem.task().decision());
  looked.group = worst.group;
  looked.of_class = worst.of_class;
  if (looked.group == cover::none) {
    if (const auto choice = first_choice(unit.groups, box)) {
      looked.group = choice->first;
      looked.of_class = choice->second;
    }
  }
  return looked;
}

Status Search::evaluated(const Word& word) const {
  const LayerSetting& setting = terms_.problem().setting();
  const std::size_t which = terms_.start().which;
  return setting.rightness_of(setting.evaluate(word, which), setting.task().truth(word, which));
}

void Search::close(const Unit& unit, cover::Tally& tally) {
  if (all_right(unit, whole_box(unit.groups), tally, true)) {
    ++tally.winners;
  } else {
    ++tally.wrong;
  }
}

// `sample`: an input that the bound fears is looked at before the box is halved.
bool Search::all_right(const Unit& unit, const Box& box, cover::Tally& tally, bool sample) {
  check_stop();
  ++tally.boxes;
  const Decision decision = terms_.problem().task().decision();
  const Looked looked = look_at(unit, box);
  if (looked.is_right(decision)) return true;
  const bool is_leaf = looked.group == cover::none;
  if (is_leaf || (sample && looked.answer)) {
    const std::vector<std::size_t>* choice = nullptr;
    if (looked.answer && !looked.worst(decision).choice.empty()) choice = &looked.worst(decision).choice;
    const Word word = word_of(terms_, unit.groups, box, choice, nullptr);
    ++tally.leaves;
    const Status status = evaluated(word);
    if (status == Status::refuted) {
      if (!tally.first_wrong)
        tally.first_wrong = cover::Tally::Counterexample{word, terms_.start().which, 0, tally.units_met};
      return false;
    }
    // Nothing is open that matters: one input speaks for all of the box.
    if (is_leaf) {
      if (status != Status::holds) ++tally.undecided;
      return true;
    }
    if (status != Status::holds) --tally.leaves;  // only a leaf counts as undecided
  }
  const auto [none_more, one_more] = halves(box, looked.group, looked.of_class);
  return all_right(unit, none_more, tally, sample && !looked.answer) &&
         all_right(unit, one_more, tally, sample && !looked.answer);
}

Integer Search::wrong_inputs(const Unit& unit, std::uint64_t most, std::uint64_t& boxes) {
  return wrong_in(unit, whole_box(unit.groups), most, boxes);
}

Integer Search::wrong_in(const Unit& unit, const Box& box, std::uint64_t most, std::uint64_t& boxes) {
  check_stop();
  if (++boxes > most) throw TooMany();
  const Decision decision = terms_.problem().task().decision();
  const Looked looked = look_at(unit, box);
  if (looked.is_right(decision)) return 0;
  if (looked.is_wrong(decision)) return inputs_of(unit.groups, box);
  if (looked.group == cover::none) {
    switch (evaluated(word_of(terms_, unit.groups, box, nullptr, nullptr))) {
      case Status::holds:
        return 0;
      case Status::refuted:
        return inputs_of(unit.groups, box);
      default:
        throw Open();
    }
  }
  const auto [none_more, one_more] = halves(box, looked.group, looked.of_class);
  return wrong_in(unit, none_more, most, boxes) + wrong_in(unit, one_more, most, boxes);
}

}  // namespace attest::counts
