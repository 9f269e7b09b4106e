// Where filters and machine numbers end: outputs within the filter's bound of the threshold, ties, sums of
// weights near the least one that the filter takes, scores near 2^53, 2^63 and 2^64.
#include <catch2/catch.hpp>

#include "claims/parameters.hpp"
#include "fixtures.hpp"
#include "theorems/own_claims.hpp"
#include "verification/enumeration.hpp"
#include "verification/layer_judge.hpp"
#include "verification/table_judge.hpp"
#include "verification/table_problem.hpp"

namespace attest::boundary_test {
namespace {

constexpr long n = 2;

Tally tally_of(const LayerSetting& setting, bool by_table) {
  VerifyOptions options;
  options.threads = 1;
  setting.task().expect_many();
  const auto problem = TableProblem::make(setting);
  REQUIRE(problem);
  const auto tables = make_layer_tables(*problem, std::size_t{1} << 24);
  REQUIRE(tables);
  return enumerate(
             setting.task().space(),
             [&]() -> std::unique_ptr<Judge> {
               if (by_table) return make_table_judge(*problem, tables);
               return std::make_unique<LayerJudge>(setting, nullptr);
             },
             options)
      .tally;
}

// The one judged output.
Status decide(const LayerSetting& setting, const Word& word) {
  return setting.rightness_of(setting.evaluate(word, 0), setting.task().truth(word, 0));
}

Interval margin_of(const LayerSetting& setting, const Word& word) {
  return setting.least_margin(word, setting.all_outputs(word));
}

// Every input's output is `y`, put together from a large average and a constant that takes it away again: in
// binary64 the sum is off by up to 2^-30.
fixtures::Setting constant_layer(const Rational& y, const Rational& large) {
  return fixtures::changed_strassen(n, [&](Json& weights) {
    constexpr std::size_t one = 4;  // the coordinate that is 1
    for (const char* name : {"V_2", "V_3"}) {
      for (Json& entry : weights["heads"][0][name][0]) entry = "0";
    }
    weights["heads"][0]["V_2"][0][one] = "1";
    weights["heads"][0]["V_3"][0][one] = to_string(large);
    weights["readout"] = "stream.6 + (" + to_string(Rational(y - large)) + ")";
  });
}

void multiply(Json& matrix, const Rational& factor) {
  for (Json& row : matrix) {
    for (Json& entry : row)
      entry = to_string(Rational(*rational_from_string(entry.get<std::string>()) * factor));
  }
}

}  // namespace

TEST_CASE("Outputs within the filter's bound of 1/2 from the truth are decided exactly",
          "[verification][boundary]") {
  const Rational tiny = Rational(1) / Rational(power(2, 80));
  for (const long divisor : {3, 7, 11, 13, 17, 19}) {
    const Rational large = Rational(1000000) / divisor;
    // The truths are 1 and 2, each on half of the 32 inputs.
    for (const auto& [y, failing] :
         {std::pair(Rational(3, 2), 32), std::pair(Rational(Rational(3, 2) + tiny), 16),
          std::pair(Rational(Rational(3, 2) - tiny), 16), std::pair(Rational(Rational(1, 2) - tiny), 32),
          std::pair(Rational(Rational(5, 2) + tiny), 32)}) {
      const auto p = constant_layer(y, large);
      const Tally fast = tally_of(*p, true);
      const Tally exact = tally_of(*p, false);
      INFO("1000000/" << divisor << ", y = " << to_string(y));
      CHECK(fast.failing.count == static_cast<std::uint64_t>(failing));
      CHECK(fast.failing == exact.failing);
      CHECK(fast.undecided.count == 0);
      CHECK(exact.undecided.count == 0);
      CHECK(fast.fell_back > 0);
      CHECK(fast.margin_bound < 0x1p-40);
    }
  }
}

TEST_CASE("A margin of 2^-80 is a positive margin", "[verification][boundary]") {
  // Truth 1 alone: the inputs with h constant 1.
  const Rational tiny = Rational(1) / Rational(power(2, 80));
  const auto p = constant_layer(Rational(Rational(3, 2) - tiny), Rational(1, 3));
  const Word word = p->task().space().unrank(0);
  REQUIRE(p->task().truth(word, 0) == 1);
  CHECK(decide(*p, word) == Status::holds);
  const Interval margin = margin_of(*p, word);
  CHECK(margin.lower_double() == Approx(0x1p-80));
  CHECK(margin.lower_double() > 0);
}

// A coordinate that the receiver alone has, so that the scores are what they were; and no table has its rows.
TEST_CASE("Rows with a number beyond 2^63 are left to exact numbers", "[verification][boundary]") {
  for (const auto& [exponent, has_tables] :
       {std::pair(61UL, true), {62UL, true}, {63UL, false}, {64UL, false}}) {
    const auto setting = fixtures::changed_strassen(n, [&, large = power(2, exponent)](Json& weights) {
      for (const char* name : {"W_1", "W_2", "W_3"}) {
        Json row = weights["heads"][0][name][0];
        for (Json& entry : row) entry = 0;
        if (name == std::string("W_1")) row[4] = to_string(Rational(large));
        weights["heads"][0][name].insert(weights["heads"][0][name].begin(), row);
      }
    });
    INFO("2^" << exponent);
    setting->task().expect_many();
    const auto problem = TableProblem::make(*setting);
    REQUIRE(problem);
    const auto tables = make_layer_tables(*problem, std::size_t{1} << 24);
    CHECK((tables != nullptr) == has_tables);
    if (tables) CHECK(tally_of(*setting, true).failing.count == 0);
    for (Integer rank = 0; rank < setting->task().space().size(); ++rank)
      CHECK(decide(*setting, setting->task().space().unrank(rank)) == Status::holds);
  }
}

// 1/2 - 2^-1100: the output is right, and no double below this margin is above 0.
TEST_CASE("A margin below every double is not taken for a proof", "[verification][boundary]") {
  const auto said = [](const std::string& less) {
    return theorem_tests::verdict(
        "attest-theorem 1\ntheorem half \"Nearly a half off\"\nsizes n >= 1\ninput x : [n] -> [2]\n"
        "tokens i in [n] carry num = x(i)\ntask at n, number: 3\nlayer\n  embed num = num, one = 1, out = 0\n"
        "  head softmax\n    query = (one)\n    key = (one)\n    value = (out: 7/2*one - " +
        less + ")\nreadout out\ncheck output\n");
  };
  std::string tiny = "1/2^12";
  for (int k = 0; k < 17; ++k) tiny += "/2^64";
  const Verdict verdict = said(tiny);
  CHECK(verdict.status == Status::undecided);
  CHECK(verdict.inputs.checked == 4);
  CHECK(verdict.inputs.failing == 0);
  CHECK(theorem_tests::check(verdict, "output").reason ==
        "every output was found right, but no margin that proves it");
  CHECK(said("1/2^64").status == Status::holds);
  CHECK(said("0").status == Status::refuted);
}

TEST_CASE("A constant exactly between the two answers is wrong on every input",
          "[verification][boundary][strassen]") {
  const auto claim = theorem_of_text("strassen/function-composition");
  const Parameters two = parse_parameters(claim->info().parameters, {"n=2"});
  Json weights = claim->weights(Variant::repaired, two);
  weights["readout"] = "0*stream.6 + 3/2";
  VerifyOptions options;
  options.weights = weights;
  const Verdict tie = claim->verify(Variant::repaired, two, options);
  CHECK(tie.status == Status::refuted);
  CHECK(tie.inputs.failing == tie.inputs.space);
  CHECK(tie.margins.decision_margin->upper.front() != '-');  // exactly zero
  CHECK(claim->run(Variant::repaired, two, "rank:0", 0)["verdict"] == "holds");
}

TEST_CASE("Sums of weights on both sides of 2^-200 are judged as the definition says",
          "[verification][boundary]") {
  bool fell_back = false;
  bool filtered = false;
  // A vector of the other sign sets the pairs of a triple against each other: none of them can have its best
  // score.
  for (const std::size_t negated : {3, 0, 1, 2}) {
    for (const long factor : {1, 5, 10, 20, 40, 80, 160, 1000}) {
      const auto p = fixtures::changed_strassen(n, [&](Json& weights) {
        Json& head = weights["heads"][0];
        if (negated < 3) multiply(head["W_" + std::to_string(negated + 1)], -1);
        head["scale"] = to_string(Rational(factor, 28)) + "*sqrt(7)";
      });
      const Tally fast = tally_of(*p, true);
      const Tally exact = tally_of(*p, false);
      INFO("scale times " << factor << "/4, negated " << negated);
      CHECK(fast.failing == exact.failing);
      CHECK(fast.undecided == exact.undecided);
      CHECK(fast.extra == exact.extra);
      CHECK(fast.error_bound >= exact.worst);
      (fast.fell_back > fast.failing.count ? fell_back : filtered) = true;
    }
  }
  CHECK(filtered);
  CHECK(fell_back);
}

TEST_CASE("Scores near 2^53, 2^63 and 2^64 are decided as the small ones are", "[verification][boundary]") {
  for (const unsigned long exponent : {24UL, 26UL, 27UL, 30UL, 31UL, 32UL, 33UL}) {
    const auto enlarged = [&](const char* readout) {
      return fixtures::changed_strassen(n, [&](Json& weights) {
        // A score is a sum of products of two of them.
        for (const char* name : {"W_1", "W_2", "W_3"})
          multiply(weights["heads"][0][name], Rational(power(2, exponent)));
        weights["readout"] = readout;
      });
    };
    const auto p = enlarged("stream.6");
    for (Integer rank = 0; rank < p->task().space().size(); ++rank) {
      INFO("2^" << 2 * exponent << ", rank " << rank.str());
      CHECK(decide(*p, p->task().space().unrank(rank)) == Status::holds);
    }
    // A tie at such scores: every weight that is not of the best tuple counts.
    const auto shifted = enlarged("stream.6 + 1/2");
    const Word word = shifted->task().space().unrank(0);
    CHECK(decide(*shifted, word) != Status::undecided);
    CHECK(margin_of(*shifted, word).upper_double() < 0x1p-40);
  }
}

}  // namespace attest::boundary_test
