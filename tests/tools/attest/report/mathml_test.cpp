// Expressions and prose as MathML.
#include "tools/attest/report/mathml.hpp"

#include <catch2/catch.hpp>

#include "language/parser.hpp"
#include "tools/attest/report/html_escape.hpp"

namespace attest::report::mathml_test {

namespace {

// Without what only spaces: tags as they are, the outermost ones left out.
std::string set(const std::string& text) {
  const std::string html = mathml(language::parse_expression(text));
  const std::string begin = "<math><mrow>";
  const std::string end = "</mrow></math>";
  REQUIRE(html.starts_with(begin));
  REQUIRE(html.ends_with(end));
  return html.substr(begin.size(), html.size() - begin.size() - end.size());
}

// What a reader sees: everything outside of tags.
std::string seen(const std::string& html) {
  std::string text;
  bool tag = false;
  for (const char c : html) {
    if (c == '<') tag = true;
    if (!tag) text += c;
    if (c == '>') tag = false;
  }
  return text;
}

// Each tag is closed in its order: what browsers take without a repair.
bool is_closed(const std::string& html) {
  std::vector<std::string> open;
  for (std::size_t at = html.find('<'); at != std::string::npos; at = html.find('<', at + 1)) {
    const std::size_t end = html.find_first_of(" >", at);
    const std::string name = html.substr(at + 1, end - at - 1);
    if (name == "wbr" || html[html.find('>', at) - 1] == '/') continue;
    if (name.front() != '/') {
      open.push_back(name);
      continue;
    }
    if (open.empty() || "/" + open.back() != name) return false;
    open.pop_back();
  }
  return open.empty();
}

}  // namespace

TEST_CASE("A quotient is a fraction, a power stands above, an index below", "[tools][report]") {
  CHECK(set("1/2") == "<mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac>");
  CHECK(set("n^2") == "<msup><mrow><mi>n</mi></mrow><mrow><mn>2</mn></mrow></msup>");
  CHECK(set("phi_j") == "<msub><mi>φ</mi><mrow><mi>j</mi></mrow></msub>");
  CHECK(set("phi_j^2") == "<msubsup><mi>φ</mi><mrow><mi>j</mi></mrow><mrow><mn>2</mn></mrow></msubsup>");
  CHECK(set("sqrt(7)") == "<msqrt><mrow><mn>7</mn></mrow></msqrt>");
  CHECK(set("x1") == "<msub><mi>x</mi><mn>1</mn></msub>");
  CHECK(set("-4/7").starts_with("<mo form=\"prefix\">−</mo><mfrac>"));
}

TEST_CASE("A decimal stays the decimal that it is, since it may be rounded", "[tools][report]") {
  CHECK(set("3.97183") == "<mn>3.97183</mn>");
  CHECK(seen(html_prose("y = 3.97183, the truth")) == "y=3.97183, the truth");
}

TEST_CASE("Parentheses stand where the order of operations needs them", "[tools][report]") {
  CHECK(seen(set("(a + b)*c")) == "(a+b)·c");
  CHECK(seen(set("(a + b)/c")) == "a+bc");  // the fraction holds it together
  CHECK(seen(set("(a/b)^2")) == "(ab)2");
  CHECK(seen(set("a - (b - c)")) == "a−(b−c)");
  CHECK(seen(set("a - b - c")) == "a−b−c");
  CHECK(seen(set("(-a)^2")) == "(−a)2");
  CHECK(seen(set("not (p and q)")) == "¬(p∧q)");
}

TEST_CASE("A product is never read as a call or as one name", "[tools][report]") {
  CHECK(seen(set("2*n")) == "2&#x2062;n");
  CHECK(seen(set("n*k")) == "n&#x2062;k");
  CHECK(seen(set("n*(k + 1)")) == "n·(k+1)");
  CHECK(seen(set("width*n")) == "width·n");
  CHECK(seen(set("2*3")) == "2·3");
  CHECK(seen(set("n*2")) == "n·2");
}

TEST_CASE("Quantifiers have their range", "[tools][report]") {
  CHECK(seen(set("exists i in [m]: a(i) = 1")).find("∃i∈[m]:") == 0);
  CHECK(set("sum j in [n]: j").find("<munder><mo movablelimits=\"false\">∑</mo>") == 0);
  CHECK(seen(set("max j in [n]: a(j) else 0")).find("else") != std::string::npos);
}

TEST_CASE("Long formulas break into pieces that are closed and lose nothing", "[tools][report]") {
  for (const char* text : {"n*(phi_i^2, 2*phi_i, -1, 0, 0, 0)", "-n^2*((phi_i - j)^2 + (phi_j - (k - n))^2)",
                           "if n mod 2 = 0 then f(n, k) + 1 else (if k > 0 then {1, 2, k} else {n})",
                           "exists i in [m], j in [m]: a(i) = 1 and b(j) = 1 and a(i) + b(j) <= c(i, j)",
                           "(argmax j in [n]: a(j) first) + (sum k in [n] where k != i: a(k)*b(k))",
                           "abs(a - b) <= 1/4 or not (a + b + c + d > 12 implies a mod 7 div 2 = 3)"}) {
    INFO(text);
    const auto expression = language::parse_expression(text);
    const std::string pieces = mathml_in_pieces(expression);
    CHECK(pieces.find("<wbr>") != std::string::npos);
    CHECK(is_closed(pieces));
    CHECK(is_closed(mathml(expression)));
    CHECK(seen(pieces) == seen(mathml(expression)));
  }
  CHECK(mathml_in_pieces(language::parse_expression("a + b")).find("<wbr>") == std::string::npos);
}

TEST_CASE("Prose keeps its words, its formulas are set, its markup is text", "[tools][report]") {
  CHECK(html_prose("no formula here") == "no formula here");
  CHECK(html_prose("<script>alert(1)</script>") == "&lt;script&gt;alert(1)&lt;/script&gt;");
  CHECK(html_prose("at n >= 3 it holds").find("<math>") != std::string::npos);
  CHECK(seen(html_prose("at most 2.5e-07 of it")) == "at most 2.5·10−7 of it");
  CHECK(html_prose("strassen/match3 and --input rank:3").find("<math>") == std::string::npos);
  CHECK(is_closed(html_prose("x < y and a <b> c <= d </b> & \"q\"")));
}

TEST_CASE("What HTML would take for its own is escaped", "[tools][report]") {
  CHECK(html_escape("a<b & \"c\" 'd' >") == "a&lt;b &amp; &quot;c&quot; &#39;d&#39; &gt;");
  CHECK(html_escape(std::string("a\0b\x1b", 4)) ==
        "a\xEF\xBF\xBD"
        "b\xEF\xBF\xBD");
  CHECK(html_escape("Germán") == "Germán");
}

}  // namespace attest::report::mathml_test
