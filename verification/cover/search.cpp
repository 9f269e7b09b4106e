#include "verification/cover/search.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "claims/stop.hpp"
#include "verification/cover/standing.hpp"

namespace attest::cover {

void Tally::merge(const Tally& later) {
  winners += later.winners;
  wrong += later.wrong;
  boxes += later.boxes;
  leaves += later.leaves;
  undecided += later.undecided;
  units += later.units;
  units_met += later.units_met;
  if (!first_wrong) first_wrong = later.first_wrong;
}

bool Division::takes_next(Tally& tally) const {
  const std::uint64_t unit = tally.units_met++;
  if ((start + unit) % part.modulus != part.residue) return false;
  ++tally.units;
  return true;
}

Search::Search(const Context& context, std::vector<WeightTable>& weights, Goal goal, Tally& tally)
    : context_(context),
      problem_(context.problem()),
      goal_(goal),
      tally_(tally),
      bounder_(context, weights),
      answers_(context),
      splitter_(context),
      allowed_(context.problem().heads().size()) {}

void Search::run(const std::vector<std::int32_t>& symbols, const Division* division) {
  const Box box{symbols, std::vector<std::optional<Winner>>(problem_.heads().size())};
  const auto takes_next = [&] { return division == nullptr || division->takes_next(tally_); };
  if (goal_.output && !goal_.wrong && heads_say_no_together(problem_)) {
    if (takes_next()) pooled(box);
    return;
  }
  splitter_.each_winner(box, goal_.output ? 0 : goal_.head, [&](Box& child) {
    if (takes_next()) candidate(child);
  });
}

void Search::candidate(Box& box) {
  if (goal_.first_only && tally_.first_wrong) return;
  try {
    close(box);
    ++tally_.winners;
  } catch (const Failure&) {
    ++tally_.wrong;
  }
}

void Search::close(Box& box) {
  check_stop();
  ++tally_.boxes;
  if (none_is_judged(problem_, box.symbols)) return;
  for (std::size_t h = 0; h < allowed_.size(); ++h) {
    if (box.winners[h] && !allowed_[h].make(context_, h, box)) return;  // no input
  }
  Splitter::Where where;
  if (!goal_.output) where.head = goal_.head;
  if (goal_.output ? right_in(box, where) : unique_in(box, where)) return;
  if (!splitter_.each_part(box, where, [&](Box& part) { close(part); })) leaf(box);
}

bool Search::right_in(const Box& box, Splitter::Where& where) {
  const auto truth = answers_(box);
  if (!truth) {
    where.position = answers_.open();
    return false;
  }
  bounder_.forget_worst();
  const Formulas& formulas = problem_.formulas();
  const auto shows = [&](const Formula& formula, long shift, bool strict) {
    return bounder_.shows(formula, shift, strict, box, allowed_);
  };
  bool right = false;
  if (problem_.task().decision() == Decision::sign) {
    // y > 0 is a yes, y <= 0 a no.
    right =
        (*truth == 1) != goal_.wrong ? shows(formulas.positive, 0, true) : shows(formulas.negative, 0, false);
  } else if (goal_.wrong) {
    // y >= truth + 1/2 or y <= truth - 1/2.
    const long whole = problem_.denominator();
    const long shift = product_of(whole, *truth);
    right = shows(formulas.positive, sum_of(-whole / 2, -shift), false) ||
            shows(formulas.negative, sum_of(-whole / 2, shift), false);
  } else {
    // |y - truth| < 1/2, strictly.
    const long whole = problem_.denominator();
    const long shift = product_of(whole, *truth);
    right = shows(formulas.positive, sum_of(whole / 2, -shift), true) &&
            shows(formulas.negative, sum_of(whole / 2, shift), true);
  }
  where.worst = bounder_.worst();
  return right;
}

bool Search::unique_in(const Box& box, Splitter::Where& where) {
  const std::size_t h = goal_.head;
  const Winner& winner = *box.winners[h];
  const auto& tuples = context_.head(h).tuples;
  for (std::size_t t = 0; t < tuples.size(); ++t) {
    if (t == winner.tuple || allowed_[h][t].begin->score < winner.score) continue;
    for (const std::size_t p : tuples[t].positions) {
      if (box.symbols[p] == free_symbol) where.position = p;
    }
    return false;
  }
  return true;
}

// Neither the output nor the answer depends on a symbol that is not fixed here, nor whether it is judged (it is: close, each_part): one
// input speaks for all of the box.
void Search::leaf(const Box& box) {
  ++tally_.leaves;
  const Word word = word_of(box.symbols);
  const LayerSetting& setting = problem_.setting();
  const attention::LayerOutput output = setting.evaluate(word, context_.which());
  const auto fails = [&] {
    if (!tally_.first_wrong)
      tally_.first_wrong = Tally::Counterexample{word, context_.which(), 0, tally_.units_met};
    throw Failure();
  };
  if (!goal_.output) {
    const auto& gap = output.heads()[goal_.head].gap;
    if (gap && *gap == 0) fails();
    return;
  }
  const long truth = problem_.task().truth(word, context_.which());
  switch (setting.rightness_of(output, truth)) {
    case Status::holds:
      if (goal_.wrong) fails();
      return;
    case Status::refuted:
      if (!goal_.wrong) fails();
      return;
    default:
      ++tally_.undecided;
  }
}

// Several heads of which one is enough for a yes and all are needed for a no (y = max of what each head says): each head's winners
// by themselves, without looking at pairs of them. A box is closed where the answer is yes and its head says so. In the others
// (the pool) the head has to say no, shown here. An input in no closed box is in one of the pool for every head: its output is a no,
// and that its answer is one follows if no condition can be met with all tuples scoring at most the best winner of each head's
// pool.
void Search::pooled(const Box& box) {
  const Formulas& formulas = problem_.formulas();
  std::vector<Box> first_pool;
  std::uint64_t pooled = 0;
  std::vector<std::optional<long>> best(box.winners.size());
  for (std::size_t h = 0; h < box.winners.size(); ++h) {
    splitter_.each_winner(box, h, [&](Box& child) {
      ++tally_.boxes;
      if (!allowed_[h].make(context_, h, child)) {
        ++tally_.winners;
        return;
      }
      const auto truth = answers_(child);
      if (truth == 1 && bounder_.shows(formulas.positive, 0, true, child, allowed_)) {
        ++tally_.winners;
        return;
      }
      const bool says_no = std::all_of(formulas.negative.children.begin(), formulas.negative.children.end(),
                                       [&](const Formula& part) {
                                         const bool other = part.heads.size() == 1 && part.heads.front() != h;
                                         return other || bounder_.shows(part, 0, false, child, allowed_);
                                       });
      if (!says_no) return candidate(child);
      const long score = child.winners[h]->score;
      best[h] = best[h] ? std::max(*best[h], score) : score;
      ++pooled;
      if (h == 0) first_pool.push_back(child);
    });
    if (!best[h]) {  // every input is in a closed box of this head
      tally_.winners += pooled;
      return;
    }
  }
  if (!answers_.can_be_met(box.symbols, best)) {
    tally_.winners += pooled;
    return;
  }
  // Every input that is left is in a box of the first head's pool.
  for (Box& child : first_pool) candidate(child);
}

}  // namespace attest::cover
