// Whether one input refutes a setting, as a search through many settings asks it of inputs that refuted others.
#pragma once

#include "verification/layer_setting.hpp"

namespace attest::theorems {

// Some output of this word is wrong, decided exactly. False for a word that is no input of the setting, or not judged.
// Needs setting.runnable().
bool is_wrong(const LayerSetting& setting, const Word& word);

}  // namespace attest::theorems
