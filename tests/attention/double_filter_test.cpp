// The floating-point filter's bounds where they are needed most: many weights, and constants that no double is.
#include "attention/double_filter.hpp"

#include <catch2/catch.hpp>

#include "attention/layer_output.hpp"
#include "attention/scored_layer.hpp"

namespace attest::attention::double_filter_test {

namespace {

using namespace attest::attention::tests;  // NOLINT(google-build-using-namespace)

BoundedDouble filtered(const Layer& layer) {
  const PreparedLayer prepared(layer);
  const auto filter = DoubleFilter::make(prepared);
  REQUIRE(filter);
  DoubleFilter::Scratch scratch;
  scratch.kind = only_input(layer);
  filter->begin(scratch);
  return filter->output(0, scratch).y;
}

bool contains(const BoundedDouble& y, const Interval& exact) {
  return compare(exact, Interval::from_double(y.lower())) != Ordering::less &&
         compare(exact, Interval::from_double(y.upper())) != Ordering::greater;
}

}  // namespace

TEST_CASE("Means of up to a thousand weights are within the filter's bound", "[attention][filter]") {
  double farthest = 0;  // of the exact mean from the filter's, in units of 2^-53
  for (const std::size_t tokens : {16, 256, 1024}) {
    for (const long scale : {3, 7, 11}) {
      std::vector<Rational> scores(tokens, Rational(-1));
      scores.front() = 0;
      std::vector<Rational> values(tokens, Rational(0));
      for (std::size_t t = 0; t < tokens / 3; ++t) values[t] = 1;
      const Layer layer = scored(scores, values, Surd(Rational(1, scale)));
      const BoundedDouble y = filtered(layer);
      const PreparedLayer prepared(layer);
      const Interval exact = LayerOutput(prepared, only_input(layer), 0).deviation(0, 160);
      INFO(tokens << " tokens, scale 1/" << scale);
      CHECK(contains(y, exact));
      farthest =
          std::max(farthest, std::abs((exact - Interval::from_double(y.value)).middle_double()) * 0x1p53);
    }
  }
  CHECK(farthest > 4);
}

TEST_CASE(
    "What a constant loses when it becomes a double is within the filter's bound, also where it is all that is left",
    "[attention][filter]") {
  const Rational tiny = Rational(1) / Rational(power(2, 60));
  for (const Rational& constant :
       {Rational(1), Rational(1 - tiny), Rational(1 + tiny), Rational(4, 3), Rational(11, 10)}) {
    // The constant less 1, both from the residual; the mean lands beside them.
    Layer layer = scored({0, -1}, {0, 1}, Surd(Rational(1)));
    layer.residual = true;
    for (RationalVector& encoding : layer.stream) encoding = column({0, constant, -1});
    layer.readouts = {Readout::sum(Readout::coordinate(1), Readout::coordinate(2))};
    const BoundedDouble y = filtered(layer);
    INFO(attest::to_string(constant));
    CHECK(contains(y, Interval(Rational(constant - 1), 200)));
    CHECK(y.error < 0x1p-51);
  }
}

TEST_CASE("A constant is within its bound, and where it is a double the bound is zero",
          "[attention][filter]") {
  const auto two_to = [](long e) { return Rational(power(2, static_cast<unsigned long>(e))); };
  for (const Rational& value :
       {Rational(0), Rational(1), Rational(-3, 4), two_to(60), Rational(1, 3), Rational(-1, 10),
        Rational(22, 7), Rational(two_to(53) + 1), Rational(two_to(80) + 3), Rational(1 - 1 / two_to(60)),
        Rational(1 + 1 / two_to(54))}) {
    const BoundedDouble constant = BoundedDoubleArithmetic::constant(value);
    const Rational lost = boost::multiprecision::abs(Rational(value - Rational(constant.value)));
    INFO(attest::to_string(value));
    CHECK(lost <= Rational(constant.error));
    CHECK((constant.error == 0) == (lost == 0));
    CHECK(Rational(constant.error) <= abs(value) / two_to(52));
  }
}

}  // namespace attest::attention::double_filter_test
