// The least score gap of heads whose scales have no common unit: by enumeration, by cover, and of parts that are put
// together, against the scores themselves.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "claims/verdict.hpp"
#include "theorems/own_claims.hpp"
#include "verification/cover/margins.hpp"
#include "verification/layer_setting.hpp"

namespace attest::gap_of_two_units_test {

namespace {

using theorem_tests::check;
using theorem_tests::claim;

// Scores of the left head are sqrt(2) times (1, 0, 3 w(1)), those of the right one `scale` times (0, 2, 3/2 + w(2)).
std::string text(const std::string& scale, const std::string& bound) {
  return "attest-theorem 1\ntheorem t \"t\"\nsizes n >= 2    limit verify n <= 4\n"
         "input w : [n] -> {0, 1, 2}\n"
         "tokens i in [3] carry a = if i = 1 then 1 else if i = 3 then 3*w(1) else 0, "
         "b = if i = 1 then 0 else if i = 2 then 4 else 3 + 2*w(2)\n"
         "task at 1, number: 0\nlayer\n"
         "  embed a = a, b = b, one = 1, va = 0, vb = 0\n"
         "  head left softmax, scale sqrt(2)\n    query = (one)\n    key = (a)\n    value = (va: a)\n"
         "  head right softmax, scale " +
         scale +
         "\n    query = (one)\n    key = (1/2*b)\n    value = (vb: b)\n"
         "readout 0*va + 0*vb\ncheck output, gap >= " +
         bound + "\n";
}

double gap_of(std::vector<double> scores) {
  std::sort(scores.rbegin(), scores.rend());
  return scores[0] - scores[1];
}

// Over the inputs whose rank modulo 2 is `residue`, or all.
double least_gap(double scale, std::optional<int> residue = {}) {
  double least = std::numeric_limits<double>::infinity();
  for (int a = 0; a <= 2; ++a) {
    for (int b = 0; b <= 2; ++b) {
      if (residue && (3 * a + b) % 2 != *residue) continue;
      least = std::min(least, std::sqrt(2) * gap_of({1, 0, 3.0 * a}));
      least = std::min(least, scale * gap_of({0, 2, 1.5 + b}));
    }
  }
  return least;
}

struct Case {
  const char* scale;
  double value;
  const char*
      least;  // by hand: of the left head sqrt(2), where w(1) = 0; of the right one scale/2, where w(2) < 2
};

const std::vector<Case> cases = {{"log(16)", std::log(16), "2*log(2)"},
                                 {"log(20)", std::log(20), "sqrt(2)"},
                                 {"sqrt(7)", std::sqrt(7), "1/2*sqrt(7)"},
                                 {"3", 3, "sqrt(2)"},
                                 {"sqrt(18)", std::sqrt(18), "sqrt(2)"},  // a multiple of the left unit
                                 {"0", 0, "0"}};

Verdict verdict_of(const theorems::TheoremClaim& c, const Part& part = {}) {
  VerifyOptions options;
  options.part = part;
  return c.verify(Variant::stated, parse_parameters(c.info().parameters, {"n=2"}), options);
}

// The doubles of this test are off by a few units in the last place themselves.
bool encloses(const RealBounds& bounds, double value) {
  return std::stod(bounds.lower) <= value * (1 + 1e-14) && std::stod(bounds.upper) >= value * (1 - 1e-14);
}

}  // namespace

TEST_CASE("The least gap of heads in several units is the least of theirs", "[theorems][instance]") {
  for (const Case& c : cases) {
    INFO(c.scale);
    const auto own = claim(text(c.scale, "7/5"));
    const Verdict v = verdict_of(own);
    REQUIRE(v.margins.score_gap);
    CHECK(v.margins.score_gap->exact == c.least);
    CHECK(encloses(v.margins.score_gap->bounds, least_gap(c.value)));
    CHECK(check(v, "gap").status == (least_gap(c.value) >= 1.4 ? Status::holds : Status::refuted));
    // One input after another.
    for (int rank = 0; rank < 9; ++rank) {
      const Json run = own.run(Variant::stated, parse_parameters(own.info().parameters, {"n=2"}),
                               "rank:" + std::to_string(rank), 0);
      const double gap =
          std::min(std::sqrt(2) * gap_of({1, 0, 3.0 * (rank / 3)}), c.value * gap_of({0, 2, 1.5 + rank % 3}));
      const Json& found = run["outputs"][0]["score_gap"];
      CHECK(encloses({found["lower"], found["upper"]}, gap));
    }
  }
}

TEST_CASE("Parts of a run know the least gap of each unit", "[theorems][instance]") {
  for (const Case& c : cases) {
    INFO(c.scale);
    const auto own = claim(text(c.scale, "7/5"));
    std::vector<Json> parts;
    for (unsigned long r = 0; r < 2; ++r) parts.push_back(to_json(verdict_of(own, {r, 2, true})));
    const Verdict merged =
        own.merge(Variant::stated, parse_parameters(own.info().parameters, {"n=2"}), parts, {});
    Json expected = to_json(verdict_of(own));
    Json found = to_json(merged);
    for (Json* document : {&expected, &found}) document->erase("seconds");
    CHECK(found == expected);
  }
}

TEST_CASE("A cover finds the least gap of heads in several units", "[theorems][instance][cover]") {
  for (const Case& c : cases) {
    if (c.value == 0) continue;  // heads without a unit are not looked at
    INFO(c.scale);
    const auto own = claim(text(c.scale, "7/5"));
    const auto judged = own.setting(Variant::stated, parse_parameters(own.info().parameters, {"n=2"}));
    const auto& setting = dynamic_cast<const LayerSetting&>(*judged);
    VerifyOptions options;
    options.threads = 1;
    const cover::MarginReport report =
        cover::margins_by_cover(cover::CoverProblem(setting), true, 1.05, options);
    REQUIRE(report.margins.score_gap);
    CHECK(report.margins.score_gap->exact == c.least);
    CHECK(encloses(report.margins.score_gap->bounds, least_gap(c.value)));
  }
}

}  // namespace attest::gap_of_two_units_test
