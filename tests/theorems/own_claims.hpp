// The claim of a text that a test writes, and what is said of it.
#pragma once

#include <string>
#include <vector>

#include "theorems/theorem_claim.hpp"

namespace attest::theorem_tests {

// Called own:test.
theorems::TheoremClaim claim(const std::string& text);

Verdict verdict(const std::string& text, const std::vector<std::string>& words = {"n=2"},
                const std::string& variant = "stated");

// Fails the test where there is none of this name.
const Check& check(const Verdict& verdict, const std::string& name);

// The text with one thing, which has to be in it, in the place of another.
std::string changed(std::string text, const std::string& from, const std::string& to);

}  // namespace attest::theorem_tests
