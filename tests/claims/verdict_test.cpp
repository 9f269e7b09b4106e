#include "claims/verdict.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "tests/numeric/exact.hpp"

namespace attest::verdict_test {

namespace {

using Checks = std::vector<Check>;

const std::vector<Status> statuses{Status::holds, Status::undecided, Status::refuted, Status::ill_formed};
const std::vector<std::optional<Evidence>> evidences{std::nullopt, Evidence::enumeration, Evidence::cover,
                                                     Evidence::symbolic};

// Every check there is, up to its name.
Checks all_checks() {
  Checks result;
  for (const bool essential : {false, true}) {
    for (const Status status : statuses) {
      for (const auto& evidence : evidences) {
        for (const bool has_reason : {false, true}) {
          Check check{"c" + std::to_string(result.size()), essential, status, evidence, {}, {}};
          if (has_reason) check.reason = "because " + std::to_string(result.size());
          result.push_back(check);
        }
      }
    }
  }
  return result;
}

// The contract of conclude, said once more by sets.
void expect_conclusion(Checks checks) {
  // A reason for each place in the list, none of them part of another: KNOWN_reason_inside_another.txt.
  for (std::size_t i = 0; i < checks.size(); ++i) {
    if (checks[i].reason) *checks[i].reason += " <" + std::to_string(i) + ">";
  }
  std::set<std::string> seen;
  std::set<std::optional<Evidence>> evidence;
  for (const auto& check : checks) {
    if (check.essential) seen.insert(to_string(check.status));
    if (check.essential && check.evidence) evidence.insert(check.evidence);
  }
  Verdict verdict;
  verdict.checks = checks;
  verdict.evidence = Evidence::symbolic;  // of an earlier conclusion
  verdict.reason = "an earlier reason";
  if (seen.empty()) {
    REQUIRE_THROWS_AS(conclude(verdict), std::logic_error);
    return;
  }
  conclude(verdict);
  std::string worst = "holds";
  for (const std::string status : {"undecided", "refuted", "ill-formed"}) {
    if (seen.contains(status)) worst = status;
  }
  std::string reasons;
  const auto collect = [&](const std::string& status, bool named) {
    for (const auto& check : checks) {
      if (!check.essential || to_string(check.status) != status || !check.reason) continue;
      if (!reasons.empty()) reasons += "; ";
      reasons += (named ? "as far as it can be read, " + check.name + ": " : "") + *check.reason;
    }
  };
  collect(worst, false);
  if (worst == "ill-formed") collect("refuted", true);
  if (to_string(verdict.status) != worst) FAIL("status");
  if (worst != "holds") evidence.clear();
  if (verdict.evidence != (evidence.empty() ? std::nullopt : *evidence.begin())) FAIL("evidence");
  if (worst == "holds") reasons.clear();
  if (verdict.reason.value_or("") != reasons)
    FAIL(verdict.reason.value_or("") << " but expected " << reasons);
}

}  // namespace

TEST_CASE("A verdict follows from every pair of checks", "[claims]") {
  const Checks all = all_checks();
  for (const auto& first : all) {
    expect_conclusion({first});
    for (const auto& second : all) expect_conclusion({first, second});
  }
}

TEST_CASE("A verdict follows from random lists of checks", "[claims]") {
  const Checks all = all_checks();
  test::Random random(201);
  for (int trial = 0; trial < 3000; ++trial) {
    Checks checks;
    for (long size = random.between(0, 7); size > 0; --size) {
      checks.push_back(all[random.between(0, static_cast<long>(all.size()) - 1)]);
      if (random.coin()) checks.back().status = Status::holds;
    }
    expect_conclusion(checks);
  }
}

TEST_CASE("Names of variants, statuses and evidence are read back and distinct", "[claims]") {
  std::set<std::string> names;
  for (const Variant variant :
       {Variant::printed, Variant::repaired, Variant::constructed, Variant::stated, named_variant("cold")}) {
    CHECK(variant_from_string(to_string(variant)) == variant);
    names.insert(to_string(variant));
  }
  for (const Status status : statuses) {
    CHECK(status_from_string(to_string(status)) == status);
    names.insert(to_string(status));
  }
  for (std::size_t e = 1; e < evidences.size(); ++e) names.insert(to_string(*evidences[e]));
  CHECK(names == std::set<std::string>{"printed", "repaired", "constructed", "stated", "cold", "holds",
                                       "undecided", "refuted", "ill-formed", "enumeration", "cover",
                                       "symbolic"});
  for (const std::string text : {"", "Holds", "holds ", "ill_formed", "hold"}) {
    CHECK_FALSE(status_from_string(text));
    CHECK_FALSE(variant_from_string(text));
  }
  CHECK(named_variant("cold") == *variant_from_string("cold"));
  CHECK(named_variant("printed") == Variant::printed);
}

TEST_CASE("A check that is not applicable decides no headline unless there is nothing else", "[claims]") {
  Verdict verdict;
  verdict.checks = {{"excluded", true, Status::not_applicable, {}, "line 7: n >= 2", {}},
                    {"output", true, Status::holds, Evidence::enumeration, {}, {}}};
  conclude(verdict);
  CHECK(verdict.status == Status::holds);
  CHECK(verdict.evidence == Evidence::enumeration);
  verdict.checks.pop_back();
  conclude(verdict);
  CHECK(verdict.status == Status::not_applicable);
  CHECK(verdict.reason == "line 7: n >= 2");
  CHECK_FALSE(verdict.evidence);
}

TEST_CASE("A headline names the gravest kind among the refuted essential checks", "[claims]") {
  Verdict verdict;
  verdict.checks = {{"identity", true, Status::refuted, {}, "a", Kind::display},
                    {"bound", true, Status::refuted, {}, "b", Kind::constant},
                    {"statement", false, Status::refuted, {}, "c", Kind::statement},
                    {"output", true, Status::holds, Evidence::enumeration, {}, {}}};
  conclude(verdict);
  CHECK(verdict.kind == Kind::constant);
  verdict.checks.front().status = verdict.checks[1].status = Status::holds;
  conclude(verdict);
  CHECK_FALSE(verdict.kind);
}

}  // namespace attest::verdict_test
