// The cover against the definition on every input.
#include <catch2/catch.hpp>

#include <cstdlib>

#include "claims/parameters.hpp"
#include "claims/usage_error.hpp"
#include "fixtures.hpp"
#include "theorems/own_claims.hpp"
#include "verification/cover/random_records.hpp"
#include "verification/cover/run.hpp"
#include "verification/cover/standing.hpp"
#include "verification/cover/verdict.hpp"
#include "verification/cover/weights.hpp"

namespace attest::cover_test {
namespace {

// What every input says, one by one, by the definition.
struct ByDefinition {
  bool fails = false;
  std::vector<bool> ties;  // [head]: the best tuple is not unique somewhere
};

ByDefinition by_definition(const LayerSetting& setting) {
  ByDefinition result;
  const std::size_t heads = setting.prepared().layer().heads.size();
  result.ties.resize(heads);
  const InputSpace& space = setting.task().space();
  for (Integer rank = 0; rank < space.size(); ++rank) {
    const Word word = space.unrank(rank);
    if (setting.task().standing(word) != Standing::judged) continue;
    for (std::size_t which = 0; which < setting.task().judged_positions().size(); ++which) {
      const attention::LayerOutput output = setting.evaluate(word, which);
      const Status status = setting.rightness_of(output, setting.task().truth(word, which));
      REQUIRE(status != Status::undecided);
      result.fails = result.fails || status == Status::refuted;
      for (std::size_t h = 0; h < heads; ++h) {
        const auto& gap = output.heads()[h].gap;
        if (!gap) continue;
        result.ties[h] = result.ties[h] || *gap == 0;
      }
    }
  }
  return result;
}

// Whether some output is wrong, on a word that is judged or not.
bool fails_somewhere(const LayerSetting& setting) {
  const InputSpace& space = setting.task().space();
  for (Integer rank = 0; rank < space.size(); ++rank) {
    const Word word = space.unrank(rank);
    for (std::size_t which = 0; which < setting.task().judged_positions().size(); ++which) {
      if (setting.rightness_of(setting.evaluate(word, which), setting.task().truth(word, which)) ==
          Status::refuted) {
        return true;
      }
    }
  }
  return false;
}

// The mean of the first number alone, to e^-100.
const char* const first_number =
    "attest-theorem 1\ntheorem first \"The first number\"\nsizes n >= 2, m >= 1\ninput a : [n] -> [m]\n"
    "tokens i in [n] carry num = a(i), first = if i = 1 then 1 else 0\ntask at n, number: a(1)\nlayer\n"
    "  embed num = num, first = first, one = 1, out = 0\n  head softmax\n    query = (100*one)\n"
    "    key = (first)\n    value = (out: num)\nreadout out\ncheck output\n";

struct Seen {
  int hold = 0;
  int fail = 0;
  int unique = 0;
  int tie = 0;
  int evaluated = 0;  // closed without looking at a single input
};

void compare(const LayerSetting& setting, Seen& seen) {
  const ByDefinition expected = by_definition(setting);
  const cover::CoverProblem problem(setting);
  VerifyOptions options;
  options.threads = 1;
  const cover::Result output = cover::cover(problem, {}, options);
  REQUIRE(output.complete());
  REQUIRE(output.tally.undecided == 0);
  REQUIRE(output.tally.first_wrong.has_value() == expected.fails);
  if (expected.fails) {
    const auto& wrong = *output.tally.first_wrong;
    CHECK(setting.task().standing(wrong.word) == Standing::judged);
    CHECK(setting.rightness_of(setting.evaluate(wrong.word, wrong.which),
                               setting.task().truth(wrong.word, wrong.which)) == Status::refuted);
  }
  ++(expected.fails ? seen.fail : seen.hold);
  if (!expected.fails && output.tally.leaves == 0) ++seen.evaluated;
  for (std::size_t h = 0; h < problem.heads().size(); ++h) {
    const cover::Result unique = cover::cover(problem, {false, h}, options);
    REQUIRE(unique.complete());
    REQUIRE(unique.tally.first_wrong.has_value() == expected.ties[h]);
    ++(expected.ties[h] ? seen.tie : seen.unique);
  }
}

}  // namespace

TEST_CASE("The cover says what every input says, on 2000 random records",
          "[verification][cover][.][exhaustive]") {
  const char* factor = std::getenv("ATTEST_TEST_MULTIPLIER");
  const int count = 2000 * (factor != nullptr ? std::max(1, std::atoi(factor)) : 1);
  Seen seen;
  for (int k = 0; k < count; ++k) {
    std::mt19937_64 random(20261123 + static_cast<unsigned>(k));
    INFO("record " << k);
    compare(*random_records::random_setting(random), seen);
  }
  CAPTURE(seen.hold, seen.fail, seen.unique, seen.tie, seen.evaluated);
  CHECK(seen.hold > count / 10);
  CHECK(seen.fail > count / 10);
  CHECK(seen.unique > count / 20);
  CHECK(seen.tie > count / 20);
  CHECK(seen.evaluated > count / 40);
}

TEST_CASE("Of some words only, the cover says what every judged input says, on 2000 random records",
          "[verification][cover][.][exhaustive]") {
  Seen seen;
  int fails_elsewhere = 0;
  for (int k = 0; k < 2000; ++k) {
    std::mt19937_64 random(20261125 + static_cast<unsigned>(k));
    INFO("record " << k);
    const auto setting = random_records::random_setting_of_some_words(random);
    const int before = seen.hold;
    compare(*setting, seen);
    if (seen.hold != before && fails_somewhere(*setting)) ++fails_elsewhere;
  }
  CAPTURE(seen.hold, seen.fail, seen.unique, seen.tie, seen.evaluated, fails_elsewhere);
  CHECK(seen.hold > 400);
  CHECK(seen.fail > 200);
  CHECK(seen.unique > 100);
  CHECK(seen.tie > 100);
  CHECK(fails_elsewhere > 300);
}

TEST_CASE("The words that a theorem speaks of are counted in boxes", "[verification][cover]") {
  bool fewer_boxes = false;
  for (unsigned k = 0; k < 300; ++k) {
    std::mt19937_64 random(k);
    const auto setting = random_records::random_setting_of_some_words(random);
    const cover::CoverProblem problem(*setting);
    const cover::StandingCount counted = cover::count_standing(problem, 1000000);
    const LayerTask& task = setting->task();
    Integer inputs = 0;
    Integer judged = 0;
    for (Integer rank = 0; rank < task.space().size(); ++rank) {
      const Standing standing = task.standing(task.space().unrank(rank));
      inputs += standing == Standing::excluded ? 0 : 1;
      judged += standing == Standing::judged ? 1 : 0;
    }
    REQUIRE(counted.inputs == inputs);
    REQUIRE(counted.judged == judged);
    fewer_boxes = fewer_boxes || Integer(counted.boxes) < task.space().size();
    if (counted.boxes > 1) CHECK_THROWS_AS(cover::count_standing(problem, counted.boxes - 1), UsageError);
  }
  CHECK(fewer_boxes);
}

TEST_CASE("The cover agrees with the definition on the catalogue's theorems at small sizes",
          "[verification][cover]") {
  Seen seen;
  const auto check = [&](const char* id, Variant variant, const std::vector<std::string>& words) {
    INFO(id);
    CAPTURE(words);
    compare(*fixtures::setting_of(id, variant, words), seen);
  };
  for (const char* m : {"m=1", "m=2"}) {
    check("strassen/relation-composition", Variant::repaired, {m});
    check("strassen/triangular-relation-composition", Variant::constructed, {m});
  }
  for (const char* factor : {"factor=0", "factor=1", "factor=2", "factor=3", "factor=4", "factor=5"})
    check("strassen/quotient-composition", Variant::printed, {"m=2", factor});
  for (const char* n : {"n=1", "n=2"}) check("strassen/function-composition", Variant::repaired, {n});
  for (const char* m : {"m=2", "m=3", "m=4", "m=5"}) {
    for (const char* n : {"n=1", "n=2", "n=3"}) {
      check("strassen/match3", Variant::repaired, {n, m});
      check("strassen/third-order-match3", Variant::constructed, {n, m});
    }
  }
  for (const char* a2 : {"A2=1/4", "A2=1", "A2=4", "A2=8", "A2=10", "A2=14", "A2=21"}) {
    check("poly/function-composition", Variant::repaired, {"t=2", "n=2", a2});
    check("poly/function-composition", Variant::repaired, {"t=3", "n=2", a2});
  }
  CHECK(seen.fail > 5);
}

TEST_CASE("Readouts of several pieces are bounded along a forest as the definition judges them",
          "[verification][cover]") {
  Seen seen;
  // The truths are 1 and 2.
  for (const char* readout :
       {"stream.6", "max(stream.6, 5/4)", "max(stream.6, 7/4)", "min(stream.6, 7/4)", "min(stream.6, 5/4)",
        "2 - relu(2 - stream.6)", "3/2 + relu(stream.6 - 3/2)", "3 - stream.6"}) {
    INFO(readout);
    compare(*fixtures::changed_strassen(2, [&](Json& weights) { weights["readout"] = readout; }), seen);
  }
  CHECK(seen.hold == 4);
  CHECK(seen.fail == 4);
}

// A cut at 2 is wrong where the first number is beyond it, 3 from above or 1 from below, whatever the mean is.
TEST_CASE("A readout of two pieces is not taken for the mean that it reads", "[verification][cover]") {
  Seen seen;
  for (const std::string readout :
       {"out", "min(out, 2)", "max(out, 2)", "min(out, 3)", "max(min(out, 3), 1)"}) {
    INFO(readout);
    const auto claim =
        theorem_tests::claim(theorem_tests::changed(first_number, "readout out", "readout " + readout));
    const auto setting =
        claim.setting(Variant::stated, parse_parameters(claim.info().parameters, {"n=5", "m=3"}));
    compare(dynamic_cast<const LayerSetting&>(*setting), seen);
  }
  CHECK(seen.hold == 3);
  CHECK(seen.fail == 2);
}

// n tokens of m numbers, one of them judged: n m^n steps, 10^11 for n = m = 10.
TEST_CASE("A cover is chosen where enumeration would take more than 10^11 steps", "[verification][cover]") {
  const auto claim = theorem_tests::claim(first_number);
  const auto prefers = [&](const std::vector<std::string>& words) {
    const auto setting = claim.setting(Variant::stated, parse_parameters(claim.info().parameters, words));
    std::string why;
    const bool result = cover::prefers_cover(dynamic_cast<const LayerSetting&>(*setting), why);
    CHECK(result == !why.empty());
    return result;
  };
  CHECK_FALSE(prefers({"n=10", "m=9"}));
  CHECK_FALSE(prefers({"n=10", "m=10"}));
  CHECK(prefers({"n=10", "m=11"}));
  CHECK(prefers({"n=11", "m=10"}));
}

TEST_CASE("Weights are rounded outward, and far ones are no more than one unit", "[verification][cover]") {
  const Surd unit = Surd(Rational(3, 7)) * Surd::square_root(Rational(2));
  cover::WeightTable weights(unit);
  for (long d = 0; d < 100; ++d) {
    const cover::WeightBounds bounds = weights(d);
    const Interval exact =
        exp(-(Interval(d, 200) * unit.enclosure(200))) * Interval(Rational(Integer(1) << 60), 200);
    CHECK(compare(exact, Rational(bounds.lower)) != Ordering::less);
    CHECK(compare(exact, Rational(bounds.upper)) != Ordering::greater);
  }
  CHECK(weights(0).lower == cover::one);
  CHECK(weights(weights.reach()).upper == 1);
}

TEST_CASE("The cover refuses what it cannot do with one line that says why", "[verification][cover]") {
  CHECK_THROWS_WITH(cover::CoverProblem(*fixtures::setting_of("anna/ema-match2", Variant::constructed,
                                                              {"N=2", "M=3", "domain=positive"})),
                    Catch::Contains("--by") && Catch::Contains("exact-match"));
}

TEST_CASE("The cover is the same with any number of threads", "[verification][cover]") {
  const auto setting =
      fixtures::setting_of("strassen/quotient-composition", Variant::printed, {"m=2", "factor=3"});
  const cover::CoverProblem problem(*setting);
  VerifyOptions options;
  options.threads = 1;
  const cover::Result one = cover::cover(problem, {}, options);
  options.threads = 3;
  const cover::Result three = cover::cover(problem, {}, options);
  CHECK(one.tally.winners == three.tally.winners);
  CHECK(one.tally.boxes == three.tally.boxes);
  CHECK(one.tally.wrong == three.tally.wrong);
  CHECK(one.tally.first_wrong->word == three.tally.first_wrong->word);
}

}  // namespace attest::cover_test
