// The words by which a head may say its attention: a kernel, an attention polynomial, or both.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "attention/attention_polynomial.hpp"
#include "theorems/network_value.hpp"
#include "theorems/theorem_text.hpp"

namespace attest::theorems {

// standard, strassen, ..; poly, behind which it stands in parentheses
bool is_attention_polynomial(std::string_view word);

// All of them and all kernels, for messages.
const std::vector<std::string>& attention_words();
std::string attention_list();

// Throws NetworkError where there is no such polynomial, or path of so many edges.
AttentionPolynomial polynomial_of(const HeadStatement& head, const NetworkNames& constants);

}  // namespace attest::theorems
