#include "language/tokens.hpp"

#include <catch2/catch.hpp>

#include "language/utf8.hpp"

namespace attest::tokens_test {

using namespace attest::language;  // NOLINT(google-build-using-namespace)

namespace {

std::vector<Token> tokens_of(const std::string& text) {
  return tokenize(SourceText("t", text));
}

std::string words_of(const std::string& text) {
  std::string result;
  for (const Token& token : tokens_of(text)) {
    if (token.kind != TokenKind::end) result += (result.empty() ? "" : " ") + token.text;
  }
  return result;
}

template <class Run>
std::string refusal(const Run& run) {
  try {
    run();
  } catch (const ParseError& error) {
    return error.what();
  }
  return {};
}

std::string refused(const std::string& text) {
  return refusal([&] { tokens_of(text); });
}

}  // namespace

TEST_CASE("The longest sign that fits is the sign", "[language]") {
  CHECK(words_of("a<=b<c!=d==e=f->g-h+++i..j.k") == "a <= b < c != d == e = f -> g - h ++ + i .. j . k");
  CHECK(words_of("@338 @eq15 {x};[y]|z^2:w") == "@ 338 @ eq15 { x } ; [ y ] | z ^ 2 : w");
}

TEST_CASE("A decimal has digits on both sides of its point; a range and a member are no decimals",
          "[language]") {
  CHECK(words_of("1..2") == "1 .. 2");
  CHECK(words_of("1.5..2.25") == "1.5 .. 2.25");
  CHECK(words_of("stream.6.5") == "stream . 6 . 5");
  CHECK(words_of("stream.6..8") == "stream . 6 .. 8");
  CHECK(words_of("stream. 6.5") == "stream . 6.5");
  CHECK(tokens_of("1.25")[0].value == Rational(5, 4));
  CHECK(tokens_of("000")[0].text == "000");
  CHECK(tokens_of("000")[0].value == 0);
}

TEST_CASE("A token knows its place, its line's indent and what it touches", "[language]") {
  const auto tokens = tokens_of("ab = \"é ≤\" c\n\n  \tf(x)  # end");
  REQUIRE(tokens.size() == 9);
  const auto at = [&](std::size_t k) { return tokens[k]; };
  CHECK(at(2).kind == TokenKind::text);
  CHECK(at(2).text == "é ≤");
  CHECK(at(2).place.length == 5);
  CHECK(at(3).place.column == 12);
  CHECK(at(0).first);
  CHECK_FALSE(at(1).first);
  CHECK(at(4).first);
  CHECK(at(4).place.line == 3);
  CHECK(at(4).indent == 3);
  CHECK(at(5).indent == 3);
  CHECK(at(5).touches_left);
  CHECK_FALSE(at(4).touches_left);
  CHECK_FALSE(at(1).touches_left);
  CHECK(at(8).kind == TokenKind::end);
}

TEST_CASE("Comments are kept aside, with their places", "[language]") {
  std::vector<Comment> comments;
  const auto tokens = tokenize(SourceText("t", "# one: é\na # two # three\n\"# none\""), &comments);
  CHECK(tokens.size() == 3);
  REQUIRE(comments.size() == 2);
  CHECK(comments[0].text == " one: é");
  CHECK(comments[0].own_line);
  CHECK(comments[0].place.length == 8);
  CHECK(comments[1].text == " two # three");
  CHECK_FALSE(comments[1].own_line);
  CHECK(comments[1].place.line == 2);
  CHECK(comments[1].place.column == 3);
}

TEST_CASE("Every sign that has no meaning is told, up to twenty", "[language]") {
  CHECK(refused("a ≤ b\n  × c") == "1:3: '≤' is written <=\n2:3: '×' is written *");
  std::string many;
  for (int k = 0; k < 50; ++k) many += "≤";
  try {
    tokens_of(many);
    FAIL();
  } catch (const ParseError& error) {
    CHECK(error.messages().size() == 20);
    CHECK(error.messages()[19].place.column == 20);
  }
}

TEST_CASE("The signs that theorists paste are refused with their spelling", "[language]") {
  const std::pair<const char*, const char*> spellings[] = {
      {"≤", "<="}, {"≥", ">="}, {"≠", "!="},  {"×", "*"},  {"·", "*"},  {"−", "-"},
      {"→", "->"}, {"∈", "in"}, {"∧", "and"}, {"∨", "or"}, {"¬", "not"}};
  for (const auto& [sign, ascii] : spellings) {
    CHECK(refused(sign) == std::string("1:1: '") + sign + "' is written " + ascii);
  }
  CHECK(refused("a\u00a0b") == "1:2: a no-break space; blanks are ordinary ones");
  CHECK(refused("\ufeffa") == "1:1: a byte order mark; a text begins with its first word");
}

TEST_CASE("A number has at most 200 digits, a text at most 100000 tokens and 1 MiB", "[language]") {
  const std::string digits(200, '7');
  CHECK(tokens_of(digits)[0].text == digits);
  CHECK(refused(digits + "7") == "1:1: the number has 201 digits, at most 200 are read");
  CHECK(refused("0." + digits) == "1:1: the number has 201 digits, at most 200 are read");
  CHECK(tokens_of("0." + digits.substr(1)).size() == 2);

  std::string text;
  for (int k = 0; k < 100000; ++k) text += "a ";
  CHECK(tokens_of(text).size() == 100001);
  CHECK(refused(text + "b") == "1:200001: at most 100000 words and signs are read");

  CHECK(tokens_of(std::string(1 << 20, ' ')).size() == 1);
  CHECK(refused(std::string((1 << 20) + 1, ' ')) == "the text has 1048577 bytes, at most 1048576 are read");
}

TEST_CASE("A text is valid UTF-8 without control characters", "[language]") {
  CHECK(refused("a\r\n") ==
        "1:2: a carriage return; lines end with a newline alone (dos2unix converts a file)");
  CHECK(refused(std::string("a\n\0b", 4)) ==
        "2:1: the control character U+0000; a text holds none but newline and tab");
  CHECK(refused("é\x7f") == "1:2: the control character U+007F; a text holds none but newline and tab");
  CHECK(refused("\xc0\xaf") == "1:1: the byte 0xc0 is no UTF-8");
}

TEST_CASE("UTF-8 is what the standard says: every code point round trips, nothing else is taken",
          "[language]") {
  const auto encoded = [](char32_t c) {
    const auto byte = [](char32_t value) { return static_cast<char>(static_cast<unsigned char>(value)); };
    std::string text;
    if (c < 0x80) {
      text += byte(c);
    } else if (c < 0x800) {
      text = {byte(0xC0 | (c >> 6)), byte(0x80 | (c & 63))};
    } else if (c < 0x10000) {
      text = {byte(0xE0 | (c >> 12)), byte(0x80 | ((c >> 6) & 63)), byte(0x80 | (c & 63))};
    } else {
      text = {byte(0xF0 | (c >> 18)), byte(0x80 | ((c >> 12) & 63)), byte(0x80 | ((c >> 6) & 63)),
              byte(0x80 | (c & 63))};
    }
    return text;
  };
  for (char32_t c = 0; c < 0x110100; ++c) {
    const std::string text = encoded(c);
    const bool valid = c < 0x110000 && !(c >= 0xD800 && c < 0xE000);
    if (invalid_utf8("a" + text) != (valid ? std::nullopt : std::optional<std::size_t>(1)))
      FAIL(code_point_name(c));
    if (valid && (first_code_point(text) != c || code_points(text) != 1)) FAIL(code_point_name(c));
  }
  for (const char* bad : {"\x80", "\xc3", "\xe2\x82", "\xe2\x82g", "\xf0\x9f\x98", "\xc1\xbf", "\xe0\x9f\xbf",
                          "\xf0\x8f\xbf\xbf", "\xff", "\xfe"}) {
    CHECK(invalid_utf8(bad) == 0U);
  }
}

TEST_CASE("A message stands with its line and a caret below the place", "[language]") {
  const SourceText source("mine.theorem", "theorem t\n\tvalue 3 (k) = (phy_k) # é\n");
  CHECK(source.render({{2, 17, 5}, "'phy_k' is not known here"}) ==
        "mine.theorem:2:17: 'phy_k' is not known here\n"
        "   value 3 (k) = (phy_k) # é\n"
        "                  ^~~~~");
  CHECK(source.render({{}, "too long"}) == "mine.theorem: too long");
  CHECK(source.render({{3, 1, 1}, "expected more"}) == "mine.theorem:3:1: expected more\n  \n  ^");
  CHECK(source.render({{1, 9, 99}, "x"}) == "mine.theorem:1:9: x\n  theorem t\n          ^");
  CHECK(source.line(1) == "theorem t");
  CHECK(source.line(3).empty());
  CHECK(source.line(0).empty());
  CHECK(source.line(9).empty());
}

TEST_CASE("Of a long line what stands around the place is shown", "[language]") {
  std::string line;
  for (int k = 0; k < 60; ++k) line += "≤é234";
  const SourceText source("t", line);
  for (const long column : {1L, 40L, 150L, 299L, 300L, 301L}) {
    const std::string text = source.render({{1, column, 3}, "m"});
    const std::size_t second = text.find('\n') + 1;
    const std::size_t third = text.find('\n', second) + 1;
    const std::string shown = text.substr(second, third - second - 1);
    const std::string below = text.substr(third);
    CHECK(code_points(shown) <= 2 + 96 + 6);
    const auto caret = static_cast<long>(below.find('^'));
    CHECK(code_points(below) <= code_points(shown) + 1);
    if (column > 300) continue;
    // What stands above the caret is what stands at the column.
    const std::string_view above = std::string_view(shown).substr(first_code_points(shown, caret).size());
    const std::string_view there = std::string_view(line).substr(first_code_points(line, column - 1).size());
    CHECK(first_code_points(above, 1) == first_code_points(there, 1));
  }
}

TEST_CASE("A stream that ends at a limit says so, and goes on when the limit is lifted", "[language]") {
  TokenStream tokens(tokens_of("a b\nc"));
  tokens.set_limit(2);
  CHECK(tokens.previous() == nullptr);
  CHECK(tokens.next().text == "a");
  CHECK(tokens.previous()->text == "a");
  CHECK(tokens.next().text == "b");
  CHECK(tokens.at_end());
  CHECK(tokens.peek(5).kind == TokenKind::end);
  CHECK(tokens.next().kind == TokenKind::end);
  CHECK(refusal([&] { tokens.expect_name("a name"); }) ==
        "1:4: expected a name, found the end of the statement");
  tokens.set_limit(tokens.size());
  CHECK(tokens.take_word("c"));
  CHECK(refusal([&] { tokens.expect_sign(")", "after 'c'"); }) ==
        "2:2: expected ')' after 'c', found the end of the text");
  tokens.back_to(1);
  CHECK(tokens.at_word("b"));
}

TEST_CASE("What is expected and not there is named, and so is what stands there", "[language]") {
  const auto at = [](const char* text) { return TokenStream(tokens_of(text)); };
  CHECK(refusal([&] { at("3").expect_name("the name of a size"); }) ==
        "1:1: expected the name of a size, found the number 3");
  CHECK(refusal([&] { at("sum").expect_name("the name of a size"); }) ==
        "1:1: expected the name of a size, found the reserved word 'sum'");
  CHECK(refusal([&] { at("x").expect_text("the title"); }) ==
        "1:1: expected the title in double quotes, found 'x'");
  CHECK(refusal([&] { at("\"x\"").expect_number("a line"); }) ==
        "1:1: expected a line, found the text \"x\"");
  CHECK(at("4.5").expect_number("a line") == Rational(9, 2));
  CHECK(at("\"x\"").expect_text("the title").text == "x");
}

TEST_CASE("An identifier joins what touches by dashes and slashes", "[language]") {
  const auto identifier = [](const char* text) {
    TokenStream tokens(tokens_of(text));
    const Token token = tokens.expect_identifier("an id");
    return token.text + "|" + std::to_string(token.place.length) + "|" + tokens.peek().text;
  };
  CHECK(identifier("strassen/function-composition \"x\"") == "strassen/function-composition|29|x");
  CHECK(identifier("third-order,") == "third-order|11|,");
  CHECK(identifier("3sum-2/x1 y") == "3sum-2/x1|9|y");
  CHECK(identifier("a -b") == "a|1|-");
  CHECK(identifier("a- b") == "a|1|-");
  CHECK(identifier("a->b") == "a|1|->");
  CHECK(identifier("max-sum") == "max-sum|7|the end of the text");
  CHECK(refusal([&] { identifier("-a"); }) == "1:1: expected an id, found '-'");
}

}  // namespace attest::tokens_test
