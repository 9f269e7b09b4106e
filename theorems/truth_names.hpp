// What the names of a theorem's text mean to the evaluator of truth (language/truth.hpp): sizes and parameters, inputs, definitions.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "language/names.hpp"
#include "theorems/theorem_text.hpp"
#include "theorems/token_table.hpp"

namespace attest::theorems {

// Without indices. UsageError for an input whose range has gaps.
language::Names truth_names(const TheoremText& text, const InputLayout& layout,
                            const std::map<std::string, Rational>& constants);

// An index and its range: the k-th of these tokens. UsageError where it is no integer of 64 bits.
language::Index index_of_tokens(const std::string& name, std::size_t k, const TokenTable& table,
                                const std::vector<attention::Token>& tokens);
// The k-th index of a token.
long machine_index(const TokenTable& table, attention::Token token, std::size_t k);

}  // namespace attest::theorems
