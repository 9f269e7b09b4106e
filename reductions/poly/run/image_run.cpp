#include "reductions/poly/run/image_run.hpp"

#include <fmt/format.h>

#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"
#include "reductions/poly/run/chosen_instance.hpp"

namespace attest {

namespace {

constexpr long most_tuples = 1L << 24;
constexpr long shown_targets = 4;

Json target_json(const Images& images, std::uint64_t which) {
  const Instance instance = images.instance(which);
  Json json = {{"label", images.label(which)}};
  json.update(spelled(std::get<problems::InnerProducts>(instance)));
  return json;
}

}  // namespace

void require_few_tuples(const Images& images, const Integer& tuples_of_each, const std::string& parameter) {
  const Integer tuples = images.count * tuples_of_each;
  if (tuples > most_tuples)
    throw UsageError(parameter,
                     fmt::format("a size at which all {} target instances have {} tuples", images.count.str(),
                                 tuples.str()),
                     fmt::format("at most {} tuples, which are looked at one by one", most_tuples));
}

Json solution_json(const Solution& solution) {
  Json json = Json::array();
  if (const auto* assignment = std::get_if<problems::Assignment>(&solution)) {
    for (const bool value : *assignment) json.push_back(value ? 1 : 0);
  } else if (const auto* tuple = std::get_if<problems::Tuple>(&solution)) {
    for (const std::size_t index : *tuple) json.push_back(index + 1);
  } else {
    json.push_back(std::get<AttentionRow>(solution).row + 1);
  }
  return json;
}

void add_image_run(const Images& images, const ImageTally& tally, const std::optional<Solution>& solution,
                   RunResult& result) {
  result.steps["sizes"] = images.sizes;
  result.steps["target instances"] = images.count.str();
  if (solution) {
    const Located image = images.forward(*solution);
    result.steps["solution"] = solution_json(*solution);
    result.steps["its image"] = {{"target", image.target + 1}, {"solution", solution_json(image.solution)}};
    if (Integer(image.target) < images.count)
      result.steps["target instance"] = target_json(images, image.target);
  } else if (images.count <= shown_targets) {
    for (std::uint64_t which = 0; which < to_size(images.count); ++which)
      result.steps[fmt::format("target {}", which + 1)] = target_json(images, which);
  }
  result.answer("some target has a solution", tally.target_solutions > 0 ? 1 : 0, solution ? 1 : 0);
  Verdict verdict;
  report(tally, 1, Deadline({}), verdict);
  result.add(verdict.checks);
}

}  // namespace attest
