#include "tools/attest/check_extents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "claims/catalogue.hpp"
#include "theorems/theorem_texts.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/verdict_document.hpp"
#include "verification/judged_claim.hpp"

namespace attest {

namespace {

const Claim& claim_to_check(const Context& context, const TheoremFile& file, const theorems::TheoremText& t) {
  const bool programs =
      std::any_of(t.variants.begin(), t.variants.end(), [](const auto& variant) { return variant.program; });
  if (programs) {
    for (const TheoremSource& source : theorem_texts()) {
      if (source.text == file.text) return context.catalogue.find(source.id);
    }
  }
  return claim_of_file(context, file);
}

std::string cost_text(const RunPlan& plan) {
  return plan.cost().empty() ? "" : "; " + plan.cost();
}

}  // namespace

std::vector<Extent> extents(const Context& context, const TheoremFile& file, const theorems::TheoremText& t) {
  const Claim& claim = claim_to_check(context, file, t);
  const auto* judged = dynamic_cast<const JudgedClaim*>(&claim);
  if (judged == nullptr) return {};
  const ClaimInfo& info = claim.info();
  std::vector<Extent> result;
  for (const VariantInfo& variant : info.variants) {
    std::vector<Parameters> settings;
    for (const StandardSize& size : info.standard_sizes) {
      if (!size.quick || !size.recorded.contains(variant.variant)) continue;
      Parameters parameters = parse_parameters(info.parameters, size.words);
      const bool searched =
          std::any_of(info.parameters.begin(), info.parameters.end(),
                      [&](const ParameterSpec& spec) { return parameters.text(spec.name) == "auto"; });
      if (!searched) settings.push_back(std::move(parameters));
    }
    if (settings.size() > 2) settings.erase(settings.begin() + 1, settings.end() - 1);
    for (const Parameters& parameters : settings) {
      const auto setting = judged->setting(variant.variant, parameters);
      const Task& task = setting->task();
      result.push_back({to_string(variant.variant), setting->parameters().to_string(),
                        short_count(task.space().size()), task.judged_positions().size(), setting->plan()});
    }
  }
  return result;
}

Remarks extent_remarks(const std::vector<Extent>& all, const theorems::TheoremText& t) {
  Remarks remarks;
  for (const Extent& e : all) {
    const std::string words = t.where.empty() ? (e.inputs == "1" ? "input" : "inputs")
                                              : "words, of which 'where' leaves the inputs";
    remarks.emplace_back(
        remarks.empty() ? "space" : "",
        fmt::format("{} {}: {} {}, {} judged {} each; {}{}", e.variant, e.setting, e.inputs, words, e.judged,
                    e.judged == 1 ? "output" : "outputs", e.plan.words, cost_text(e.plan)));
  }
  return remarks;
}

Json extent_json(const std::vector<Extent>& all) {
  Json result = Json::array();
  for (const Extent& e : all) {
    const auto seconds = e.plan.seconds();
    result.push_back(
        {{"variant", e.variant},
         {"parameters", e.setting},
         {"inputs", e.inputs},
         {"judged", e.judged},
         {"plan", e.plan.words},
         {"steps", e.plan.steps.str()},
         {"seconds", seconds && std::isfinite(*seconds) ? Json(fmt::format("{:.0e}", *seconds)) : Json()}});
  }
  return result;
}

}  // namespace attest
