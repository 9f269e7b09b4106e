#include <catch2/catch.hpp>

#include <set>

#include "theorems/claim_info.hpp"
#include "theorems/program_info.hpp"
#include "theorems/read.hpp"
#include "theorems/same.hpp"
#include "theorems/texts.hpp"
#include "theorems/theorem_texts.hpp"
#include "theorems/write.hpp"
#include "whole_catalogue.hpp"

// The texts of claims whose checks are C++.

namespace attest::program_texts_test {

using namespace attest::theorem_tests;  // NOLINT(google-build-using-namespace)

TEST_CASE("Every claim of the catalogue has one text, and every text a claim", "[theorems][programs]") {
  std::set<std::string> texts;
  for (const TheoremSource& source : theorem_texts()) CHECK(texts.insert(source.id).second);
  for (const TheoremSource& source : claim_texts()) CHECK(texts.insert(source.id).second);
  std::set<std::string> claims;
  for (const Claim* claim : whole_catalogue().claims()) {
    INFO(claim->info().id);
    claims.insert(claim->info().id);
    CHECK_FALSE(claim->info().standard_sizes.empty());
  }
  CHECK(claims == texts);
  CHECK(claim_texts().size() >= 43);
}

TEST_CASE("The texts of programs stand in the one layout", "[theorems][programs]") {
  for (const TheoremSource& source : claim_texts()) {
    INFO(source.path);
    const theorems::TheoremText text = theorems::read_theorem(source.source_text());
    CHECK(theorems::write(text) == source.text);
    REQUIRE(text.program);
    // Reductions stand below reductions/, lower bounds below lowerbounds/, everything else below constructions/.
    const std::string folder = source.path.substr(0, source.path.find('/'));
    const std::string& kind = text.program->kind;
    CHECK(folder == (kind == "reduction"    ? "reductions"
                     : kind == "lowerbound" ? "lowerbounds"
                                            : "constructions"));
  }
}

namespace {

const char* const beginning = "attest-theorem 1\ntheorem paper/claim \"A title\"\n";

ClaimInfo info_of(const std::string& rest) {
  return theorems::claim_info(theorem(beginning + rest), "paper/claim", "a file");
}

}  // namespace

TEST_CASE("Arguments of every type are read with their ranges, words, defaults and meanings",
          "[theorems][programs]") {
  const ClaimInfo info = info_of(
      "program algorithm\n"
      "argument n : integer 0..1000000000000000000 \"how many\"\n"
      "argument l : integer 1..9 or auto = auto \"tables\"\n"
      "argument eps : rational > 0 <= 1 = 1/10 \"small\"\n"
      "argument gamma : rational \"any\"\n"
      "argument theorem_name : one of \"B.2\", k-hop,\n    all = \"B.2\" \"which\"\n"
      "argument h : polynomial or all-3 = \"x1*x2 + x2*x3\" \"h\"\n"
      "variant printed \"As printed.\"\n"
      "variant repaired \"Mended.\"\n"
      "  change \"One.\"\n"
      "  change \"Two.\"\n"
      "expect printed refuted, repaired holds at n=1..2 gamma=1 theorem_name=k-hop; at n=3 gamma=1/2 h=\"x1*x2\" full\n"
      "expect repaired undecided at n=4 gamma=1\n");
  CHECK(info.kind == "algorithm");
  REQUIRE(info.parameters.size() == 6);
  CHECK(info.parameters[0].expectation() == "an integer from 0 to 1000000000000000000");
  CHECK_FALSE(info.parameters[0].default_value);
  CHECK(info.parameters[1].default_value == "auto");
  CHECK(info.parameters[1].values == std::vector<std::string>{"auto"});
  CHECK(info.parameters[2].type == ParameterType::rational);
  CHECK(info.parameters[2].minimum == Integer(0));
  CHECK(info.parameters[2].maximum == Integer(1));
  CHECK_FALSE(info.parameters[3].minimum);
  CHECK_FALSE(info.parameters[3].maximum);
  CHECK(info.parameters[4].values == std::vector<std::string>{"B.2", "k-hop", "all"});
  CHECK(info.parameters[4].default_value == "B.2");
  CHECK(info.parameters[5].type == ParameterType::polynomial);
  CHECK(info.parameters[5].default_value == "x1*x2 + x2*x3");
  CHECK(info.parameters[0].meaning == "how many");
  REQUIRE(info.variants.size() == 2);
  CHECK(info.variants[0].changes.empty());
  CHECK(info.variants[1].changes == std::vector<std::string>{"One.", "Two."});
  REQUIRE(info.standard_sizes.size() == 4);
  CHECK(info.standard_sizes[0].words == std::vector<std::string>{"n=1", "gamma=1", "theorem_name=k-hop"});
  CHECK(info.standard_sizes[0].quick);
  CHECK_FALSE(info.standard_sizes[2].quick);
  CHECK(info.standard_sizes[2].words == std::vector<std::string>{"n=3", "gamma=1/2", "h=x1*x2"});
  CHECK(info.standard_sizes[2].recorded.at(Variant::printed) == Status::refuted);
  CHECK(info.standard_sizes[3].recorded.size() == 1);
}

TEST_CASE("A program without arguments is expected at its one setting", "[theorems][programs]") {
  const ClaimInfo info = info_of("program task\nvariant printed \"As printed.\"\nexpect printed holds\n");
  REQUIRE(info.standard_sizes.size() == 1);
  CHECK(info.standard_sizes[0].words.empty());
  CHECK(info.standard_sizes[0].recorded.at(Variant::printed) == Status::holds);
}

TEST_CASE("What is written of a program is read as the same", "[theorems][programs]") {
  const theorems::TheoremText text = theorem(
      std::string(beginning) +
      "program task\nargument p : polynomial or \"2,2\" = \"x1*x2-1\" \"p\"\nargument q : one of -, \"a b\" \"q\"\n"
      "variant printed \"As printed.\"\nexpect printed holds at p=\"2,2\" q=\"a b\"\n");
  const theorems::TheoremText again = theorem(theorems::write(text));
  CHECK(theorems::same(text, again));
  theorems::TheoremText other = text;
  other.arguments[0].spec.values.clear();
  CHECK_FALSE(theorems::same(text, other));
}

TEST_CASE("No program of the catalogue is asked for under another name", "[theorems][programs]") {
  CHECK_THROWS_AS(program_info("anna/none"), std::logic_error);
  CHECK_THROWS_AS(program_info("anna/sum"), std::logic_error);  // a theorem's text
  CHECK(program_info("anna/routing").id == "anna/routing");
}

}  // namespace attest::program_texts_test
