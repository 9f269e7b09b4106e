// What covers say of outputs and of best tuples, as checks of a verdict.
#pragma once

#include "verification/cover/run.hpp"
#include "verification/layer_setting.hpp"

namespace attest::cover {

// `part`: of the winners of a part alone, of which there may be none.

// "output". `closed`: what was closed one by one (Method). `of_nothing`: no input is judged. `counterexample` is set where an output is wrong; a part's is not shrunk.
Check output_check(const LayerSetting& setting, const Result& result, const char* closed, bool of_nothing,
                   bool part, Json& counterexample);

// "unique-maximum", of all heads.
Check unique_check(const LayerSetting& setting, const std::vector<Result>& results, bool part,
                   Json& counterexample);

}  // namespace attest::cover
