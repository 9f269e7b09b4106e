// Several layers of exact matches as JSON, both ways: what is shown is read back as the same layers, what is changed is what runs, what does
// not fit is refused with its field.
#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"
#include "constructions/theorem_of_text.hpp"
#include "theorems/texts.hpp"
#include "theorems/theorem_claim.hpp"

namespace attest::match_weights_test {
namespace {

struct Setting {
  std::string id;
  Variant variant;
  std::vector<std::string> words;
};

const std::vector<Setting> settings{
    {"anna/initialization", Variant::repaired, {"n=3", "s=2", "letters=3"}},
    {"anna/final-output", Variant::repaired, {"n=4", "s=2", "letters=2"}},
    {"anna/final-output", Variant::printed, {"n=4", "s=2", "letters=2"}},
    {"anna/induction-heads", Variant::constructed, {"N=5", "sigma=2"}},
    {"anna/k-hop", Variant::constructed, {"N=4", "sigma=2", "k=3"}},
};

class Given {
 public:
  explicit Given(const Setting& s)
      : claim_(theorem_of_text(s.id)),
        variant_(s.variant),
        parameters_(parse_parameters(claim_->info().parameters, s.words)),
        weights(claim_->weights(variant_, parameters_)) {}

  Verdict verdict(const std::optional<Json>& given) const {
    VerifyOptions options;
    options.threads = 1;
    if (given) options.weights = *given;
    return claim_->verify(variant_, parameters_, options);
  }

  void refused(const std::string& place, const Json& value, const std::string& message) const {
    Json changed = weights;
    changed[Json::json_pointer(place)] = value;
    INFO(place << " = " << value.dump());
    CHECK_THROWS_WITH(verdict(changed), Catch::Contains(message));
  }

 private:
  std::unique_ptr<Claim> claim_;
  Variant variant_;
  Parameters parameters_;

 public:
  Json weights;
};

}  // namespace

TEST_CASE("Layers of exact matches that are shown are read back as the same layers",
          "[theorems][weights-file][match_layers]") {
  for (const Setting& s : settings) {
    INFO(s.id);
    const Given given(s);
    const Verdict expected = given.verdict({});
    const Verdict found = given.verdict(given.weights);
    CHECK(found.status == expected.status);
    CHECK(found.inputs.checked == expected.inputs.checked);
    CHECK(found.inputs.failing == expected.inputs.failing);
    CHECK(found.size.heads == expected.size.heads);
    REQUIRE(found.margins.decision_margin.has_value() == expected.margins.decision_margin.has_value());
    if (found.margins.decision_margin)
      CHECK(found.margins.decision_margin->lower == expected.margins.decision_margin->lower);
  }
}

TEST_CASE("What is changed in layers of exact matches is what runs",
          "[theorems][weights-file][match_layers]") {
  const Given given(settings[3]);
  CHECK(given.verdict({}).status == Status::holds);
  const auto after = [&](const std::string& place, const Json& value) {
    Json changed = given.weights;
    changed[Json::json_pointer(place)] = value;
    return given.verdict(changed);
  };
  // The readout forgets that null is 0; the previous occurrence is told its own letter; no letter stays; all tokens are at one leaf.
  CHECK(after("/readout", "after").status == Status::refuted);
  CHECK(after("/layers/1/heads/0/value", "(letter)").status == Status::refuted);
  CHECK(after("/layers/0/W_O/0/factor", "0").status == Status::refuted);
  CHECK(after("/definitions/p", "0").status == Status::refuted);
  // The same function written otherwise.
  CHECK(after("/definitions/p", "2*pos - 1 - pos").status == Status::holds);
  CHECK(after("/readout", "found*after").status == Status::holds);
}

TEST_CASE("What does not fit layers of exact matches is refused with its field",
          "[theorems][weights-file][match_layers]") {
  const Given given(settings[3]);
  given.refused("/coordinates/0", "letters", "coordinates");
  given.refused("/encoding/0", "letter +", "encoding[0]");
  given.refused("/encoding", Json::array({"letter"}), "encoding");
  given.refused("/layers/0/heads/0/name", "selves", "layers[0].heads[0].name");
  given.refused("/layers/0/heads/1/name", "self", "another head");
  given.refused("/layers/0/heads/0/kernel", "softmax", "layers[0].heads[0].kernel");
  given.refused("/layers/0/heads/0/query", 1, "layers[0].heads[0].query");
  given.refused("/layers/0/heads/0/query", "(pose)", "pose");
  given.refused("/layers/0/heads/0/query", "(pos, pos)", "a query of 2 coordinates and a key of 1");
  given.refused("/layers/0/heads/0/gain", "1", "no such field");
  given.refused("/layers/0/residual", "no", "layers[0].residual");
  given.refused("/layers/0/W_O/0/from", "self.9", "self");
  given.refused("/layers/0/W_O/0/to", "letters", "coordinate of the stream");
  given.refused("/layers/0/W_O/0/factor", "x", "layers[0].W_O[0].factor");
  given.refused("/layers", Json::array(), "layers");
  given.refused("/definitions/q", "1", "no such field");
  given.refused("/definitions/p", "", "definitions.p");
  given.refused("/definitions/last(i)", "i", "no layer reads it");  // the task's
  given.refused("/readout", "(after, after)", "readout");
  given.refused("/network", Json::array(), "no such field");
  for (const std::string name : {"coordinates", "encoding", "layers", "readout", "definitions"}) {
    Json missing = given.weights;
    missing.erase(name);
    CHECK_THROWS_WITH(given.verdict(missing), Catch::Contains(name + ": missing"));
  }
}

}  // namespace attest::match_weights_test
