#include "language/expression.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "language/parser.hpp"
#include "language/words.hpp"

namespace attest::expression_test {

using namespace attest::language;  // NOLINT(google-build-using-namespace)

namespace {

std::string free_names_of(const std::string& text) {
  std::string result;
  for (const std::string& name : free_names(parse_expression(text)))
    result += (result.empty() ? "" : " ") + name;
  return result;
}

// The expression with `name` replaced, or why not.
std::string replaced(const std::string& text, const std::string& name, const std::string& by) {
  try {
    return to_string(substitute(parse_expression(text), name, parse_expression(by)));
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("Free names are those that nothing around them binds", "[language]") {
  CHECK(free_names_of("a + b*a") == "a b");
  CHECK(free_names_of("phi_i") == "i phi");
  CHECK(free_names_of("phi_2") == "phi");
  CHECK(free_names_of("stream.num + G(x)") == "G stream x");
  CHECK(free_names_of("max(a, floor(b)) + f(c)") == "a b c f");
  CHECK(free_names_of("sum j in [j], k in [j + k]: j*k*l") == "j k l");
  CHECK(free_names_of("sum j in [n], k in [j]: j*k") == "n");
  CHECK(free_names_of("sum j in [n] where j < m: j") == "m n");
  CHECK(free_names_of("max j in [n]: j else j") == "j n");
  CHECK(free_names_of("let y = y in y") == "y");
  CHECK(free_names_of("let y = 1 in y") == "");
  CHECK(free_names_of("iterate y from y for y times: y") == "y");
  CHECK(free_names_of("iterate y from 1 for 2 times: y*z") == "z");
  CHECK(free_names_of("sum j_1 in [n]: phi_j + j_1") == "j n phi");
  CHECK(free_names_of("\"text\"") == "");
}

TEST_CASE("A name is replaced wherever it is free, and nowhere else", "[language]") {
  CHECK(replaced("c*x + c", "c", "a - b") == "(a - b)*x + (a - b)");
  CHECK(replaced("x - c", "c", "a - b") == "x - (a - b)");
  CHECK(replaced("G(c) + A(c, c)", "c", "1 + 2") == "G(1 + 2) + A(1 + 2, 1 + 2)");
  CHECK(replaced("sum c in [c]: c", "c", "n") == "sum c in [n]: c");
  CHECK(replaced("sum j in [n] where j < c: c", "c", "n^2") == "sum j in [n] where j < n^2: n^2");
  CHECK(replaced("sum j in [c], c in [c]: c", "c", "n") == "sum j in [n], c in [n]: c");
  CHECK(replaced("max c in [n]: c else c", "c", "7") == "max c in [n]: c else 7");
  CHECK(replaced("let c = c in c", "c", "n") == "let c = n in c");
  CHECK(replaced("iterate c from c for c times: c", "c", "n") == "iterate c from n for n times: c");
  CHECK(replaced("phi_i", "i", "j") == "phi_j");
  CHECK(replaced("phi_i", "i", "3") == "phi_3");
  CHECK(replaced("phi_i", "phi", "psi") == "psi_i");
  CHECK(replaced("phi_i + 1", "phi_i", "2*n") == "2*n + 1");
  CHECK(replaced("stream.c + c", "c", "n") == "stream.c + n");
  CHECK(replaced("stream.c", "stream", "head1") == "head1.c");
  CHECK(replaced("c(x)", "c", "G") == "G(x)");
  CHECK(replaced("a + b", "c", "n") == "a + b");
}

TEST_CASE("A replacement that would be captured or cannot stand is refused", "[language]") {
  CHECK(replaced("sum j in [n]: c*j", "c", "j + 1") ==
        "substitute: 'j' of j + 1 would be bound in sum j in [n]: c*j");
  CHECK(replaced("sum j in [c]: j", "c", "j + 1") == "sum j in [j + 1]: j");
  CHECK(replaced("sum j in [n], k in [c]: k", "c", "j") ==
        "substitute: 'j' of j would be bound in sum j in [n], k in [c]: k");
  CHECK(replaced("let y = 1 in c", "c", "y") == "substitute: 'y' of y would be bound in let y = 1 in c");
  CHECK(replaced("iterate y from c for 2 times: y", "c", "y") == "iterate y from y for 2 times: y");
  CHECK(replaced("iterate y from 1 for 2 times: c", "c", "y") ==
        "substitute: 'y' of y would be bound in iterate y from 1 for 2 times: c");
  CHECK(replaced("sum phi_i in [n]: c", "c", "phi_i") ==
        "substitute: 'phi_i' of phi_i would be bound in sum phi_i in [n]: c");
  CHECK(replaced("phi_i", "i", "j + 1") == "'j + 1' is no index, as phi_i needs one");
  CHECK(replaced("phi_i", "i", "1/2") == "'1/2' is no index, as phi_i needs one");
  CHECK(replaced("c(x)", "c", "2") == "substitute: only a name can replace 'c' in c(x)");
  CHECK(replaced("c.1", "c", "2") == "substitute: only a name can replace 'c' in c.1");
}

TEST_CASE("What programs build prints as an expression of the same value", "[language]") {
  CHECK(to_string(number(Rational(-3))) == "-3");
  CHECK(to_string(number(Rational(2, 3))) == "2/3");
  CHECK(to_string(number(Rational(-2, 3))) == "-2/3");
  CHECK(to_string(number(Rational(-1, 2))) == "-1/2");
  CHECK(to_string(number(Rational(1, 2))) == "0.5");
  CHECK(to_string(node(Op::power, {number(Rational(-3)), number(2)})) == "(-3)^2");
  CHECK(to_string(node(Op::power, {number(Rational(2, 3)), number(2)})) == "(2/3)^2");
  CHECK(to_string(node(Op::multiply, {number(Rational(2, 3)), name("n")})) == "2/3*n");
  CHECK(to_string(node(Op::multiply, {name("n"), number(Rational(2, 3))})) == "n*(2/3)");
  CHECK(to_string(node(Op::subtract, {name("n"), number(Rational(-3))})) == "n - -3");
  CHECK(to_string(node(Op::negate, {number(Rational(-3))})) == "--3");
  CHECK(to_string(Expression()).empty());
}

TEST_CASE("A subscript keeps its whole word", "[language]") {
  CHECK(whole_name(*parse_expression("phi_i")) == "phi_i");
  CHECK(whole_name(*parse_expression("a_b_12")) == "a_b_12");
}

TEST_CASE("Reserved words and built-in functions are in order, and no word is both but max and min",
          "[language]") {
  CHECK(std::is_sorted(reserved_words().begin(), reserved_words().end()));
  for (const BuiltinFunction& function : builtin_functions()) {
    CHECK(is_reserved(function.name) == (function.name == "max" || function.name == "min"));
  }
  for (const std::string& word : reserved_words()) {
    INFO(word);
    CHECK_THROWS_AS(parse_expression("1 + " + word), ParseError);
    CHECK_THROWS_AS(parse_expression("let " + word + " = 1 in 2"), ParseError);
  }
}

TEST_CASE("Every file of the accepted corpus is an expression, printed and read as the same", "[language]") {
  long files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(ATTEST_TEST_DATA "/accepted/expressions")) {
    INFO(entry.path());
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    const Expression e = parse_expression(text.str());
    CHECK(same(parse_expression(to_string(e)), e));
    ++files;
  }
  CHECK(files == 9);
}

}  // namespace attest::expression_test
