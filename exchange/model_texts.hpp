// The Python files that stand beside exported arrays (models/), the same for every layer.
#pragma once

namespace attest::exchange {

extern const char* const numpy_model;
extern const char* const torch_model;
extern const char* const compare_script;

}  // namespace attest::exchange
