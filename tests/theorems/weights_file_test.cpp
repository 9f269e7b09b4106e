// Weights as JSON, both ways: what is written is read back as the same layer, what is changed is what runs, what does not fit
// is refused with its field.
#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"
#include "theorems/read.hpp"
#include "theorems/texts.hpp"
#include "theorems/theorem_claim.hpp"

namespace attest::weights_file_test {

namespace {

theorems::TheoremClaim claim_of(const std::string& path) {
  return {theorem_tests::theorem(theorem_tests::file_text(theorem_tests::repository() + "/" + path)),
          "own:test", path};
}

struct Setting {
  const char* path;
  const char* variant;
  std::vector<std::string> words;
};

const std::vector<Setting> settings = {
    {"constructions/strassen/function_composition.theorem", "repaired", {"n=2"}},
    {"constructions/strassen/match3.theorem", "repaired", {"n=2", "m=5"}},
    {"constructions/strassen/third_order_match3.theorem", "constructed", {"n=2", "m=4"}},
    {"constructions/strassen/triangular_relation_composition.theorem", "constructed", {"m=2"}},
    {"constructions/anna/sum.theorem", "printed", {"N=2", "M=2"}},
    {"constructions/ea/next_token.theorem", "constructed", {"N=2", "tau=1", "context=3"}},
    {"examples/transitive_step.theorem", "stated", {"m=2"}},
    {"examples/xor.theorem", "stated", {"n=2"}},
    {"examples/drawn_table.theorem", "stated", {"n=3", "T=1"}},
    {"examples/drawn_table.theorem", "forgotten", {"n=3", "T=1"}},
    {"examples/three_hops.theorem", "stated", {"n=3"}},
    {"examples/induction_softmax.theorem", "stated", {"n=3", "k=2"}},
};

Verdict verdict(const theorems::TheoremClaim& claim, const Setting& s, const std::optional<Json>& weights) {
  VerifyOptions options;
  if (weights) options.weights = *weights;
  options.threads = 1;
  return claim.verify(named_variant(s.variant), parse_parameters(claim.info().parameters, s.words), options);
}

Json weights_of(const theorems::TheoremClaim& claim, const Setting& s) {
  return claim.weights(named_variant(s.variant), parse_parameters(claim.info().parameters, s.words));
}

}  // namespace

TEST_CASE("Weights that are written are read back as the same layer", "[theorems][weights-file]") {
  for (const Setting& s : settings) {
    INFO(s.path);
    const auto claim = claim_of(s.path);
    const Verdict expected = verdict(claim, s, {});
    const Verdict found = verdict(claim, s, weights_of(claim, s));
    CHECK(to_string(found.status) == std::string(to_string(expected.status)));
    CHECK(found.inputs.checked == expected.inputs.checked);
    CHECK(found.inputs.failing == expected.inputs.failing);
    REQUIRE(found.margins.score_gap.has_value() == expected.margins.score_gap.has_value());
    if (found.margins.score_gap) CHECK(found.margins.score_gap->exact == expected.margins.score_gap->exact);
    REQUIRE(found.margins.decision_margin.has_value() == expected.margins.decision_margin.has_value());
    if (found.margins.decision_margin)
      CHECK(found.margins.decision_margin->lower == expected.margins.decision_margin->lower);
    CHECK(found.size.mlp_parameters == expected.size.mlp_parameters);
  }
}

TEST_CASE("A changed entry is what runs", "[theorems][weights-file]") {
  const Setting s{"constructions/strassen/function_composition.theorem", "repaired", {"n=2"}};
  const auto claim = claim_of(s.path);
  Json weights = weights_of(claim, s);
  weights["heads"][0]["V_3"][0] =
      Json::array({"0", "0", "0", "0", "0", "0", "0"});  // the value is 0 everywhere
  const Verdict nothing = verdict(claim, s, weights);
  CHECK(nothing.status == Status::refuted);
  CHECK(nothing.inputs.failing == 32);
  Json cold = weights_of(claim, s);
  cold["heads"][0]["scale"] = "1/1000";
  CHECK(verdict(claim, s, cold).status == Status::refuted);
  Json without_head = weights_of(claim, s);
  without_head["W_O"] = Json::array();
  without_head["readout"] = "3/2";
  CHECK(verdict(claim, s, without_head).inputs.failing == 32);  // 3/2 is 1/2 away from both answers
  Json maps = weights_of(claim, s);
  maps["readout"] = {{{"W", "((0,0,0,0,0,1,0), (0,0,0,0,0,-1,0))"}, {"b", "(0, 0)"}}, {{"W", "(1, -1)"}}};
  CHECK(verdict(claim, s, maps).status == Status::holds);
}

// [3, 2, 1], as T=1 draws it at n=3.
TEST_CASE("Tables stand in the weights with their values, and those are what runs",
          "[theorems][weights-file]") {
  const Setting s{"examples/drawn_table.theorem", "stated", {"n=3", "T=1"}};
  const auto claim = claim_of(s.path);
  const Json weights = weights_of(claim, s);
  CHECK(weights["encoding"] == Json({"i", "num", "T(i)", "0"}));
  CHECK(weights["tables"] ==
        Json::parse(R"({"T": {"arguments": [["1", "2", "3"]], "values": ["3", "2", "1"]}})"));
  CHECK_FALSE(weights_of(claim, {s.path, "forgotten", s.words}).contains("tables"));
  // The table is the file's, whatever seed the command gives.
  CHECK(verdict(claim, {s.path, s.variant, {"n=3", "T=2"}}, weights).status == Status::refuted);
  Json other = weights;
  other["tables"]["T"]["values"][0] = "2";
  CHECK(verdict(claim, s, other).status == Status::refuted);

  const auto refused = [&](const std::string& pointer, const Json& value, const std::string& message) {
    Json changed = weights;
    changed[Json::json_pointer(pointer)] = value;
    INFO(pointer << " = " << value.dump());
    CHECK_THROWS_WITH(verdict(claim, s, changed), Catch::Contains(message));
  };
  refused("/tables", Json::array(), "an object of tables");
  refused("/tables/T", Json::array(), "tables.T.");
  refused("/tables/T/arguments", Json::array(), "tables.T.arguments");
  refused("/tables/T/arguments/0", Json({"1", "3", "2"}), "numbers that ascend");
  refused("/tables/T/arguments/0", Json({"1", "2", "2"}), "numbers that ascend");
  refused("/tables/T/arguments/0", Json({"1", "2"}), "tables.T.values: got \"3 values\"");
  refused("/tables/T/arguments/0", Json({"1", "2", "4"}), "the table T has no argument 1 that is 3");
  refused("/tables/T/values/1", "x", "tables.T.values[1]");
  refused("/tables/T/from", "seed", "no such field");
  refused("/tables/U", weights["tables"]["T"], "a table that an expression of these weights reads");
  refused("/tables/abs", weights["tables"]["T"], "a name that no built-in function has");
  refused("/encoding/2", "i", "a table that an expression of these weights reads");
  refused("/encoding/2", "T(i, i)", "'T' is no function here");
  Json without = weights;
  without.erase("tables");
  CHECK_THROWS_WITH(verdict(claim, s, without), Catch::Contains("'T' is no function here"));
}

TEST_CASE("Weights that do not fit are refused with their field", "[theorems][weights-file]") {
  const Setting s{"constructions/strassen/match3.theorem", "repaired", {"n=1", "m=4"}};
  const auto claim = claim_of(s.path);
  const auto refused = [&](const std::string& pointer, const Json& value, const std::string& message) {
    Json weights = weights_of(claim, s);
    weights[Json::json_pointer(pointer)] = value;
    INFO(pointer << " = " << value.dump());
    CHECK_THROWS_WITH(verdict(claim, s, weights), Catch::Contains(message));
  };
  refused("/embedding_dimension", 0, "embedding_dimension");
  refused("/embedding_dimension", 7, "encoding: got \"8 coordinates\"");
  refused("/residual", 1, "residual");
  refused("/encoding", "i", "encoding");
  refused("/encoding/0", "i +", "encoding[0]");
  refused("/encoding/0", "q", "encoding");
  refused("/encoding/0", "1/(i - 1)", "a division by zero");
  refused("/heads", Json::array(), "an array of heads");
  refused("/heads/0/name", "other", "a head of this theorem: head1, head2");
  refused("/heads/1/name", "head1", "no second head of this name");
  refused("/heads/0/kernel", "soft", "heads[0].kernel");
  refused("/heads/0/attention", "x1*x4", "a polynomial in x1 to x3");
  refused("/heads/0/attention", "x1 + x2", "heads[0].attention");
  refused("/heads/0/scale", "-1", "heads[0].scale");
  refused("/heads/0/W_1/0/0", "1.5", "heads[0].W_1[0][0]");
  refused("/heads/0/W_1/0", Json::array({"1"}), "heads[0].W_1[0]");
  refused("/heads/0/W_2", Json::array(), "heads[0].W_2");
  refused("/heads/0/W_3", Json::array({Json::array({1, 0, 0, 0, 0, 0, 0, 0})}),
          "as many rows as the matrices before it");
  refused("/heads/0/V_2", "an arbitrary function", "heads[0].V_2");
  refused("/heads/0/V_4", Json::array(), "no such field");
  refused("/heads/0/rows/1 (f)", "0", "heads[0].rows");
  refused("/heads/0/weight", 1, "no such field");
  refused("/W_O/0/from", "head1.9", "W_O[0].from");
  refused("/W_O/0/from", "head3.1", "W_O[0].from");
  refused("/W_O/0/to", "stream.9", "W_O[0].to");
  refused("/W_O/0/factor", "x", "W_O[0].factor");
  refused("/W_O/0/gain", 1, "no such field");
  refused("/readout", "stream.1/stream.2", "a division by a coordinate");
  refused("/readout", "stream.9", "readout");
  refused("/readout", 1, "readout");
  refused("/network", Json::array(), "no such field");
  Json missing = weights_of(claim, s);
  missing["heads"][0].erase("W_2");
  CHECK_THROWS_WITH(verdict(claim, s, missing), Catch::Contains("heads[0].W_2: missing"));
}

TEST_CASE("An entry of a later layer is what runs, and refused where it does not fit",
          "[theorems][weights-file]") {
  const Setting s{"examples/three_hops.theorem", "stated", {"n=3"}};
  const auto claim = claim_of(s.path);
  const Json weights = weights_of(claim, s);
  const auto with = [&](const std::string& place, const Json& value) {
    Json changed = weights;
    changed[Json::json_pointer(place)] = value;
    return changed;
  };
  CHECK(verdict(claim, s, weights).status == Status::holds);
  // The second layer fetches nothing; twice its queries say the same; the first layer's residual is what keeps the positions.
  CHECK(verdict(claim, s, with("/layers/1/heads/0/V_2/0/3", "0")).status == Status::refuted);
  CHECK(verdict(claim, s, with("/layers/1/heads/0/scale", "2")).status == Status::holds);
  CHECK(verdict(claim, s, with("/layers/0/residual", false)).status == Status::refuted);
  const auto refused = [&](const std::string& place, const Json& value, const std::string& message) {
    INFO(place << " = " << value.dump());
    CHECK_THROWS_WITH(verdict(claim, s, with(place, value)), Catch::Contains(message));
  };
  refused("/layers", Json::array(), "layers");
  refused("/heads", Json::array(), "no such field");
  refused("/embedding_dimension", 7, "embedding_dimension");
  refused("/layers/1/residual", 1, "layers[1].residual");
  refused("/layers/1/heads", Json::array(), "layers[1].heads");
  refused("/layers/1/heads/0/name", "first", "layers[1].heads[0].name");
  refused("/layers/1/heads/0/W_1/0", Json::array({"1"}), "layers[1].heads[0].W_1");
  refused("/layers/1/heads/0/rows/1 (query)", "(p)", "layers[1].heads[0].rows");
  refused("/layers/1/W_O/0/from", "first.1", "layers[1].W_O[0].from");
  refused("/layers/1/gain", 1, "no such field");
}

TEST_CASE("A variant that defines no layer has no weights to replace", "[theorems][weights-file]") {
  const Setting repaired{"constructions/strassen/match3.theorem", "repaired", {"n=2", "m=4"}};
  const Setting printed{"constructions/strassen/match3.theorem", "printed", {"n=2", "m=4"}};
  const auto claim = claim_of(repaired.path);
  // What a print is read as has some.
  CHECK(verdict(claim, printed, weights_of(claim, printed)).status == Status::holds);
  std::string unread = theorem_tests::file_text(theorem_tests::repository() + "/" + repaired.path);
  const std::size_t from = unread.find("read    i/n^2");
  unread.erase(from, unread.find('\n', from) - from);
  const theorems::TheoremClaim without(theorem_tests::theorem(unread), "own:unread", "unread.theorem");
  CHECK_THROWS_WITH(verdict(without, printed, weights_of(claim, repaired)),
                    Catch::Contains("no weights that can be replaced"));
}

}  // namespace attest::weights_file_test
