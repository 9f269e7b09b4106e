// Theorems that speak of some words only: `where` and `judged if`, against counts by loops.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "claims/usage_error.hpp"
#include "language/message.hpp"
#include "theorems/read.hpp"
#include "theorems/theorem_claim.hpp"

namespace attest::promise_test {

namespace {

// A head that averages all bits; the task wants the first one.
theorems::TheoremClaim average(const std::string& conditions,
                               const std::string& checks = "check output, unique-maximum, error <= 1/2\n") {
  const std::string text =
      "attest-theorem 1\n"
      "theorem average \"The average is the first symbol\"\n"
      "sizes n >= 1    limit verify n <= 10\n"
      "input w : [n] -> {0, 1}\n" +
      conditions +
      "tokens i in [n] carry b = w(i)\n"
      "task at n, number: w(1)\n"
      "layer d = 2\n"
      "  encode (b, 1)\n"
      "  head softmax\n"
      "    query = (0)\n"
      "    key = (1)\n"
      "    value = (b)\n"
      "  out head.1 -> stream.1\n"
      "readout stream.1\n" +
      checks;
  return {theorems::read_theorem(language::SourceText("test.theorem", text)), "own:test", "test.theorem"};
}

Parameters size(const theorems::TheoremClaim& claim, long n) {
  return parse_parameters(claim.info().parameters, {fmt::format("n={}", n)});
}

Verdict verify(const theorems::TheoremClaim& claim, long n, const VerifyOptions& options = {}) {
  return claim.verify(Variant::stated, size(claim, n), options);
}

struct Counts {
  long inputs = 0;
  long not_judged = 0;
  long failing = 0;
};

// By loops over bits; `standing` of (bits from the first on).
Counts counted(long n, const std::function<Standing(const std::vector<int>&)>& standing) {
  Counts counts;
  for (long code = 0; code < 1L << n; ++code) {
    std::vector<int> bits;
    int ones = 0;
    for (long k = n - 1; k >= 0; --k) {
      bits.push_back(static_cast<int>(code >> k & 1));
      ones += bits.back();
    }
    const Standing what = standing(bits);
    if (what == Standing::excluded) continue;
    ++counts.inputs;
    if (what == Standing::not_judged) {
      ++counts.not_judged;
    } else {
      counts.failing += 2 * std::abs(ones - n * bits[0]) < n ? 0 : 1;
    }
  }
  return counts;
}

int ones_of(const std::vector<int>& bits) {
  return static_cast<int>(std::count(bits.begin(), bits.end(), 1));
}

}  // namespace

TEST_CASE("Words that `where` leaves out are no inputs", "[theorems][promise]") {
  const auto claim = average("where (sum i in [n]: w(i)) != 2\n");
  for (long n = 1; n <= 10; ++n) {  // beyond 512 words the filter goes first
    const Counts expected = counted(
        n, [](const auto& bits) { return ones_of(bits) == 2 ? Standing::excluded : Standing::judged; });
    const Verdict v = verify(claim, n);
    INFO(n);
    CHECK((v.inputs.space_is_known && v.inputs.space == expected.inputs));
    CHECK((v.inputs.total_is_known && v.inputs.total == expected.inputs));
    CHECK(v.inputs.checked == expected.inputs);
    CHECK(v.inputs.failing == expected.failing);
    CHECK_FALSE(v.inputs.not_judged.has_value());
    CHECK((v.status == Status::holds) == (n == 1));  // there is a tie of two keys for larger n
  }
}

TEST_CASE("`judged if` leaves an input in the space and says nothing about it", "[theorems][promise]") {
  const auto claim = average("where w(1) = 0\njudged if 2*(sum i in [n]: w(i)) < n\n");
  for (long n = 1; n <= 10; ++n) {
    const Counts expected = counted(n, [n](const auto& bits) {
      if (bits[0] != 0) return Standing::excluded;
      return 2 * ones_of(bits) < n ? Standing::judged : Standing::not_judged;
    });
    const Verdict v = verify(claim, n);
    INFO(n);
    REQUIRE(expected.failing == 0);
    CHECK((v.inputs.space_is_known && v.inputs.space == expected.inputs));
    CHECK(v.inputs.checked == expected.inputs);
    CHECK(v.inputs.not_judged == Integer(expected.not_judged));
    CHECK(v.inputs.failing == 0);
    CHECK(to_json(v)["inputs"]["not_judged"] == std::to_string(expected.not_judged));
  }
}

TEST_CASE("A theorem that judges no input does not apply", "[theorems][promise]") {
  for (const char* conditions :
       {"where w(1) = 2\n", "judged if w(1) = 2\n", "where w(1) = 1\njudged if w(1) = 0\n"}) {
    for (const long n : {2L, 10L}) {
      const Verdict v = verify(average(conditions), n);
      INFO(conditions);
      CHECK(v.status == Status::not_applicable);
      CHECK(v.reason == std::optional<std::string>("no input is judged"));
      CHECK(v.worst_input.is_null());
    }
  }
}

TEST_CASE("Parts of a theorem with conditions are put together to the whole", "[theorems][promise]") {
  const auto claim = average("where w(1) = 0\njudged if w(n) = 0\n");
  const Verdict whole = verify(claim, 6);
  std::vector<Json> parts;
  for (unsigned long r = 0; r < 3; ++r) {
    VerifyOptions options;
    options.part = {r, 3, true};
    parts.push_back(to_json(verify(claim, 6, options)));
    CHECK(parts.back()["inputs"]["space"].is_null());
  }
  const Verdict merged = claim.merge(Variant::stated, size(claim, 6), parts, {});
  Json expected = to_json(whole);
  Json found = to_json(merged);
  for (Json* document : {&expected, &found}) document->erase("seconds");
  CHECK(found == expected);
}

TEST_CASE("What is no input is not run, what is not judged is run without a verdict", "[theorems][promise]") {
  const auto claim = average("where w(1) = 0\njudged if w(3) = 0\n");
  const auto run = [&](const Json& input) { return claim.run(Variant::stated, size(claim, 3), input, 7); };
  CHECK(run({{"w", {0, 1, 0}}})["verdict"] == "holds");
  CHECK(run({{"w", {0, 1, 1}}})["verdict"] == "not-applicable");
  CHECK_THROWS_WITH(run({{"w", {1, 0, 0}}}), Catch::Contains("where w(1) = 0"));
  CHECK_THROWS_AS(run("rank:4"), UsageError);
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    CHECK(claim.run(Variant::stated, size(claim, 3), "random", seed)["verdict"] == "holds");
}

TEST_CASE("A word that one candidate of auto fails on may be no input of the next", "[theorems][promise]") {
  const auto claim =
      average("param c = auto in 1..3\nwhere c = 1 or (sum i in [n]: w(i)) = 0\n", "check output\n");
  const Verdict v =
      claim.verify(Variant::stated, parse_parameters(claim.info().parameters, {"n=1", "c=auto"}), {});
  CHECK(v.parameters.text("c") == "1");
  const Verdict searched =
      claim.verify(Variant::stated, parse_parameters(claim.info().parameters, {"n=4", "c=auto"}), {});
  CHECK(searched.parameters.text("c") == "2");
  CHECK(searched.inputs.checked == 1);
  CHECK(searched.inputs.failing == 0);
}

TEST_CASE("A condition on the inputs is a condition", "[theorems][promise]") {
  CHECK_THROWS_AS(verify(average("where n + 1\n"), 2), UsageError);
  CHECK_THROWS_AS(verify(average("judged if w\n"), 2), UsageError);
  CHECK(verify(average("where 1/(w(1) - w(1)) = 1\n"), 2).status == Status::ill_formed);
}

}  // namespace attest::promise_test
