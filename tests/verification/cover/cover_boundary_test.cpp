// The cover where its integers end: outputs that are less from the threshold than a weight's rounding, weights below 2^-60 that decide
// alone, outputs of exactly a half and next to it. The definition's exact comparison says what is right.
#include <catch2/catch.hpp>

#include <array>

#include "claims/usage_error.hpp"
#include "verification/cover/random_records.hpp"
#include "verification/cover/run.hpp"
#include "verification/cover/weights.hpp"

namespace attest::cover_boundary_test {
namespace {

// A receiver that sees three tokens with the scores 0, -1 and -distance: the mean of their values, judged by `decision`. Of the middle one
// y and the threshold do not depend where its value is 0; it makes 1 the unit of the scores. The last token shows a symbol that
// nothing depends on, so that something is left to be bounded.
std::unique_ptr<LayerSetting> three_tokens(long distance, const std::array<Rational, 3>& values,
                                           Decision decision, long truth) {
  auto task = std::make_unique<random_records::WrittenTask>(
      InputSpace(std::vector<Symbol>{1, 2}), std::vector<TokenReads>{{{0}, {1}}, {{0}, {1}}, {{1}, {1}}},
      std::vector<std::size_t>{0});
  task->decided = decision;
  task->read = {{0}};
  task->answers = {{{{0}, truth}}};
  task->conditions.resize(1);
  const auto number = [](const Rational& x) { return RationalVector::Constant(1, x); };
  attention::Head head;
  head.name = "h";
  head.polynomial = AttentionPolynomial::parse("x1*x2");
  head.scale = Surd(Rational(1));
  const RationalVector far = number(Rational(-distance));
  head.rows = {std::vector<RationalVector>(4, number(1)), {number(0), number(-1), far, far}};
  head.maps.resize(2);
  head.value_length = 1;
  head.value.push_back(
      {1, {number(values[0]), number(values[1]), number(values[2]), number(values[2])}, std::nullopt});
  const std::vector<attention::Token> all{0, 1, 2};
  head.over = attention::IndexSet::product({all}, 3);
  attention::Layer layer;
  layer.first = task->first();
  layer.stream = std::vector<RationalVector>(4, number(0));
  layer.heads.push_back(head);
  layer.landings.push_back({0, 0, 0, Rational(1)});
  layer.readouts = {attention::Readout::coordinate(0)};
  LayerRecord record;
  record.layer = std::move(layer);
  return std::make_unique<LayerSetting>(Variant::constructed, Parameters(), std::move(task),
                                        std::move(record));
}

// The fraction of least denominator strictly between two positive numbers.
Rational simplest_between(const Rational& low, const Rational& high) {
  const Integer whole = numerator_of(low) / denominator_of(low);
  if (Rational(whole + 1) < high) return whole + 1;
  const Rational a = low - Rational(whole);
  const Rational b = high - Rational(whole);
  // 1/x lies strictly between 1/b and 1/a; above every bound where a is 0.
  const Rational x = a == 0 ? Rational(numerator_of(Rational(1 / b)) / denominator_of(Rational(1 / b)) + 1)
                            : simplest_between(1 / b, 1 / a);
  return Rational(whole) + 1 / x;
}

enum class Said { right, wrong, refused };

Said by_cover(const LayerSetting& setting) {
  VerifyOptions options;
  options.threads = 1;
  try {
    const cover::CoverProblem problem(setting);
    const cover::Result result = cover::cover(problem, {}, options);
    REQUIRE(result.complete());
    REQUIRE(result.tally.undecided == 0);
    return result.tally.first_wrong ? Said::wrong : Said::right;
  } catch (const UsageError&) {
    return Said::refused;
  }
}

Said by_definition(const LayerSetting& setting) {
  const Word word{0, 1};
  const Status status = setting.rightness_of(setting.evaluate(word, 0), setting.task().truth(word, 0));
  REQUIRE(status != Status::undecided);
  return status == Status::holds ? Said::right : Said::wrong;
}

}  // namespace

TEST_CASE("The simplest fraction between two is found", "[verification][cover]") {
  CHECK(simplest_between(Rational(1, 3), Rational(1, 2)) == Rational(2, 5));
  CHECK(simplest_between(Rational(0), Rational(1, 2)) == Rational(1, 3));
  CHECK(simplest_between(Rational(314, 100), Rational(315, 100)) == Rational(22, 7));
}

TEST_CASE("Outputs nearer to 0 than the rounding of a weight are judged as the definition judges them",
          "[verification][cover]") {
  cover::WeightTable weights(Surd(Rational(1)));
  const Rational unit(Integer(1) << 60);
  int decided = 0;
  for (long distance = 1; distance <= 15; ++distance) {
    const Interval weight = exp(Interval(-distance, 400));
    const cover::WeightBounds bounds = weights(distance);
    // Between the weight and what it is rounded to, on either side: -p/q + weight is no longer told by the rounded weight.
    const Rational head = weight.lower_double();  // to twice the digits of a double
    const Interval rest = weight - Interval(head, 400);
    const Rational near_below = head + Rational(rest.lower_double());
    const Rational near_above = head + Rational(rest.upper_double());
    for (const Rational& value : {simplest_between(Rational(bounds.lower) / unit, near_below),
                                  simplest_between(near_above, Rational(bounds.upper) / unit)}) {
      CAPTURE(distance, to_string(value));
      REQUIRE(denominator_of(value) < (Integer(1) << 50));
      for (const long sign : {1, -1}) {
        for (const long truth : {0, 1}) {
          const auto setting =
              three_tokens(distance, {-value * sign, 0, Rational(sign)}, Decision::sign, truth);
          CHECK(by_cover(*setting) == by_definition(*setting));
          ++decided;
        }
      }
    }
  }
  CHECK(decided == 120);
}

TEST_CASE("A weight below 2^-60 decides where nothing else does", "[verification][cover]") {
  const long reach = cover::WeightTable(Surd(Rational(1))).reach();
  for (const long distance : {reach - 1, reach, reach + 1, 100L, 700L}) {
    for (const long second : {1, -1, 1000}) {
      for (const long truth : {0, 1}) {
        CAPTURE(distance, second, truth);
        const auto setting = three_tokens(distance, {0, 0, Rational(second)}, Decision::sign, truth);
        CHECK(by_cover(*setting) == by_definition(*setting));
        CHECK(by_definition(*setting) == ((second > 0) == (truth == 1) ? Said::right : Said::wrong));
      }
    }
  }
}

TEST_CASE("Outputs at a half and next to it are judged as the definition judges them, or refused",
          "[verification][cover]") {
  int judged = 0;
  for (const long k : {0, 1, 10, 20, 30, 35, 40, 60, 200, 1100}) {
    for (const long side : {-1, 1}) {
      const Rational next = k == 0 ? Rational(0) : Rational(side, Integer(1) << k);
      for (const long truth : {-1, 0, 1, 2}) {
        CAPTURE(k, side, truth);
        const Rational y = Rational(1, 2) + next;
        const auto constant = three_tokens(3, {y, y, y}, Decision::nearest, truth);
        const Said said = by_cover(*constant);
        judged += said == Said::refused ? 0 : 1;
        if (said != Said::refused) CHECK(said == by_definition(*constant));
        CHECK(by_definition(*constant) ==
              (boost::multiprecision::abs(Rational(y - truth)) < Rational(1, 2) ? Said::right : Said::wrong));
      }
    }
  }
  CHECK(judged >= 40);
}

}  // namespace attest::cover_boundary_test
