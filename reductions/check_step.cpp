#include "reductions/check_step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "claims/counted_work.hpp"
#include "reductions/poly/hardness/attention_check.hpp"
#include "reductions/solve_instance.hpp"

namespace attest {

namespace {

// An attention instance against its source: the identity on every tuple, every judged row on its side of the
// threshold by certified enclosures, and the source's answer.
std::string attention_defect(const problems::AttentionInstance& instance, const Instance& source,
                             StepCheck& check) {
  const auto* vectors = std::get_if<problems::InnerProducts>(&source);
  if (vectors == nullptr) return "the source of an attention instance is a gap instance";
  const AttentionCheck found = check_attention(instance, *vectors);
  if (found.yes) ++check.yes;
  if (found.yes && !check.yes_target) check.yes_target = 0;
  if (found.wrong_tuples > 0) {
    return fmt::format("h or the product of values is wrong on {} of {} tuples of rows, the first is {}",
                       found.wrong_tuples, found.tuples, found.first_wrong_tuple);
  }
  if (found.threshold == Status::refuted) return found.threshold_reason;
  if (found.threshold == Status::undecided) check.undecided_reason = found.threshold_reason;
  if (found.wrong_rows > 0) {
    return fmt::format("{} of {} rows of the output are on the wrong side, the first: {}", found.wrong_rows,
                       found.rows, found.first_wrong_row);
  }
  check.undecided += found.undecided_rows > 0 || found.threshold == Status::undecided ? 1 : 0;
  if (found.yes != check.source_solution.has_value()) return "the two exact solvers of the source differ";
  return "";
}

// Both maps of solutions and the two answers, for one target. Returns what is wrong.
std::string target_defect(const Instance& source, const Images& images, std::uint64_t target,
                          bool source_is_yes, long most_falsified, StepCheck& check) {
  const Instance instance = images.instance(target);
  if (const auto* vectors = std::get_if<problems::InnerProducts>(&instance); vectors && vectors->epsilon) {
    ++check.promises;
    if (const auto breach = problems::promise_breach(*vectors)) {
      return fmt::format("the promise is broken: an inner product of {} for constraint {} where m = {}",
                         breach->inner_product, breach->constraint + 1,
                         vectors->constraints[breach->constraint].target);
    }
  }
  if (const auto* attention = std::get_if<problems::AttentionInstance>(&instance))
    return attention_defect(*attention, source, check);
  const std::optional<Solution> solution = solve_instance(instance, 0);
  if (!solution) return "";
  ++check.yes;
  if (!check.yes_target) check.yes_target = target;
  if (!source_is_yes) return "this target is a yes instance and the source is a no instance";
  if (!is_solution(source, images.backward({target, *solution}), most_falsified))
    return "its solution, mapped back, does not solve the source";
  return "";
}

// The solution of the source, mapped forward, solves a target and comes back as it was.
std::string forward_defect(const Instance& source, const Images& images, const Solution& solution,
                           long most_falsified, StepCheck& check) {
  const Located located = images.forward(solution);
  check.defective = located.target;
  if (Integer(located.target) >= images.count) return "the source's solution is mapped to no target at all";
  const Instance target = images.instance(located.target);
  if (const auto* attention = std::get_if<problems::AttentionInstance>(&target)) {
    // That the row is above the threshold is found where the target is looked at.
    const auto* row = std::get_if<AttentionRow>(&located.solution);
    if (row == nullptr ||
        std::find(attention->judged.begin(), attention->judged.end(), row->row) == attention->judged.end())
      return "the source's solution is mapped to no judged row";
  } else if (!is_solution(target, located.solution, 0))
    return "the source's solution, mapped forward, does not solve its target";
  const Solution back = images.backward(located);
  if (!is_solution(source, back, most_falsified))
    return "the source's solution, mapped forward and back, does not solve the source";
  // A row of the output stands for every tuple with that row's vector; all other maps are one to one.
  if (!std::holds_alternative<AttentionRow>(located.solution) && back != solution)
    return "the source's solution, mapped forward and back, is another one";
  return "";
}

}  // namespace

std::vector<std::uint64_t> first_targets(const Images& images, std::uint64_t most) {
  std::vector<std::uint64_t> chosen;
  if (images.candidates) chosen = images.candidates();
  std::sort(chosen.begin(), chosen.end());
  if (chosen.size() > most) chosen.resize(most);
  const std::unordered_set<std::uint64_t> taken(chosen.begin(), chosen.end());
  for (std::uint64_t rank = 0; chosen.size() < most && Integer(rank) < images.count; ++rank) {
    if (!taken.contains(rank)) chosen.push_back(rank);
  }
  return chosen;
}

StepCheck check_step(const Instance& source, const Images& images, long most_falsified, std::uint64_t most,
                     const std::function<bool()>& stop) {
  StepCheck check;
  check.targets = images.count;
  check.source_solution = solve_instance(source, most_falsified);
  if (check.source_solution) {
    check.defect = forward_defect(source, images, *check.source_solution, most_falsified, check);
    if (!check.defect.empty()) return check;
  }
  const std::vector<std::uint64_t> targets = first_targets(images, most);
  CountedWork work(Integer(targets.size()));
  for (const std::uint64_t target : targets) {
    if (stop()) return check;
    work.reached(check.solved);
    check.defect =
        target_defect(source, images, target, check.source_solution.has_value(), most_falsified, check);
    ++check.solved;
    if (!check.defect.empty()) {
      check.defective = target;
      return check;
    }
  }
  if (check.complete() && check.source_solution && check.yes == 0)
    check.defect = "the source is a yes instance and no target is one";
  return check;
}

}  // namespace attest
