#include "verification/cover/search.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "claims/stop.hpp"

namespace attest::cover {

void Tally::merge(const Tally& later) {
  winners += later.winners;
  wrong += later.wrong;
  boxes += later.boxes;
  leaves += later.leaves;
  undecided += later.undecided;
  if (!first_wrong) first_wrong = later.first_wrong;
}

Search::Search(const Context& context, std::vector<WeightTable>& weights, Goal goal, Tally& tally)
    : context_(context),
      problem_(context.problem()),
      goal_(goal),
      tally_(tally),
      bounder_(context, weights),
      allowed_(context.problem().heads().size()) {}

void Search::run(const std::vector<std::int32_t>& symbols) {
  begin({symbols, std::vector<std::optional<Winner>>(problem_.heads().size())});
}

void Search::begin(const Box& box) {
  if (goal_.output && pooled(box)) return;
  each_winner(box, goal_.output ? 0 : goal_.head, [&](Box& child) { candidate(child); });
}

void Search::candidate(Box& box) {
  try {
    close(box);
    ++tally_.winners;
  } catch (const Failure&) {
    ++tally_.wrong;
  }
}

void Search::each_winner(const Box& box, std::size_t h, const std::function<void(Box&)>& visit) {
  const HeadContext& head = context_.head(h);
  // Every different (score, value) of each tuple in the box.
  std::vector<std::vector<Entry>> own(head.tuples.size());
  long least = std::numeric_limits<long>::min();
  for (std::size_t t = 0; t < head.tuples.size(); ++t) {
    const TupleEntries& tuple = head.tuples[t];
    const bool touched = std::any_of(tuple.positions.begin(), tuple.positions.end(),
                                     [&](std::size_t p) { return box.symbols[p] != free_symbol; });
    if (!touched) {
      least = std::max(least, head.groups[tuple.first_group + tuple.groups - 1].score);
      continue;
    }
    std::vector<Entry>& entries = own[t];
    each_assignment(problem_, tuple, box.symbols, [&](std::size_t assignment) {
      entries.push_back(head.entries[tuple.first + assignment]);
    });
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
      return a.score != b.score ? a.score > b.score : a.value < b.value;
    });
    entries.erase(
        std::unique(entries.begin(), entries.end(),
                    [](const Entry& a, const Entry& b) { return a.score == b.score && a.value == b.value; }),
        entries.end());
    least = std::max(least, entries.back().score);
  }
  for (std::size_t t = 0; t < head.tuples.size(); ++t) {
    const TupleEntries& tuple = head.tuples[t];
    const Entry* begin = own[t].empty() ? head.groups.data() + tuple.first_group : own[t].data();
    const Entry* end = begin + (own[t].empty() ? tuple.groups : own[t].size());
    for (const Entry* entry = begin; entry != end && entry->score >= least; ++entry) {
      check_stop();
      Box child = box;
      child.winners[h] = Winner{t, entry->score, entry->value};
      // One assignment alone has this score and value: its symbols are fixed.
      std::size_t members = 0;
      std::size_t only = 0;
      each_assignment(problem_, tuple, box.symbols, [&](std::size_t assignment) {
        const Entry& e = head.entries[tuple.first + assignment];
        if (e.score != entry->score || e.value != entry->value) return;
        ++members;
        only = assignment;
      });
      if (members == 1) {
        for (std::size_t k = 0; k < tuple.positions.size(); ++k) {
          child.symbols[tuple.positions[k]] =
              static_cast<std::int32_t>(only / tuple.strides[k] % problem_.symbols(tuple.positions[k]));
        }
      }
      visit(child);
    }
  }
}

void Search::close(Box& box) {
  check_stop();
  ++tally_.boxes;
  for (std::size_t h = 0; h < allowed_.size(); ++h) {
    if (box.winners[h] && !allowed_[h].make(context_, h, box)) return;  // no input
  }
  bounder_.forget_worst();
  open_position_ = none;
  if (!goal_.output) {
    if (unique_in(box)) return;
    return split(box);
  }
  if (const auto truth = answer(box)) {
    open_position_ = none;
    const Formulas& formulas = problem_.formulas();
    const long whole = problem_.denominator();
    const auto shows = [&](const Formula& formula, long shift, bool strict) {
      return bounder_.shows(formula, shift, strict, box, allowed_);
    };
    if (problem_.task().decision() == Decision::sign) {
      // y > 0 is a yes, y <= 0 a no.
      if (*truth == 1 ? shows(formulas.positive, 0, true) : shows(formulas.negative, 0, false)) return;
    } else {
      // |y - truth| < 1/2, strictly.
      const long shift = product_of(whole, *truth);
      if (shows(formulas.positive, sum_of(whole / 2, -shift), true) &&
          shows(formulas.negative, sum_of(whole / 2, shift), true)) {
        return;
      }
    }
  }
  split(box);
}

bool Search::unique_in(const Box& box) {
  const std::size_t h = goal_.head;
  const Winner& winner = *box.winners[h];
  const auto& tuples = context_.head(h).tuples;
  for (std::size_t t = 0; t < tuples.size(); ++t) {
    if (t == winner.tuple || allowed_[h][t].begin->score < winner.score) continue;
    for (const std::size_t p : tuples[t].positions) {
      if (box.symbols[p] == free_symbol) open_position_ = p;
    }
    return false;
  }
  return true;
}

void Search::split(Box& box) {
  const auto by_position = [&](std::size_t p) {
    for (Symbol s = 0; s < problem_.symbols(p); ++s) {
      Box child = box;
      child.symbols[p] = static_cast<std::int32_t>(s);
      close(child);
    }
  };
  const std::size_t open = open_position_;
  const bool whole = problem_.truth().form() == BoxTruth::Form::whole;
  if (goal_.output && whole && open != none) return by_position(open);
  const Bounder::Worst worst = bounder_.worst();
  if (goal_.output) {
    for (std::size_t h = 0; h < box.winners.size(); ++h) {
      if (!box.winners[h]) return each_winner(box, h, [&](Box& child) { close(child); });
    }
  }
  // A winner of several assignments: each of them.
  for (std::size_t h = 0; h < box.winners.size(); ++h) {
    if (!box.winners[h]) continue;
    const Winner& winner = *box.winners[h];
    const HeadContext& head = context_.head(h);
    const TupleEntries& tuple = head.tuples[winner.tuple];
    const bool is_open = std::any_of(tuple.positions.begin(), tuple.positions.end(),
                                     [&](std::size_t p) { return box.symbols[p] == free_symbol; });
    if (!is_open) continue;
    std::vector<std::size_t> members;
    each_assignment(problem_, tuple, box.symbols, [&](std::size_t assignment) {
      const Entry& e = head.entries[tuple.first + assignment];
      if (e.score == winner.score && e.value == winner.value) members.push_back(assignment);
    });
    for (const std::size_t member : members) {
      Box child = box;
      for (std::size_t k = 0; k < tuple.positions.size(); ++k) {
        child.symbols[tuple.positions[k]] =
            static_cast<std::int32_t>(member / tuple.strides[k] % problem_.symbols(tuple.positions[k]));
      }
      close(child);
    }
    return;
  }
  if (open != none) return by_position(open);
  if (worst.head != none) {
    for (const std::size_t p : context_.head(worst.head).tuples[worst.tuple].positions) {
      if (box.symbols[p] == free_symbol) return by_position(p);
    }
  }
  const auto& relevant = goal_.output ? context_.relevant() : context_.relevant_to(goal_.head);
  for (const std::size_t p : relevant) {
    if (box.symbols[p] == free_symbol) return by_position(p);
  }
  leaf(box);
}

void Search::set_word(const TupleEntries& tuple, std::size_t assignment) {
  for (std::size_t k = 0; k < tuple.positions.size(); ++k)
    word_[tuple.positions[k]] =
        static_cast<Symbol>(assignment / tuple.strides[k] % problem_.symbols(tuple.positions[k]));
}

void Search::clear_word(const TupleEntries& tuple, const Box& box) {
  for (const std::size_t p : tuple.positions)
    word_[p] = box.symbols[p] == free_symbol ? 0 : static_cast<Symbol>(box.symbols[p]);
}

// Neither the output nor the answer depends on a symbol that is not fixed here: one input speaks for all of the box.
void Search::leaf(const Box& box) {
  ++tally_.leaves;
  const Word word = word_of(box.symbols);
  const LayerSetting& setting = problem_.setting();
  const attention::LayerOutput output = setting.evaluate(word, context_.which());
  const auto fails = [&] {
    if (!tally_.first_wrong) tally_.first_wrong = Tally::Counterexample{word, context_.which()};
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
      return;
    case Status::refuted:
      fails();
      return;
    default:
      ++tally_.undecided;
  }
}

std::optional<long> Search::answer(const Box& box) {
  if (problem_.truth().form() != BoxTruth::Form::whole) return answer_by_conditions(box);
  return whole_answer(problem_, context_.which(), box.symbols, open_position_);
}

// A task "exists t with P(t)" (or "for all t") in a box: yes as soon as some P(t) is certain, no once every P(t) is impossible. What
// an input of the box can be is read off the values that its tuples are allowed; P itself is the task's.
std::optional<long> Search::answer_by_conditions(const Box& box) {
  const bool sought = problem_.truth().form() == BoxTruth::Form::any;
  const std::vector<TruthCondition>& conditions = problem_.truth().conditions(context_.which());
  word_ = word_of(box.symbols);
  std::size_t open = none;
  for (std::size_t c = 0; c < conditions.size(); ++c) {
    if (is_certain(c, sought, box)) return sought ? 1 : 0;
    if (open == none && !is_impossible(c, sought, box)) open = c;
  }
  if (open == none) return sought ? 0 : 1;
  for (const std::size_t p : conditions[open].positions) {
    if (box.symbols[p] == free_symbol) open_position_ = p;
  }
  if (open_position_ == none) throw std::logic_error("a condition with all symbols fixed is open");
  return std::nullopt;
}

bool Search::is_certain(std::size_t c, bool sought, const Box& box) {
  const TruthCondition& condition = problem_.truth().conditions(context_.which())[c];
  const auto is_open = [&](std::size_t p) { return box.symbols[p] == free_symbol; };
  if (std::none_of(condition.positions.begin(), condition.positions.end(), is_open))
    return condition(word_) == sought;
  // On every assignment of some winner.
  for (std::size_t h = 0; h < box.winners.size(); ++h) {
    const auto& winner = box.winners[h];
    if (!winner) continue;
    const HeadContext& head = context_.head(h);
    const TupleEntries& tuple = head.tuples[winner->tuple];
    const bool shows_all =
        std::all_of(condition.positions.begin(), condition.positions.end(), [&](std::size_t p) {
          return !is_open(p) || std::binary_search(tuple.positions.begin(), tuple.positions.end(), p);
        });
    if (!shows_all) continue;
    bool certain = true;
    each_assignment(problem_, tuple, box.symbols, [&](std::size_t assignment) {
      const Entry& entry = head.entries[tuple.first + assignment];
      if (!certain || entry.score != winner->score || entry.value != winner->value) return;
      set_word(tuple, assignment);
      certain = condition(word_) == sought;
    });
    clear_word(tuple, box);
    if (certain) return true;
  }
  return false;
}

bool Search::is_impossible(std::size_t c, bool sought, const Box& box) {
  const TruthCondition& condition = problem_.truth().conditions(context_.which())[c];
  const auto is_open = [&](std::size_t p) { return box.symbols[p] == free_symbol; };
  if (std::none_of(condition.positions.begin(), condition.positions.end(), is_open))
    return condition(word_) != sought;
  for (const Context::Covering& covering : context_.covering()[c]) {
    const auto& winner = box.winners[covering.head];
    if (!winner) continue;
    const HeadContext& head = context_.head(covering.head);
    const TupleEntries& tuple = head.tuples[covering.tuple];
    bool possible = false;
    each_assignment(problem_, tuple, box.symbols, [&](std::size_t assignment) {
      if (possible) return;
      const Entry& entry = head.entries[tuple.first + assignment];
      const bool allowed = covering.tuple == winner->tuple
                               ? entry.score == winner->score && entry.value == winner->value
                               : entry.score <= winner->score;
      if (!allowed) return;
      set_word(tuple, assignment);
      possible = condition(word_) == sought;
    });
    clear_word(tuple, box);
    if (!possible) return true;
  }
  return false;
}

// Several heads of which one is enough for a yes and all are needed for a no (y = max of what each head says): each head's winners
// by themselves, without looking at pairs of them. A box is closed where the answer is yes and its head says so. In the others
// (the pool) the head has to say no, shown here. An input in no closed box is in one of the pool for every head: its output is a no,
// and that its answer is one follows if no condition can be met with all tuples scoring at most the best winner of each head's
// pool.
bool Search::pooled(const Box& box) {
  const Formulas& formulas = problem_.formulas();
  if (box.winners.size() < 2 || problem_.task().decision() != Decision::sign ||
      problem_.truth().form() != BoxTruth::Form::any || formulas.negative.op != Formula::Op::minimum) {
    return false;
  }
  for (const Formula& child : formulas.negative.children) {
    if (child.heads.size() > 1) return false;
  }
  std::vector<Box> first_pool;
  std::uint64_t pooled = 0;
  std::vector<std::optional<long>> best(box.winners.size());
  for (std::size_t h = 0; h < box.winners.size(); ++h) {
    each_winner(box, h, [&](Box& child) {
      ++tally_.boxes;
      if (!allowed_[h].make(context_, h, child)) {
        ++tally_.winners;
        return;
      }
      const auto truth = answer(child);
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
      return true;
    }
  }
  const std::vector<TruthCondition>& conditions = problem_.truth().conditions(context_.which());
  bool some_met = false;
  for (std::size_t c = 0; c < conditions.size() && !some_met; ++c) {
    // Which values meet the condition that every head's pool leaves: as entries of its table.
    std::vector<bool> left = conditions[c].met;
    word_ = word_of(box.symbols);
    const bool fixed = std::none_of(conditions[c].positions.begin(), conditions[c].positions.end(),
                                    [&](std::size_t p) { return box.symbols[p] == free_symbol; });
    if (fixed) {
      some_met = conditions[c](word_);
      continue;
    }
    for (std::size_t h = 0; h < box.winners.size(); ++h) {
      for (const Context::Covering& covering : context_.covering()[c]) {
        if (covering.head != h) continue;
        std::vector<bool> possible(left.size(), false);
        const HeadContext& head = context_.head(h);
        const TupleEntries& tuple = head.tuples[covering.tuple];
        each_assignment(problem_, tuple, box.symbols, [&](std::size_t assignment) {
          if (head.entries[tuple.first + assignment].score > *best[h]) return;
          set_word(tuple, assignment);
          std::size_t at = 0;
          for (std::size_t k = 0; k < conditions[c].positions.size(); ++k)
            at += conditions[c].strides[k] * word_[conditions[c].positions[k]];
          possible[at] = true;
        });
        for (std::size_t at = 0; at < left.size(); ++at) left[at] = left[at] && possible[at];
      }
    }
    some_met = std::find(left.begin(), left.end(), true) != left.end();
  }
  if (!some_met) {
    tally_.winners += pooled;
    return true;
  }
  // Every input that is left is in a box of the first head's pool.
  for (Box& child : first_pool) candidate(child);
  return true;
}

}  // namespace attest::cover
