// The soundness test that counts most: thousands of texts that differ in one place from one that is proved, each through the whole of
// `prove`. Where something is proved, every input of the three first sizes of the range is run.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "claims/usage_error.hpp"
#include "theorems/constants.hpp"
#include "theorems/lets.hpp"
#include "theorems/patch.hpp"
#include "theorems/proof/mutation.hpp"
#include "theorems/proof/proofs.hpp"
#include "theorems/proof/size_ends.hpp"
#include "theorems/texts.hpp"
#include "theorems/theorem_texts.hpp"
#include "theorems/write.hpp"
#include "tools/attest/example_texts.hpp"
#include "tools/attest/theorem_files.hpp"

namespace attest::proof_mutants_test {

using namespace attest::theorem_tests;  // NOLINT(google-build-using-namespace)
using namespace attest::proof_tests;    // NOLINT(google-build-using-namespace)
using theorems::Piece;
using theorems::RangeProof;
using theorems::Sizes;
using theorems::TheoremClaim;
using theorems::TheoremText;

namespace {

constexpr long sizes_of_a_range = 3;
constexpr long largest_size = 12;  // of a setting that is run
const Integer most_inputs = 20'000;
constexpr double seconds_of_a_run = 3;
constexpr int drawn_inputs = 3;  // of a setting with more

struct Subject {
  std::string name;
  TheoremText text;
  std::vector<std::string> words;
};

std::optional<TheoremClaim> claim_of(const TheoremText& text) {
  try {
    return TheoremClaim(text, "own:mutant", "a file");
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

std::optional<Sizes> corner_of(const TheoremClaim& claim, const std::vector<std::string>& words) {
  try {
    return theorems::corner_of(claim, claim.info().variants.front().variant, words, VerifyOptions());
  } catch (const UsageError&) {
    return std::nullopt;
  }
}

TheoremText alone(const TheoremText& text, const std::string& variant) {
  TheoremText result = theorems::without_idle_readings(theorems::variant_of(text, variant));
  result.limits.clear();
  result.expects.clear();
  result.notes.clear();
  result.choices.clear();
  result.comments.clear();
  return result;
}

// Every variant of the catalogue and the gallery from some size of which on a lemma proves it.
std::vector<Subject> subjects() {
  const std::map<std::string, std::vector<std::string>> given{
      {"poly/function-composition repaired", {"t=2", "A2=18"}},
      {"strassen/quotient-composition", {"factor=6"}},
      {"anna/ema-match2", {"domain=positive"}}};
  std::vector<Subject> found;
  const auto add = [&](const std::string& name, const TheoremText& text) {
    if (text.shatter || text.reduction) return;
    for (const auto& variant : text.variants) {
      if (variant.program) return;
    }
    for (const std::string& variant : theorems::variant_names(text)) {
      Subject subject{name + " " + variant, alone(text, variant), {}};
      const auto words = given.contains(subject.name) ? given.find(subject.name) : given.find(name);
      if (words != given.end()) subject.words = words->second;
      const auto claim = claim_of(subject.text);
      if (claim && corner_of(*claim, subject.words)) found.push_back(std::move(subject));
    }
  };
  for (const TheoremSource& source : theorem_texts()) add(source.id, theorem(source.text));
  for (const TheoremSource& source : example_texts()) {
    const TheoremFile file{source.path, source.text, theorem(source.text)};
    add(source.path, file.theorem.extends.empty() ? file.theorem : whole_theorem(file));
  }
  return found;
}

TheoremText without_displays(TheoremText text) {
  for (auto& layer : text.layers) {
    for (auto& head : layer.heads) head.displays.clear();
  }
  return text;
}

// A mutant that can be read, as it is written; every fourth with the displays, which refuse most of what is changed in a row.
std::optional<TheoremText> drawn(const Subject& subject, test::Random& random, std::set<std::string>& seen) {
  const bool displays = random.between(0, 3) == 0;
  const TheoremText changed = mutant_of(displays ? subject.text : without_displays(subject.text), random);
  try {
    const std::string text = theorems::write(changed);
    if (!seen.insert(text).second) return std::nullopt;
    return theorem(text);
  } catch (const std::exception&) {  // no theorem
    return std::nullopt;
  }
}

// The three first values of each size of a range, those that it fixes as they are.
std::vector<Sizes> first_settings(const TheoremText& text, const Sizes& given, const Piece& piece) {
  std::vector<std::string> order;
  Sizes minimum;
  for (const ParameterSpec& spec : theorems::parameter_specs(text)) {
    const bool size = std::any_of(text.sizes.begin(), text.sizes.end(),
                                  [&](const theorems::SizeStatement& s) { return s.name == spec.name; });
    if (!size) continue;
    order.push_back(spec.name);
    minimum[spec.name] = spec.minimum.value_or(0);
  }
  const theorems::SizeEnds ends(text, order, minimum, given);
  std::vector<Sizes> settings{piece.fixed};
  for (const auto& [name, least] : piece.from) {
    std::vector<Sizes> longer;
    for (const Sizes& begun : settings) {
      for (Integer n = least; n < least + sizes_of_a_range; ++n) {
        longer.push_back(begun);
        longer.back()[name] = n;
      }
    }
    settings = std::move(longer);
  }
  for (Sizes& sizes : settings) sizes = ends.actual(sizes);
  return settings;
}

bool is_stated(const TheoremText& text, const Sizes& sizes) {
  theorems::NetworkNames names;
  names.name = [&](const std::string& name) -> std::optional<theorems::NetworkValue> {
    const auto found = sizes.find(name);
    return found == sizes.end() ? std::nullopt
                                : std::optional(theorems::NetworkValue{Rational(found->second)});
  };
  return std::all_of(text.sizes.begin(), text.sizes.end(), [&](const theorems::SizeStatement& size) {
    return theorems::evaluate_truth(theorems::without_lets(size.condition, text.lets), names);
  });
}

struct Counts {
  int read = 0;
  int proved = 0;
  int run_settings = 0;  // that are proved, every input run
  int drawn_settings = 0;
};

// What `verify` or single inputs say of settings that are proved.
void run_settings(const TheoremClaim& claim, const std::vector<std::string>& words, const RangeProof& proof,
                  const Piece& piece, Counts& counts) {
  const Variant variant = claim.info().variants.front().variant;
  for (const Sizes& sizes : first_settings(claim.text(), proof.fixed, piece)) {
    if (!is_stated(claim.text(), sizes)) continue;
    if (std::any_of(sizes.begin(), sizes.end(), [](const auto& s) { return s.second > largest_size; }))
      continue;
    std::vector<std::string> all;
    for (const std::string& word : words) {
      if (!sizes.contains(word.substr(0, word.find('=')))) all.push_back(word);
    }
    for (const auto& [name, value] : sizes) all.push_back(name + "=" + value.str());
    INFO(theorems::to_string(sizes));
    try {
      const Parameters parameters = parse_parameters(claim.info().parameters, all);
      if (claim.setting(variant, parameters)->task().space().size() <= most_inputs) {
        VerifyOptions options;
        options.budget_seconds = seconds_of_a_run;
        const Verdict verdict = claim.verify(variant, parameters, options);
        INFO(verdict.reason.value_or(""));
        CHECK(verdict.status != Status::refuted);
        CHECK(verdict.status != Status::ill_formed);
        counts.run_settings += verdict.status == Status::holds ? 1 : 0;
      } else {
        for (std::uint64_t seed = 1; seed <= drawn_inputs; ++seed) {
          const Json run = claim.run(variant, parameters, "random", seed);
          INFO(run.at("input").dump());
          CHECK(run.at("verdict") != "refuted");
        }
        ++counts.drawn_settings;
      }
    } catch (const UsageError& error) {
      FAIL_CHECK("proved, and not read: " << error.what());
    }
  }
}

void attack(const TheoremText& text, const std::vector<std::string>& words, Counts& counts) {
  const auto claim = claim_of(text);
  if (!claim) return;
  ++counts.read;
  if (!corner_of(*claim, words)) return;
  VerifyOptions options;
  options.budget_seconds = seconds_of_a_run;
  try {
    const RangeProof proof =
        theorems::prove_for_every_size(*claim, claim->info().variants.front().variant, words, options);
    if (!proof.main) return;
    ++counts.proved;
    INFO(proof.reason);
    run_settings(*claim, words, proof, *proof.main, counts);
    for (const Piece& piece : proof.below) {
      if (piece.evidence == Evidence::symbolic) run_settings(*claim, words, proof, piece, counts);
    }
  } catch (const UsageError&) {
  } catch (const std::logic_error& error) {
    FAIL_CHECK("what is proved is wrong: " << error.what());
  }
}

}  // namespace

TEST_CASE("Of 2,000 mutants of the proved theorems none is proved where an input of a first size refutes it",
          "[proof][mutants][.][long]") {
  const std::vector<Subject> all = subjects();
  CHECK(all.size() >= 30);
  Counts counts;
  std::set<std::string> seen;
  test::Random random(18);
  for (std::size_t k = 0; counts.read < 2000; ++k) {
    REQUIRE(k < 100'000);
    const Subject& subject = all[k % all.size()];
    const auto mutant = drawn(subject, random, seen);
    if (!mutant) continue;
    INFO(subject.name);
    INFO(theorems::write(*mutant));
    attack(*mutant, subject.words, counts);
  }
  WARN(counts.read << " mutants of " << all.size() << " texts, " << counts.proved << " proved, "
                   << counts.run_settings << " settings run, of " << counts.drawn_settings
                   << " single inputs");
  CHECK(counts.proved >= 200);
  CHECK(counts.run_settings >= 400);
}

// Beside the numbers of a text of its own: what holds at t from 2 to 4 is more than what one induction says of them.
TEST_CASE("Of 600 mutants of a path of any length none is proved where an input of a first size refutes it",
          "[proof][mutants][path][.][long]") {
  std::vector<Subject> all = subjects();
  std::erase_if(all, [](const Subject& s) { return s.name != "poly/function-composition logarithmic"; });
  REQUIRE(all.size() == 1);
  // Informative checks are nothing that is proved; one without a value at some size is refused by `verify` there.
  std::erase_if(all[0].text.checks, [](const theorems::CheckStatement& check) { return !check.essential; });
  Counts counts;
  std::set<std::string> seen;
  test::Random random(13);
  while (counts.read < 600) {
    const auto mutant = drawn(all[0], random, seen);
    if (!mutant) continue;
    INFO(theorems::write(*mutant));
    attack(*mutant, {}, counts);
  }
  WARN(counts.read << " mutants, " << counts.proved << " proved, " << counts.run_settings
                   << " settings run, of " << counts.drawn_settings << " single inputs");
  CHECK(counts.proved >= 30);
}

TEST_CASE("Of the texts that the tests keep none is proved where an input of a first size refutes it",
          "[proof][mutants][.][long]") {
  Counts counts;
  for (const char* folder : {"tests/accepted", "tests/rejected"}) {
    for (const std::string& path : files_below(folder, ".theorem")) {
      std::optional<TheoremText> text;
      try {
        const TheoremFile file{path, file_text(path), theorem(file_text(path))};
        text = file.theorem.extends.empty() ? file.theorem : whole_theorem(file);
      } catch (const std::exception&) {  // no theorem
        continue;
      }
      if (text->shatter || text->reduction) continue;
      INFO(path);
      for (const std::string& variant : theorems::variant_names(*text)) {
        INFO(variant);
        attack(alone(*text, variant), {}, counts);
      }
    }
  }
  WARN(counts.read << " variants, " << counts.proved << " proved, " << counts.run_settings
                   << " settings run, of " << counts.drawn_settings << " single inputs");
  CHECK(counts.read >= 250);
  CHECK(counts.proved >= 10);
}

}  // namespace attest::proof_mutants_test
