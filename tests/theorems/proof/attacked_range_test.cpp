// What is proved for every size, attacked at the sizes next to its corner: by covers, which look at all inputs where no enumeration could,
// and by climbs from drawn inputs towards those that are most wrong.
#include <catch2/catch.hpp>
#include <random>

#include "claims/usage_error.hpp"
#include "constructions/theorem_of_text.hpp"
#include "theorems/proof/proofs.hpp"
#include "theorems/proof/window_search.hpp"
#include "theorems/theorem_texts.hpp"

namespace attest::attacked_range_test {
namespace {

using namespace attest::proof_tests;  // NOLINT(google-build-using-namespace)
using theorems::RangeProof;
using theorems::TheoremClaim;

// A parameter whose value is searched for has one here.
const std::map<std::string, std::vector<std::string>> parameters_of{
    {"poly/function-composition", {"t=2", "A2=14"}}};

class Climb {
 public:
  Climb(const JudgedSetting& setting, std::mt19937_64& random)
      : setting_(setting), random_(random), space_(setting.task().space()) {}

  // From a drawn input on, one symbol after the other is changed, to what is no better. Returns the inputs that were looked at.
  int from_a_drawn_input(int steps) {
    Word word(space_.length());
    for (std::size_t p = 0; p < word.size(); ++p) word[p] = drawn_symbol(p);
    if (setting_.task().standing(word) != Standing::judged) return 0;
    Interval here = wrongness(word);
    for (int step = 0; step < steps; ++step) {
      Word next = word;
      const std::size_t p = std::uniform_int_distribution<std::size_t>(0, word.size() - 1)(random_);
      next[p] = drawn_symbol(p);
      if (setting_.task().standing(next) != Standing::judged) continue;
      const Interval there = wrongness(next);
      if (compare(there, here) != Ordering::less) {
        word = next;
        here = there;
      }
    }
    return steps;
  }

 private:
  Symbol drawn_symbol(std::size_t position) {
    return std::uniform_int_distribution<Symbol>(0, space_.alphabet_size(position) - 1)(random_);
  }

  Interval wrongness(const Word& word) const {
    const std::vector<PositionOutput> outputs = setting_.all_outputs(word);
    INFO(setting_.task().to_json(word).dump());
    for (const PositionOutput& output : outputs) CHECK(output.status == Status::holds);
    return setting_.worst_deviation(word, outputs);
  }

  const JudgedSetting& setting_;
  std::mt19937_64& random_;
  const InputSpace& space_;
};

std::vector<std::string> words_of(const std::vector<std::string>& given, const theorems::Sizes& sizes) {
  std::vector<std::string> words = given;
  for (const auto& [name, size] : sizes) words.push_back(name + "=" + size.str());
  return words;
}

// The cover's verdict, where one can be made.
std::optional<Status> by_cover(const TheoremClaim& claim, Variant variant, const Parameters& parameters) {
  VerifyOptions options;
  options.method = Method::cover;
  options.budget_seconds = 3;
  try {
    return claim.verify(variant, parameters, options).status;
  } catch (const UsageError&) {
    return std::nullopt;
  }
}

}  // namespace

TEST_CASE("What is proved withstands covers and climbs at the sizes next to its corner", "[proof][.][long]") {
  std::mt19937_64 random(20261128);
  int proved = 0;
  int covers = 0;
  int climbed = 0;
  for (const TheoremSource& source : theorem_texts()) {
    const auto known = parameters_of.find(source.id);
    const std::vector<std::string> given =
        known == parameters_of.end() ? std::vector<std::string>{} : known->second;
    const auto owner = theorem_of_text(source.id);
    const auto* claim = dynamic_cast<const TheoremClaim*>(owner.get());
    if (claim == nullptr || (source.id.starts_with("poly/") && given.empty())) continue;
    for (const auto& info : claim->info().variants) {
      if (claim->is_program(info.variant)) continue;
      RangeProof proof;
      try {
        proof = proof_of(*claim, info.variant, given);
      } catch (const UsageError&) {
        continue;
      }
      if (proof.status != Status::holds || !proof.main) continue;
      ++proved;
      for (const theorems::Sizes& sizes : theorems::settings_around(proof.main->from, 0, 4)) {
        INFO(source.id << " " << to_string(info.variant) << " " << theorems::to_string(sizes));
        std::unique_ptr<JudgedSetting> setting;
        Parameters parameters;
        try {
          parameters = parse_parameters(claim->info().parameters, words_of(given, sizes));
          setting = claim->setting(info.variant, parameters);
        } catch (const UsageError&) {
          continue;  // no sizes of the theorem, or above its limit
        }
        const auto status = by_cover(*claim, info.variant, parameters);
        CHECK(status != Status::refuted);
        covers += status == Status::holds ? 1 : 0;
        // (A look at one input of many tokens takes seconds.)
        if (setting->task().judged_positions().size() > 20) continue;
        for (int round = 0; round < 2; ++round) climbed += Climb(*setting, random).from_a_drawn_input(15);
      }
    }
  }
  CHECK(proved >= 9);
  CHECK(covers >= 20);
  CHECK(climbed >= 1000);
}

}  // namespace attest::attacked_range_test
