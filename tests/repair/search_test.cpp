// Theorems with one error or two: what the search finds, and what it does not call a repair.
#include "repair/search.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"
#include "repair/edits.hpp"
#include "repair/print_alone.hpp"
#include "repair/repairs.hpp"
#include "theorems/patch.hpp"
#include "theorems/read.hpp"
#include "theorems/texts.hpp"
#include "theorems/theorem_texts.hpp"
#include "theorems/write.hpp"

namespace attest::repair_search_test {

namespace {

using namespace attest::repair_tests;      // NOLINT(google-build-using-namespace)
using namespace attest::theorems;          // NOLINT(google-build-using-namespace)
using namespace attest::theorems::repair;  // NOLINT(google-build-using-namespace)
using Outcome = RepairSearch::Outcome;

// A hard maximum that looks token n + 1's number up, with what is wrong in it.
TheoremText lookup(const std::string& key, const std::string& value,
                   const std::string& rest = "check output\n") {
  return theorem_tests::theorem(
      "attest-theorem 1\ntheorem lookup \"The letter at a place\"\nsizes n >= 1\ninput a : [n] -> [2], x : [n]\n"
      "tokens i in [n + 1] carry num = if i <= n then a(i) else 0, at = if i <= n then i else x\n"
      "task at n + 1, number: a(x)\nlayer\n  embed num = num, at = at, pos = i, sq = i^2, one = 1, out = 0\n  head hard-maximum\n"
      "    query (i) = (at, one)\n    key (j) = " +
      key + "\n    value (j) = (out: " + value + ")\nreadout out\n" + rest);
}

const char* const right_key = "(2*pos, -sq)";

}  // namespace

TEST_CASE("One slip is repaired by one edit, and the repair holds as it is written", "[theorems][repair]") {
  const std::string key = "(2*pos, sq)";
  const RepairSearch search = searched(lookup(key, "num"), "stated");
  REQUIRE(search.outcome == Outcome::repaired);
  const Repair& repair = *search.repair;
  CHECK(changes_of(repair) == std::vector<std::string>{"change query (i) = (at, -one)"});
  REQUIRE(search.others.size() == 1);
  CHECK(changes_of(search.others.front()) == std::vector<std::string>{"change key (j) = (2*pos, -sq)"});
  CHECK(repair.cost == 2);
  CHECK(repair.variant == "repaired");
  CHECK(repair.patches.front().because.find("output: ") != std::string::npos);
  REQUIRE(repair.verified.size() >= 5);
  // The verdicts again, by the text and by nothing of the search.
  const auto claim = claim_of(theorem_tests::theorem(write(repair.text)));
  for (const SettingVerdict& seen : repair.verified)
    CHECK(claim->verify(Variant::repaired, seen.parameters, {}).status == Status::holds);
  CHECK(search.tried.made > 10);
  const Tried& t = search.tried;
  CHECK(t.made ==
        t.repeated + t.unreadable + t.by_form + t.by_known_input + t.by_run + t.undecided + t.verified);
}

TEST_CASE("Two slips take two edits", "[theorems][repair]") {
  const TheoremText text = lookup("(2*pos, sq)", "pos");
  CHECK(searched(text, "stated", 1).outcome == Outcome::none);
  const RepairSearch search = searched(text, "stated", 2);
  REQUIRE(search.outcome == Outcome::repaired);
  CHECK(changes_of(*search.repair) ==
        std::vector<std::string>{"change query (i) = (at, -one)", "change value (j) = (out: num)"});
  CHECK(search.repair->cost == 4);
}

TEST_CASE("A theorem that holds is not repaired", "[theorems][repair]") {
  const RepairSearch search = searched(lookup(right_key, "num"), "stated");
  CHECK(search.outcome == Outcome::holds);
  CHECK(search.tried.made == 0);
  CHECK(!search.print.empty());
}

TEST_CASE("Where no edit repairs a theorem none is made up", "[theorems][repair]") {
  // No mean of zeros and ones is a product of ones and twos, nor is it one when something small of it is edited.
  const TheoremText text = theorem_tests::theorem(
      "attest-theorem 1\ntheorem sum \"The sum of all places\"\nsizes n >= 2\ninput x : [n] -> {0, 1}\n"
      "tokens i in [n] carry num = x(i)\ntask at n, number: product i in [n]: 1 + x(i)\nlayer\n"
      "  embed num = num, one = 1, out = 0\n  head softmax\n    query = (one)\n    key = (one)\n    value = (out: num)\n"
      "readout out\ncheck output\n");
  const RepairSearch search = searched(text, "stated");
  CHECK(search.outcome == Outcome::none);
  CHECK(search.complete);
  CHECK(!search.repair);
  CHECK(search.tried.made == edits_of(print_alone(text, "stated")).size());
}

TEST_CASE("A theorem of fewer sizes is no repair", "[theorems][repair]") {
  const RepairSearch search =
      searched(read_theorem(find_theorem_text("strassen/indexing-shattered")->source_text()), "printed");
  CHECK(search.outcome == Outcome::narrowed);
  CHECK(!search.repair);
  CHECK(!search.edited);
  REQUIRE(search.narrowed);
  CHECK(changes_of(*search.narrowed) == std::vector<std::string>{"add judged if n >= 2"});
}

TEST_CASE("What the variants, reasons and expectations of a text say does not change what is found",
          "[theorems][repair]") {
  const std::string text =
      "variant repaired\n  change value (j) = (out: pos)  because \"it is so\"\n"
      "expect stated holds, repaired refuted at n=2\nnote \"change key\"\n";
  const auto plain = searched(lookup("(2*pos, sq)", "num"), "stated");
  const auto told = searched(lookup("(2*pos, sq)", "num", "check output\n" + text), "stated");
  REQUIRE(plain.repair);
  REQUIRE(told.repair);
  CHECK(write(told.repair->text) == write(plain.repair->text));
  CHECK(told.tried.made == plain.tried.made);
}

TEST_CASE("A wrong sign in a displayed score of the catalogue is found, and the rows are left alone",
          "[theorems][repair]") {
  const RepairSearch search =
      searched(read_theorem(find_theorem_text("strassen/function-composition")->source_text()), "printed");
  REQUIRE(search.repair);
  CHECK(changes_of(*search.repair) ==
        std::vector<std::string>{"change displayed score = -n^2*((phi_i - j)^2 + (phi_j - (k - n))^2)"});
  REQUIRE(search.repair->proof);
  CHECK(search.repair->proof->status == Status::holds);
}

TEST_CASE("A search that is stopped says what it had tried", "[theorems][repair]") {
  RepairOptions options;
  options.most_edits = 2;
  options.run.threads = 1;
  options.run.budget_seconds = 0.3;
  const ClaimOf factory = claim_of;
  const RepairSearch search = search_repair(
      read_theorem(find_theorem_text("anna/final-output")->source_text()), "printed", factory, options);
  CHECK(search.outcome == Outcome::stopped);
  CHECK(search.cause == "the budget was used up");
  CHECK(!search.complete);
}

}  // namespace attest::repair_search_test
