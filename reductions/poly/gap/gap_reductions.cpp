#include "reductions/poly/gap/gap_reductions.hpp"

#include <fmt/format.h>

#include "claims/usage_error.hpp"
#include "reductions/poly/gap/gap_images.hpp"

namespace attest {

namespace {

// A chain does not stop at an alphabet that does not fit: auto takes the vectors' own symbols then.
std::vector<ParameterSpec> with_automatic_alphabet(std::vector<ParameterSpec> specs) {
  for (ParameterSpec& spec : specs) {
    if (spec.name != "alphabet") continue;
    spec.values.insert(spec.values.begin(), "auto");
    spec.default_value = "auto";
    spec.meaning += "; auto: reachable where its vectors have at most 2^27 entries, else occurring";
  }
  return specs;
}

class GapReduction : public Reduction {
 public:
  GapReduction(const std::string& name, problems::Family family, Problem source, Problem target,
               const std::string& summary, std::size_t sets = 0)
      : family_(family), sets_(sets) {
    info_.name = name;
    info_.claim = "poly/" + name;
    info_.source = source;
    info_.target = target;
    info_.parameters = with_automatic_alphabet(gap_parameter_specs());
    info_.summary = summary;
    info_.only_by_name = sets_ != 0;
  }

  const ReductionInfo& info() const override { return info_; }

  Images images(Variant variant, const Instance& source, const Parameters& parameters) const override {
    const auto* instance = std::get_if<problems::InnerProducts>(&source);
    if (instance == nullptr || instance->family != family_)
      throw UsageError("instance", instance == nullptr ? "no vectors" : problems::name_of(instance->family),
                       "an instance of " + problems::name_of(family_));
    if (sets_ != 0 && instance->sets.size() != sets_)
      throw UsageError("instance", fmt::format("{} sets", instance->sets.size()),
                       fmt::format("{} sets", sets_));
    GapOptions options = gap_options(parameters);
    if (parameters.text("alphabet") == "auto" && !gap_targets_fit(*instance, options))
      options.alphabet = GapAlphabet::occurring;
    if (variant == Variant::printed && family_ == problems::Family::ip_triangle)
      options.combination = GapCombination::printed;
    return gap_images(*instance, options);
  }

 private:
  ReductionInfo info_;
  problems::Family family_;
  std::size_t sets_;  // 0: any number
};

}  // namespace

std::unique_ptr<Reduction> ip_to_gap_ip_reduction() {
  return std::make_unique<GapReduction>(
      "ip-to-gap-ip", problems::Family::k_ip, Problem::kip, Problem::gap_kip,
      "Two sets and a target inner product become gap instances, one for each message of Merlin.", 2);
}

std::unique_ptr<Reduction> ip_triangle_to_gap_reduction() {
  return std::make_unique<GapReduction>("ip-triangle-to-gap", problems::Family::ip_triangle,
                                        Problem::ip_triangle, Problem::gap_ip_triangle,
                                        "One gap step for each of the three pairs of sets, side by side.");
}

std::unique_ptr<Reduction> kip_to_gap_reduction() {
  return std::make_unique<GapReduction>(
      "kip-to-gap", problems::Family::k_ip, Problem::kip, Problem::gap_kip,
      "k sets and a target inner product become gap instances, one for each message of Merlin.");
}

std::unique_ptr<Reduction> hypergraph_ip_to_gap_reduction() {
  return std::make_unique<GapReduction>("hypergraph-ip-to-gap", problems::Family::hypergraph_ip,
                                        Problem::hypergraph_ip, Problem::gap_hypergraph_ip,
                                        "One gap step for each k-subset of the t sets, side by side.");
}

std::unique_ptr<Reduction> cycle_to_gap_reduction() {
  return std::make_unique<GapReduction>(
      "cycle-to-gap", problems::Family::directed_cycle, Problem::ip_dir_cycle, Problem::gap_ip_dir_cycle,
      "One gap step for each of the r pairs along the cycle, side by side.");
}

}  // namespace attest
