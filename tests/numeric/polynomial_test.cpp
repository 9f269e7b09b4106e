#include "numeric/polynomial.hpp"

#include <catch2/catch.hpp>

#include "tests/numeric/exact.hpp"

namespace attest::polynomial_test {

namespace {

using Point = std::map<std::string, Rational>;

const std::vector<std::string> names{"x", "y", "z"};

Point draw_point(test::Random& random) {
  return {{"x", random.small_rational()}, {"y", random.rational()}, {"z", random.small_rational()}};
}

// One expression read twice: as a polynomial and as a number.
struct Twice {
  Polynomial polynomial;
  Rational value;
};

Twice draw(test::Random& random, const Point& point, int depth) {
  if (depth == 0 || random.between(0, 5) == 0) {
    const std::string name = names[random.between(0, 2)];
    if (random.coin()) return {Polynomial::variable(name), point.at(name)};
    const Rational c = random.small_rational();
    return {Polynomial(c), c};
  }
  const auto [p, u] = draw(random, point, depth - 1);
  const auto [q, v] = draw(random, point, depth - 1);
  const long operation = random.between(0, 4);
  if (operation == 0) return {p + q, u + v};
  if (operation == 1) return {p - q, u - v};
  if (operation == 2) return {pow(p, 2) - q, u * u - v};
  if (operation == 3) return {-p, -u};
  return {p * q, u * v};
}

Polynomial from_terms(const std::vector<Polynomial::Term>& terms) {
  Polynomial result;
  for (const auto& term : terms) {
    Polynomial product(term.coefficient);
    for (const auto& [name, exponent] : term.exponents) {
      for (unsigned long e = 0; e < exponent; ++e) product = product * Polynomial::variable(name);
    }
    result += product;
  }
  return result;
}

}  // namespace

TEST_CASE("A polynomial has the value of the expression that made it", "[numeric]") {
  test::Random random(101);
  for (int trial = 0; trial < 400; ++trial) {
    const Point point = draw_point(random);
    const Twice a = draw(random, point, 4);
    INFO(a.polynomial.to_string());
    REQUIRE(a.polynomial.evaluate(point) == a.value);
    REQUIRE(from_terms(a.polynomial.terms()) == a.polynomial);
    REQUIRE((a.polynomial - a.polynomial).is_zero());
    REQUIRE((a.polynomial - a.polynomial).terms().empty());
    REQUIRE_FALSE(a.polynomial == a.polynomial + Polynomial(test::ten_to(-50)));
    for (const auto& term : a.polynomial.terms()) REQUIRE(term.coefficient != 0);
  }
}

TEST_CASE("A power is the product of as many factors", "[numeric]") {
  const auto x = Polynomial::variable("x"), y = Polynomial::variable("y");
  for (const Polynomial& base :
       {Polynomial(), Polynomial(-2L), x, x - 2 * y * Polynomial(Rational(1, 3)) + 1}) {
    Polynomial product(1L);
    for (unsigned long exponent = 0; exponent <= 7; ++exponent) {
      CHECK(pow(base, exponent) == product);
      product = product * base;
    }
  }
}

TEST_CASE("Substitution replaces all named variables at once", "[numeric]") {
  test::Random random(102);
  for (int trial = 0; trial < 200; ++trial) {
    const Point point = draw_point(random);
    const Twice a = draw(random, point, 3);
    const Twice for_x = draw(random, point, 2);
    const Twice for_y = draw(random, point, 2);
    const Point moved{{"x", for_x.value}, {"y", for_y.value}, {"z", point.at("z")}};
    const Polynomial substituted =
        a.polynomial.substitute({{"x", for_x.polynomial}, {"y", for_y.polynomial}});
    INFO(a.polynomial.to_string());
    REQUIRE(substituted.evaluate(point) == a.polynomial.evaluate(moved));
    REQUIRE(a.polynomial.substitute({}) == a.polynomial);
  }
  const auto x = Polynomial::variable("x");
  const auto y = Polynomial::variable("y");
  CHECK((x * x - 3 * y).substitute({{"x", y}, {"y", x}}) == y * y - 3 * x);
}

TEST_CASE("Evaluation needs a value for each variable that is left", "[numeric]") {
  const auto x = Polynomial::variable("x");
  const auto y = Polynomial::variable("y");
  CHECK_THROWS_AS((x + y).evaluate({{"x", 1}}), std::invalid_argument);
  CHECK(Polynomial(7).evaluate({}) == Rational(7));
  CHECK((x * Polynomial(0)).evaluate({{"z", 1}}) == Rational(0));
}

TEST_CASE("Polynomials print their terms from the highest degree down", "[numeric]") {
  const auto print = [](const Polynomial& polynomial) {  // spaces aside: KNOWN_polynomial_spaces.txt
    std::string text = polynomial.to_string();
    std::erase(text, ' ');
    return text;
  };
  const auto x = Polynomial::variable("x");
  CHECK(print(x * x * x - Polynomial(test::ratio(2, 3)) * x + 1) == "x^3-2/3*x+1");
  CHECK((print(Polynomial()) == "0" && print(Polynomial(-5)) == "-5"));
  const std::string two = print(pow(x, 2) * Polynomial::variable("y") - 2 * x);
  CHECK((two == "x^2*y-2*x" || two == "y*x^2-2*x"));
}

TEST_CASE("A variable's name is a letter, then letters, digits and underscores", "[numeric]") {
  for (const std::string name : {"", "1", "_x", "x-y", "x y", " x", "x ", "x^2", "\xc3\xa9", "x*", "x\n"}) {
    INFO(name);
    CHECK_THROWS_AS(Polynomial::variable(name), std::invalid_argument);
  }
  for (const std::string name : {"a", "z", "A", "Z", "a0", "z9_"}) {
    INFO(name);
    CHECK_NOTHROW(Polynomial::variable(name));
  }
  CHECK(Polynomial::variable("x_1") == Polynomial::variable("x_1"));
  CHECK_FALSE(Polynomial::variable("x_1") == Polynomial::variable("X_1"));
}

TEST_CASE("A polynomial's text is refused before it costs anything", "[numeric]") {
  const auto parsed = [](const std::string& text) { return Polynomial::parse(text, {"x", "y", "z", "w"}); };
  for (const char* text : {"((x+y)^99)^99",
                           "((x+y+1)^99)^5",
                           "x/0",
                           "x/00",
                           "x/(1-1)",
                           "1/x",
                           "x^100",
                           "x^-1",
                           "x^y",
                           "((x)",
                           "x)",
                           "",
                           "x y",
                           "x^60*y^60",
                           "(x^50)^2",
                           "x/2^2",
                           "(x/2^2)",
                           "x/0^2",
                           "2x",
                           "x^2^2",
                           "(x+y+z+w+1)^60",
                           "x*/y",
                           "x+",
                           "u"}) {
    INFO(text);
    CHECK_FALSE(parsed(text));
  }
  CHECK_FALSE(parsed(std::string(900, '9') + "^99"));
  CHECK_FALSE(parsed(std::string(499, '(') + "x" + std::string(499, ')')));
  const auto x = Polynomial::variable("x"), y = Polynomial::variable("y");
  CHECK(*parsed("-(x + y)^2/3 - -2*x") == -Polynomial(Rational(1, 3)) * pow(x + y, 2) + 2 * x);
  CHECK(*parsed("1/2*x^2*y - 7/3") == Polynomial(Rational(1, 2)) * x * x * y - Polynomial(Rational(7, 3)));
  CHECK(parsed("(x+y)^99"));
  CHECK(parsed("5*x^60*y^39/7"));
}

}  // namespace attest::polynomial_test
