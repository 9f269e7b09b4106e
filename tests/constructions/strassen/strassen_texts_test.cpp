// The theorems of seed 000 that are texts: their outputs against mpmath, which starts from the displayed scores; their
// tasks against solvers that know no text; planted errors in every weight; a reader's own weights.
#include <catch2/catch.hpp>
#include <fstream>

#include "claims/usage_error.hpp"
#include "constructions/theorem_of_text.hpp"
#include "oracles/reference.hpp"
#include "oracles/strassen_answers.hpp"
#include "theorems/read.hpp"
#include "theorems/theorem_claim.hpp"
#include "theorems/theorem_texts.hpp"
#include "verification/layer_setting.hpp"

namespace attest::strassen_texts_test {
namespace {

struct Theorem {
  explicit Theorem(const std::string& id) : claim(theorem_of_text("strassen/" + id)) {}

  Parameters at(const std::vector<std::string>& words) const {
    return parse_parameters(claim->info().parameters, words);
  }
  std::unique_ptr<JudgedSetting> setting(Variant variant, const std::vector<std::string>& words) const {
    return dynamic_cast<const JudgedClaim&>(*claim).setting(variant, at(words));
  }
  Verdict verify(Variant variant, const std::vector<std::string>& words, const Json& weights = {}) const {
    VerifyOptions options;
    if (!weights.is_null()) options.weights = weights;
    return claim->verify(variant, at(words), options);
  }

  std::unique_ptr<Claim> claim;
};

const Check& named(const Verdict& verdict, const std::string& name) {
  for (const Check& check : verdict.checks) {
    if (check.name == name) return check;
  }
  FAIL("no check " << name);
  return verdict.checks.front();
}

std::string size(const char* name, const Json& row) {
  return std::string(name) + "=" + row[name].dump();
}

void compare_with_mpmath(const std::string& id, Variant variant,
                         const std::vector<std::string>& further = {}) {
  static const Json document = Json::parse(std::ifstream(oracle::folder() + "/transformer_reference.json"));
  const Json& rows = document[id];
  REQUIRE(!rows.empty());
  const Theorem theorem(id);
  for (const auto& row : rows) {
    std::vector<std::string> words = further;
    if (row.contains("n")) words.push_back(size("n", row));
    words.push_back(size("m", row));
    const auto setting = theorem.setting(variant, words);
    const Word word = setting->task().from_json(row["input"]);
    REQUIRE(setting->task().judged_positions().size() == row["y"].size());
    for (std::size_t token = 0; token < row["y"].size(); ++token) {
      INFO(id << " " << row["input"].dump() << " token " << token);
      CHECK(setting->task().truth(word, token) == row["truth"][token].get<long>());
      CHECK(oracle::agrees(setting->output(word, token).y, row["y"][token].get<std::string>()));
    }
  }
}

// Every input, where they are not for a cover: what the text says the answers are, against the solver. Inputs seen.
long compare_answers(const Theorem& theorem, const std::vector<std::string>& words) {
  const ClaimInfo& info = theorem.claim->info();
  const Parameters parameters = theorem.at(words);
  const auto setting = theorem.setting(info.variants.back().variant, words);
  const Task& task = setting->task();
  const std::size_t judged = task.judged_positions().size();
  if (task.space().size() > 1000000) return 0;
  const long inputs = task.space().size().convert_to<long>();
  long wrong = 0;
  for (long rank = 0; rank < inputs; ++rank) {
    const Word word = task.space().unrank(rank);
    const std::vector<long> answers =
        oracle::strassen_answers(info.id, task.to_json(word), parameters.integer("m"));
    REQUIRE(answers.size() == judged);
    for (std::size_t which = 0; which < judged; ++which) wrong += task.truth(word, which) != answers[which];
  }
  INFO(info.id << " " << parameters.to_string());
  CHECK(wrong == 0);
  return inputs;
}

const std::vector<std::string> relations{"relation-composition", "triangular-relation-composition",
                                         "quotient-composition"};
const std::vector<std::string> sums{"match3", "third-order-match3", "match3-fixed-modulus"};

struct Mutants {
  long all = 0;
  long caught = 0;
};

// Every entry of a head's matrices that is not zero, negated and erased. An error is caught if some output is wrong or
// not decided, or the mutant is refused (0/0).
Mutants plant_errors(const Theorem& theorem, Variant variant, const std::vector<std::string>& words) {
  Mutants result;
  Json weights = theorem.claim->weights(variant, theorem.at(words));
  for (Json& head : weights["heads"]) {
    for (const auto& [name, matrix] : head.items()) {
      if (!matrix.is_array()) continue;
      for (Json& row : matrix) {
        for (Json& entry : row) {
          const std::string kept = entry.get<std::string>();
          if (kept == "0") continue;
          for (const std::string& planted :
               {kept[0] == '-' ? kept.substr(1) : "-" + kept, std::string("0")}) {
            entry = planted;
            ++result.all;
            result.caught += theorem.verify(variant, words, weights).inputs.failing > 0 ? 1 : 0;
          }
          entry = kept;
        }
      }
    }
  }
  return result;
}

}  // namespace

TEST_CASE("Layers of seed 000 agree with mpmath, which starts from the displayed scores",
          "[strassen][theorems][reference]") {
  compare_with_mpmath("relation-composition", Variant::repaired);
  compare_with_mpmath("relation-composition", Variant::printed);  // as it is read
  compare_with_mpmath("quotient-composition", Variant::printed, {"factor=6"});
  compare_with_mpmath("triangular-relation-composition", Variant::constructed);
  compare_with_mpmath("match3", Variant::repaired);
  compare_with_mpmath("match3", Variant::printed);
  compare_with_mpmath("third-order-match3", Variant::constructed);
}

TEST_CASE("On every input of every quick standard size the texts' tasks have the solvers' answers",
          "[strassen][theorems][oracle]") {
  long inputs = 0;
  for (const auto* ids : {&relations, &sums}) {
    for (const std::string& id : *ids) {
      const Theorem theorem(id);
      for (const StandardSize& size : theorem.claim->info().standard_sizes)
        if (size.quick) inputs += compare_answers(theorem, size.words);
    }
  }
  for (const std::string& id : sums) {
    for (const char* n : {"n=1", "n=2", "n=3"}) {
      for (const char* m : {"m=2", "m=3", "m=6", "m=7"}) inputs += compare_answers(Theorem(id), {n, m});
    }
  }
  CHECK(inputs > 2000);
}

TEST_CASE("On every input of every standard size the texts' tasks have the solvers' answers", "[.][long]") {
  for (const auto* ids : {&relations, &sums}) {
    for (const std::string& id : *ids) {
      const Theorem theorem(id);
      for (const StandardSize& size : theorem.claim->info().standard_sizes)
        if (!size.quick) compare_answers(theorem, size.words);
    }
  }
}

TEST_CASE("A weight that is negated or erased is seen, or shown to be idle, at the smallest useful size",
          "[strassen][theorems][planted]") {
  const auto check = [](const std::string& id, Variant variant, const std::vector<std::string>& words,
                        long all, long caught) {
    const Mutants mutants = plant_errors(Theorem(id), variant, words);
    INFO(id);
    CHECK(mutants.all == all);
    CHECK(mutants.caught == caught);
  };
  check("triangular-relation-composition", Variant::constructed, {"m=2"}, 8, 8);
  check("match3", Variant::repaired, {"n=2", "m=4"}, 112, 66);
  check("third-order-match3", Variant::constructed, {"n=2", "m=4"}, 136, 61);
}

TEST_CASE("A weight of relation composition that is negated or erased is seen, or shown to be idle, at m = 2",
          "[.][long]") {
  const Mutants relation = plant_errors(Theorem("relation-composition"), Variant::repaired, {"m=2"});
  // At m = 2 the encoding is dependent (i^2 = 3 i - 2), so that a row has many matrices; these are those that it means.
  CHECK(relation.all == 84);
  CHECK(relation.caught == 60);
}

TEST_CASE(
    "The network for a fixed modulus is as large for eight tokens as for one, and grows with the modulus",
    "[strassen][theorems]") {
  const Theorem theorem("match3-fixed-modulus");
  const auto size_at = [&](const char* n, const char* m) {
    const Verdict verdict = theorem.verify(named_variant("constructed"), {n, m});
    CHECK(verdict.status == Status::holds);
    CHECK(verdict.size.heads == 1);
    return std::pair(verdict.size.embedding_dimension, verdict.size.mlp_parameters);
  };
  CHECK(size_at("n=1", "m=3") == size_at("n=8", "m=3"));
  CHECK(size_at("n=1", "m=4") == size_at("n=5", "m=4"));
  CHECK(size_at("n=2", "m=5").first == 9);
  CHECK(size_at("n=2", "m=3").second < size_at("n=2", "m=5").second);
}

TEST_CASE("The network for a fixed modulus needs every residue it looks up, and its factor n",
          "[strassen][planted]") {
  const Theorem theorem("match3-fixed-modulus");
  Json weights = theorem.claim->weights(Variant::constructed, theorem.at({"n=3", "m=4"}));
  const auto failing = [&](const std::string& from, const std::string& to) {
    Json mutant = weights;
    std::string readout = mutant["readout"].get<std::string>();
    const std::size_t at = readout.find(from);
    REQUIRE(at != std::string::npos);
    mutant["readout"] = readout.replace(at, from.size(), to);
    return theorem.verify(Variant::constructed, {"n=3", "m=4"}, mutant).inputs.failing;
  };
  CHECK(failing("1/2", "1/2") == 0);
  CHECK(failing("n*seen(a)", "seen(a)") > 0);  // a residue that one of three tokens carries is missed
  CHECK(failing("n*seen(b)", "1") > 0);
  CHECK(failing("own(m - (a + b) mod m)", "1") > 0);
  CHECK(failing("b in [m - 1]", "b in [m - 2]") > 0);
}

TEST_CASE("A reader's own threshold is judged instead of the record's", "[strassen][theorems][weights]") {
  const Theorem match3("match3");
  Json weights = match3.claim->weights(Variant::repaired, match3.at({"n=2", "m=4"}));
  CHECK(match3.verify(Variant::repaired, {"n=2", "m=4"}, weights).status == Status::holds);
  std::string readout = weights["readout"].get<std::string>();
  REQUIRE(readout.starts_with("1/8 "));
  weights["readout"] = "1/2 " + readout.substr(4);
  const Verdict verdict = match3.verify(Variant::repaired, {"n=2", "m=4"}, weights);
  CHECK(verdict.status == Status::refuted);
  CHECK(verdict.inputs.failing == 2);
  CHECK(verdict.counterexample["input"].dump() == R"({"p":[1,3]})");
}

TEST_CASE("Large weights are judged by their sign, absurd ones are refused",
          "[strassen][theorems][weights]") {
  const Theorem triangular("triangular-relation-composition");
  Json weights = triangular.claim->weights(Variant::constructed, triangular.at({"m=3"}));
  const auto scaled = [&](const std::string& power) {
    weights["readout"] = power + "*(stream.3 - 1/2)";
    return triangular.verify(Variant::constructed, {"m=3"}, weights);
  };
  const Verdict large = scaled("10^30");
  CHECK(large.inputs.checked == large.inputs.total);
  CHECK(large.inputs.failing == 0);
  CHECK_THROWS_AS(scaled("10^400"), UsageError);
}

TEST_CASE("Match3's unprinted network is filled in the paper's favour: no output fails",
          "[strassen][theorems]") {
  const Theorem match3("match3");
  for (const char* m : {"m=4", "m=6"}) {
    CHECK(match3.verify(Variant::repaired, {"n=2", m}).status == Status::holds);
    const Verdict printed = match3.verify(Variant::printed, {"n=2", m});
    CHECK(printed.status == Status::ill_formed);
    CHECK(named(printed, "well-formed").reason->find("'i' has no meaning here") != std::string::npos);
    CHECK(printed.inputs.checked == printed.inputs.total);
    CHECK(printed.inputs.failing == 0);
    CHECK(named(printed, "output").status == Status::holds);
    CHECK(named(printed, "identity").status == Status::refuted);
    CHECK(named(printed, "identity-head2").status == Status::refuted);
    CHECK(named(printed, "threshold").status == Status::holds);
    CHECK_FALSE(named(printed, "threshold").essential);
  }
}

TEST_CASE("Scores of a hundredth part leave no threshold, and nothing is said to hold",
          "[strassen][theorems][planted]") {
  const Theorem match3("match3");
  std::string text = find_theorem_text("strassen/match3")->text;
  for (std::size_t at = 0; (at = text.find("scale 1/sqrt(d)", at)) != std::string::npos; at += 8)
    text.replace(at, 15, "scale 1/100/sqrt(d)");
  const theorems::TheoremClaim lukewarm(
      theorems::read_theorem(language::SourceText("lukewarm.theorem", text)), "own:lukewarm",
      "lukewarm.theorem");
  const Verdict verdict =
      lukewarm.verify(Variant::repaired, parse_parameters(lukewarm.info().parameters, {"n=3", "m=5"}), {});
  CHECK(named(verdict, "output").status == Status::refuted);
  CHECK(named(verdict, "threshold").status == Status::undecided);
  CHECK(named(verdict, "growth").status == Status::undecided);
}

TEST_CASE("Where every answer is a yes there is no threshold to speak of", "[strassen][theorems]") {
  const Theorem match3("match3");
  const Verdict verdict = match3.verify(Variant::repaired, {"n=1", "m=3"});  // p + p + p = 0 modulo 3
  CHECK(verdict.inputs.checked == 2);
  CHECK(named(verdict, "threshold").status == Status::not_applicable);
}

TEST_CASE("The quotient's tiers stand apart, and with the tie-break over m^5 they would not",
          "[strassen][theorems][planted]") {
  const auto verify = [](const std::string& from, const std::string& to, const char* m) {
    std::string text = find_theorem_text("strassen/quotient-composition")->text;
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
      text.replace(at, from.size(), to);
    const theorems::TheoremClaim claim(theorems::read_theorem(language::SourceText("q.theorem", text)),
                                       "own:q", "q.theorem");
    return claim.verify(Variant::printed, parse_parameters(claim.info().parameters, {m}), {});
  };
  const auto asserts = [](const Verdict& verdict) {
    std::vector<Status> all;
    for (const Check& check : verdict.checks)
      if (check.name == "assert") all.push_back(check.status);
    return all;
  };
  const Verdict as_it_is = verify("tie = m^8", "tie = m^8", "m=2");
  CHECK(asserts(as_it_is) == std::vector{Status::holds, Status::holds});
  CHECK(named(as_it_is, "identity").status == Status::holds);
  const Verdict planted = verify("tie = m^8", "tie = m^5", "m=2");  // the rows and the asserts read it
  CHECK(asserts(planted) == std::vector{Status::holds, Status::refuted});
  CHECK(named(planted, "identity").status == Status::refuted);
}

}  // namespace attest::strassen_texts_test
