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
  std::string text() const { return hypothesis_ + ": " + what(); }

 private:
  std::string hypothesis_;
};

}  // namespace attest::proof
