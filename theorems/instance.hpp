// A theorem's text at given sizes becomes something to verify: task, layer, checks.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "claims/parameters.hpp"
#include "numeric/integer.hpp"
#include "theorems/theorem_text.hpp"
#include "verification/layer_setting.hpp"

namespace attest::theorems {

// `text`: with the variant's patches applied. `parameters`: a value for every size and every parameter. Throws UsageError
// for sizes that the theorem excludes and for what the program does not evaluate, with the line of the file.
std::unique_ptr<LayerSetting> make_setting(const TheoremText& text, Variant variant,
                                           const Parameters& parameters);

// How many inputs there are, without the layer.
Integer number_of_inputs(const TheoremText& text, const Parameters& parameters);

// The task alone, for a variant that is a program.
std::unique_ptr<LayerTask> make_task(const TheoremText& text, const Parameters& parameters);

}  // namespace attest::theorems
