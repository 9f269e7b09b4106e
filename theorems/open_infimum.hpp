// Where the values of a parameter that work are an open set: whether every value above X works, X itself not. It is proved for real
// values, from what every input says, where the parameter is a factor of the only head's scale and occurs nowhere else.
//
// On one input let D > 0 be the sum of the weights of one softmax head, and let an affine readout y be right if y > b. Then
// (y - b) D = g(s) = sum over scores S of q_S e^(S s), s the scale in units of the scores, a multiple of the parameter, and q_S the
// sum over the tuples of score S of what they add to y - b. By Descartes' rule for real exponents g has no more zeros, counted with
// multiplicity, than q changes its sign along ascending S. If it changes it at most once, the coefficient of the largest score is
// positive and g(s_X) >= 0, then g > 0 everywhere above s_X: it is positive far out, and two zeros, or a double one, from s_X on
// are one too many. The same holds of y < b, and of y <= 0 where g may be constantly 0.
#pragma once

#include <string>

#include "theorems/theorem_text.hpp"
#include "verification/layer_setting.hpp"

namespace attest::theorems {

// `at`: the setting where the parameter is X >= 0, at which some output is wrong; `above`: the same with a larger value, at which every
// output is right. False: not so, or not proved this way. Throws Stopped.
bool works_everywhere_above(const TheoremText& text, const std::string& parameter, const LayerSetting& at,
                            const LayerSetting& above);

}  // namespace attest::theorems
