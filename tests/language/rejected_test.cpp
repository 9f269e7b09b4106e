#include <catch2/catch.hpp>

#include "language/parser.hpp"
#include "language/resolved.hpp"

namespace attest::rejected_expressions_test {

using namespace attest::language;  // NOLINT(google-build-using-namespace)

namespace {

struct Rejected {
  const char* text;
  long column;
  long length;
  const char* message;
};

// No tree is made of these.
const Rejected unreadable[] = {
    {"", 1, 1, "expected an expression, found the end of the text"},
    {"1 +", 4, 1, "expected an expression, found the end of the text"},
    {"+ 1", 1, 1, "expected an expression, found '+'; a number needs no plus sign"},
    {"2n", 2, 1, "a product is written with *: 2*n"},
    {"2.5x", 4, 1, "a product is written with *: 2.5*x"},
    {"2(a + b)", 2, 1, "a product is written with *: 2*(..)"},
    {"a b", 3, 1, "expected the end after an expression, found 'b'"},
    {"(a)b", 4, 1, "expected the end after an expression, found 'b'; a product is written with *"},
    {"(a)(b)", 4, 1,
     "expected the end after an expression, found '('; a product is written with *, and the parenthesis of a call touches its name"},
    {"f (x)", 3, 1,
     "expected the end after an expression, found '('; a product is written with *, and the parenthesis of a call touches its name"},
    {"f[1]", 2, 1,
     "expected the end after an expression, found '['; an argument is written in parentheses, f(x)"},
    {"f()", 3, 1, "expected an argument of 'f', found ')'"},
    {"f(a", 4, 1, "expected ')' after the arguments of 'f', found the end of the text"},
    {"f(a b)", 5, 1, "expected ')' after the arguments of 'f', found 'b'"},
    {"f(a,)", 5, 1, "expected an expression, found ')'"},
    {"(a", 3, 1, "expected ')' after '(' and an expression, found the end of the text"},
    {"(a, b", 6, 1, "expected ')' after the last part of '(..', found the end of the text"},
    {"()", 1, 1, "expected an expression between '(' and ')'"},
    {"a)", 2, 1, "expected the end after an expression, found ')'"},
    {"[n", 3, 1, "expected ']' after '[' and a number, found the end of the text"},
    {"[1, 2]", 3, 1, "expected ']' after '[' and a number; a list is written (a, b, c), a set {a, b, c}"},
    {"[1..n]", 2, 4, "a range stands without brackets: 1..n; [k] is 1..k"},
    {"{1, 2", 6, 1, "expected '}' after the elements of '{..', found the end of the text"},
    {"{1 2}", 4, 1, "expected '}' after the elements of '{..', found the number 2"},
    {"stream.", 8, 1,
     "expected the number or the name of a coordinate directly after 'stream.', found the end of the text"},
    {"stream.(6)", 8, 1,
     "expected the number or the name of a coordinate directly after 'stream.', found '('"},
    {"stream. 6", 9, 1,
     "expected the number or the name of a coordinate directly after 'stream.', found the number 6"},
    {"stream.6.5", 9, 1,
     "expected the end after an expression, found '.'; only a name has members, as stream.6"},
    {"(a).6", 4, 1, "expected the end after an expression, found '.'; only a name has members, as stream.6"},
    {".5", 1, 1, "expected an expression, found '.'; a decimal begins with a digit, as 0.5"},
    {"1..2..3", 5, 2, "'a..b..c' is no expression"},
    {"a == b", 3, 2, "'==' is no operator here; write = for equality"},
    {"a => b", 3, 2, "'=>' is no operator here; write 'implies', or >= to compare"},
    {"a =< b", 3, 2, "'=<' is no operator here; write <="},
    {"a <> b", 3, 2, "'<>' is no operator here; write !="},
    {"a ** b", 3, 2, "'**' is no operator here; write ^ for powers"},
    {"a // b", 3, 2, "'//' is no operator here; write 'div'"},
    {"a || b", 3, 2, "'||' is no operator here; write 'or'"},
    {"a | b", 3, 1,
     "expected the end after an expression, found '|'; 'P | Q' is written P or Q, |x| is abs(x)"},
    {"|a|", 1, 1, "expected an expression, found '|'; |x| is written abs(x)"},
    {"a -> b", 3, 2, "expected the end after an expression, found '->'; 'P -> Q' is written P implies Q"},
    {"a & b", 3, 1, "'&' is written and"},
    {"!a", 1, 1, "'!' is written not (and != for unequal)"},
    {"a % b", 3, 1, "'%' is written mod"},
    {"a'", 2, 1, "a prime is no part of a name; write x1 or xp"},
    {"_a", 1, 1, "a name begins with a letter, not with _"},
    {"a \\le b", 3, 1, "'\\' means nothing here; formulas are plain text, as phi_i^2 <= n"},
    {"a ≤ b", 3, 1, "'≤' is written <="},
    {"n·m", 2, 1, "'·' is written *"},
    {"a − b", 3, 1, "'−' is written -"},
    {"x ∈ S", 3, 1, "'∈' is written in"},
    {"φ", 1, 1, "'φ' is written phi"},
    {"é", 1, 1,
     "'é' (U+00E9) stands only in comments and texts in quotes; names are made of the letters a to z"},
    {"a $ b", 3, 1, "'$' means nothing here"},
    {"\"abc", 1, 1, "a text that begins with \" ends with \" on the same line"},
    {"a = not b", 5, 3, "expected an expression, found 'not'; put parentheses around 'not ..'"},
    {"and b", 1, 3, "expected an expression, found 'and'"},
    {"a and", 6, 1, "expected an expression, found the end of the text"},
    {"if a then b", 12, 1,
     "expected 'else' of 'if' (every 'if' has one; an 'else' belongs to the nearest form that takes it), found the end of the text"},
    {"if a else b", 6, 4, "expected 'then' after the condition of 'if', found 'else'"},
    {"if a b", 6, 1, "expected 'then' after the condition of 'if', found 'b'"},
    {"let = 1 in x", 5, 1, "expected the name of a value after 'let', found '='"},
    {"let x 1 in x", 7, 1, "expected '=' after 'let x', found the number 1"},
    {"let x = 1", 10, 1, "expected 'in' after the value of 'x', found the end of the text"},
    {"let sum = 1 in 2", 5, 3, "expected the name of a value after 'let', found the reserved word 'sum'"},
    {"let log = 1 in 2", 5, 3, "'log' is a built-in function and cannot be the name of a value after 'let'"},
    {"sum (j)", 5, 1, "expected the name of an index of 'sum', found '('; write sum j in RANGE: .."},
    {"max (a, b)", 5, 1,
     "expected the name of an index of 'max', found '('; write max j in RANGE: .., or max(..) without a blank"},
    {"sum j: a", 6, 1, "expected 'in' and a range after the index 'j', found ':'"},
    {"sum i, j in [n]: a", 6, 1,
     "expected 'in' and a range after the index 'i'; several indices are written i in RANGE, j in RANGE"},
    {"sum j in [n] a", 14, 1, "expected ':' between the indices of 'sum' and what it ranges over, found 'a'"},
    {"sum j in [n], : a", 15, 1, "expected the name of an index of 'sum', found ':'"},
    {"sum 3 in [n]: a", 5, 1, "expected the name of an index of 'sum', found the number 3"},
    {"sum j in: a", 9, 1, "expected an expression, found ':'"},
    {"exist j in [n]: a", 7, 1, "expected the end after an expression, found 'j'; did you mean 'exists'?"},
    {"argmax j in [n]: a fist", 20, 4,
     "expected the end after an expression, found 'fist'; did you mean 'first'?"},
    {"if a then max j in [n]: b else c", 33, 1,
     "expected 'else' of 'if' (every 'if' has one; an 'else' belongs to the nearest form that takes it), found the end of the text"},
    {"iterate y 1 for 2 times: y", 11, 1,
     "expected 'from' and a first value after 'iterate y', found the number 1"},
    {"iterate y from 1 2 times: y", 18, 1,
     "expected 'for' and how often after the first value of 'iterate', found the number 2"},
    {"iterate y from 1 for 2: y", 23, 1, "expected 'times' after how often 'iterate' goes on, found ':'"},
    {"iterate y from 1 for 2 times y", 30, 1, "expected ':' before what 'iterate' repeats, found 'y'"},
    {"2^65", 3, 2, "the exponent 65 is too large; a number written as an exponent is at most 64"},
    {"x^(100)", 4, 3, "the exponent 100 is too large; a number written as an exponent is at most 64"},
    {"then", 1, 4, "expected an expression, found 'then'"},
    {"a @ b", 3, 1, "expected the end after an expression, found '@'"},
    {"a; b", 2, 1, "expected the end after an expression, found ';'"},
    {"a := b", 3, 1, "expected the end after an expression, found ':'"},
};

// These are trees, and name or type is wrong. Of all mistakes the first line; the number counts them.
struct IllTyped {
  const char* text;
  std::size_t mistakes;
  long column;
  long length;
  const char* message;
};

const IllTyped ill_typed[] = {
    {"m", 1, 1, 1, "'m' is not known here"},
    {"ph + 1", 1, 1, 2, "'ph' is not known here; did you mean 'phi'?"},
    {"foo(1)", 1, 1, 6, "the function 'foo' is not known here"},
    {"GG(1)", 1, 1, 5, "the function 'GG' is not known here; did you mean 'G'?"},
    {"flor(1/2)", 1, 1, 9, "the function 'flor' is not known here; did you mean 'floor'?"},
    {"G", 1, 1, 1, "'G' is a function of 1 argument; write G(..)"},
    {"G + G", 2, 1, 1, "'G' is a function of 1 argument; write G(..)"},
    {"G(1, 2)", 1, 1, 7, "'G' takes 1 argument, found 2"},
    {"A(1)", 1, 1, 4, "'A' takes 2 arguments, found 1"},
    {"G_i", 1, 1, 3, "'G_i' is not known here; the value of G at i is G(i)"},
    {"n_i", 1, 1, 3, "'n_i' is not known here"},
    {"n(2)", 1, 1, 4, "'n' is no function; a product is written n*(..)"},
    {"x(2)", 1, 1, 4, "'x' is no function; a product is written x*(..)"},
    {"i(2)", 1, 1, 4, "'i' is no function; a product is written i*(..)"},
    {"abs", 1, 1, 3, "'abs' is a built-in function; write abs(..)"},
    {"abs(1, 2)", 1, 1, 9, "'abs' takes 1 argument, found 2"},
    {"sqrt(2)", 1, 1, 7, "'sqrt' has no exact value; it stands in scales and bounds alone"},
    {"stream.6", 1, 1, 8,
     "'stream.6' is a coordinate of a network; a task's answer reads sizes, inputs and indices alone"},
    {"\"red\"", 1, 1, 5, "a text is no value here"},
    {"1 and 2", 2, 1, 1,
     "expected a condition on the left of 'and', found a number; compare it (only inputs of 0 and 1 are relations)"},
    {"not n", 1, 5, 1,
     "expected a condition after 'not', found a number; compare it (only inputs of 0 and 1 are relations)"},
    {"(1 < 2) + 1", 1, 2, 5,
     "expected a number on the left of '+', found a condition; ind(P) is 1 where P is true, else 0"},
    {"1 + (1 < 2)", 1, 6, 5,
     "expected a number on the right of '+', found a condition; ind(P) is 1 where P is true, else 0"},
    {"-(1 < 2)", 1, 3, 5,
     "expected a number after '-', found a condition; ind(P) is 1 where P is true, else 0"},
    {"ind(3)", 1, 5, 1,
     "expected a condition as an argument of 'ind', found a number; compare it (only inputs of 0 and 1 are relations)"},
    {"abs(1 < 2)", 1, 5, 5,
     "expected a number as an argument of 'abs', found a condition; ind(P) is 1 where P is true, else 0"},
    {"(1 < 2) < 3", 1, 2, 5,
     "expected a number on the left of '<', found a condition; ind(P) is 1 where P is true, else 0"},
    {"1 = (1 < 2)", 1, 1, 11, "the sides of '=' are of two types: a number and a condition"},
    {"(1, 2) = 1", 1, 1, 10, "the sides of '=' are of two types: a tuple of 2 and a number"},
    {"[2] = [2]", 1, 1, 9, "sets are compared element by element, as in forall x in S: x in T"},
    {"(1, 2) < (1, 3)", 2, 1, 6, "expected a number on the left of '<', found a tuple of 2"},
    {"(1, 2) + (1, 2, 3)", 1, 1, 18, "'+' stands between tuples of 2 and of 3"},
    {"(1, 2)*(1, 2)", 2, 1, 6, "expected a number on the left of '*', found a tuple of 2"},
    {"1 + [2]", 1, 5, 3, "expected a number on the right of '+', found a set of numbers"},
    {"1 in 2", 1, 6, 1,
     "expected a range or a set on the right of 'in', found a number; the numbers 1..k are [k]"},
    {"(1, 2) in [3]", 1, 1, 6, "a tuple of 2 is never in a set of numbers"},
    {"(1 < 2) in [3]", 1, 2, 5, "a condition is never in a set of numbers"},
    {"{1, (1, 2)}", 1, 5, 6, "expected a number in a set, found a tuple of 2"},
    {"{(1, 2), (1, 2, 3)}", 1, 10, 9,
     "expected a tuple of 2 in a set, as its first element, found a tuple of 3"},
    {"{1 < 2}", 1, 2, 5,
     "expected a number in a set, found a condition; ind(P) is 1 where P is true, else 0"},
    {"((1, 2), 3)", 1, 2, 6, "expected a number as a part of a tuple, found a tuple of 2"},
    {"[1 < 2]", 1, 2, 5,
     "expected a number between '[' and ']', found a condition; ind(P) is 1 where P is true, else 0"},
    {"(1 < 2)..3", 1, 2, 5,
     "expected a number on the left of '..', found a condition; ind(P) is 1 where P is true, else 0"},
    {"G ++ (x)", 1, 1, 1, "'G' is a function of 1 argument; write G(..)"},
    {"n ++ (x)", 1, 1, 1, "expected a tuple on the left of '++', found a number"},
    {"if n then 1 else 2", 1, 4, 1,
     "expected a condition after 'if', found a number; compare it (only inputs of 0 and 1 are relations)"},
    {"if 1 < 2 then 1 else 2 < 3", 1, 1, 26,
     "the values after 'then' and 'else' are of two types: a number and a condition"},
    {"sum j in n: j", 1, 10, 1,
     "expected a range or a set for 'j', found a number; the numbers 1..k are [k]"},
    {"sum j in [n]: j < 2", 1, 15, 5,
     "expected a number after 'sum ..:', found a condition; ind(P) is 1 where P is true, else 0"},
    {"exists j in [n]: j", 1, 18, 1,
     "expected a condition after 'exists ..:', found a number; compare it (only inputs of 0 and 1 are relations)"},
    {"count j in [n]: G(j)", 1, 17, 4,
     "expected a condition after 'count ..:', found a number; compare it (only inputs of 0 and 1 are relations)"},
    {"sum j in [n] where j: j", 1, 20, 1,
     "expected a condition after 'where', found a number; compare it (only inputs of 0 and 1 are relations)"},
    {"sum n in [3]: n", 1, 5, 1, "'n' has a meaning already: a size or parameter"},
    {"sum i in [3]: i", 1, 5, 1, "'i' has a meaning already: an index"},
    {"sum G in [3]: 1", 1, 5, 1, "'G' has a meaning already: an input"},
    {"sum j in [3]: sum j in [3]: j", 1, 19, 1, "'j' has a meaning already: a name bound around this place"},
    {"(sum j in [3]: j) + j", 1, 21, 1, "'j' is not known here"},
    {"max j in [0]: 1 else j", 1, 22, 1, "'j' is not known here"},
    {"argmax j in [3]: j first else (1, 2)", 1, 31, 6, "expected a number after 'else', found a tuple of 2"},
    {"argmax p in {(1, 2)}, j in [2]: j first", 1, 8, 1, "'argmax' with several indices takes numbers alone"},
    {"let y = m in y + y + k", 2, 9, 1, "'m' is not known here"},
    {"iterate y from 1 for 2 times: (y, y)", 1, 31, 6, "'y' is a number at first and a tuple of 2 later"},
    {"iterate y from 1 for 1 < 2 times: y", 1, 22, 5,
     "expected a number before 'times', found a condition; ind(P) is 1 where P is true, else 0"},
    {"iterate y from 1 = 1 for 2 times: 3", 1, 35, 1,
     "expected a condition as every value of 'iterate', as its first one, found a number; compare it (only inputs of 0 and 1 are relations)"},
    {"m + (1 and k) + G(1, 2)", 4, 1, 1, "'m' is not known here"},
};

Names known_names() {
  const Range three{1, 3};
  Names names;
  names.constants = {{"n", 3}, {"phi", 1}};
  names.inputs = {{"G", {three}, three}, {"x", {}, three}, {"A", {three, three}, {0, 1}}};
  names.indices = {{"i", three}};
  return names;
}

}  // namespace

TEST_CASE("What is no expression is refused with what was found, what was expected and the place",
          "[language]") {
  for (const Rejected& rejected : unreadable) {
    INFO(rejected.text);
    try {
      parse_expression(std::string(rejected.text));
      FAIL_CHECK("it was read");
    } catch (const ParseError& error) {
      REQUIRE(error.messages().size() == 1);
      CHECK(error.messages()[0].text == rejected.message);
      CHECK(error.messages()[0].place.column == rejected.column);
      CHECK(error.messages()[0].place.length == rejected.length);
      CHECK(error.messages()[0].place.line == 1);
    }
  }
}

TEST_CASE("Every wrong name and type of an expression is told at its place", "[language]") {
  for (const IllTyped& ill : ill_typed) {
    INFO(ill.text);
    try {
      resolve(parse_expression(ill.text), known_names());
      FAIL_CHECK("it was taken");
    } catch (const ParseError& error) {
      CHECK(error.messages().size() == ill.mistakes);
      CHECK(error.messages()[0].text == ill.message);
      CHECK(error.messages()[0].place.column == ill.column);
      CHECK(error.messages()[0].place.length == ill.length);
    }
  }
}

TEST_CASE("The whole is of the type that is asked for", "[language]") {
  const auto refusal = [](const char* text, Type::Kind kind) {
    try {
      resolve(parse_expression(text), known_names(), kind);
    } catch (const ParseError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(refusal("A(1, 2)", Type::Kind::truth).empty());
  CHECK(refusal("A(1, 2)", Type::Kind::number).empty());
  CHECK(refusal("(1, 2)", Type::Kind::tuple).empty());
  CHECK(refusal("G(1)", Type::Kind::truth) ==
        "1:1: expected a condition as the whole, found a number; compare it "
        "(only inputs of 0 and 1 are relations)");
  CHECK(refusal("1 < 2", Type::Kind::number) ==
        "1:1: expected a number as the whole, found a condition; ind(P) is 1 "
        "where P is true, else 0");
  CHECK(refusal("1", Type::Kind::tuple) == "1:1: expected a tuple as the whole, found a number");
}

TEST_CASE("An input is a relation where its values are 0 and 1 alone", "[language]") {
  for (const auto& [values, relation] : {std::pair(Range{0, 1}, true),
                                         {Range{1, 1}, true},
                                         {Range{0, 0}, true},
                                         {Range{0, 2}, false},
                                         {Range{-1, 1}, false}}) {
    Names names;
    names.inputs = {{"R", {}, values}};
    INFO(values.first << ".." << values.last);
    const Expression e = parse_expression("not R");
    if (relation) {
      CHECK(resolve(e, names).root->type.kind == Type::Kind::truth);
    } else {
      CHECK_THROWS_AS(resolve(e, names), ParseError);
    }
  }
}

}  // namespace attest::rejected_expressions_test
