// Where a proof for every size ends: the first hypothesis that is not met, and the term that does not meet it. Never a verdict
// that something is false.
#pragma once

#include <stdexcept>
#include <string>

namespace attest::proof {

class Refusal : public std::runtime_error {
 public:
  // hypothesis: as docs/certification.md names it, "G4", "L1.b"; why: a sentence that holds the term.
  Refusal(std::string hypothesis, const std::string& why)
      : std::runtime_error(why), hypothesis_(std::move(hypothesis)) {}
  const std::string& hypothesis() const { return hypothesis_; }
  // "G3 (scores in positive units): the scale n - 1 is not shown to be positive for all sizes".
  std::string text() const;

 private:
  std::string hypothesis_;
};

// What a hypothesis asks for, in a few words; for L1 to L9 the lemma. Empty where the name is none.
std::string meaning_of(const std::string& hypothesis);

}  // namespace attest::proof
