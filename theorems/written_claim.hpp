// A claim of the catalogue whose layer is read from a text that the program writes for its parameters (poly/root-finding: one for each
// polynomial), so that it can be explained as a text is.
#pragma once

#include <memory>

#include "theorems/theorem_claim.hpp"

namespace attest::theorems {

class WrittenClaim {
 public:
  virtual ~WrittenClaim() = default;
  // The text for these parameters, which may be more than those of the text, as a claim with this one's id. Its lines are those of a
  // command that prints it, which is their file's name.
  virtual std::unique_ptr<TheoremClaim> theorem(const Parameters& parameters) const = 0;
};

}  // namespace attest::theorems
