// The patches that make one theorem of another, as a variant has them.
#pragma once

#include <vector>

#include "theorems/theorem_text.hpp"

namespace attest::theorems::repair {

// `change`, `drop` and `add` of whatever the texts say differently, as short as their paths can be; without reasons. What
// no patch names, as a title, is not looked at.
std::vector<PatchStatement> patches_between(const TheoremText& before, const TheoremText& after);

// `text`, which has no variants, with `variant`, as which it stands, and another one of these patches: `name`, or `name`-again where
// the first is called so.
TheoremText with_patches(const TheoremText& text, const std::string& variant, const std::string& name,
                         const std::vector<PatchStatement>& patches);

}  // namespace attest::theorems::repair
