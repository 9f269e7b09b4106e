// Single settings below a corner: decided by enumeration where there are few inputs, else by cover, which has five seconds in all.
#pragma once

#include <chrono>
#include <cstddef>

#include "theorems/proof/range_proof.hpp"

namespace attest::theorems {

class SmallSettings {
 public:
  // Keeps references; of `given` the parameters. The budget is one for all settings.
  SmallSettings(const TheoremClaim& claim, Variant variant, const VerifyOptions& options,
                const RangeProof& given);

  // Whether there is a verdict, which may be undecided; if not, the reason says why. `cover`: for more inputs than `most`. What is asked of every
  // table, since none is given, one table refutes and does not decide otherwise.
  bool decide(const Sizes& sizes, const Integer& most, bool cover, Piece& piece);

  // The verdict on a setting with few inputs; nothing for others, where not every input was seen, and of every table.
  std::optional<Verdict> measured(const Sizes& sizes) const;

  // Tables that are not given are those of their seeds' default.
  Parameters parameters_of(const Sizes& sizes) const;

 private:
  bool is_of_every_table() const;

  const TheoremClaim& claim_;
  Variant variant_;
  const VerifyOptions& options_;
  const RangeProof& given_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::size_t decided_ = 0;
  double covered_ = 0;  // seconds
};

}  // namespace attest::theorems
