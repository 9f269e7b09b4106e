#include "tasks/datasets/claims.hpp"

#include "claims/whole_claim.hpp"
#include "tasks/datasets/examination.hpp"
#include "tasks/datasets/example_run.hpp"

namespace attest {

namespace {

ClaimInfo strassen_entry() {
  ClaimInfo info;
  info.id = "strassen/datasets";
  info.kind = "task";
  info.paper = "strassen";
  info.title = "The generators of the experiments' datasets and their worked examples";
  info.statement =
      "Algorithms 1 to 4 generate examples whose labels are those of the task, balanced: about half of the "
      "labels "
      "of function composition, a balanced proportion for the relations (P = 32.5 % and 43.3 %), four bins "
      "of "
      "equal size for Match3. Tables 1 to 4 show one example of each.";
  info.source = {"000_bd1f352bd128419d.txt", "Algorithms 1-4, Tables 1-4", 509, 653};
  info.variants = {
      {Variant::printed, "The algorithms step by step and the tables entry by entry.", {}},
      {Variant::repaired,
       "Every step has a value and every label is determined by its example; `attest generate` follows it, "
       "with "
       "the printed P.",
       {"function-composition: where Algorithm 1 has no x_0 to choose, the sequence is drawn again",
        "match3: x_i is uniform on a random subset of {0, ..., M-1} instead of the whole, drawn until each "
        "bin has a tenth of its share: uniform sequences leave three of the four bins empty",
        "quotient-composition: col is part of the example, since the labels depend on it",
        "quotient-composition: Table 4 is recomputed (details.recomputed Table 4)",
        "quotient-composition: P = 366/1000, the number of thousandths that balances best, instead of "
        "433/1000",
        "relation-composition: P = 305/1000, the number of thousandths that balances best, instead of "
        "325/1000"}}};
  const ParameterSpec task = named_parameter(
      "task", {"function-composition", "relation-composition", "match3", "quotient-composition"},
      "which dataset");
  info.parameters = {task};
  const auto add = [&](const char* name, Status printed) {
    info.standard_sizes.push_back({{std::string("task=") + name},
                                   true,
                                   {{Variant::printed, printed}, {Variant::repaired, Status::holds}}});
  };
  add("function-composition", Status::ill_formed);
  add("relation-composition", Status::holds);
  add("match3", Status::ill_formed);
  add("quotient-composition", Status::refuted);
  return info;
}

ClaimInfo anna_entry() {
  ClaimInfo info;
  info.id = "anna/datasets";
  info.kind = "task";
  info.paper = "anna";
  info.title = "The generator of the Match2 dataset";
  info.statement =
      "Algorithm 3 generates D examples of Match2 with N = 32 and M = 37, a quarter of them in each of the "
      "bins "
      "[0,25), [25,50), [50,75), [75,100] percent of ones.";
  info.source = {"001_9fe7599dfb64bc47.txt", "Algorithm 3", 951, 972};
  info.variants = {
      {Variant::printed, "The algorithm step by step, for the printed N, M and D = 10000.", {}},
      {Variant::repaired,
       "The first loop goes on until no bin is empty; `attest generate match2` follows it.",
       {"the first loop ends once D/40 examples are drawn and no bin is empty, instead of after D/40: "
        "the second loop samples from every bin"}}};
  const ParameterSpec task = with_default(named_parameter("task", {"match2"}, "which dataset"), "match2");
  info.parameters = {task};
  info.standard_sizes = {
      {{"task=match2"}, true, {{Variant::printed, Status::ill_formed}, {Variant::repaired, Status::holds}}}};
  return info;
}

class StrassenDatasets : public WholeClaim {
 public:
  StrassenDatasets() : WholeClaim(strassen_entry()) {}

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
  AnnaDatasets() : WholeClaim(anna_entry()) {}

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
