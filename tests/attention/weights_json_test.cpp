// A scale of scores as a file of weights writes it.
#include "attention/weights_json.hpp"

#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"

namespace attest::weights_json_test {

TEST_CASE("A scale is read as it is printed", "[attention]") {
  const std::vector<std::pair<Json, Surd>> read{
      {7, Surd(Rational(7))},
      {"7", Surd(Rational(7))},
      {"16/7", Surd(Rational(16, 7))},
      {"sqrt(2)", Surd::square_root(2)},
      {"sqrt(2/3)", Surd::square_root(Rational(2, 3))},
      {"log(3)", Surd::logarithm(3)},
      {"16/7*sqrt(7)", Surd(Rational(16, 7)) * Surd::square_root(7)},
      {"3/2*log(2)", Surd(Rational(3, 2)) * Surd::logarithm(2)},
      {"sqrt(5)*log(12)", Surd::square_root(5) * Surd::logarithm(12)},
      {"3/2*sqrt(5)*log(3/2)",
       Surd(Rational(3, 2)) * Surd::square_root(5) * Surd::logarithm(Rational(3, 2))}};
  for (const auto& [json, scale] : read) {
    INFO(json.dump());
    CHECK(weights::scale(json, "scale") == scale);
    CHECK(weights::scale(scale.to_string(), "scale") == scale);
  }
}

TEST_CASE("What is no scale is refused", "[attention]") {
  for (const Json& json : {Json(0),
                           Json(-1),
                           Json(1.5),
                           Json(),
                           Json::array(),
                           Json(""),
                           Json("*"),
                           Json("2*"),
                           Json("*2"),
                           Json("2**sqrt(2)"),
                           Json("2*3"),
                           Json("sqrt(2)*2"),
                           Json("log(2)*sqrt(2)"),
                           Json("sqrt(2)*sqrt(3)"),
                           Json("log(2)*log(3)"),
                           Json("sqrt(2"),
                           Json("sqrt(2)x"),
                           Json("sqrt()"),
                           Json("sqrt(-2)"),
                           Json("log(1)"),
                           Json("log(1/2)"),
                           Json("0"),
                           Json("-1"),
                           Json("2)"),
                           Json("sqrt 2"),
                           Json("0*sqrt(2)")}) {
    INFO(json.dump());
    CHECK_THROWS_AS(weights::scale(json, "scale"), UsageError);
  }
}

}  // namespace attest::weights_json_test
