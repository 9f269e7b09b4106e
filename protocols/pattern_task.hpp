// A round's message patterns as inputs: what is judged is what arrives.
//
// Spelled {"messages": [{"from": 1, "to": 2, "words": [0, 1]}, ..]} (given_messages.hpp). An input's rank is its pattern's number
// (pattern_numbers.hpp); where there are 2^32 patterns and more, words behind the last pattern are no inputs. Judged are of each
// machine 2s numbers, two for each word that it receives, messages by ascending source: the source, 0 but for a message's first
// word, and the word plus one; 0 behind the last.
#pragma once

#include "protocols/pattern_numbers.hpp"
#include "protocols/token_state.hpp"
#include "tasks/task.hpp"

namespace attest::mpc {

class PatternTask : public Task {
 public:
  explicit PatternTask(const RoundLimits& limits);

  const PatternNumbers& numbers() const { return numbers_; }
  Pattern pattern(std::span<const Symbol> word) const;  // UsageError where it is no input
  // What is judged of a machine that has received this.
  std::vector<long> judged_of(const Memory& received) const;
  // The same of what a token says; -1 everywhere where it cannot be read, or holds more than s words.
  std::vector<long> judged_of_state(const TokenState& received) const;

  long first_symbol() const override { return 0; }
  std::vector<std::size_t> judged_positions() const override;
  long truth(std::span<const Symbol> word, std::size_t which) const override;
  Standing standing(std::span<const Symbol> word) const override;
  bool has_other_words() const override { return space().size() != numbers_.count(); }
  Json position_name(std::size_t position) const override;  // [machine, number]
  Json to_json(std::span<const Symbol> word) const override {
    return {{"messages", messages_json(pattern(word))}};
  }
  Word from_json(const Json& input) const override;

 private:
  explicit PatternTask(PatternNumbers numbers);
  long numbers_of_a_machine() const { return 2 * numbers_.limits().s; }

  PatternNumbers numbers_;
};

}  // namespace attest::mpc
