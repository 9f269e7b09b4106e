#include "protocols/pattern_task.hpp"

#include <fmt/format.h>

#include <numeric>

#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"

namespace attest::mpc {

namespace {

// One symbol where that is enough, else digits.
InputSpace words_for(Integer patterns) {
  const Integer base = Integer(1) << 31;
  if (patterns < 2 * base) return InputSpace({static_cast<Symbol>(to_long(patterns))});
  std::vector<Symbol> sizes;
  for (; patterns > base; patterns = (patterns + base - 1) / base)
    sizes.push_back(static_cast<Symbol>(to_long(base)));
  sizes.insert(sizes.begin(), static_cast<Symbol>(to_long(patterns)));
  return InputSpace(std::move(sizes));
}

}  // namespace

PatternTask::PatternTask(const RoundLimits& limits) : PatternTask(PatternNumbers(limits)) {}

PatternTask::PatternTask(PatternNumbers numbers)
    : Task(words_for(numbers.count())), numbers_(std::move(numbers)) {}

Pattern PatternTask::pattern(std::span<const Symbol> word) const {
  const Integer rank = space().rank(word);
  if (rank >= numbers_.count())
    throw UsageError("input", "rank:" + rank.str(),
                     fmt::format("a rank from 0 to {}", Integer(numbers_.count() - 1).str()));
  return numbers_.pattern(rank);
}

std::vector<long> PatternTask::judged_of(const Memory& received) const {
  std::vector<long> result;
  for (const Item& item : received) {
    for (std::size_t k = 0; k < item.words.size(); ++k) {
      result.push_back(k == 0 ? item.tag : 0);
      result.push_back(static_cast<long>(item.words[k]) + 1);
    }
  }
  result.resize(static_cast<std::size_t>(numbers_of_a_machine()), 0);
  return result;
}

std::vector<long> PatternTask::judged_of_state(const TokenState& received) const {
  std::size_t words = 0;
  for (const Item& item : received.memory) words += item.words.size();
  if (received.readable && words <= static_cast<std::size_t>(numbers_.limits().s))
    return judged_of(received.memory);
  return std::vector<long>(static_cast<std::size_t>(numbers_of_a_machine()), -1);
}

std::vector<std::size_t> PatternTask::judged_positions() const {
  std::vector<std::size_t> all(static_cast<std::size_t>(numbers_.limits().q * numbers_of_a_machine()));
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

long PatternTask::truth(std::span<const Symbol> word, std::size_t which) const {
  const auto each = static_cast<std::size_t>(numbers_of_a_machine());
  return judged_of(delivered(pattern(word), static_cast<long>(which / each) + 1))[which % each];
}

Standing PatternTask::standing(std::span<const Symbol> word) const {
  return space().rank(word) < numbers_.count() ? Standing::judged : Standing::excluded;
}

Json PatternTask::position_name(std::size_t position) const {
  return {static_cast<long>(position) / numbers_of_a_machine() + 1,
          static_cast<long>(position) % numbers_of_a_machine() + 1};
}

Word PatternTask::from_json(const Json& input) const {
  return space().unrank(numbers_.rank(pattern_from_json(input, numbers_.limits())));
}

}  // namespace attest::mpc
