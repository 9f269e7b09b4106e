// `run` of every claim of the catalogue: a claim that has inputs runs one by rank or at random and as JSON, and a
// claim that refuses is on the list of those that have none.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "claims/usage_error.hpp"
#include "theorems/theorem_claim.hpp"
#include "whole_catalogue.hpp"

namespace attest::run_every_claim_test {
namespace {

// Claims without inputs, and why. A new claim that refuses `run` must be written down here.
const std::map<std::string, std::string> without_inputs{
    {"strassen/size-bound", "compares numbers"},
    {"strassen/split-vc", "maximum over all partitions"},
    {"anna/mpc-sorting", "all sorted lists"},
    {"anna/lsh-rate", "probabilities of two data sets"},
    {"anna/softmax-is-anna", "all queries and keys in a ball"},
    {"ea/copy-lag", "a share of all windows"},
    {"ea/model-sizes", "about numbers"}};

// Inputs that are rational numbers, or examples of a dataset, have no ranks.
const std::set<std::string> without_ranks{
    "strassen/matrix-form",  "strassen/datasets",        "anna/datasets",
    "dat/continuous-select", "dat/factorisation",        "dat/dual-attention",
    "dat/error-inequality",  "poly/special-cases",       "poly/variable-separability",
    "poly/tree-algorithm",   "poly/one-cycle-algorithm", "poly/treewidth-algorithm",
    "poly/tensor-form",      "poly/exp-polynomial",      "poly/approximate-strassen",
    "poly/approximate-poly"};

// Hash functions of real numbers are no input.
bool has_real_functions(const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(),
                     [](const std::string& word) { return word.rfind("family=", 0) == 0; });
}

// The last quick standard size of that variant that is no cover's, with one polynomial where it says all of them.
std::vector<std::string> words_of(const Claim& claim, Variant variant) {
  const ClaimInfo& info = claim.info();
  // A scale or temperature that verify looks for is none of a single run.
  if (info.id == "poly/function-composition") return {"t=3", "n=2", "A2=21"};
  if (info.id == "dat/symbol-retrieval") return {"n=4", "n_s=3", "beta=3"};
  if (info.id == "ea/next-token-dot-product") return {"N=3", "tau=1", "context=4", "ratio=12"};
  if (info.id == "dat/select-and-relate") return {"X=2", "Y=3", "n=2", "utility=1", "relation=1", "beta=9"};
  std::vector<std::string> words;
  const auto* theorem = dynamic_cast<const theorems::TheoremClaim*>(&claim);
  for (const StandardSize& size : info.standard_sizes) {
    if (!size.quick || size.recorded.count(variant) == 0 || has_real_functions(size.words)) continue;
    if (theorem != nullptr &&
        theorem->number_of_inputs(variant, parse_parameters(info.parameters, size.words)) > 1000000)
      continue;
    words = size.words;
  }
  for (std::string& word : words) {
    if (word.rfind("h=all", 0) == 0 && info.id != "poly/pointer-jumping")
      word = info.id == "poly/one-cycle-algorithm" ? "h=x1*x2+x2*x3+x3*x1" : "h=x1*x2+x1*x3";
  }
  return words;
}

Parameters setting_of(const Claim& claim, Variant variant) {
  return parse_parameters(claim.run_parameters(), words_of(claim, variant));
}

bool refuses(const Claim& claim, Variant variant, const Parameters& parameters, const Json& input,
             std::string& message) {
  try {
    claim.run(variant, parameters, input, 1);
    return false;
  } catch (const UsageError& error) {
    message = error.what();
    return true;
  }
}

void check_fields(const Json& run) {
  REQUIRE(run.contains("input"));
  REQUIRE(run.contains("rank"));
  REQUIRE(run["outputs"].is_array());
  CHECK(status_from_string(run["verdict"].get<std::string>()));
  const bool checked = run.contains("checks") && !run["checks"].empty();
  CHECK((checked || !run["outputs"].empty() || run["verdict"] == "ill-formed"));
  if (run["verdict"] != "holds") return;
  for (const Json& output : run["outputs"]) CHECK((!output.contains("right") || output["right"] == true));
}

}  // namespace

TEST_CASE("Every claim runs an input or is known to have none", "[claims][run]") {
  for (const auto& claim : whole_catalogue().claims()) {
    const ClaimInfo& info = claim->info();
    for (const VariantInfo& variant : info.variants) {
      const Parameters parameters = setting_of(*claim, variant.variant);
      INFO(info.id << " " << to_string(variant.variant) << " " << parameters.to_string());
      std::string message;
      const bool refused = refuses(*claim, variant.variant, parameters, "random", message);
      INFO(message);
      const auto known = without_inputs.find(info.id);
      REQUIRE(refused == (known != without_inputs.end()));
      if (refused) {
        CHECK(message.find(known->second) != std::string::npos);
        continue;
      }
      const Json run = claim->run(variant.variant, parameters, "random", 1);
      check_fields(run);
      // The input, read again, is the same input.
      Json again = claim->run(variant.variant, parameters, run["input"], 1);
      CHECK(again["input"] == run["input"]);
      CHECK(again["outputs"] == run["outputs"]);
      CHECK(again["verdict"] == run["verdict"]);
    }
  }
}

TEST_CASE("Inputs that are numbered run by rank, and a rank beyond the last is refused", "[claims][run]") {
  for (const auto& claim : whole_catalogue().claims()) {
    const ClaimInfo& info = claim->info();
    if (without_inputs.count(info.id) != 0) continue;
    const Variant variant = info.variants.back().variant;
    const Parameters parameters = setting_of(*claim, variant);
    INFO(info.id << " " << to_string(variant) << " " << parameters.to_string());
    std::string message;
    const bool refused = refuses(*claim, variant, parameters, "rank:0", message);
    INFO(message);
    REQUIRE(refused == (without_ranks.count(info.id) != 0));
    if (refused) {
      CHECK(message.find("no ranks") != std::string::npos);
      continue;
    }
    const Json run = claim->run(variant, parameters, "rank:0", 1);
    check_fields(run);
    CHECK(run["rank"] == "0");
    CHECK(claim->run(variant, parameters, run["input"], 1)["outputs"] == run["outputs"]);
    CHECK(refuses(*claim, variant, parameters, "rank:1" + std::string(4000, '0'), message));
    CHECK(refuses(*claim, variant, parameters, "rank:-1", message));
  }
}

TEST_CASE("An input of no such form is refused with the form that is expected", "[claims][run]") {
  const Json wrong[] = {Json::object(), Json::array(), Json{{"nothing", 1}}, Json(3), Json("any")};
  for (const auto& claim : whole_catalogue().claims()) {
    const ClaimInfo& info = claim->info();
    if (without_inputs.count(info.id) != 0) continue;
    const Variant variant = info.variants.back().variant;
    const Parameters parameters = setting_of(*claim, variant);
    for (const Json& input : wrong) {
      INFO(info.id << " " << to_string(variant) << " " << parameters.to_string() << " " << input.dump());
      std::string message;
      CHECK(refuses(*claim, variant, parameters, input, message));
      CHECK(message.find("expected") != std::string::npos);
    }
  }
}

TEST_CASE("What run takes includes every parameter of the claim, up to maxima at least as large",
          "[claims][run]") {
  for (const auto& claim : whole_catalogue().claims()) {
    const auto own = claim->info().parameters;
    const auto wide = claim->run_parameters();
    INFO(claim->info().id);
    REQUIRE(wide.size() == own.size());
    for (std::size_t k = 0; k < own.size(); ++k) {
      CHECK(wide[k].name == own[k].name);
      CHECK(wide[k].default_value == own[k].default_value);
      CHECK((!own[k].maximum || (wide[k].maximum && *wide[k].maximum >= *own[k].maximum)));
    }
  }
}

}  // namespace attest::run_every_claim_test
