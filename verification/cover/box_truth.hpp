// What the cover asks a task: the right answer on all words of a box at once, from the task's text alone. It never comes from a
// layer's scores: a truth that is read off the scores proves every error in the scores.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "language/quantified_answer.hpp"
#include "tasks/task.hpp"

namespace attest {

class BoxTruth {
 public:
  using Exchange =
      std::vector<std::pair<std::size_t, std::size_t>>;  // of positions, each of which occurs once
  enum class Form {
    whole,  // answer() says what it can
    any,    // 1 where some condition is met, else 0
    all,    // 1 where every condition is met, else 0
  };

  virtual ~BoxTruth() = default;
  virtual Form form() const = 0;
  // Of Form::any and Form::all.
  virtual const std::vector<language::ConditionTable>& conditions(std::size_t which) const = 0;
  // The answer on this word, with every position that was looked at appended to `read`: all words that have the same symbols there
  // have the same answer. Nothing where there is no such answer.
  virtual std::optional<long> answer(std::span<const Symbol> word, std::size_t which,
                                     std::vector<std::size_t>& read) const = 0;
  // What the theorem says of this word, with what was looked at appended to `read` in the same way. Nothing where a condition has no
  // value, or not by this way.
  virtual std::optional<Standing> standing(std::span<const Symbol> /*word*/,
                                           std::vector<std::size_t>& /*read*/) const {
    return Standing::judged;
  }
  // Whether each of these exchanges of symbols (pairs of positions with the same alphabet, all at once) leaves every answer as it is, as far
  // as that shows: false where it does not.
  virtual bool is_symmetric(std::size_t which, const std::vector<Exchange>& exchanges) const;
};

// Whether each exchange takes the tables into themselves, in some order.
template <class Entry>
bool are_symmetric(const std::vector<language::CellTable<Entry>>& tables,
                   const std::vector<BoxTruth::Exchange>& exchanges) {
  std::map<std::size_t, std::vector<std::size_t>> reading;  // [position]: tables
  for (std::size_t t = 0; t < tables.size(); ++t) {
    for (const std::size_t p : tables[t].positions) reading[p].push_back(t);
  }
  for (const BoxTruth::Exchange& exchange : exchanges) {
    std::map<std::size_t, std::size_t> image;
    std::set<std::size_t> touched;
    for (const auto& [a, b] : exchange) {
      image[a] = b;
      image[b] = a;
      for (const std::size_t p : {a, b}) touched.insert(reading[p].begin(), reading[p].end());
    }
    // How often a table occurs less how often it is an image. A table with its positions as they are, and entries in the order of their
    // symbols, the first position running fastest.
    std::map<std::pair<std::vector<std::size_t>, std::vector<Entry>>, long> balance;
    for (const std::size_t t : touched) {
      for (const bool exchanged : {false, true}) {
        std::vector<std::pair<std::size_t, std::size_t>> order;  // position, place in the table
        for (std::size_t k = 0; k < tables[t].positions.size(); ++k) {
          const std::size_t p = tables[t].positions[k];
          const auto found = image.find(p);
          order.emplace_back(exchanged && found != image.end() ? found->second : p, k);
        }
        std::sort(order.begin(), order.end());
        balance[language::ordered(tables[t], order)] += exchanged ? -1 : 1;
      }
    }
    for (const auto& [table, times] : balance) {
      if (times != 0) return false;
    }
  }
  return true;
}

}  // namespace attest
