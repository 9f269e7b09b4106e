// What a theorem's tasks answer by their diagrams, against what they answer by evaluation.
#include <catch2/catch.hpp>

#include "claims/catalogue.hpp"
#include "constructions/add_constructions.hpp"
#include "tasks/undefined_answer.hpp"
#include "tests/theorems/texts.hpp"
#include "theorems/theorem_claim.hpp"
#include "verification/layer_setting.hpp"

namespace attest::answer_diagrams_test {

namespace {

constexpr long most_words = 20'000;

std::optional<Wanted> wanted(const LayerTask& task, const Word& word, std::size_t which) {
  try {
    return task.wanted(word, which);
  } catch (const UndefinedAnswer&) {
    return std::nullopt;
  }
}

// Of every word at every judged token.
std::vector<std::optional<Wanted>> all_wanted(const LayerTask& task) {
  std::vector<std::optional<Wanted>> all;
  const Integer words = task.space().size();
  for (Integer rank = 0; rank < words; ++rank) {
    const Word word = task.space().unrank(rank);
    for (std::size_t which = 0; which < task.judged_positions().size(); ++which)
      all.push_back(wanted(task, word, which));
  }
  return all;
}

// How many answers were compared.
std::size_t compare(const theorems::TheoremClaim& claim) {
  std::size_t answers = 0;
  for (const StandardSize& size : claim.info().standard_sizes) {
    if (size.recorded.empty()) continue;
    INFO(claim.info().id);
    const Variant variant = size.recorded.rbegin()->first;
    const auto judged = claim.setting(variant, parse_parameters(claim.info().parameters, size.words));
    const auto* setting = dynamic_cast<const LayerSetting*>(judged.get());
    if (setting == nullptr || setting->task().space().size() > most_words) continue;
    const auto expected = all_wanted(setting->task());
    setting->task().expect_many();
    REQUIRE(all_wanted(setting->task()) == expected);
    answers += expected.size();
  }
  return answers;
}

}  // namespace

TEST_CASE("Every task of the catalogue and the gallery answers by its diagrams as by evaluation",
          "[theorems][tree][.][exhaustive]") {
  Catalogue catalogue;
  add_constructions(catalogue);
  std::size_t answers = 0;
  for (const Claim* claim : catalogue.claims()) {
    if (const auto* theorem = dynamic_cast<const theorems::TheoremClaim*>(claim))
      answers += compare(*theorem);
  }
  for (const std::string& file : theorem_tests::files_below("examples", ".theorem")) {
    theorems::TheoremText text = theorem_tests::theorem(theorem_tests::file_text(file));
    if (!text.extends.empty() || text.shatter || text.reduction) continue;  // no layer of its own
    answers += compare(theorems::TheoremClaim(std::move(text), file, file));
  }
  CHECK(answers > 100'000);
}

}  // namespace attest::answer_diagrams_test
