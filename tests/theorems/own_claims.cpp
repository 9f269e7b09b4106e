#include "theorems/own_claims.hpp"

#include <catch2/catch.hpp>

#include "theorems/read.hpp"

namespace attest::theorem_tests {

theorems::TheoremClaim claim(const std::string& text) {
  return {theorems::read_theorem(language::SourceText("test.theorem", text)), "own:test", "test.theorem"};
}

Verdict verdict(const std::string& text, const std::vector<std::string>& words, const std::string& variant) {
  const auto c = claim(text);
  return c.verify(named_variant(variant), parse_parameters(c.info().parameters, words), {});
}

const Check& check(const Verdict& verdict, const std::string& name) {
  for (const Check& c : verdict.checks) {
    if (c.name == name) return c;
  }
  FAIL("no check " << name);
  return verdict.checks.front();
}

std::string changed(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace attest::theorem_tests
