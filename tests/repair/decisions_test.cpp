// Decisions on candidates in a search that is stopped: what is not decided to its end is not decided at all.
#include "repair/decisions.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <stdexcept>

#include "claims/stop.hpp"
#include "repair/print_alone.hpp"
#include "repair/repairs.hpp"
#include "repair/settings.hpp"
#include "theorems/patch.hpp"
#include "theorems/texts.hpp"

namespace attest::repair_decisions_test {

namespace {

using namespace attest::repair_tests;      // NOLINT(google-build-using-namespace)
using namespace attest::theorems;          // NOLINT(google-build-using-namespace)
using namespace attest::theorems::repair;  // NOLINT(google-build-using-namespace)

// It holds; every input has to be looked at for that.
TheoremText right() {
  return theorem_tests::theorem(
      "attest-theorem 1\ntheorem mean \"The mean of equal numbers\"\nsizes n >= 1\ninput x : [n] -> [2]\n"
      "tokens i in [n] carry num = x(i)\ntask at n, number: 3\nlayer\n  embed num = num, one = 1, out = 0\n  head softmax\n"
      "    query = (one)\n    key = (one)\n    value = (out: 3*one)\nreadout out\ncheck output\n");
}

// The judge asks for the claim of a candidate before it is run: from the asking number `stop_at` on the search is interrupted, in the middle
// of that candidate's run, or between it, which is unreadable then, and the next one.
enum class When { within, between };
std::vector<Judged> decided(std::size_t candidates, long stop_at, When when, bool& stopped) {
  const TheoremText text = print_alone(right(), "stated");
  std::atomic<bool> interrupted{false};
  VerifyOptions options;
  options.threads = 1;
  options.interrupted = &interrupted;
  const RunLimit limit(options);
  long asked = -1;  // not yet counted
  const ClaimOf factory = [&](TheoremText candidate) {
    if (asked >= 0 && ++asked >= stop_at) {
      interrupted = true;
      if (when == When::between) throw std::runtime_error("unreadable");
    }
    return claim_of(std::move(candidate));
  };
  const std::unique_ptr<Claim> claim = factory(text);
  const Variant variant = named_variant(variant_names(text).front());
  const SmallSettingsOfTheorem settings = small_settings(*claim, variant, {}, options);
  SearchTime time(options);
  const Journal old;
  Decisions decisions(CandidateJudge(factory, settings.quick, options), time, old, nullptr);
  std::vector<Candidate> block(candidates);
  for (Candidate& candidate : block) candidate.text = &text;
  asked = 0;
  stopped = false;
  try {
    (void)decisions.decide(block, Decisions::Kind::first_failure);
  } catch (const Stopped&) {
    stopped = true;
  }
  return decisions.made();
}

}  // namespace

TEST_CASE("What a search that is stopped has not decided to its end is no decision", "[theorems][repair]") {
  bool stopped = false;
  const std::vector<Judged> whole = decided(3, 1000, When::within, stopped);
  CHECK_FALSE(stopped);
  REQUIRE(whole.size() == 3);
  for (const Judged& judged : whole) CHECK(judged.how == Judged::How::holds);
  for (const When when : {When::within, When::between}) {
    for (const std::size_t candidates : {1, 2, 3}) {
      for (std::size_t stop_at = 1; stop_at <= 3; ++stop_at) {
        INFO(candidates << " candidates, interrupted at asking " << stop_at);
        // Of each candidate the claim is asked for once; the last one is decided where it was not interrupted, or has ended before its run
        // looked whether it was.
        const bool last = stop_at == candidates && when == When::within;
        for (int tries = 0; tries < 1000; ++tries) {
          const std::vector<Judged> made = decided(candidates, static_cast<long>(stop_at), when, stopped);
          REQUIRE(made.size() == (stopped ? 0 : candidates));
          if (stopped || !last) break;
        }
        CHECK(stopped == (stop_at < candidates || last));
      }
    }
  }
}

// The run has a budget of its own, what is left of the search's, and may end by it before anything asks the process to stop.
TEST_CASE("A candidate whose run its budget has ended is no decision", "[theorems][repair]") {
  const TheoremText text = print_alone(right(), "stated");
  const ClaimOf factory = [](TheoremText candidate) { return claim_of(std::move(candidate)); };
  const std::unique_ptr<Claim> claim = factory(text);
  SettingVerdict long_run;  // of as many inputs as are looked at one by one
  long_run.parameters = parse_parameters(claim->info().parameters, {"n=31"});
  long_run.inputs = Integer(1) << 31;
  for (const auto kind : {Decisions::Kind::first_failure, Decisions::Kind::whole_at_setting}) {
    VerifyOptions options;
    options.threads = 1;
    options.budget_seconds = 0.05;
    SearchTime time(options);
    const Journal old;
    Decisions decisions(CandidateJudge(factory, {long_run}, options), time, old, nullptr);
    CHECK_THROWS_AS(decisions.decide({Candidate{&text, 0}}, kind), Stopped);
    CHECK(decisions.made().empty());
  }
}

}  // namespace attest::repair_decisions_test
