#include "verification/cover/answer.hpp"

#include <algorithm>
#include <stdexcept>

namespace attest::cover {

void Answers::set_word(const TupleEntries& tuple, std::size_t assignment) {
  for (std::size_t k = 0; k < tuple.positions.size(); ++k)
    word_[tuple.positions[k]] =
        static_cast<Symbol>(assignment / tuple.strides[k] % problem_.symbols(tuple.positions[k]));
}

void Answers::clear_word(const TupleEntries& tuple, const Box& box) {
  for (const std::size_t p : tuple.positions)
    word_[p] = box.symbols[p] == free_symbol ? 0 : static_cast<Symbol>(box.symbols[p]);
}

std::optional<long> Answers::operator()(const Box& box) {
  open_ = none;
  if (problem_.truth().form() != BoxTruth::Form::whole) return answer_by_conditions(box);
  return whole_answer(problem_, context_.which(), box.symbols, open_);
}

// A task "exists t with P(t)" (or "for all t") in a box: yes as soon as some P(t) is certain, no once every P(t) is impossible. What
// an input of the box can be is read off the values that its tuples are allowed; P itself is the task's.
std::optional<long> Answers::answer_by_conditions(const Box& box) {
  const bool sought = problem_.truth().form() == BoxTruth::Form::any;
  const std::vector<language::ConditionTable>& conditions = problem_.truth().conditions(context_.which());
  word_ = word_of(box.symbols);
  std::size_t open = none;
  for (std::size_t c = 0; c < conditions.size(); ++c) {
    if (is_certain(c, sought, box)) return sought ? 1 : 0;
    if (open == none && !is_impossible(c, sought, box)) open = c;
  }
  if (open == none) return sought ? 0 : 1;
  for (const std::size_t p : conditions[open].positions) {
    if (box.symbols[p] == free_symbol) open_ = p;
  }
  if (open_ == none) throw std::logic_error("a condition with all symbols fixed is open");
  return std::nullopt;
}

bool Answers::is_certain(std::size_t c, bool sought, const Box& box) {
  const language::ConditionTable& condition = problem_.truth().conditions(context_.which())[c];
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
    each_member(context_, h, *winner, box.symbols, [&](std::size_t member) {
      if (!certain) return;
      set_word(tuple, member);
      certain = condition(word_) == sought;
    });
    clear_word(tuple, box);
    if (certain) return true;
  }
  return false;
}

const Answers::LeastScore& Answers::least_score(std::size_t c, std::size_t k, bool sought, const Box& box) {
  const auto& covering = context_.covering()[c];
  least_.resize(context_.covering().size());
  least_[c].resize(covering.size());
  LeastScore& least = least_[c][k];
  if (least.known) return least;
  least.known = true;
  const language::ConditionTable& condition = problem_.truth().conditions(context_.which())[c];
  const HeadContext& head = context_.head(covering[k].head);
  const TupleEntries& tuple = head.tuples[covering[k].tuple];
  each_assignment(problem_, tuple, context_.symbols(), [&](std::size_t assignment) {
    const long score = head.entries[tuple.first + assignment].score;
    if (least.score && *least.score <= score) return;
    set_word(tuple, assignment);
    if (condition(word_) == sought) least.score = score;
  });
  clear_word(tuple, box);
  return least;
}

// A tuple that covers a condition shows every position of it that the receiver does not fix. Where the box fixes no symbol of the
// tuple and another one is its winner, an assignment is allowed if it scores at most what the winner does: some allowed one shows
// the condition as `sought` if and only if the one of the least score among those that do is allowed. That score is the
// same in all boxes of the context. Other tuples are looked at assignment by assignment.
bool Answers::is_impossible(std::size_t c, bool sought, const Box& box) {
  const language::ConditionTable& condition = problem_.truth().conditions(context_.which())[c];
  const auto is_open = [&](std::size_t p) { return box.symbols[p] == free_symbol; };
  if (std::none_of(condition.positions.begin(), condition.positions.end(), is_open))
    return condition(word_) != sought;
  for (std::size_t k = 0; k < context_.covering()[c].size(); ++k) {
    const Context::Covering& covering = context_.covering()[c][k];
    const auto& winner = box.winners[covering.head];
    if (!winner) continue;
    const HeadContext& head = context_.head(covering.head);
    const TupleEntries& tuple = head.tuples[covering.tuple];
    if (covering.tuple != winner->tuple &&
        std::all_of(tuple.positions.begin(), tuple.positions.end(), is_open)) {
      const LeastScore& least = least_score(c, k, sought, box);
      if (!least.score || *least.score > winner->score) return true;
      continue;
    }
    bool possible = false;
    const auto look_at = [&](std::size_t assignment) {
      if (possible) return;
      set_word(tuple, assignment);
      possible = condition(word_) == sought;
    };
    if (covering.tuple == winner->tuple) {
      each_member(context_, covering.head, *winner, box.symbols, look_at);
    } else {
      each_assignment(problem_, tuple, box.symbols, [&](std::size_t assignment) {
        if (head.entries[tuple.first + assignment].score <= winner->score) look_at(assignment);
      });
    }
    clear_word(tuple, box);
    if (!possible) return true;
  }
  return false;
}

bool Answers::can_be_met(const std::vector<std::int32_t>& symbols,
                         const std::vector<std::optional<long>>& best) {
  const std::vector<language::ConditionTable>& conditions = problem_.truth().conditions(context_.which());
  bool some_met = false;
  for (std::size_t c = 0; c < conditions.size() && !some_met; ++c) {
    // Which values meet the condition that every head's pool leaves: as entries of its table.
    std::vector<bool> left = conditions[c].entries;
    word_ = word_of(symbols);
    const bool fixed = std::none_of(conditions[c].positions.begin(), conditions[c].positions.end(),
                                    [&](std::size_t p) { return symbols[p] == free_symbol; });
    if (fixed) {
      some_met = conditions[c](word_);
      continue;
    }
    for (std::size_t h = 0; h < best.size(); ++h) {
      for (const Context::Covering& covering : context_.covering()[c]) {
        if (covering.head != h) continue;
        std::vector<bool> possible(left.size(), false);
        const HeadContext& head = context_.head(h);
        const TupleEntries& tuple = head.tuples[covering.tuple];
        each_assignment(problem_, tuple, symbols, [&](std::size_t assignment) {
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
  return some_met;
}

}  // namespace attest::cover
