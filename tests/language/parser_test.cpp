#include "language/parser.hpp"

#include <catch2/catch.hpp>

namespace attest::parser_test {

using namespace attest::language;  // NOLINT(google-build-using-namespace)

namespace {

// The tree with every operation in brackets of its own: what binds to what.
std::string shape(const Expression& e) {
  const auto list = [](const std::vector<Expression>& parts) {
    std::string result;
    for (const Expression& part : parts) result += " " + shape(part);
    return result;
  };
  switch (e->op) {
    case Op::number:
      return attest::to_string(e->value);
    case Op::text:
      return "\"" + e->name + "\"";
    case Op::name:
      return e->name;
    case Op::subscript:
      return "(sub " + e->name + list(e->children) + ")";
    case Op::call:
      return "(call " + e->name + list(e->children) + ")";
    case Op::member:
      return "(member " + e->name + list(e->children) + ")";
    case Op::negate:
      return "(neg" + list(e->children) + ")";
    case Op::logic_not:
      return "(not" + list(e->children) + ")";
    case Op::conditional:
      return "(if" + list(e->children) + ")";
    case Op::let:
      return "(let " + e->name + list(e->children) + ")";
    case Op::iterate:
      return "(iterate " + e->name + list(e->children) + ")";
    case Op::set:
      return "(set" + list(e->children) + ")";
    case Op::tuple:
      return "(tuple" + list(e->children) + ")";
    case Op::quantifier: {
      std::string result = "(" + to_string(e->quantifier);
      for (const Binder& binder : e->binders) result += " " + binder.name + ":" + shape(binder.range);
      if (e->such_that) result += " where " + shape(e->such_that);
      result += " do" + list(e->children);
      return result + (e->tie == Tie::unstated ? "" : " " + to_string(e->tie)) + ")";
    }
    case Op::range:
      if (e->children.size() == 1) return "(upto" + list(e->children) + ")";
      [[fallthrough]];
    default:
      return "(" + to_string(e->op) + list(e->children) + ")";
  }
}

struct Reading {
  const char* text;
  const char* shape;
  const char* printed = nullptr;  // null: as the text
};

const Reading readings[] = {
    {"1 + 2*3", "(+ 1 (* 2 3))"},
    {"(1 + 2)*3", "(* (+ 1 2) 3)"},
    {"a - b - c", "(- (- a b) c)"},
    {"a - (b - c)", "(- a (- b c))"},
    {"a/b/c", "(/ (/ a b) c)"},
    {"a div b mod c", "(mod (div a b) c)"},
    {"-2^2", "(neg (^ 2 2))"},
    {"(-2)^2", "(^ (neg 2) 2)"},
    {"2^3^2", "(^ 2 (^ 3 2))"},
    {"(2^3)^2", "(^ (^ 2 3) 2)"},
    {"2^-x", "(^ 2 (neg x))"},
    {"-a*b", "(* (neg a) b)"},
    {"a*-b", "(* a (neg b))"},
    {"--a", "(neg (neg a))"},
    {"a - -b", "(- a (neg b))"},
    {"0.5 + 3.25", "(+ 1/2 13/4)"},
    {"0.50", "1/2", "0.5"},
    {"007", "7", "7"},
    {"1/2", "(/ 1 2)"},
    {"1..2*n + 1", "(.. 1 (+ (* 2 n) 1))"},
    {"[n + 1]", "(upto (+ n 1))"},
    {"x in [n]", "(in x (upto n))"},
    {"x in 0..n", "(in x (.. 0 n))"},
    {"{1, 3, 5}", "(set 1 3 5)"},
    {"[n] \\ {2}", "(\\ (upto n) (set 2))"},
    {"1..n \\ 2..3 \\ S", "(\\ (\\ (.. 1 n) (.. 2 3)) S)"},
    {"1..n \\ (S \\ T)", "(\\ (.. 1 n) (\\ S T))"},
    {"x in S \\ T", "(in x (\\ S T))"},
    {"{}", "(set)"},
    {"(a, b, c)", "(tuple a b c)"},
    {"((a))", "a", "a"},
    {"n*(phi_i^2, 2*phi_i)", "(* n (tuple (^ (sub phi i) 2) (* 2 (sub phi i))))"},
    {"G ++ H ++ (x)", "(++ (++ G H) (tuple x))"},
    {"G ++ (H ++ K)", "(++ G (++ H K))"},
    {"(a) ++ (b, c)", "(++ (tuple a) (tuple b c))"},
    {"(1..n) ++ 1..n", "(++ (tuple (.. 1 n)) (.. 1 n))"},
    {"a implies b implies c", "(implies a (implies b c))"},
    {"(a implies b) implies c", "(implies (implies a b) c)"},
    {"a or b and c", "(or a (and b c))"},
    {"(a or b) and c", "(and (or a b) c)"},
    {"not a and b", "(and (not a) b)"},
    {"not (a and b)", "(not (and a b))"},
    {"not a = b", "(not (= a b))"},
    {"not not a", "(not (not a))"},
    {"1 <= i <= n", "(and (<= 1 i) (<= i n))"},
    {"1 <= i and i <= n", "(and (<= 1 i) (<= i n))", "1 <= i <= n"},
    {"1 <= i and j <= n", "(and (<= 1 i) (<= j n))"},
    {"a < b < c < d", "(and (and (< a b) (< b c)) (< c d))"},
    {"a < b and b < c < d", "(and (< a b) (and (< b c) (< c d)))"},
    {"not a < b < c", "(not (and (< a b) (< b c)))"},
    {"(a < b) = c", "(= (< a b) c)"},
    {"1 <= i in S", "(and (<= 1 i) (in i S))"},
    {"phi_i", "(sub phi i)"},
    {"phi_2", "(sub phi 2)"},
    {"a_b_c", "(sub a_b c)"},
    {"x_0", "(sub x 0)"},
    {"x_02", "x_02"},
    {"x_2a", "x_2a"},
    {"x_", "x_"},
    {"f_1(x)", "(call f_1 x)"},
    {"stream.6", "(member stream 6)"},
    {"head2.5 + head.1", "(+ (member head2 5) (member head 1))"},
    {"left.out", "(member left out)"},
    {"stream.6..8", "(.. (member stream 6) 8)"},
    {"G(H(x))", "(call G (call H x))"},
    {"A(i,j)*B(j,k)", "(* (call A i j) (call B j k))", "A(i, j)*B(j, k)"},
    {"max(a, b)", "(call max a b)"},
    {"min(a, b, c)", "(call min a b c)"},
    {"max j in [n]: a(j) else 0", "(max j:(upto n) do (call a j) 0)"},
    {"max j in [n]: (a)", "(max j:(upto n) do a)", "max j in [n]: a"},
    {"sum j in [n]: a(j) + 1", "(sum j:(upto n) do (+ (call a j) 1))"},
    {"(sum j in [n]: a(j)) + 1", "(+ (sum j:(upto n) do (call a j)) 1)"},
    {"1 + sum j in [n]: a(j)", "(+ 1 (sum j:(upto n) do (call a j)))"},
    {"(1 + sum j in [n]: a(j)) + 1", "(+ (+ 1 (sum j:(upto n) do (call a j))) 1)",
     "1 + (sum j in [n]: a(j)) + 1"},
    {"exists i in [n], j in [m]: A(i,j)", "(exists i:(upto n) j:(upto m) do (call A i j))",
     "exists i in [n], j in [m]: A(i, j)"},
    {"sum j in [n] where j != i: a(j)", "(sum j:(upto n) where (!= j i) do (call a j))"},
    {"argmax j in [n]: a(j)", "(argmax j:(upto n) do (call a j))"},
    {"argmax j in [n]: a(j) first", "(argmax j:(upto n) do (call a j) first)"},
    {"argmin i in [n], j in [n]: A(i,j) any else (0, 0)",
     "(argmin i:(upto n) j:(upto n) do (call A i j) (tuple 0 0) any)",
     "argmin i in [n], j in [n]: A(i, j) any else (0, 0)"},
    {"argmax i in [n]: argmax j in [n]: A first last",
     "(argmax i:(upto n) do (argmax j:(upto n) do A first) last)"},
    {"argmax i in [n]: (argmax j in [n]: A) last", "(argmax i:(upto n) do (argmax j:(upto n) do A) last)"},
    {"least j in [n]: a(j) = 2 else n + 1", "(least j:(upto n) do (= (call a j) 2) (+ n 1))"},
    {"if P then max j in [n]: a else 0 else 1", "(if P (max j:(upto n) do a 0) 1)"},
    {"if P then (max j in [n]: a) else 1", "(if P (max j:(upto n) do a) 1)"},
    {"if P then sum j in [n]: a else 1", "(if P (sum j:(upto n) do a) 1)"},
    {"max j in [n]: if P then a else b else c", "(max j:(upto n) do (if P a b) c)"},
    {"(if P then a else b) + 1", "(+ (if P a b) 1)"},
    {"let x = a in x + 1", "(let x a (+ x 1))"},
    {"let x = (a in S) in x", "(let x (in a S) x)"},
    {"let x = if a in S then 1 else 0 in x", "(let x (if (in a S) 1 0) x)"},
    {"let x = if P then 1 else (a in S) in x", "(let x (if P 1 (in a S)) x)"},
    {"let x = sum j in [n]: j in x", "(let x (sum j:(upto n) do j) x)"},
    {"let x = let y = a in y in x", "(let x (let y a y) x)"},
    {"let x = ind(a in S) in x in S", "(let x (call ind (in a S)) (in x S))"},
    {"iterate y from x for k times: G(y)", "(iterate y x k (call G y))"},
    {"iterate y from a in S for 2 times: not y", "(iterate y (in a S) 2 (not y))"},
    {"exists k in [3]: A(i, k) and B(k, j)", "(exists k:(upto 3) do (and (call A i k) (call B k j)))"},
    {"(exists k in [3]: P) and Q", "(and (exists k:(upto 3) do P) Q)"},
    {"P and exists k in [3]: Q or R", "(and P (exists k:(upto 3) do (or Q R)))"},
    {"not exists k in [3]: Q or R", "(not (exists k:(upto 3) do (or Q R)))"},
    {"-sum j in [n]: a + b", "(neg (sum j:(upto n) do (+ a b)))"},
    {"a < (sum j in [n]: b) < c", "(and (< a (sum j:(upto n) do b)) (< (sum j:(upto n) do b) c))"},
    {"\"red\"", "\"red\""},
    {"1/4*(1..2000)", "(* (/ 1 4) (.. 1 2000))"},
    {"n^2*(2*n)^(-c)", "(* (^ n 2) (^ (* 2 n) (neg c)))", "n^2*(2*n)^-c"},
    {"-n^2*((phi_i - j)^2 - (phi_j - (k - n))^2)",
     "(* (neg (^ n 2)) (- (^ (- (sub phi i) j) 2) (^ (- (sub phi j) (- k n)) 2)))"},
};

}  // namespace

TEST_CASE("Operators bind as the grammar says, and a tree prints with the fewest parentheses", "[language]") {
  for (const Reading& reading : readings) {
    INFO(reading.text);
    const Expression e = parse_expression(reading.text);
    CHECK(shape(e) == reading.shape);
    CHECK(to_string(e) == (reading.printed == nullptr ? reading.text : reading.printed));
    CHECK(same(parse_expression(to_string(e)), e));
  }
}

TEST_CASE("An expression ends before what cannot go on, and the caller sees what follows", "[language]") {
  const std::pair<const char*, const char*> cases[] = {
      {"2..t+1 (l) = x", "("}, {"phi = G", "end"},     {"1/sqrt(d)   @eq15", "@"},
      {"head.1 -> s.6", "->"}, {"a first b", "first"}, {"G(x), H", ","},
  };
  for (const auto& [text, follows] : cases) {
    INFO(text);
    TokenStream tokens(tokenize(SourceText("t", text)));
    parse_expression(tokens);
    CHECK((tokens.at_end() ? "end" : tokens.peek().text) == follows);
  }
}

TEST_CASE("The place of a node spans what it was read from", "[language]") {
  const Expression e = parse_expression("1 + G(x)*sum j in [n]: a");
  CHECK(e->place.column == 1);
  CHECK(e->place.length == 24);
  const Node& product = *e->children[1];
  CHECK(product.place.column == 5);
  CHECK(product.children[0]->place.length == 4);
  CHECK(product.children[1]->place.column == 10);
  CHECK(parse_expression("(a) + b")->children[0]->place.column == 2);
}

}  // namespace attest::parser_test
