// A theorem that holds from some size on: said of fewer sizes, it holds. No repair: it claims less.
#pragma once

#include <optional>
#include <vector>

#include "repair/settings.hpp"

namespace attest::theorems::repair {

// The condition for `judged if`, l >= 4 or m != 3, under which the theorem holds at every one of these settings, with the fewest of them
// left out; at least two have to be left. Null where there is none, or where the theorem has a `judged if` already.
Expression narrowing(const TheoremText& text, const std::vector<SettingVerdict>& verdicts);

}  // namespace attest::theorems::repair
