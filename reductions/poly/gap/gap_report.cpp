#include "reductions/poly/gap/gap_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "reductions/poly/run/chosen_instance.hpp"
#include "reductions/poly/run/image_run.hpp"
#include "reductions/problems/inner_product_solver.hpp"

namespace attest {

namespace {

constexpr std::size_t most_shown_dimension = 128;

std::string gap_reason_of(const std::string& name, const GapTally& tally, const GapOracle& oracle) {
  if (name == "sizes")
    return "instances, vectors, dimension, constraints, target and epsilon are those of a second "
           "transcription";
  if (name == "promise")
    return fmt::format("in all {} target instances every inner product is m' = {} or at most {}",
                       tally.targets, oracle.points(), std::max(tally.most_below, 0L));
  if (name == "inner-products")
    return fmt::format("all {} inner products are the numbers of points that Arthur accepts", tally.products);
  if (name == "answers")
    return fmt::format("{} yes instances become yes, {} no instances become no", tally.yes,
                       tally.sources - tally.yes);
  if (name == "forward")
    return fmt::format("all {} solutions solve their target instance, and come back", tally.solutions);
  if (name == "backward")
    return fmt::format("every solution of the {} yes target instances solves the source, and comes back",
                       tally.yes_targets);
  return "no target instance that is not among the candidates is a yes instance";
}

Check gap_check_of(const std::string& name, const GapTally& tally, const GapOracle& oracle,
                   const std::string& stopped) {
  const auto fault = tally.faults.find(name);
  if (fault != tally.faults.end())
    return refuted(name == "sizes" ? Kind::constant : Kind::construction, name,
                   fmt::format("{}; {} of {} source instances", fault->second.first, fault->second.sources,
                               tally.sources));
  if (!stopped.empty()) return undecided(name, stopped);
  return holds(name, Evidence::enumeration, gap_reason_of(name, tally, oracle));
}

}  // namespace

std::vector<Check> gap_checks(const GapTally& tally, const GapOracle& oracle, Variant variant,
                              const std::string& stopped) {
  std::vector<Check> checks;
  for (const std::string name : GapTally::checks()) {
    const Check check = gap_check_of(name, tally, oracle, stopped);
    const bool ours = name == "forward" || name == "backward" || name == "candidates";
    checks.push_back(variant == Variant::printed && ours ? informative(check) : check);
  }
  return checks;
}

void require_few_gap_tuples(const problems::InnerProducts& source, const GapOptions& options) {
  Integer tuples = 1;
  for (const auto& set : source.sets) tuples *= set.size();
  if (options.combination == GapCombination::printed) tuples *= tuples;
  require_few_tuples(gap_images(source, options), tuples, "n");
}

void add_gap_run(GapChecker& checker, const problems::InnerProducts& source, const GapOptions& options,
                 Variant variant, RunResult& result) {
  GapTally tally;
  checker.check(source, {}, tally);
  const Images images = gap_images(source, options);
  const auto solution = problems::solve(source);
  result.steps["sizes"] = images.sizes;
  result.steps["target instances"] = images.count.str();
  if (solution) {
    const Located image = images.forward(*solution);
    result.steps["solution"] = solution_json(*solution);
    result.steps["its image"] = {{"target", image.target + 1},
                                 {"label", images.label(image.target)},
                                 {"solution", solution_json(image.solution)}};
    const Instance target = images.instance(image.target);
    const auto& vectors = std::get<problems::InnerProducts>(target);
    if (vectors.dimension() <= most_shown_dimension) result.steps["target instance"] = spelled(vectors);
  }
  result.steps["targets with a solution"] = tally.yes_targets;
  result.answer("some target has a solution", tally.yes_targets > 0 ? 1 : 0, solution ? 1 : 0);
  result.add(gap_checks(tally, checker.oracle(), variant, ""));
}

}  // namespace attest
