// No part of an argument, and no proof goes out without it: at the first sizes of its range, where they are small, the text has to be what
// `verify` runs, finds well-formed and, on a few inputs, right.
#pragma once

#include <functional>
#include <optional>

#include "theorems/proof/small_settings.hpp"

namespace attest::theorems {

class CornerInstance {
 public:
  // Keeps references.
  CornerInstance(const TheoremClaim& claim, Variant variant, const SmallSettings& small)
      : claim_(claim), variant_(variant), small_(small) {}

  // `corner`: the first sizes of what is proved. `least`: the least ones of which the theorem speaks, below; they have to be readable
  // where the corner is no small one. Throws Refusal, and std::logic_error for an input that contradicts what is proved.
  void expect(const Sizes& corner, const std::function<std::optional<Sizes>()>& least) const;

 private:
  void expect_readable(const Sizes& sizes) const;

  const TheoremClaim& claim_;
  Variant variant_;
  const SmallSettings& small_;
};

}  // namespace attest::theorems
