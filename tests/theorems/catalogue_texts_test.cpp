// The theorems that are both texts and C++, so far: two transcriptions, two evaluators, two
// definitions of every task.
#include <catch2/catch.hpp>

#include "claims/catalogue.hpp"
#include "constructions/add_constructions.hpp"
#include "language/message.hpp"
#include "theorems/read.hpp"
#include "theorems/texts.hpp"
#include "theorems/theorem_claim.hpp"

namespace attest::catalogue_texts_test {

namespace {

struct Pair {
  const char* id;
  std::vector<std::vector<std::string>> settings;
};

const std::vector<Pair> pairs = {
    {"strassen/function-composition", {{"n=1"}, {"n=2"}, {"n=3"}}},
    {"ea/next-token",
     {{"N=2", "tau=1", "context=3"}, {"N=3", "tau=2", "context=5"}, {"N=5", "tau=1", "context=4"}}},
};

theorems::TheoremClaim text_claim(const std::string& id) {
  std::string path = "constructions/" + id + ".theorem";
  for (char& c : path) c = c == '-' ? '_' : c;
  const language::SourceText source(path, theorem_tests::file_text(theorem_tests::repository() + "/" + path));
  return {theorems::read_theorem(source), "own:" + id, path};
}

// Two enclosures of one number.
bool intersect(const std::optional<RealBounds>& a, const std::optional<RealBounds>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  return std::stod(a->lower) <= std::stod(b->upper) && std::stod(b->lower) <= std::stod(a->upper);
}

}  // namespace

TEST_CASE("Every theorem that is written as a text has the verdicts of its C++",
          "[theorems][catalogue-texts]") {
  Catalogue catalogue;
  add_constructions(catalogue);
  for (const Pair& pair : pairs) {
    const Claim& code = catalogue.find(pair.id);
    const theorems::TheoremClaim text = text_claim(pair.id);
    for (const auto& words : pair.settings) {
      for (const VariantInfo& variant : code.info().variants) {
        INFO(pair.id << " " << to_string(variant.variant) << " " << words.front());
        REQUIRE(text.info().has(variant.variant));
        const Verdict expected =
            code.verify(variant.variant, parse_parameters(code.info().parameters, words), {});
        const Verdict found =
            text.verify(variant.variant, parse_parameters(text.info().parameters, words), {});
        CHECK(to_string(found.status) == std::string(to_string(expected.status)));
        CHECK(found.inputs.space == expected.inputs.space);
        if (found.status == Status::ill_formed) continue;  // the C++ reads on, in the paper's favour
        CHECK(found.kind == expected.kind);
        CHECK(found.inputs.checked == expected.inputs.checked);
        CHECK(found.inputs.failing == expected.inputs.failing);
        CHECK(found.size.heads == expected.size.heads);
        REQUIRE(found.margins.score_gap.has_value() == expected.margins.score_gap.has_value());
        if (found.margins.score_gap)
          CHECK(found.margins.score_gap->exact == expected.margins.score_gap->exact);
        CHECK(intersect(found.margins.output_error, expected.margins.output_error));
        CHECK(intersect(found.margins.decision_margin, expected.margins.decision_margin));
        if (found.worst_input.is_object() && expected.worst_input.is_object()) {
          // The same spelling of inputs: each reads the other's.
          CHECK_NOTHROW(text.run(variant.variant, found.parameters, expected.worst_input["input"], 1));
          CHECK_NOTHROW(code.run(variant.variant, expected.parameters, found.worst_input["input"], 1));
        }
      }
    }
  }
}

TEST_CASE("Text and C++ put out the same on every input", "[theorems][catalogue-texts]") {
  Catalogue catalogue;
  add_constructions(catalogue);
  for (const Pair& pair : {pairs[0]}) {
    const Claim& code = catalogue.find(pair.id);
    const theorems::TheoremClaim text = text_claim(pair.id);
    const auto& words = pair.settings[1];
    const auto mine = parse_parameters(text.info().parameters, words);
    const auto theirs = parse_parameters(code.info().parameters, words);
    const auto setting = text.setting(Variant::repaired, mine);
    const Integer inputs = setting->task().space().size();
    for (Integer rank = 0; rank < inputs; rank += 7) {
      const Json input = "rank:" + rank.str();
      const Json a = text.run(Variant::repaired, mine, input, 1);
      const Json b = code.run(Variant::repaired, theirs, input, 1);
      INFO(pair.id << " " << rank.str());
      CHECK(a["input"] == b["input"]);
      REQUIRE(a["outputs"].size() == b["outputs"].size());
      for (std::size_t k = 0; k < a["outputs"].size(); ++k) {
        CHECK(a["outputs"][k]["truth"] == b["outputs"][k]["truth"]);
        CHECK(a["outputs"][k]["decision"] == b["outputs"][k]["decision"]);
        CHECK(a["outputs"][k]["position"] == b["outputs"][k]["position"]);
      }
    }
  }
}

}  // namespace attest::catalogue_texts_test
