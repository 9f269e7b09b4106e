// The margins of a cover against the definition on every input.
#include <catch2/catch.hpp>

#include <cmath>
#include <cstdlib>

#include "fixtures.hpp"
#include "numeric/decimal.hpp"
#include "numeric/long_double_bounds.hpp"
#include "verification/cover/far_weights.hpp"
#include "verification/cover/gap_work.hpp"
#include "verification/cover/margins.hpp"
#include "verification/cover/random_records.hpp"
#include "verification/cover/run.hpp"

namespace attest::cover_margins_test {
namespace {

struct ByDefinition {
  std::optional<Interval> error;             // of numbers, the largest
  std::optional<Interval> margin;            // the least
  std::optional<attention::GapInUnits> gap;  // the least
};

ByDefinition by_definition(const LayerSetting& setting) {
  ByDefinition result;
  const InputSpace& space = setting.task().space();
  const Decision decision = setting.task().decision();
  for (Integer rank = 0; rank < space.size(); ++rank) {
    const Word word = space.unrank(rank);
    if (setting.task().standing(word) != Standing::judged) continue;
    for (std::size_t which = 0; which < setting.task().judged_positions().size(); ++which) {
      const attention::LayerOutput output = setting.evaluate(word, which);
      const long truth = setting.task().truth(word, which);
      Interval margin = output.deviation(Rational(0), 80);
      if (decision == Decision::sign) {
        if (truth != 1) margin = -margin;
      } else {
        const Interval error = abs(output.deviation(Rational(truth), 80));
        result.error = result.error ? max(*result.error, error) : error;
        margin = min(output.deviation(Rational(2 * truth - 1, 2), 80),
                     -output.deviation(Rational(2 * truth + 1, 2), 80));
      }
      result.margin = result.margin ? min(*result.margin, margin) : margin;
      if (const auto gap = setting.least_gap(output);
          gap && (!result.gap || setting.prepared().less(*gap, *result.gap)))
        result.gap = gap;
    }
  }
  return result;
}

// lower <= value <= upper, as far as the value is known.
void check_encloses(const RealBounds& bounds, const Interval& value) {
  CAPTURE(bounds.lower, bounds.upper, value.lower_double(), value.upper_double());
  REQUIRE_FALSE(bounds.lower.empty());
  REQUIRE_FALSE(bounds.upper.empty());
  CHECK(compare(value, rational_from_decimal(bounds.lower).value()) != Ordering::less);
  CHECK(compare(value, rational_from_decimal(bounds.upper).value()) != Ordering::greater);
}

struct Seen {
  int numbers = 0;
  int signs = 0;
  int split = 0;
  int gaps = 0;
};

bool all_right(const cover::CoverProblem& problem) {
  VerifyOptions options;
  options.threads = 1;
  const cover::Result result = cover::cover(problem, {}, options);
  return !result.tally.first_wrong && result.tally.undecided == 0;
}

void compare(const LayerSetting& setting, double ratio, Seen& seen) {
  const ByDefinition expected = by_definition(setting);
  const cover::CoverProblem problem(setting);
  const bool right = all_right(problem);
  VerifyOptions options;
  options.threads = 1;
  const cover::MarginReport report = cover::margins_by_cover(problem, right, ratio, options);
  REQUIRE(report.margins.decision_margin);
  check_encloses(*report.margins.decision_margin, *expected.margin);
  REQUIRE(report.margins.output_error.has_value() == expected.error.has_value());
  if (expected.error) check_encloses(*report.margins.output_error, *expected.error);
  ++(expected.error ? seen.numbers : seen.signs);
  REQUIRE(report.margins.score_gap.has_value() == expected.gap.has_value());
  if (expected.gap) {
    // Exactly: nothing limits the search.
    CHECK(report.margins.score_gap->exact == setting.prepared().value(*expected.gap).to_string());
    ++seen.gaps;
  }
  // The ends are as near as was asked for, unless one of them is 0 or they differ in sign.
  if (right && report.details["ratio"].is_number())
    CHECK(report.details["ratio"].get<double>() <= ratio * (1 + 1e-12));
  if (std::stol(report.details["evaluated"].get<std::string>()) > 2) ++seen.split;
}

}  // namespace

TEST_CASE("The margins of a cover enclose those of all inputs, on 2000 random records",
          "[verification][cover][.][exhaustive]") {
  const char* factor = std::getenv("ATTEST_TEST_MULTIPLIER");
  const int count = 2000 * (factor != nullptr ? std::max(1, std::atoi(factor)) : 1);
  Seen seen;
  for (int k = 0; k < count; ++k) {
    std::mt19937_64 random(20261201 + static_cast<unsigned>(k));
    INFO("record " << k);
    const double ratios[] = {2, 1.1, 1.000001, 4};
    compare(*random_records::random_setting(random), ratios[k % 4], seen);
  }
  CAPTURE(seen.numbers, seen.signs, seen.split, seen.gaps);
  CHECK(seen.numbers > count / 10);
  CHECK(seen.signs > count / 10);
  CHECK(seen.split > count / 10);
  CHECK(seen.gaps > count / 2);
}

TEST_CASE(
    "Of some words only, the margins of a cover enclose those of the judged ones, on 1000 random records",
    "[verification][cover][.][exhaustive]") {
  Seen seen;
  for (unsigned k = 0; k < 1000; ++k) {
    std::mt19937_64 random(20261501 + k);
    INFO("record " << k);
    const double ratios[] = {2, 1.1, 1.000001, 4};
    compare(*random_records::random_setting_of_some_words(random), ratios[k % 4], seen);
  }
  CAPTURE(seen.numbers, seen.signs, seen.split, seen.gaps);
  CHECK(seen.numbers > 100);
  CHECK(seen.signs > 100);
  CHECK(seen.gaps > 500);
}

TEST_CASE("The margins of a cover enclose those of the catalogue's theorems at small sizes",
          "[verification][cover][.][exhaustive]") {
  Seen seen;
  const auto check = [&](const char* id, Variant variant, const std::vector<std::string>& words) {
    INFO(id);
    CAPTURE(words);
    compare(*fixtures::setting_of(id, variant, words), 1.05, seen);
  };
  for (const char* m : {"m=1", "m=2"}) {
    check("strassen/relation-composition", Variant::repaired, {m});
    check("strassen/triangular-relation-composition", Variant::constructed, {m});
  }
  for (const char* factor : {"factor=1", "factor=4", "factor=5"})
    check("strassen/quotient-composition", Variant::printed, {"m=2", factor});
  for (const char* n : {"n=1", "n=2"}) check("strassen/function-composition", Variant::repaired, {n});
  for (const char* m : {"m=2", "m=4", "m=5"}) {
    for (const char* n : {"n=1", "n=2", "n=3"}) {
      check("strassen/match3", Variant::repaired, {n, m});
      check("strassen/third-order-match3", Variant::constructed, {n, m});
    }
  }
  for (const char* a2 : {"A2=1/4", "A2=4", "A2=10", "A2=21"}) {
    check("poly/function-composition", Variant::repaired, {"t=2", "n=2", a2});
    check("poly/function-composition", Variant::repaired, {"t=3", "n=2", a2});
  }
}

TEST_CASE("The margins of a cover are the same with any number of threads", "[verification][cover]") {
  const auto setting = fixtures::setting_of("strassen/relation-composition", Variant::repaired, {"m=2"});
  const cover::CoverProblem problem(*setting);
  VerifyOptions options;
  options.threads = 1;
  const cover::MarginReport one = cover::margins_by_cover(problem, true, 1.001, options);
  options.threads = 3;
  const cover::MarginReport three = cover::margins_by_cover(problem, true, 1.001, options);
  CHECK(one.margins.decision_margin->lower == three.margins.decision_margin->lower);
  CHECK(one.worst_input == three.worst_input);
  CHECK(one.details == three.details);
}

TEST_CASE("Weights of any size are rounded outward", "[verification][cover]") {
  const Surd unit = Surd(Rational(3, 7)) * Surd::square_root(Rational(2));
  cover::FarWeights weights(unit);
  for (const long d : {0L, 1L, 2L, 77L, 1000L, 10000L, 17000L, 18000L, 20000L, 1L << 40}) {
    CAPTURE(d);
    const cover::FarBounds bounds = weights(d);
    const Interval exact = exp(-(Interval(d, 400) * unit.enclosure(400)));
    CHECK(compare(interval_from_long_double(bounds.lower), exact) != Ordering::greater);
    CHECK(compare(interval_from_long_double(bounds.upper), exact) != Ordering::less);
    if (d < 17000) CHECK(bounds.upper - bounds.lower <= bounds.upper * 0x1p-60L);
  }
}

TEST_CASE("A sum of weights outside tells a gap that no single weight contradicts", "[verification][cover]") {
  const Surd unit = Surd(Rational(1, 3));
  for (const long gap : {1L, 5L, 40L, 3000L}) {
    cover::FarWeights weights(unit);
    const Integer least = cover::least_gap_outside(weights(gap).upper, unit);
    CHECK(least <= gap);
    CHECK(least >= gap - 1);
  }
  CHECK(cover::least_gap_outside(1.5L, unit) == 0);
}

TEST_CASE("Long doubles bound intervals from both sides", "[numeric]") {
  for (const long e : {0L, 5L, -40L, -2000L, -15000L, -16350L, -17000L, -100000L, 3000L, 20000L}) {
    for (const long m : {1L, -1L, 3L, -7L}) {
      CAPTURE(e, m);
      Interval value(Rational(m, 3), 128);
      arb_mul_2exp_si(value.ball(), value.ball(), e);
      const long double lower = lower_long_double(value);
      const long double upper = upper_long_double(value);
      CHECK(lower <= upper);
      if (std::isfinite(lower)) CHECK(compare(interval_from_long_double(lower), value) != Ordering::greater);
      if (std::isfinite(upper)) CHECK(compare(interval_from_long_double(upper), value) != Ordering::less);
      if (e > -15000 && e < 15000) CHECK(std::abs(upper - lower) <= std::abs(upper) * 0x1p-62L);
    }
  }
  for (const long double x : {0.0L, 1.0L, -0.75L, 0x1.fffffffffffffffep-15000L, 0x1p-16445L})
    CHECK(lower_long_double(interval_from_long_double(x)) <= x);
}

}  // namespace attest::cover_margins_test
