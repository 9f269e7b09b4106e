// Whether any readout could be right: "separated". Functions of a token's last state alone give equal states equal outputs, so
// two judged tokens of one input that end in the same state have to have the same answer.
#pragma once

#include <vector>

#include "attention/index_set.hpp"
#include "verification/input_condition.hpp"

namespace attest::theorems {

// `judged`: the tokens, ascending. Of settings of several layers.
InputCondition separated_states(std::vector<attention::Token> judged, bool essential);

}  // namespace attest::theorems
