#include "reductions/poly/gap/gap_claim.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/counted_work.hpp"
#include "claims/deadline.hpp"
#include "claims/run_result.hpp"
#include "claims/usage_error.hpp"
#include "reductions/poly/gap/gap_check.hpp"
#include "reductions/poly/gap/gap_example.hpp"
#include "reductions/poly/gap/gap_images.hpp"
#include "reductions/poly/gap/gap_print.hpp"
#include "reductions/poly/gap/gap_report.hpp"
#include "reductions/poly/gap/gap_size_table.hpp"
#include "reductions/poly/run/chosen_instance.hpp"
#include "tasks/drawn_word.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

using problems::Family;
using problems::InnerProducts;

constexpr long most_values = 20'000'000;  // of all messages of one constraint, all enumerated

class GapClaim : public WholeClaim {
 public:
  GapClaim(const std::string& id, Family family) : WholeClaim(program_info(id)), family_(family) {}

  std::vector<ParameterSpec> run_parameters() const override {
    return with_maxima(info().parameters, {{"n", 64}, {"d", 16}});
  }

  Json run(Variant variant, const Parameters& parameters, const Json& input,
           std::uint64_t seed) const override {
    const GapSources space = sources(parameters);
    const GapOptions options = this->options(variant, parameters);
    require_enumerable(space, options);
    const VectorSetsSize size{family_, space.sets, space.order, space.n, space.d, {}, {}};
    const ChosenVectorSets chosen =
        chosen_vector_sets(input, size, seed, [&space](const std::string& text) -> ChosenVectorSets {
          const Integer rank = rank_argument(text, space.count());
          return {space.unrank(rank), rank};
        });
    if (space.equal_targets) require_equal_targets(chosen.instance);
    require_few_gap_tuples(chosen.instance, options);
    GapChecker checker(space.order, space.d, options);
    RunResult result(spelled(chosen.instance), chosen.rank);
    add_gap_run(checker, chosen.instance, options, variant, result);
    return result.to_json();
  }

  Json weights(Variant, const Parameters& parameters) const override {
    Json json = gap_size_tables(sources(parameters), options(Variant::repaired, parameters));
    if (info().id == "poly/ip-to-gap-ip") json["example"] = gap_example();
    return json;
  }

 protected:
  void examine(Variant variant, const Parameters& parameters, const VerifyOptions& verify,
               Verdict& verdict) const override {
    const GapSources space = sources(parameters);
    const GapOptions options = this->options(variant, parameters);
    require_enumerable(space, options);
    GapChecker checker(space.order, space.d, options);
    GapTally tally;
    const Deadline deadline(verify);
    CountedWork work(space.count());
    std::string stopped;
    space.visit([&](const InnerProducts& source) {
      if (!checker.check(
              source, [&deadline] { return deadline.reached(); }, tally)) {
        stopped = deadline.reason();
        return false;
      }
      work.reached(tally.sources);
      if (verify.first && tally.failing > 0) {
        stopped = "stopped at the first counterexample";
        return false;
      }
      return true;
    });
    verdict.inputs = {space.count(), space.count(), tally.sources, tally.failing};
    for (Check& check : gap_checks(tally, checker.oracle(), variant, stopped))
      verdict.checks.push_back(std::move(check));
    for (const char* name :
         {"answers", "promise", "inner-products", "sizes", "forward", "backward", "candidates"}) {
      const auto fault = tally.faults.find(name);
      if (fault == tally.faults.end()) continue;
      verdict.counterexample = fault->second.witness;
      break;
    }
    verdict.details["yes_instances"] = std::to_string(tally.yes);
    verdict.details["target_instances"] = std::to_string(tally.targets);
    verdict.details["yes_target_instances"] = std::to_string(tally.yes_targets);
    verdict.details["inner_products"] = std::to_string(tally.products);
    verdict.details["parameters"] = {{"L", checker.oracle().rows()},
                                     {"D", checker.oracle().degree()},
                                     {"N", checker.oracle().points()},
                                     {"p", checker.oracle().prime()}};
    add_print_checks(space, options, variant, deadline, verdict);
  }

 private:
  GapSources sources(const Parameters& parameters) const {
    GapSources space;
    space.family = family_;
    space.n = static_cast<std::size_t>(parameters.integer("n"));
    space.d = static_cast<std::size_t>(parameters.integer("d"));
    const auto number = [&parameters](const char* name) {
      return static_cast<std::size_t>(parameters.integer(name));
    };
    switch (family_) {
      case Family::k_ip:
        space.sets = space.order = info().id == "poly/kip-to-gap" ? number("k") : 2;
        break;
      case Family::ip_triangle:
        space.sets = 3;
        space.equal_targets = parameters.text("targets") == "equal";
        break;
      case Family::hypergraph_ip:
        space.sets = number("t");
        space.order = number("k");
        if (space.order > space.sets)
          throw UsageError("k", parameters.text("k"), fmt::format("at most t = {}", space.sets));
        break;
      case Family::directed_cycle:
        space.sets = number("r");
        break;
    }
    return space;
  }

  GapOptions options(Variant variant, const Parameters& parameters) const {
    GapOptions options = gap_options(parameters);
    if (*options.columns > static_cast<std::size_t>(parameters.integer("d")))
      throw UsageError("T", parameters.text("T"), fmt::format("at most d = {}", parameters.integer("d")));
    if (variant == Variant::printed) options.combination = GapCombination::printed;
    return options;
  }

  static void require_equal_targets(const InnerProducts& instance) {
    for (const problems::Constraint& constraint : instance.constraints) {
      if (constraint.target == instance.constraints.front().target) continue;
      throw UsageError("input targets", std::to_string(constraint.target),
                       "one target for all constraints, as targets=equal says");
    }
  }

  static void require_enumerable(const GapSources& space, const GapOptions& options) {
    Integer most = 0;
    long points = 0;
    try {
      const GapProtocol protocol = gap_parameters(space.order, space.d, *options.columns, options.epsilon);
      points = static_cast<long>(protocol.points);
      for (long m = 0; m <= static_cast<long>(space.d); ++m)
        most = std::max(most, GapMessages(protocol, m).count());
    } catch (const std::invalid_argument& error) {
      throw UsageError(fmt::format("epsilon: {}", error.what()));
    }
    if (most * points > Integer(most_values))
      throw UsageError(
          "T", std::to_string(*options.columns),
          fmt::format("a size whose messages can all be written out: {} with {} values each, at most "
                      "{} values",
                      to_string(most), points, most_values));
  }

  Family family_;
};

}  // namespace

std::unique_ptr<Claim> poly_ip_to_gap_ip_claim() {
  return std::make_unique<GapClaim>("poly/ip-to-gap-ip", Family::k_ip);
}

std::unique_ptr<Claim> poly_ip_triangle_to_gap_claim() {
  return std::make_unique<GapClaim>("poly/ip-triangle-to-gap", Family::ip_triangle);
}

std::unique_ptr<Claim> poly_kip_to_gap_claim() {
  return std::make_unique<GapClaim>("poly/kip-to-gap", Family::k_ip);
}

std::unique_ptr<Claim> poly_hypergraph_ip_to_gap_claim() {
  return std::make_unique<GapClaim>("poly/hypergraph-ip-to-gap", Family::hypergraph_ip);
}

std::unique_ptr<Claim> poly_cycle_to_gap_claim() {
  return std::make_unique<GapClaim>("poly/cycle-to-gap", Family::directed_cycle);
}

}  // namespace attest
