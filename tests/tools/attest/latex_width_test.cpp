// How wide text is on a page of LaTeX, and where it is broken.
#include "tools/attest/latex_width.hpp"

#include <catch2/catch.hpp>

#include <string>

#include "tools/attest/latex.hpp"

namespace attest::latex_width_test {

TEST_CASE("Text is as wide as its characters are in Computer Modern", "[tools]") {
  CHECK(latex_width("") == 0);
  CHECK(latex_width("a") == Approx(5));  // a digit and most letters are half as wide as the type is high
  CHECK(latex_width("2024") == Approx(20));
  CHECK(latex_width("W") == Approx(10.28));
  CHECK(latex_width("n = 3", true) >
        latex_width("n=3"));  // a formula has space around its sign, whether it is written or not
  CHECK(latex_width("n = 3", true) == latex_width("n=3", true));
  CHECK(latex_width("\u00E9") == latex_width("\u03B5"));
  CHECK(latex_width("\u2AF0") > 4 * latex_width("\u00E9"));  // set as its number
  CHECK(latex_prose_width("two words") == Approx(latex_width("two words")));
  CHECK(latex_prose_width("as `ab c`") == Approx(latex_width("as ") + 4 * 5.25));
}

TEST_CASE("The widest piece of a text is what is not broken", "[tools]") {
  CHECK(latex_widest_piece("a word and another") == Approx(latex_width("another")));
  CHECK(latex_widest_piece("strassen/composition-to-indexing") == Approx(latex_width("composition-")));
  CHECK(latex_widest_piece("a-short-one") == Approx(latex_width("a-short-one")));
  CHECK(latex_widest_piece("x = floor((context - 2)*4)") == Approx(latex_width("(context-", true)));
  CHECK(latex_widest_piece("x = exp(123456*n)") == Approx(latex_width("123456*", true)));
  CHECK(latex_widest_piece("f(-m^2)") == Approx(latex_width("f(-m^2)", true)));  // its minus begins a term
}

TEST_CASE("The pieces of a word are the word, and fit where a character does", "[tools]") {
  const std::string words[] = {"",
                               "a",
                               "strassen/composition-to-indexing",
                               "a-short-one",
                               std::string(64, 'f'),
                               "\u00E1\u00E9\u03B5\u2208" + std::string(20, 'w') + "\u03B5",
                               "constructions/ea/next_token_dot_product.theorem"};
  for (const std::string& word : words) {
    for (double room = 11; room < 200; room += 3.7) {
      std::string all;
      for (const std::string_view piece : latex_word_pieces(word, room)) {
        CHECK(!piece.empty());
        CHECK(latex_width(piece) <= room + 1e-9);
        all += piece;
      }
      CHECK(all == word);
    }
  }
  CHECK(latex_word_pieces("a-short-one").size() == 1);
  CHECK(latex_word_pieces("a-short-one", 40).size() == 3);
}

TEST_CASE("The columns of a wrapped table are as wide as their widest pieces where there is room",
          "[tools]") {
  const std::string long_text(200, 'x');
  Table table{{"name", "why"}, {{"incomprehensibly", long_text + " " + long_text}}};
  const std::string set = latex_table(table);
  CHECK(set.find("incomprehensibly") != std::string::npos);
  // 76pt of 345 and a little, in type of eight points
  CHECK(set.find("p{0.188\\linewidth}") != std::string::npos);
  // No column can be as wide as eight of these words: they are broken.
  Table many{{}, {{}}};
  for (int c = 0; c < 8; ++c) {
    many.header.emplace_back("h");
    many.rows[0].emplace_back("incomprehensibly");
  }
  CHECK(latex_table(many).find("incomprehensibly") == std::string::npos);
  CHECK(latex_table(many).find("\\scriptsize") != std::string::npos);
}

}  // namespace attest::latex_width_test
