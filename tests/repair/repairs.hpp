// Searches for repairs, for tests.
#pragma once

#include <string>
#include <vector>

#include "repair/search.hpp"

namespace attest::repair_tests {

// Of the catalogue's texts and the examples those that extend nothing.
std::vector<theorems::TheoremText> all_texts();

std::unique_ptr<Claim> claim_of(theorems::TheoremText text);

theorems::repair::RepairSearch searched(const theorems::TheoremText& text, const std::string& variant,
                                        std::size_t edits = 1, const std::vector<std::string>& given = {});

// "change value = (out: pos)", without reasons.
std::vector<std::string> changes_of(const theorems::repair::Repair& repair);

}  // namespace attest::repair_tests
