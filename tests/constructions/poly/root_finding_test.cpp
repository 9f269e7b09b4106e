// Root-finding by poly-attention: the identity for many p and h, planted errors, the task against another
// solver.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "claims/usage_error.hpp"
#include "constructions/poly/root_finding.hpp"
#include "constructions/poly/root_finding_claim.hpp"
#include "tasks/root_finding.hpp"

namespace attest::root_finding_test {
namespace {

Polynomial polynomial(const std::string& text) {
  return *Polynomial::parse(text, {"x1", "x2", "x3", "x4"});
}

RootFinding record(Variant variant, const std::string& p, const std::string& h) {
  return poly_root_finding(variant, polynomial(p), AttentionPolynomial::parse(h), 2);
}

Verdict verify(Variant variant, const std::vector<std::string>& words) {
  const auto claim = poly_root_finding_claim();
  return claim->verify(variant, parse_parameters(claim->info().parameters, words), VerifyOptions());
}

}  // namespace

TEST_CASE("The repaired columns give the displayed score for every h that the theorem admits",
          "[poly][root-finding]") {
  for (const char* p : {"x1+x2+x3", "x1*x2-x3", "x1^2+x2-2*x3+1", "x1*x2*x3-1", "x1-x2^2+x3"}) {
    for (const char* h : {"x1*x2*x3", "x1*x2*x3+x1*x2", "x1*x2*x3+x2*x3+x1*x3+x1*x2", "x1*x2*x3+x1*x3"}) {
      INFO(p << " by " << h);
      const RootFinding repaired = record(Variant::repaired, p, h);
      CHECK(repaired.score() == repaired.displayed);
    }
  }
  // Two monomials of highest degree that share variables, and lower ones below both.
  const RootFinding four =
      record(Variant::repaired, "x1*x2+x3*x4", "x1*x2*x3*x4+x1*x2*x3+x2*x3*x4+x1*x2+x3*x4");
  CHECK(four.score() == four.displayed);
}

TEST_CASE("The printed columns give -n^k p^2 where h has no monomial of lower degree, and not where it has",
          "[poly][root-finding]") {
  const RootFinding plain = record(Variant::printed, "x1+x2+x3", "x1*x2*x3");
  CHECK(plain.score() == plain.displayed);
  const RootFinding lower = record(Variant::printed, "x1+x2+x3", "x1*x2*x3+x1*x2");
  CHECK_FALSE(lower.score() == lower.displayed);
}

TEST_CASE("A changed entry of any column breaks the identity", "[poly][root-finding]") {
  const RootFinding good = record(Variant::repaired, "x1*x2-x3", "x1*x2*x3+x1*x2");
  int planted = 0;
  for (std::size_t r = 0; r < good.query.size(); ++r) {
    for (std::size_t c = 0; c < good.query[r].size(); ++c) {
      if (good.query[r][c].is_zero()) continue;
      RootFinding bad = good;
      bad.query[r][c] = -bad.query[r][c];
      ++planted;
      CHECK_FALSE(bad.score() == bad.displayed);
    }
  }
  CHECK(planted > 20);
}

TEST_CASE("The task agrees with sums counted in a table", "[poly][root-finding]") {
  // x1 + x2 = x3 over {-2..2}: a solver by marking sums instead of trying tuples.
  const RootFindingTask task(polynomial("x1+x2-x3"), 3, 3, 2);
  for (Integer rank = 0; rank < task.space().size(); ++rank) {
    const Word word = task.space().unrank(rank);
    bool present[5] = {};
    for (const Symbol s : word) present[s] = true;
    for (std::size_t which = 0; which < word.size(); ++which) {
      bool root = false;
      for (int second = -2; second <= 2; ++second) {
        const int sum = static_cast<int>(word[which]) - 2 + second;
        root = root || (present[second + 2] && sum >= -2 && sum <= 2 && present[sum + 2]);
      }
      REQUIRE(task.truth(word, which) == (root ? 1 : 0));
    }
  }
}

TEST_CASE("Root-finding verdicts: counts, and the mean of two roots that is none", "[poly][root-finding]") {
  const Verdict repaired = verify(Variant::repaired, {"p=x1-x2^2", "n=3", "r=2"});
  CHECK(repaired.status == Status::holds);
  CHECK(repaired.inputs.checked == 125);
  const Verdict printed = verify(Variant::printed, {"p=x1-x2^2", "n=3", "r=2"});
  CHECK(printed.status == Status::refuted);
  CHECK(printed.inputs.failing > 0);
  // S = (-1, 1, 1): for y_1 = 1 both -1 and 1 are roots; equal scores, so the row holds a mean of the two.
  const auto claim = poly_root_finding_claim();
  const Parameters parameters = parse_parameters(claim->info().parameters, {"p=x1-x2^2", "n=2", "r=1"});
  const Json run = claim->run(Variant::printed, parameters, Json::parse(R"({"S": [-1, 1]})"), 1);
  CHECK(run["outputs"][1]["truth"] == 1);
  CHECK(run["outputs"][1]["decision"] == 0);
  const Json better = claim->run(Variant::repaired, parameters, Json::parse(R"({"S": [-1, 1]})"), 1);
  CHECK(better["outputs"][1]["winner"] == Json::parse("[1, 1]"));
}

TEST_CASE("Truths are exact whatever the coefficients: 2^62 x1 x2 at (2, 2) is no root",
          "[poly][root-finding]") {
  const RootFindingTask task(polynomial("4611686018427387904*x1*x2"), 2, 2, 2);
  CHECK(task.truth(task.from_json({{"S", {2, 2}}}), 0) == 0);
  CHECK(task.truth(task.from_json({{"S", {2, 0}}}), 0) == 1);
  const RootFindingTask larger(polynomial("18446744073709551616*x1+x2"), 2, 2, 2);  // 2^64 x1
  CHECK(larger.truth(larger.from_json({{"S", {1, 0}}}), 0) == 0);
  CHECK_FALSE(larger.is_root({1, 0}));
  CHECK(larger.is_root({0, 0}));
  CHECK(verify(Variant::repaired, {"p=4611686018427387904*x1*x2", "n=2", "r=2"}).status == Status::holds);
  CHECK_THROWS_AS(task.from_json({{"S", {18446744073709551615U, 1}}}), UsageError);
}

TEST_CASE("A root that is not in S answers nothing", "[poly][root-finding]") {
  // x2^3 - x2 has the roots -1, 0, 1; on S = (-1, 1) the printed row averages -1 and 1.
  const auto claim = poly_root_finding_claim();
  const Parameters parameters = parse_parameters(claim->info().parameters, {"p=x2^3-x2", "n=2", "r=1"});
  const Json run = claim->run(Variant::printed, parameters, Json::parse(R"({"S": [-1, 1]})"), 1);
  CHECK(run["outputs"][0]["truth"] == 1);
  CHECK(run["outputs"][0]["winner"].is_null());
  CHECK(run["verdict"] == "refuted");
  CHECK(claim->run(Variant::repaired, parameters, Json::parse(R"({"S": [-1, 1]})"), 1)["verdict"] == "holds");
  const Verdict printed = claim->verify(Variant::printed, parameters, VerifyOptions());
  CHECK(printed.status == Status::refuted);
  const auto root = std::find_if(printed.checks.begin(), printed.checks.end(),
                                 [](const Check& check) { return check.name == "root"; });
  CHECK(root->status == Status::refuted);
  CHECK(claim->verify(Variant::repaired, parameters, VerifyOptions()).status == Status::holds);
}

TEST_CASE("Polynomials outside of the theorem are refused", "[poly][root-finding]") {
  CHECK_THROWS_AS(record(Variant::printed, "3", "x1*x2"), UsageError);
  CHECK_THROWS_AS(record(Variant::printed, "x1+x2+x3", "x1*x2+x2*x3"), UsageError);  // x1*x3 of p^2
  CHECK_THROWS_AS(record(Variant::printed, "x1+x2", "x1*x2*x3"), UsageError);
  CHECK_THROWS_AS(record(Variant::printed, "1/2*x1+x2", "x1*x2"), UsageError);
  CHECK_THROWS_AS(record(Variant::printed, "x1^5+x2", "x1*x2"), UsageError);
}

TEST_CASE(
    "As printed no network can find roots of x1 + x2: two lists with different answers give the same row",
    "[poly][root-finding]") {
  const auto find = [](const Verdict& verdict) {
    for (const Check& check : verdict.checks) {
      if (check.name == "every-network") return std::optional(check);
    }
    return std::optional<Check>();
  };
  const auto printed = find(verify(Variant::printed, {"p=x1+x2", "n=4", "r=3"}));
  REQUIRE(printed);
  CHECK(printed->status == Status::refuted);
  CHECK(printed->kind == Kind::construction);
  const Verdict repaired = verify(Variant::repaired, {"p=x1+x2", "n=4", "r=3"});
  CHECK_FALSE(find(repaired));
  CHECK(repaired.status == Status::holds);
}

}  // namespace attest::root_finding_test
