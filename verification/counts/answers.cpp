#include "verification/counts/answers.hpp"

#include <algorithm>

#include "verification/cover/box.hpp"

namespace attest::counts {

namespace {

// Which symbols each position can show in the box where its blocks stand as word_of puts them.
std::vector<std::vector<char>> possible_symbols(const Terms& terms, const std::vector<Group>& groups,
                                                const Box& box, const Word& word,
                                                const std::vector<char>& open) {
  std::vector<std::vector<char>> possible(word.size());
  for (std::size_t p = 0; p < word.size(); ++p) {
    possible[p].assign(terms.problem().symbols(p), 0);
    possible[p][word[p]] = 1;
  }
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (std::size_t k = 0; k < groups[g].blocks.size(); ++k) {
      const Block& block = terms.blocks()[groups[g].blocks[k]];
      if (block.positions.empty() || open[block.positions.front()] == 0) continue;
      for (std::size_t c = 0; c < groups[g].contents.size(); ++c) {
        if (box[g].allowed[c] == 0) continue;
        const std::uint32_t joint = (*groups[g].representatives[k])[c];
        for (std::size_t p = 0; p < block.positions.size(); ++p) {
          possible[block.positions[p]]
                  [joint / block.strides[p] % terms.problem().symbols(block.positions[p])] = 1;
        }
      }
    }
  }
  return possible;
}

// Whether the condition is `sought` for some, and for all, of what its positions can show.
std::pair<bool, bool> some_and_all(const language::ConditionTable& condition, bool sought,
                                   const std::vector<std::vector<char>>& possible) {
  bool some = false;
  bool all = true;
  const auto visit = [&](const auto& self, std::size_t k, std::size_t at) -> void {
    if (some && !all) return;
    if (k == condition.positions.size()) {
      const bool is = condition.entries[at] == sought;
      some = some || is;
      all = all && is;
      return;
    }
    const std::vector<char>& symbols = possible[condition.positions[k]];
    for (std::size_t s = 0; s < symbols.size(); ++s) {
      if (symbols[s] != 0) self(self, k + 1, at + condition.strides[k] * s);
    }
  };
  visit(visit, 0, 0);
  return {some, all};
}

}  // namespace

bool answers_are_symmetric(const Terms& terms, const std::vector<Group>& groups) {
  std::vector<std::vector<std::pair<std::size_t, std::size_t>>> exchanges;
  for (const Group& group : groups) {
    for (std::size_t k = 1; k < group.blocks.size(); ++k) {
      const auto& a = terms.blocks()[group.blocks[k - 1]].positions;
      const auto& b = terms.blocks()[group.blocks[k]].positions;
      if (a.size() != b.size()) return false;
      std::vector<std::pair<std::size_t, std::size_t>> exchange;
      for (std::size_t p = 0; p < a.size(); ++p) {
        if (terms.problem().symbols(a[p]) != terms.problem().symbols(b[p])) return false;
        exchange.emplace_back(a[p], b[p]);
      }
      if (!exchange.empty()) exchanges.push_back(std::move(exchange));
    }
  }
  return terms.problem().truth().is_symmetric(terms.start().which, exchanges);
}

Answered answer_in(const Terms& terms, const std::vector<Group>& groups, const Box& box) {
  const Problem& problem = terms.problem();
  std::vector<char> open;
  const Word word = word_of(terms, groups, box, nullptr, &open);
  std::size_t hangs_on = cover::none;
  Answered result;
  const BoxTruth& truth = problem.truth();
  if (truth.form() == BoxTruth::Form::whole) {
    std::vector<std::int32_t> symbols(word.begin(), word.end());
    for (std::size_t p = 0; p < symbols.size(); ++p) {
      if (open[p] != 0) symbols[p] = cover::free_symbol;
    }
    // The open symbols are evaluated as 0, which they need not be able to be: an answer that reads none of them is the answer.
    result.answer = cover::whole_answer(problem, terms.start().which, symbols, hangs_on);
  } else {
    const bool sought = truth.form() == BoxTruth::Form::any;
    const auto possible = possible_symbols(terms, groups, box, word, open);
    bool known = true;
    for (const language::ConditionTable& condition : truth.conditions(terms.start().which)) {
      const auto [some, all] = some_and_all(condition, sought, possible);
      if (all) {
        result.answer = sought ? 1 : 0;
        return result;
      }
      if (!some || !known) continue;
      known = false;
      for (const std::size_t p : condition.positions) {
        if (open[p] != 0) hangs_on = p;
      }
    }
    if (known) result.answer = sought ? 0 : 1;
  }
  if (result.answer) return result;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const std::size_t b : groups[g].blocks) {
      const auto& positions = terms.blocks()[b].positions;
      if (std::find(positions.begin(), positions.end(), hangs_on) == positions.end()) continue;
      result.group = g;
      result.of_class = static_cast<std::size_t>(std::find(box[g].allowed.begin(), box[g].allowed.end(), 1) -
                                                 box[g].allowed.begin());
    }
  }
  return result;
}

}  // namespace attest::counts
