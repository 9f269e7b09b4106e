#include "constructions/dataset_claims.hpp"

#include "claims/whole_claim.hpp"
#include "tasks/datasets/examination.hpp"
#include "tasks/datasets/example_run.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

class StrassenDatasets : public WholeClaim {
 public:
  StrassenDatasets() : WholeClaim(program_info("strassen/datasets")) {}

  Json run(Variant, const Parameters& parameters, const Json& input, std::uint64_t seed) const override {
    return run_example(parameters.text("task"), input, seed);
  }

  // A dataset's verdict lists the changes to its own algorithm.
  Verdict verify(Variant variant, const Parameters& parameters, const VerifyOptions& options) const override {
    Verdict verdict = WholeClaim::verify(variant, parameters, options);
    if (!verdict.details.contains("changes")) return verdict;
    const std::string prefix = parameters.text("task") + ": ";
    Json own = Json::array();
    for (const auto& change : verdict.details["changes"]) {
      const auto text = change.get<std::string>();
      if (text.rfind(prefix, 0) == 0) own.push_back(text.substr(prefix.size()));
    }
    verdict.details["changes"] = std::move(own);
    return verdict;
  }

 protected:
  void examine(Variant variant, const Parameters& parameters, const VerifyOptions&,
               Verdict& verdict) const override {
    const std::string& task = parameters.text("task");
    if (task == "function-composition") examine_function_composition(variant, verdict);
    if (task == "relation-composition") examine_relation_composition(variant, verdict);
    if (task == "match3") examine_match3(variant, verdict);
    if (task == "quotient-composition") examine_quotient_composition(variant, verdict);
  }
};

class AnnaDatasets : public WholeClaim {
 public:
  AnnaDatasets() : WholeClaim(program_info("anna/datasets")) {}

  Json run(Variant, const Parameters& parameters, const Json& input, std::uint64_t seed) const override {
    return run_example(parameters.text("task"), input, seed);
  }

 protected:
  void examine(Variant variant, const Parameters&, const VerifyOptions&, Verdict& verdict) const override {
    examine_match2(variant, verdict);
  }
};

}  // namespace

std::unique_ptr<Claim> strassen_datasets_claim() {
  return std::make_unique<StrassenDatasets>();
}

std::unique_ptr<Claim> anna_datasets_claim() {
  return std::make_unique<AnnaDatasets>();
}

}  // namespace attest
