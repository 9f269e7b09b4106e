// Function composition by the Strassen head and by path attention: what their texts say beside the layer. Their inputs and
// answers against words and compositions counted out, how large A must be, and the rate of the Strassen head.
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "fixtures.hpp"
#include "oracles/direct_evaluation.hpp"
#include "oracles/reference.hpp"
#include "theorems/read.hpp"

namespace attest::function_composition_texts_test {
namespace {

// The first check of this name whose reason has these words.
const Check& named(const Verdict& verdict, const std::string& name, const std::string& words = "") {
  for (const Check& check : verdict.checks) {
    if (check.name == name && check.reason.value_or("").find(words) != std::string::npos) return check;
  }
  FAIL("no check " << name << " " << words);
  return verdict.checks.front();
}

Verdict verify(const Claim& claim, Variant variant, const std::vector<std::string>& words,
               const VerifyOptions& options = {}) {
  return claim.verify(variant, parse_parameters(claim.info().parameters, words), options);
}

// A text of the catalogue with something else in one place.
theorems::TheoremClaim changed(const std::string& id, const std::string& from, const std::string& to) {
  std::string text = find_theorem_text(id)->text;
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  text.replace(at, from.size(), to);
  return {theorems::read_theorem(language::SourceText("changed.theorem", text)), "own:changed",
          "changed.theorem"};
}

}  // namespace

TEST_CASE("Function composition has n^(tn+1) inputs", "[tasks][theorems]") {
  CHECK(fixtures::strassen(3)->task().space().size() == 2187);
  CHECK(fixtures::strassen(4)->task().space().size() == 262144);
  CHECK(fixtures::strassen(5)->task().space().size() == 48828125);
  CHECK(fixtures::poly(3, 3, 1)->task().space().size() == 59049);
  CHECK(fixtures::strassen(12)->task().space().size() == power(Integer(12), 25));
}

TEST_CASE("Function composition is ranked by its words, and its answers are the compositions",
          "[tasks][theorems]") {
  const auto setting = fixtures::poly(3, 2, 1);
  const Task& task = setting->task();
  Integer rank = 0;
  oracle::for_each_word(7, 2, [&](const std::vector<long>& numbers) {
    const Word word = fixtures::word_of(numbers);
    CHECK(task.space().rank(word) == rank);
    CHECK(task.space().unrank(rank) == word);
    CHECK(task.from_json(task.to_json(word)) == word);
    CHECK(task.truth(word, 0) == oracle::composition(numbers, 3, 2));
    ++rank;
  });
  CHECK(rank == task.space().size());
  const auto strassen = fixtures::strassen(3);
  oracle::for_each_word(7, 3, [&](const std::vector<long>& numbers) {
    REQUIRE(strassen->task().truth(fixtures::word_of(numbers), 0) == oracle::composition(numbers, 2, 3));
  });
}

TEST_CASE("Inputs that are none are refused by name", "[tasks][theorems]") {
  for (const auto& setting : {fixtures::strassen(2).release(), fixtures::poly(2, 2, 1).release()}) {
    const fixtures::Setting owned(setting);
    for (const char* text :
         {"[]", "{}", R"({"f":[[1,2],[2,1]]})", R"({"f":[[1,2]],"x":1})", R"({"f":[[1,2],[2,3]],"x":1})",
          R"({"f":[[1,2],[2,1]],"x":0})", R"({"f":[[1,2],[2,1]],"x":1.5})",
          R"({"f":[[1,2],[2,1]],"x":1,"y":1})", R"({"f":[[1,2],[2]],"x":1})"}) {
      INFO(text);
      CHECK_THROWS_AS(owned->task().from_json(Json::parse(text)), UsageError);
    }
  }
}

TEST_CASE("Weights are those that the rows mean, also where the encoding is dependent",
          "[strassen][poly][theorems]") {
  // At n = 2 phi^2 = 3 phi - 2 on every token; version 0.1 derived its matrices from polynomials.
  const auto check = [](const fixtures::Setting& setting, const std::string& file, std::size_t queries) {
    const Json old = Json::parse(std::ifstream(oracle::folder() + "/../weights/" + file))["weights"];
    const Json head = setting->weights()["heads"][0];
    const auto same = [](const Json& now, const Json& before) {  // which was padded with zeros
      for (std::size_t row = 0; row < before.size(); ++row) {
        const Json zeros(std::vector<std::string>(before[row].size(), "0"));
        CHECK((row < now.size() ? now[row] : zeros) == before[row]);
      }
    };
    for (std::size_t v = 0; v < queries; ++v) same(head[fmt::format("W_{}", v + 1)], old["W_Q"][v]);
    for (std::size_t v = 1; v < queries; ++v) same(head[fmt::format("V_{}", v + 1)], old["W_V"][v - 1]);
  };
  check(fixtures::strassen(2), "show_1_strassen_composition.json", 3);
  check(fixtures::poly(2, 2, 12), "show_1_poly_composition.json", 3);
}

TEST_CASE("A^2 = 3t (1 + log_n 4t) keeps every output within less than 1/2, and much less does not",
          "[poly][theorems]") {
  const auto claim = theorem_of_text("poly/function-composition");
  const auto less = changed("poly/function-composition", "log(4*t)/log(n)", "log(t/2)/log(n)");
  for (const char* t : {"t=2", "t=3"}) {
    for (const char* n : {"n=1", "n=2", "n=3"}) {
      INFO(t << " " << n);
      CHECK(named(verify(*claim, Variant::repaired, {t, n, "A2=1"}), "assert").status == Status::holds);
      const Check check = named(verify(less, Variant::repaired, {t, n, "A2=1"}), "assert");
      const bool one = n[2] == '1';  // there is nothing to be wrong about
      CHECK(check.status == (one ? Status::holds : Status::refuted));
      CHECK(check.kind == (one ? std::nullopt : std::optional(Kind::constant)));
    }
  }
  // The same in doubles, for more sizes: at q = 1/(4tn) the bound is below 1/2, at q = 1/(tn) it is not.
  const auto bound = [](double t, double q, double n) {
    return (1 - std::pow(1 + 2 * q / (1 - q), -t)) * (n - 1);
  };
  for (int t = 2; t <= 16; ++t) {
    for (const int n : {2, 3, 10, 1000}) {
      CHECK(bound(t, 1.0 / (4 * t * n), n) < 0.49999);
      CHECK(bound(t, 1.0 / (t * n), n) > 0.50001);
    }
    // The candidates of `auto`, up to 84t quarters, reach 3t (1 + log_2 4t), which is at most 21t where 4t is at most 2^6.
    CHECK(4 * t <= 64);
  }
}

TEST_CASE("At the sufficient A^2 every input is right, and the claimed error can hold as well as fail",
          "[poly][theorems]") {
  const auto claim = theorem_of_text("poly/function-composition");
  for (const auto& words :
       {std::vector<std::string>{"t=2", "n=2", "A2=24"}, {"t=2", "n=3", "A2=18"}, {"t=3", "n=2", "A2=42"}}) {
    const Verdict verdict = verify(*claim, Variant::repaired, words);
    CHECK(verdict.status == Status::holds);
    CHECK(named(verdict, "error").status == Status::refuted);
    CHECK(named(verdict, "error").kind == Kind::constant);
  }
  CHECK(named(verify(*claim, Variant::repaired, {"t=2", "n=3", "A2=1/2"}), "error").status == Status::holds);
}

TEST_CASE("No candidate before the least one holds, and where none does the last one is shown",
          "[poly][theorems]") {
  const auto claim = theorem_of_text("poly/function-composition");
  const Verdict least = verify(*claim, Variant::repaired, {"t=2", "n=3"});
  const Rational found = *rational_from_string(least.details["least"]["value"].get<std::string>());
  CHECK(least.parameters.text("A2") == to_string(found));
  CHECK(least.inputs.failing == 0);
  for (Rational a2 = Rational(1, 4); a2 < found; a2 += Rational(1, 4)) {
    VerifyOptions first;
    first.first = true;
    INFO(to_string(a2));
    CHECK(verify(*claim, Variant::repaired, {"t=2", "n=3", "A2=" + to_string(a2)}, first).inputs.failing > 0);
  }
  const Verdict none = verify(*claim, Variant::printed, {"t=2", "n=2"});
  CHECK(none.details["least"]["value"].is_null());
  CHECK(none.parameters.text("A2") == "42");  // 84*t quarters
  CHECK(none.inputs.failing == 32);
  CHECK(none.status == Status::ill_formed);
  const auto empty = changed("poly/function-composition", "1/4*(1..84*t)", "1/4*(1..t - 2)");
  CHECK_THROWS_AS(verify(empty, Variant::repaired, {"t=2", "n=2"}), UsageError);
}

TEST_CASE("Path attention runs where its tuples could not be listed", "[poly][theorems][.][exhaustive]") {
  // t = 5 over 51 tokens: 51^5 tuples, along the forest. f_j(l) = 11 - l and x = 3: five reversals.
  const auto setting = fixtures::poly(5, 10, 105);  // 15 (1 + log_10 20) = 34.5
  Word word;
  for (int f = 0; f < 5; ++f) {
    for (Symbol l = 0; l < 10; ++l) word.push_back(9 - l);
  }
  word.push_back(2);
  CHECK(setting->task().truth(word, 0) == 8);
  CHECK(setting->output(word, 0).status == Status::holds);
}

TEST_CASE("The Strassen head's error is below exp(-n^2/8), and its two inequalities for every n can fail",
          "[strassen][theorems]") {
  const auto claim = theorem_of_text("strassen/function-composition");
  for (const char* n : {"n=1", "n=2", "n=3"}) {
    const Verdict verdict = verify(*claim, Variant::repaired, {n});
    CHECK(named(verdict, "error").status == Status::holds);
    CHECK(named(verdict, "assert", "exp(-9/8)").status == Status::holds);
    CHECK(named(verdict, "assert", "3/2").status == Status::holds);
  }
  const auto refutes = [&](const char* from, const char* to, const char* check, const char* words) {
    INFO(to);
    const Check refuted = named(
        verify(changed("strassen/function-composition", from, to), Variant::repaired, {"n=2"}), check, words);
    CHECK(refuted.status == Status::refuted);
    CHECK(refuted.kind == Kind::constant);
  };
  refutes("error <= exp(-n^2/8)", "error <= exp(-n^2)", "error", "");
  refutes("q3 = exp(-9/sqrt(7))", "q3 = exp(-3/sqrt(7))", "assert", "exp(-9/8)");
  refutes("exp(7*(1/sqrt(7) - 1/8))", "exp(1*(1/sqrt(7) - 1/8))", "assert", "3/2");
  // Equal sides are told apart by no enclosure: undecided, not refuted.
  const auto equal = changed("strassen/function-composition", "assert exp(7*(1/sqrt(7) - 1/8)) > 3/2",
                             "assert sqrt(7) > sqrt(7)");
  CHECK(named(verify(equal, Variant::repaired, {"n=1"}), "assert", "sqrt(7) > sqrt(7)").status ==
        Status::undecided);
}

}  // namespace attest::function_composition_texts_test
