// The kinds of attention that a head may say: a kernel, an attention polynomial, or both.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "theorems/theorem_text.hpp"

namespace attest::theorems {

std::optional<Kernel> kernel_of(std::string_view word);  // softmax, exact-match, expressive, hard-maximum
std::string to_string(Kernel kernel);
bool is_attention_polynomial(std::string_view word);  // standard, strassen, third-order, triangular, poly

// All of them, for messages.
const std::vector<std::string>& attention_words();
std::string attention_list();

}  // namespace attest::theorems
