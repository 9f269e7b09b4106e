#include "claims/run_result.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>

#include "claims/parameter_specs.hpp"
#include "claims/whole_claim.hpp"

namespace attest::run_result_test {

TEST_CASE("A run is as bad as its worst answer and essential check, and says which", "[claims][run]") {
  RunResult result(Json{{"x", 1}}, Integer(7));
  result.answer("first", 1, 1);
  result.exact("second", Rational(1, 3), Rational(1, 3));
  CHECK(result.to_json()["verdict"] == "holds");
  CHECK(result.to_json()["rank"] == "7");
  CHECK_FALSE(result.to_json().contains("reason"));

  result.add(informative(refuted(Kind::display, "aside", "of no weight")));
  CHECK(result.to_json()["verdict"] == "holds");

  result.value("third", bounds_json(Interval(1L, 64)), bounds_json(Interval(1L, 64)), std::nullopt);
  CHECK(result.to_json()["verdict"] == "undecided");
  CHECK(result.to_json()["reason"] == "third: not decided");

  result.answer("fourth", 0, 1);
  CHECK(result.to_json()["verdict"] == "refuted");
  CHECK(result.to_json()["reason"] == "fourth: the construction is wrong");
  CHECK(result.to_json()["outputs"][3]["right"] == false);

  result.add(ill_formed("well-formed", "a matrix is missing"));
  CHECK(result.to_json()["verdict"] == "ill-formed");
  CHECK(result.to_json()["reason"] == "well-formed: a matrix is missing");
}

TEST_CASE("A run that checks nothing is no run", "[claims][run]") {
  RunResult nothing(Json::object());
  CHECK_THROWS_AS(nothing.to_json(), std::logic_error);
  nothing.add(informative(holds("aside", Evidence::symbolic)));
  CHECK_THROWS_AS(nothing.to_json(), std::logic_error);
  nothing.add(not_applicable("statement", "it says nothing here"));
  CHECK(nothing.to_json()["verdict"] == "not-applicable");
  CHECK(nothing.to_json()["reason"].get<std::string>().find("it says nothing") != std::string::npos);
}

TEST_CASE("Maxima are raised by name, and only where there is such a name", "[claims][run]") {
  const std::vector<ParameterSpec> specs{integer_parameter("n", 1, 5, ""), integer_parameter("d", 1, 3, "")};
  CHECK(*with_maxima(specs, {{"d", 9}})[1].maximum == 9);
  CHECK(*with_maxima(specs, {{"d", 9}})[0].maximum == 5);
  CHECK_THROWS_AS(with_maxima(specs, {{"m", 9}}), std::logic_error);
}

}  // namespace attest::run_result_test
