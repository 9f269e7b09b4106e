#include <catch2/catch.hpp>

#include "claims/verdict.hpp"

namespace attest::verdict_json_test {

namespace {

Verdict full_verdict() {
  Verdict verdict;
  verdict.claim = "paper/name";
  verdict.variant = Variant::repaired;
  verdict.source = {"paper.txt", "Theorem 4.2", 10, 25};
  verdict.parameters.set("n", "3", ParameterType::integer);
  verdict.parameters.set("A2", "39/4", ParameterType::rational);
  verdict.checks = {{"decides", true, Status::refuted, {}, "one input fails", Kind::construction},
                    {"bounded", false, Status::holds, Evidence::cover, {}, {}}};
  conclude(verdict);
  verdict.inputs = {power(10, 30), power(10, 29), 12, 1, 2};
  verdict.part = Part{3, 10};
  verdict.margins.score_gap = ScoreGap{"1/2*sqrt(2)", {"7.0e-01", "7.1e-01"}};
  verdict.margins.decision_margin = RealBounds{"-1.0e+00", "-9.9e-01"};
  verdict.worst_input = {{"rank", "5"}};
  verdict.counterexample = {{"rank", "7"}};
  verdict.failing.push_back("7");
  verdict.size = {2, 5, 0};
  verdict.details["width"] = 4;
  verdict.notes = {"a note"};
  verdict.seconds = 0.5;
  return verdict;
}

}  // namespace

TEST_CASE("A full verdict is written with all its fields", "[claims]") {
  const Json expected = Json::parse(R"json({
    "claim": "paper/name", "variant": "repaired",
    "source": {"seed": "paper.txt", "statement": "Theorem 4.2", "lines": [10, 25]},
    "parameters": {"n": 3, "A2": "39/4"},
    "own": null,
    "verdict": "refuted", "kind": "construction", "evidence": null, "reason": "one input fails",
    "checks": [
      {"name": "decides", "essential": true, "verdict": "refuted", "kind": "construction",
       "evidence": null, "reason": "one input fails"},
      {"name": "bounded", "essential": false, "verdict": "holds", "kind": null,
       "evidence": "cover", "reason": null}],
    "inputs": {"space": "1000000000000000000000000000000", "total": "100000000000000000000000000000",
               "checked": "12", "failing": "1", "undecided": "2"},
    "part": "3/10",
    "margins": {"score_gap": {"exact": "1/2*sqrt(2)", "lower": "7.0e-01", "upper": "7.1e-01"},
                "output_error": null, "decision_margin": {"lower": "-1.0e+00", "upper": "-9.9e-01"}},
    "worst_input": {"rank": "5"}, "counterexample": {"rank": "7"}, "failing": ["7"],
    "size": {"heads": 2, "embedding_dimension": 5, "mlp_parameters": 0},
    "details": {"width": 4}, "notes": ["a note"], "seconds": 0.5})json");
  CHECK(to_json(full_verdict()).dump(1) == expected.dump(1));  // the order of the fields too
}

TEST_CASE("A verdict about nothing yet has the same fields", "[claims]") {
  const Json empty = to_json(Verdict{});
  const Json full = to_json(full_verdict());
  std::vector<std::string> empty_keys;
  std::vector<std::string> full_keys;
  for (const auto& [key, value] : empty.items()) empty_keys.push_back(key);
  for (const auto& [key, value] : full.items()) full_keys.push_back(key);
  CHECK(empty_keys == full_keys);
  CHECK(empty["verdict"] == "undecided");
  for (const std::string key : {"evidence", "reason", "part", "worst_input", "counterexample"}) {
    INFO(key);
    CHECK(empty[key].is_null());
  }
  for (const std::string key : {"checks", "failing", "notes"}) CHECK(empty[key] == Json::array());
  for (const auto& [key, value] : empty["margins"].items()) CHECK(value.is_null());
  CHECK(empty["details"] == Json::object());
  CHECK(empty["parameters"] == Json::object());
}

TEST_CASE("A verdict on the reader's own weights is named after them in JSON and for people", "[claims]") {
  Verdict verdict = full_verdict();
  CHECK(name_of(verdict) == verdict.claim);
  const std::string base = verdict.claim;
  verdict.own =
      Own{"weights", "mine.json", "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", base};
  verdict.claim = own_name(*verdict.own);
  CHECK(verdict.claim == "own:weights");
  CHECK(name_of(verdict) == "own:weights (mine.json, sha256 0123456789ab)");
  CHECK(to_json(verdict)["own"] ==
        Json({{"file", "mine.json"}, {"sha256", verdict.own->sha256}, {"base", base}}));
  verdict.own->base.reset();
  CHECK(to_json(verdict)["own"]["base"].is_null());
  CHECK(status_text(verdict) == "refuted (construction)");
}

TEST_CASE("A run that did not see every input keeps the side of a margin that is known", "[claims]") {
  // More inputs can only lower the least gap and the least margin, and only raise the largest error.
  Verdict verdict = full_verdict();
  verdict.margins.output_error = RealBounds{"1.0e-09", "1.1e-09"};
  forget_unseen_side(verdict.margins);
  const Json margins = to_json(verdict)["margins"];
  CHECK(margins["score_gap"] == Json::parse(R"({"exact": null, "lower": null, "upper": "7.1e-01"})"));
  CHECK(margins["output_error"] == Json::parse(R"({"lower": "1.0e-09", "upper": null})"));
  CHECK(margins["decision_margin"] == Json::parse(R"({"lower": null, "upper": "-9.9e-01"})"));
  Margins none;
  forget_unseen_side(none);
  CHECK_FALSE((none.score_gap || none.output_error || none.decision_margin));
}

TEST_CASE("A part is whole where there is one residue class", "[claims]") {
  CHECK(Part{}.whole());
  CHECK_FALSE((Part{0, 2}.whole()));
  CHECK((Part{1, 3} == Part{1, 3}));
  CHECK_FALSE((Part{1, 3} == Part{2, 3}));
}

}  // namespace attest::verdict_json_test
