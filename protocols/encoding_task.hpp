// Lemma B.4 as a task (seed 001_9fe7599dfb64bc47.txt, lines 518-522): machines send to machine 1, and their
// letters are to be read from the average of the encodings.
//
// An input is a list of alpha entries, each nobody or a machine and its message; an entry whose machine an
// earlier one names counts as nobody. So every set of at most alpha senders with every choice of messages is
// an input, most of them several times.
//
// Spelled {"sent": [{"from": 3, "words": [0, 1]}]}, at most alpha entries. Judged are, for each of alpha
// letters by ascending source, its numbers dest, i and the words plus one with 0 behind the end: all zero
// where there are fewer letters.
#pragma once

#include "protocols/message_encoding.hpp"
#include "tasks/task.hpp"

namespace attest::mpc {

class EncodingTask : public Task {
 public:
  // q machines, 1 <= alpha, messages of 1 to `longest` words below `letters`. UsageError "Delta" where there
  // are 2^30 entries or more.
  EncodingTask(long q, long alpha, long longest, long letters);

  long first_symbol() const override { return 0; }
  std::vector<std::size_t> judged_positions() const override;
  long truth(std::span<const Symbol> word, std::size_t which) const override;
  Json position_name(std::size_t position) const override;  // [letter, number]
  Json to_json(std::span<const Symbol> word) const override;
  Word from_json(const Json& input) const override;

  // By ascending source.
  std::vector<Letter> sent(std::span<const Symbol> word) const;
  // The numbers that are judged, of at most alpha letters.
  std::vector<long> numbers_of(const std::vector<Letter>& letters) const;

 private:
  long numbers() const { return 2 + longest_; }  // of one letter
  Letter letter_of(Symbol entry) const;          // not nobody

  long q_, alpha_, longest_, letters_;
};

}  // namespace attest::mpc
