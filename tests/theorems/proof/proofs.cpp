#include "theorems/proof/proofs.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>

#include "claims/usage_error.hpp"
#include "constructions/theorem_of_text.hpp"
#include "theorems/patch.hpp"
#include "theorems/texts.hpp"
#include "theorems/write.hpp"

namespace attest::proof_tests {

using namespace attest::theorem_tests;  // NOLINT(google-build-using-namespace)
using theorems::RangeProof;
using theorems::TheoremClaim;

RangeProof proof_of(const TheoremClaim& claim, Variant variant, const std::vector<std::string>& words) {
  return theorems::prove_for_every_size(claim, variant, words, VerifyOptions());
}

RangeProof proof_of_text(const std::string& text, const std::vector<std::string>& words) {
  const theorems::TheoremText read = theorem(text);
  const TheoremClaim claim(read, "own:" + read.id, "a file");
  return proof_of(claim, named_variant(theorems::variant_names(read).front()), words);
}

RangeProof proof_of_catalogue(const std::string& id, Variant variant, const std::vector<std::string>& words) {
  const auto claim = theorem_of_text(id);
  return proof_of(dynamic_cast<const TheoremClaim&>(*claim), variant, words);
}

Summary summary(const RangeProof& proof) {
  INFO(proof.reason);
  if (!proof.main) return {"", "", "", proof.status};
  return {proof.main->proof->lemma, theorems::to_string(proof.main->from), proof.main->proof->bound,
          proof.status};
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const auto at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), by);
}

std::string everywhere_replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

namespace {

std::vector<std::string> mutants_of(const std::string& text) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> changes{
      {"+", {"-"}},
      {"-", {"+"}},
      {"^2", {"", "^3"}},
      {"2*", {"", "3*", "-2*"}},
      {"n", {"1", "(n + 1)", "(n - 1)", "2*n"}},
      {"j", {"k", "i"}},
      {"k", {"j", "i"}},
      {"i", {"j", "1"}},
      {"phi", {"1", "2*phi"}},
      {"1", {"2", "0", "-1"}},
      {"0", {"1"}},
      {"num", {"pos", "one"}},
      {"pos", {"num", "sq"}},
      {"one", {"num", "pos"}},
      {"sq", {"pos", "one"}},
      {"l", {"i"}},
      {"x", {"1"}},
      {"g", {"h"}},
      {"h", {"g"}},
      {"v", {"1"}}};
  std::vector<std::string> result;
  const std::size_t begin = text.find("tokens");
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  for (const auto& [what, by] : changes) {
    for (std::size_t at = text.find(what, begin); at != std::string::npos; at = text.find(what, at + 1)) {
      const bool word = is_word(what.front()) && what.size() <= 3;
      const bool inside = word && ((at > 0 && is_word(text[at - 1])) ||
                                   (at + what.size() < text.size() && is_word(text[at + what.size()])));
      if (inside && !(what == "2*")) continue;
      for (const std::string& other : by)
        result.push_back(text.substr(0, at) + other + text.substr(at + what.size()));
    }
  }
  return result;
}

}  // namespace

std::pair<int, int> attack(const std::string& text, const std::map<std::string, Integer>& fixed,
                           const std::map<std::string, Rational>& parameters, long most,
                           const std::string& size) {
  int read = 0;
  int proved = 0;
  const auto settings = [&](long n) {
    std::vector<std::string> words{size + "=" + std::to_string(n)};
    for (const auto& [name, value] : fixed) words.push_back(name + "=" + value.str());
    for (const auto& [name, value] : parameters) words.push_back(name + "=" + to_string(value));
    return words;
  };
  for (const std::string& mutant : mutants_of(text)) {
    std::optional<theorems::TheoremText> changed;
    try {
      changed = theorem(mutant);
    } catch (const std::exception&) {
      continue;
    }
    ++read;
    std::optional<long> from;
    for (long n = 1; n <= 8 && !from; ++n) {
      try {
        theorems::prove_from(*changed, {fixed, {{size, n}}, parameters});
        from = n;
      } catch (const proof::Refusal&) {
      }
    }
    if (!from) continue;
    // What `verify` cannot read at the corner `prove` refuses, too (RangeProver::expect_instance).
    std::optional<TheoremClaim> readable;
    try {
      readable.emplace(*changed, "own:mutant", "a file");
      const auto& info = readable->info();
      readable->setting(info.variants.front().variant, parse_parameters(info.parameters, settings(*from)));
    } catch (const UsageError&) {
      continue;
    }
    const TheoremClaim& claim = *readable;
    ++proved;
    for (long n = *from; n <= most; ++n) {
      const std::vector<std::string> words = settings(n);
      const Verdict verdict = claim.verify(claim.info().variants.front().variant,
                                           parse_parameters(claim.info().parameters, words), VerifyOptions());
      INFO(mutant);
      INFO(n);
      INFO(verdict.reason.value_or(""));
      CHECK(verdict.status == Status::holds);
    }
    // Beyond what is enumerated a few inputs.
    for (const long n : {std::max(*from, most + 1)}) {
      const std::vector<std::string> words = settings(n);
      for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        const Json run = claim.run(claim.info().variants.front().variant,
                                   parse_parameters(claim.info().parameters, words), "random", seed);
        INFO(mutant);
        INFO(n);
        CHECK(run.at("verdict") == "holds");
      }
    }
  }
  return {read, proved};
}

std::string without_displays(const std::string& id, const std::string& variant) {
  theorems::TheoremText text =
      theorems::variant_of(dynamic_cast<const TheoremClaim&>(*theorem_of_text(id)).text(), variant);
  for (auto& layer : text.layers) {
    for (auto& head : layer.heads) head.displays.clear();
  }
  std::erase_if(text.checks, [](const theorems::CheckStatement& check) { return check.name != "output"; });
  text.expects.clear();
  text.notes.clear();
  text.choices.clear();
  text.readings.clear();
  text.comments.clear();
  return theorems::write(text);
}

}  // namespace attest::proof_tests
