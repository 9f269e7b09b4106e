// A search that goes on where another one ended finds what one search would have found.
#include "repair/journal.hpp"

#include <atomic>
#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"
#include "repair/repairs.hpp"
#include "repair/search.hpp"
#include "theorems/texts.hpp"
#include "theorems/write.hpp"

namespace attest::journal_test {

namespace {

using namespace attest::repair_tests;      // NOLINT(google-build-using-namespace)
using namespace attest::theorems;          // NOLINT(google-build-using-namespace)
using namespace attest::theorems::repair;  // NOLINT(google-build-using-namespace)
using Outcome = RepairSearch::Outcome;

TheoremText two_slips() {
  return theorem_tests::theorem(
      "attest-theorem 1\ntheorem lookup \"The letter at a place\"\nsizes n >= 1\ninput a : [n] -> [2], x : [n]\n"
      "tokens i in [n + 1] carry num = if i <= n then a(i) else 0, at = if i <= n then i else x\n"
      "task at n + 1, number: a(x)\nlayer\n  embed num = num, at = at, pos = i, sq = i^2, one = 1, out = 0\n  head hard-maximum\n"
      "    query (i) = (at, one)\n    key (j) = (2*pos, sq)\n    value (j) = (out: pos)\nreadout out\ncheck output\n");
}

struct Run {
  RepairSearch search;
  Journal journal;
};

// Interrupted after so many steps of its progress; 0: never.
Run run(const std::optional<Journal>& journal, long steps) {
  std::atomic<bool> interrupted{false};
  Run result;
  RepairOptions options;
  options.run.threads = 1;
  options.least_seconds_for_others = 1e9;  // else the clock decides what is found, on a slow machine
  options.run.interrupted = &interrupted;
  options.journal = journal;
  options.keep = [&](const Journal& kept) { result.journal = kept; };
  long seen = 0;
  options.progress = [&](const std::string&, std::uint64_t, std::uint64_t) {
    if (++seen == steps) interrupted = true;
  };
  const ClaimOf factory = claim_of;
  result.search = search_repair(two_slips(), "stated", factory, options);
  return result;
}

void check_same(const RepairSearch& a, const RepairSearch& b) {
  CHECK(a.outcome == b.outcome);
  CHECK(a.complete == b.complete);
  REQUIRE(a.repair.has_value() == b.repair.has_value());
  CHECK(changes_of(*a.repair) == changes_of(*b.repair));
  CHECK(write(a.repair->text) == write(b.repair->text));
  REQUIRE(a.others.size() == b.others.size());
  for (std::size_t k = 0; k < a.others.size(); ++k) CHECK(changes_of(a.others[k]) == changes_of(b.others[k]));
  const auto numbers = [](const Tried& t) {
    return std::vector<unsigned long>{t.made,   t.repeated,  t.unreadable, t.by_form, t.by_known_input,
                                      t.by_run, t.undecided, t.verified,   t.fell};
  };
  CHECK(numbers(a.tried) == numbers(b.tried));
}

}  // namespace

TEST_CASE("A search that is interrupted, wherever, and goes on gives the answer of one that is not",
          "[theorems][repair]") {
  const Run whole = run(std::nullopt, 0);
  REQUIRE(whole.search.outcome == Outcome::repaired);
  REQUIRE(whole.journal.decisions.size() > 200);
  for (const long steps : {1L, 7L, 60L, 200L}) {
    INFO(steps);
    Run part = run(std::nullopt, steps);
    REQUIRE(part.search.outcome == Outcome::stopped);
    CHECK(part.journal.decisions.size() < whole.journal.decisions.size());
    // As a file has it, and interrupted once more.
    part = run(journal_from_json(Json::parse(to_json(part.journal).dump())), steps + 30);
    part = run(journal_from_json(Json::parse(to_json(part.journal).dump())), 0);
    check_same(part.search, whole.search);
    CHECK(part.journal.decisions.size() == whole.journal.decisions.size());
  }
  // A whole one is read, not searched again.
  check_same(run(whole.journal, 0).search, whole.search);
}

TEST_CASE("A journal of other settings is refused", "[theorems][repair]") {
  Journal journal = run(std::nullopt, 60).journal;
  REQUIRE(journal.quick.size() > 1);
  Journal other = journal;
  other.quick.front().verdict = "holds";
  CHECK_THROWS_AS(run(other, 0), UsageError);
  other = journal;
  other.judge.order.pop_back();
  CHECK_THROWS_AS(run(other, 0), UsageError);
  Json json = to_json(journal);
  json["decisions"][0][0] = "guessed";
  CHECK_THROWS_AS(journal_from_json(json), std::invalid_argument);
  json.erase("order");
  CHECK_THROWS_AS(journal_from_json(json), std::invalid_argument);
}

}  // namespace attest::journal_test
