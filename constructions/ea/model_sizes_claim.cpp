#include "constructions/ea/model_sizes_claim.hpp"

#include <fmt/format.h>

#include "claims/whole_claim.hpp"
#include "constructions/ea/model_sizes.hpp"
#include "numeric/checked.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

constexpr long printed_small = 802;            // d = 2, N_con = 16
constexpr long printed_large = 400'000;        // "about", one digit; d = 16, N_con = 128
constexpr long printed_epochs = 2000;          // line 138
constexpr long predictions_an_epoch = 40;      // N_batch, line 86
constexpr long printed_sequences = 80'000;     // 0.8 * 10^5, line 144
constexpr long printed_windows = 16'777'216;   // 16^6
constexpr long evaluated_series = 10'000;      // lines 93 and 107
constexpr long printed_predictions = 500'000;  // line 144

// To one digit: 350 000 to 450 000.
bool about_printed_large(long parameters) {
  return 2 * std::abs(parameters - printed_large) <= 100'000;
}

Check size_check(const char* name, bool right, const std::string& text) {
  return right ? holds(name, Evidence::enumeration, text) : refuted(Kind::constant, name, text);
}

class ModelSizes : public WholeClaim {
 public:
  ModelSizes() : WholeClaim(program_info("ea/model-sizes")) {}

  Json run(Variant, const Parameters&, const Json&, std::uint64_t) const override {
    nothing_to_run(info(), "its statement is about numbers");
  }

 protected:
  void examine(Variant, const Parameters&, const VerifyOptions&, Verdict& verdict) const override {
    const std::vector<ModelChoice> choices = model_choices();
    verdict.inputs.space = verdict.inputs.total = verdict.inputs.checked = Integer(choices.size());
    std::string fits;
    bool large_too = true;
    Json found = Json::array();
    for (const ModelChoice& choice : choices) {
      if (parameters_of(choice, 2, 16) != printed_small) continue;
      const long large = parameters_of(choice, 16, 128);
      large_too = large_too && about_printed_large(large);
      fits += fmt::format("{}{} ({} for d = 16, N_con = 128)", fits.empty() ? "" : "; ", to_string(choice),
                          large);
      found.push_back({{"model", to_string(choice)}, {"d = 16, N_con = 128", large}});
    }
    const bool any = !found.empty();
    verdict.checks = {
        size_check("N2T5", any,
                   any ? fmt::format("802 of {} models that the text leaves open: {}", choices.size(), fits)
                       : fmt::format("none of {} models that the text leaves open has 802 parameters",
                                     choices.size())),
        size_check("N16T5", any && large_too,
                   "of these, about 4 * 10^5 to its one digit for d = 16, N_con = 128"),
        size_check("training", printed_epochs * predictions_an_epoch == printed_sequences,
                   fmt::format("{} epochs of {} predictions are {}", printed_epochs, predictions_an_epoch,
                               printed_sequences)),
        // 0.45 % to 0.55 %, in thousandths of a percent.
        size_check("training-share",
                   printed_sequences * 100'000 >= 450 * printed_windows &&
                       printed_sequences * 100'000 < 550 * printed_windows,
                   fmt::format("{} of {} are {:.3f} %", printed_sequences, printed_windows,
                               100.0 * static_cast<double>(printed_sequences) /
                                   static_cast<double>(printed_windows))),
        size_check("evaluation", evaluated_series * 50 == printed_predictions,
                   "10^4 series (line 93) of N_g = 50 symbols are 5 * 10^5"),
        informative(size_check(
            "evaluation-before", evaluated_series * 100 == printed_predictions,
            "line 107 speaks of 100 successive tokens for 10^4 series, 10^6 predictions, and line 144 of 5 * 10^5, "
            "\"as before\""))};
    verdict.details["models"] = std::move(found);
    for (const Check& check : verdict.checks) {
      if (check.essential && check.status == Status::refuted) {
        verdict.counterexample = {{"check", check.name}};
        break;
      }
    }
  }
};

}  // namespace

std::unique_ptr<Claim> ea_model_sizes_claim() {
  return std::make_unique<ModelSizes>();
}

}  // namespace attest
