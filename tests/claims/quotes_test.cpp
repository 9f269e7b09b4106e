#include "claims/quotes.hpp"

#include <catch2/catch.hpp>

#include <regex>
#include <set>
#include <string>

#include "theorems/theorem_texts.hpp"
#include "whole_catalogue.hpp"

namespace attest::quotes_test {

TEST_CASE("A mark says in words where the source has it", "[claims]") {
  CHECK(cited("346") == "line 346 of the paper's text");
  CHECK(cited("411-415") == "lines 411-415 of the paper's text");
  CHECK(cited("eq15") == "@eq15");
  CHECK(in_source("346") == " (line 346 of the paper's text)");
  CHECK(in_source("").empty());
  CHECK(place_of("346") == "line 346");
  CHECK(place_of("eq15") == "eq15");
}

TEST_CASE("What a reason cites is quoted in the order in which it is cited, and nothing else", "[claims]") {
  const auto quotes =
      quoted_lines("strassen", "first " + cited("360") + ", then " + cited("346") + ", " + cited("360"));
  REQUIRE(quotes.size() == 2);
  CHECK(quotes[0].first_line == 360);
  CHECK(quotes[1].text.find("\\mathsf{Softmax}_{j,k}") != std::string::npos);
  CHECK(quoted_lines("strassen", "line 346 of another text").empty());
  CHECK(quoted_lines("strassen", cited("34")).empty());
  CHECK(quoted_lines("anna", cited("346")).empty());
}

TEST_CASE("Every line that a theorem of the catalogue marks is quoted", "[claims]") {
  const std::regex mark("@([0-9]+(-[0-9]+)?)\\b");
  std::size_t marks = 0;
  for (const TheoremSource& source : theorem_texts()) {
    INFO(source.id);
    const std::string paper = source.id.substr(0, source.id.find('/'));
    for (auto found = std::sregex_iterator(source.text.begin(), source.text.end(), mark);
         found != std::sregex_iterator(); ++found) {
      const auto quotes = quoted_lines(paper, cited((*found)[1]));
      REQUIRE(quotes.size() == 1);
      CHECK(quotes[0].text.size() > 20);
      ++marks;
    }
  }
  CHECK(marks > 40);
}

TEST_CASE("Every claim of the catalogue has the line that states it", "[claims]") {
  for (const Claim* claim : whole_catalogue().claims()) {
    INFO(claim->info().id);
    const auto quote = quoted_statement(claim->info().id);
    REQUIRE(quote);
    CHECK(quote->first_line <= quote->last_line);
    CHECK(quote->text.size() > 20);
  }
  CHECK(!quoted_statement("own:mine"));
}

}  // namespace attest::quotes_test
