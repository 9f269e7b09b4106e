// All source instances of a reduction that a text states, mapped and answered.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "numeric/integer.hpp"
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

struct ReductionOutcome {
  Integer words = 0;    // of the source's input space
  Integer seen = 0;     // of them
  Integer checked = 0;  // of those seen, that `where` takes
  Integer yes = 0;
  Integer failing = 0;
  std::optional<FailedInstance> first_wrong_answer;
  std::optional<FailedInstance> first_wrong_letter;
  // [cell of the image][input]: whether its letter depends on that input of the source. Meaningful without `where`, when all
  // words were seen.
  std::vector<std::vector<bool>> depends;

  bool complete() const { return seen == words; }
};

// In the order of the ranks; `stop` is asked now and then. `one_sided`: whether `depends` is wanted.
ReductionOutcome check_reduction_text(const theorems::StatedReduction& reduction, bool one_sided,
                                      const std::function<bool()>& stop);

}  // namespace attest
