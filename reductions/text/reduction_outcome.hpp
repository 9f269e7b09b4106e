// All source instances of a reduction that a text states, mapped and answered.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "numeric/integer.hpp"
#include "ranks/shared_work.hpp"
#include "theorems/stated_reduction.hpp"

namespace attest {

// One source instance and what is wrong with it.
struct FailedInstance {
  Integer rank = 0;
  std::vector<long> source;
  std::vector<long> image;
  std::string defect;   // of a letter; empty: the answers differ
  bool answer = false;  // the source's
};

// What is changed alone to see what depends on it: an input of the source, or one of its letters.
struct SourceUnit {
  std::string name;
  std::size_t input = 0;
  std::size_t first_cell = 0;
  std::size_t cells = 1;
};
std::vector<SourceUnit> inputs_of(const theorems::StatedReduction& reduction);
std::vector<SourceUnit> letters_of(const theorems::StatedReduction& reduction);

// What is asked of every instance beside its answers.
struct AskedSentence {
  Integer failing = 0;
  std::optional<FailedInstance> first;
};

struct ReductionOutcome {
  Integer words = 0;    // of the source's input space
  Integer seen = 0;     // of them
  Integer checked = 0;  // of those seen, that `where` takes
  Integer yes = 0;
  Integer failing = 0;
  std::optional<FailedInstance> first_wrong_answer;
  std::optional<FailedInstance> first_wrong_letter;
  std::optional<FailedInstance>
      example;  // the first yes instance, else the first one; with an image that is one
  // [cell of the image][unit]: whether its letter depends on that part of the source. Meaningful without `where`, when all
  // words were seen.
  std::vector<std::vector<bool>> depends;
  std::vector<AskedSentence>
      asserted;  // of each assertion of the reduction; those of sizes and tokens stay empty
  std::vector<AskedSentence>
      free;  // of each of its free values; the image of `first` has a filling with another answer

  bool complete() const { return seen == words; }
};

// What both say together, of different words.
void add(ReductionOutcome& sum, const ReductionOutcome& other);

// By the threads that this one works with (Workers), and by the ranks that share it; `stop` is asked now and then, by any thread. Which
// words are seen before a stop is open. `units`: what `depends` is wanted of; none: it is not wanted.
ReductionOutcome check_reduction_text(const theorems::StatedReduction& reduction,
                                      const std::vector<SourceUnit>& units, const std::function<bool()>& stop,
                                      const ranks::SharedWork* shared = nullptr);

}  // namespace attest
