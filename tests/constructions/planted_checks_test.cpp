// Every check that the settings of verification and of texts make can fail:
// one table of planted defects, and a walk over the catalogue that no check's name is missing in it.
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <set>

#include "claims/catalogue.hpp"
#include "constructions/add_constructions.hpp"
#include "theorems/read.hpp"
#include "theorems/theorem_claim.hpp"
#include "theorems/theorem_texts.hpp"

namespace attest::planted_checks_test {
namespace {

const Check* check_named(const Verdict& verdict, const std::string& name) {
  for (const Check& check : verdict.checks) {
    if (check.name == name) return &check;
  }
  return nullptr;
}

// A text of the catalogue with something else in one place.
Verdict changed(const char* id, Variant variant, const std::vector<std::string>& words,
                const std::string& from, const std::string& to) {
  std::string all = find_theorem_text(id)->text;
  const std::size_t at = all.find(from);
  REQUIRE(at != std::string::npos);
  all.replace(at, from.size(), to);
  const theorems::TheoremClaim claim(theorems::read_theorem(language::SourceText("planted.theorem", all)),
                                     "own:planted", "planted.theorem");
  return claim.verify(variant, parse_parameters(claim.info().parameters, words), {});
}

Verdict text(const std::string& from, const std::string& to) {
  return changed("strassen/relation-composition", Variant::repaired, {"m=2"}, from, to);
}

Verdict next_token(const std::string& from, const std::string& to) {
  return changed("ea/next-token", Variant::constructed, {"N=2", "tau=1", "context=4"}, from, to);
}

struct PlantedDefect {
  std::string check;
  std::string what;
  std::function<Verdict()> run;
  Status wanted = Status::refuted;
  std::optional<Kind> kind;
};

std::vector<PlantedDefect> planted_defects() {
  return {
      {"well-formed", "a text whose row is one coordinate short",
       [] { return text("1/m^4, 1/m^5)\n      because \"f", "1/m^4)\n      because \"f"); },
       Status::ill_formed, std::nullopt},
      {"identity", "a text's displayed score with one unit more",
       [] { return text("displayed score = n^4*(", "displayed score = 1 + n^4*("); }, Status::refuted,
       Kind::display},
      {"output", "a text's first row times zero",
       [] { return text("change row 1 as f(i,j) = n^2*(", "change row 1 as f(i,j) = 0*("); }, Status::refuted,
       Kind::construction},
      {"unique-maximum", "a text's scores times zero", [] { return text("scale 1/sqrt(d)", "scale 0"); },
       Status::refuted, Kind::construction},
      {"size", "a text's dimension with one more for each unit of m",
       [] { return text("change d = 15 ", "change d = 15 + m "); }, Status::refuted, Kind::constant},
      {"weight", "a text's displayed weight of one of the two causal tokens",
       [] { return next_token("if j = context - tau or j", "if j"); }, Status::refuted, Kind::display},
      {"normalised", "an expressive head whose first row has scores of 0 alone",
       [] { return next_token("query = (one, back)", "query = (one, 0*back)"); }, Status::refuted,
       Kind::construction},
      {"normalised", "an exact-match head whose queries equal no key",
       [] {
         return changed("anna/sum", Variant::printed, {"N=2", "M=2"}, "query = (1)", "query = (2)");
       },
       Status::refuted, Kind::construction},
  };
}

// Bounds and conditions that a theorem states: function_composition_texts_test.cpp and tests/theorems plant their defects.
const std::set<std::string> of_the_theorems{"growth", "threshold", "assert", "error", "separated"};

bool is_identity(const std::string& name) {
  return name.find("identity") != std::string::npos;
}

}  // namespace

TEST_CASE("Every planted defect makes its check fail, with the kind of what fails",
          "[verification][planted]") {
  for (const PlantedDefect& defect : planted_defects()) {
    INFO(defect.check << ": " << defect.what);
    const Verdict verdict = defect.run();
    const Check* check = check_named(verdict, defect.check);
    REQUIRE(check != nullptr);
    CHECK(check->status == defect.wanted);
    CHECK(check->kind == defect.kind);
    CHECK(check->reason);
    CHECK(verdict.status != Status::holds);
    CHECK(!verdict.counterexample.is_null());
  }
}

TEST_CASE("Without a defect all of these checks hold", "[verification][planted]") {
  const Verdict verdict = text("n^2*(i^2", "n^2*(i^2");
  const Verdict other = next_token("1/2", "1/2");
  for (const PlantedDefect& defect : planted_defects()) {
    INFO(defect.check);
    const Check* check = check_named(verdict, defect.check);
    if (check == nullptr) check = check_named(other, defect.check);
    REQUIRE(check != nullptr);
    CHECK(check->status == Status::holds);
  }
  CHECK(verdict.status == Status::holds);
  CHECK(other.status == Status::holds);
}

TEST_CASE("No check of a text of the catalogue is without a planted defect", "[verification][planted]") {
  std::set<std::string> planted;
  for (const PlantedDefect& defect : planted_defects()) planted.insert(defect.check);
  Catalogue catalogue;
  add_constructions(catalogue);
  std::size_t walked = 0;
  for (const auto& claim : catalogue.claims()) {
    const auto* theorem = dynamic_cast<const theorems::TheoremClaim*>(claim);
    if (theorem == nullptr) continue;
    const StandardSize& smallest = claim->info().standard_sizes.front();
    for (const auto& [variant, recorded] : smallest.recorded) {
      // The checks of programs are planted beside their protocols (anna/induction_heads_test.cpp, anna/k_hop_test.cpp).
      const auto& said = theorem->text().variants;
      const std::string name = to_string(variant);
      if (std::any_of(said.begin(), said.end(), [&](const auto& v) { return v.program && v.name == name; }))
        continue;
      const Verdict verdict =
          claim->verify(variant, parse_parameters(claim->info().parameters, smallest.words), {});
      for (const Check& check : verdict.checks) {
        INFO(claim->info().id << ": " << check.name);
        CHECK((planted.count(check.name) != 0 || of_the_theorems.count(check.name) != 0 ||
               (is_identity(check.name) && planted.count("identity") != 0)));
        // Every refuted check says what it refutes.
        CHECK(check.kind.has_value() == (check.status == Status::refuted));
        ++walked;
      }
    }
  }
  CHECK(walked > 30);
}

}  // namespace attest::planted_checks_test
