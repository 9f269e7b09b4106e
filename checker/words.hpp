// The words that inputs can be: a value for each cell.
#pragma once

#include "checker/evaluation.hpp"

namespace attest_check {

// Whether each cell has one of its values, and what is injective takes none twice.
bool is_word(const std::vector<InputField>& inputs, const std::vector<long>& cells);

// Calls `visit` with every choice of values, the last cell fastest. (Where an input is injective not each is a word.)
void each_choice(const std::vector<InputField>& inputs,
                 const std::function<void(const std::vector<long>&)>& visit);

}  // namespace attest_check
