// Certified outputs and verdicts against mpmath at 400 bits (oracles/reference.json), on every input of the
// smallest sizes, on random inputs and on adversarial ones.
#include <catch2/catch.hpp>

#include "constructions/add_constructions.hpp"
#include "fixtures.hpp"
#include "oracles/reference.hpp"

namespace attest::reference_test {
namespace {

constexpr long reference_bits = 120;  // 36 digits

Interval output_of(const LayerSetting& setting, const Word& word) {
  return setting.evaluate(word, 0).deviation(Rational(0), reference_bits);
}

void check_strassen_rows(const Json& rows, long n) {
  const auto setting = fixtures::strassen(n);
  REQUIRE(!rows.empty());
  for (const auto& row : rows) {
    const Word word = fixtures::word_of(row["input"]);
    INFO(row.dump());
    CHECK(setting->task().space().rank(word) == Integer(row["rank"].get<long>()));
    CHECK(setting->task().truth(word, 0) == row["truth"].get<long>());
    CHECK(oracle::agrees(output_of(*setting, word), row["y"].get<std::string>()));
  }
}

Verdict verify(const std::string& id, Variant variant, const std::vector<std::string>& words) {
  Catalogue catalogue;
  add_constructions(catalogue);
  const Claim& claim = catalogue.find(id);
  return claim.verify(variant, parse_parameters(claim.info().parameters, words), VerifyOptions());
}

bool error_agrees(const Verdict& verdict, const std::string& decimal) {
  const auto& bounds = verdict.margins.output_error.value();
  return oracle::agrees(oracle::between(bounds.lower, bounds.upper), decimal);
}

}  // namespace

TEST_CASE("Strassen outputs agree with mpmath on every input for n = 1, 2", "[strassen][reference]") {
  for (const long n : {1, 2})
    check_strassen_rows(oracle::reference()["strassen"]["every_input"][std::to_string(n)], n);
}

TEST_CASE("Strassen outputs agree with mpmath on random and adversarial inputs up to n = 8",
          "[strassen][reference]") {
  for (const auto& [n, rows] : oracle::reference()["strassen"]["sampled"].items()) {
    check_strassen_rows(rows, std::stol(n));
  }
  for (const auto& [n, rows] : oracle::reference()["strassen"]["adversarial"].items()) {
    check_strassen_rows(rows, std::stol(n));
  }
}

TEST_CASE("Strassen verdicts have mpmath's counts, worst inputs and margins for n = 1, 2, 3",
          "[strassen][reference]") {
  for (const auto& [n, expected] : oracle::reference()["strassen"]["exhaustive"].items()) {
    const Verdict verdict = verify("strassen/function-composition", Variant::repaired, {"n=" + n});
    CHECK(verdict.status == Status::holds);
    CHECK(verdict.inputs.checked == Integer(expected["inputs"].get<long>()));
    CHECK(verdict.inputs.failing == Integer(expected["failing"].get<long>()));
    CHECK(error_agrees(verdict, expected["worst_error"].get<std::string>()));
    CHECK(verdict.worst_input["rank"] == std::to_string(expected["lowest_worst"]["rank"].get<long>()));
    const auto& gap = verdict.margins.score_gap.value().bounds;
    CHECK(oracle::agrees(oracle::between(gap.lower, gap.upper), expected["least_gap"].get<std::string>()));
  }
}

TEST_CASE("Path-attention outputs agree with mpmath for both value matrices", "[poly][reference]") {
  const auto check = [](const Json& rows, long t, long n) {
    REQUIRE(!rows.empty());
    for (const auto& [a2, first] : rows.front()["y"].items()) {
      for (const auto& [variant, name] :
           {std::pair(Variant::repaired, "repaired"), std::pair(Variant::printed, "printed_values")}) {
        const auto setting = fixtures::poly(t, n, *rational_from_string(a2), variant);
        for (const auto& row : rows) {
          INFO(row.dump());
          CHECK(oracle::agrees(output_of(*setting, fixtures::word_of(row["input"])),
                               row["y"][a2][name].get<std::string>()));
        }
      }
    }
  };
  const Json& poly = oracle::reference()["poly"];
  check(poly["every_input"]["2,2"], 2, 2);
  for (const auto& [size, rows] : poly["sampled"].items()) check(rows, size[0] - '0', size[2] - '0');
}

TEST_CASE("The least A^2 is mpmath's, with its worst error", "[poly][reference]") {
  for (const auto& [size, expected] : oracle::reference()["poly"]["least_A2"].items()) {
    const Verdict verdict = verify("poly/function-composition", Variant::repaired,
                                   {std::string("t=") + size[0], std::string("n=") + size[2], "A2=auto"});
    INFO(size);
    CHECK(verdict.status == Status::holds);
    CHECK(verdict.details["least"]["value"] ==
          to_string(*rational_from_string(expected["A2"].get<std::string>())));
    CHECK(error_agrees(verdict, expected["at_least"]["worst_error"].get<std::string>()));
    CHECK(verdict.worst_input["rank"] ==
          std::to_string(expected["at_least"]["lowest_worst"]["rank"].get<long>()));
  }
}

TEST_CASE("Failing counts at fixed A^2 are mpmath's for both value matrices", "[poly][reference]") {
  for (const auto& [size, by_scale] : oracle::reference()["poly"]["fixed_A2"].items()) {
    for (const auto& [a2, variants] : by_scale.items()) {
      for (const auto& [variant, name] :
           {std::pair(Variant::repaired, "repaired"), std::pair(Variant::printed, "printed_values")}) {
        const Verdict verdict =
            verify("poly/function-composition", variant,
                   {std::string("t=") + size[0], std::string("n=") + size[2], "A2=" + a2});
        INFO(size << " A2=" << a2 << " " << name);
        CHECK(verdict.inputs.failing == Integer(variants[name]["failing"].get<long>()));
        CHECK(error_agrees(verdict, variants[name]["worst_error"].get<std::string>()));
      }
    }
  }
}

TEST_CASE("Match2 verdicts have the oracle's counts for N, M up to 4 and both domains", "[anna][reference]") {
  for (const auto& expected : oracle::reference()["anna"]) {
    const Verdict verdict =
        verify("anna/ema-match2", *variant_from_string(expected["variant"].get<std::string>()),
               {"N=" + expected["N"].dump(), "M=" + expected["M"].dump(),
                "domain=" + expected["domain"].get<std::string>()});
    INFO(expected.dump());
    CHECK(verdict.inputs.checked == Integer(expected["inputs"].get<long>()));
    CHECK(verdict.inputs.failing == Integer(expected["failing"].get<long>()));
    // Which of a text's conditions is `normalised`: the printed and the repaired one display something, too.
    const Json& counted = verdict.details["enumeration"]["conditions"];
    REQUIRE(counted.size() == 2);
    CHECK(counted[1]["count"] == std::to_string(expected["weights_not_summing_to_1"].get<long>()));
    if (!expected["lowest_failing"].is_null()) {
      CHECK(verdict.counterexample["rank"] == std::to_string(expected["lowest_failing"]["rank"].get<long>()));
      CHECK(verdict.counterexample["position"] == expected["lowest_failing"]["token"]);
    }
  }
}

}  // namespace attest::reference_test
