#include "reductions/check_step.hpp"

#include <fmt/format.h>

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <unordered_set>

#include "claims/counted_work.hpp"
#include "claims/stop.hpp"
#include "ranks/shared_loop.hpp"
#include "reductions/poly/hardness/attention_check.hpp"
#include "reductions/solve_instance.hpp"

namespace attest {

namespace {

// Targets that are looked at beside each other; the first defect ends a check, and comes early if there is one.
constexpr std::size_t smallest_round = 8;
constexpr std::size_t largest_round = std::size_t{1} << 16;

// What one target says of a step.
struct TargetCheck {
  bool looked_at = false;  // to the end
  bool yes = false;
  bool promised = false;  // a gap instance, whose promise was looked at
  bool undecided = false;
  std::string undecided_reason;
  std::string defect;
};

// An attention instance against its source: the identity on every tuple, every judged row on its side of the
// threshold by certified enclosures, and the source's answer.
std::string attention_defect(const problems::AttentionInstance& instance, const Instance& source,
                             bool source_is_yes, TargetCheck& check) {
  const auto* vectors = std::get_if<problems::InnerProducts>(&source);
  if (vectors == nullptr) return "the source of an attention instance is a gap instance";
  const AttentionCheck found = check_attention(instance, *vectors);
  check.yes = found.yes;
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
  check.undecided = found.undecided_rows > 0 || found.threshold == Status::undecided;
  if (found.yes != source_is_yes) return "the two exact solvers of the source differ";
  return "";
}

// Both maps of solutions and the two answers, for one target. Returns what is wrong.
std::string target_defect(const Instance& source, const Images& images, std::uint64_t target,
                          bool source_is_yes, long most_falsified, TargetCheck& check) {
  const Instance instance = images.instance(target);
  if (const auto* vectors = std::get_if<problems::InnerProducts>(&instance); vectors && vectors->epsilon) {
    check.promised = true;
    if (const auto breach = problems::promise_breach(*vectors)) {
      return fmt::format("the promise is broken: an inner product of {} for constraint {} where m = {}",
                         breach->inner_product, breach->constraint + 1,
                         vectors->constraints[breach->constraint].target);
    }
  }
  if (const auto* attention = std::get_if<problems::AttentionInstance>(&instance))
    return attention_defect(*attention, source, source_is_yes, check);
  const std::optional<Solution> solution = solve_instance(instance, 0);
  if (!solution) return "";
  check.yes = true;
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

Json to_json(const std::vector<TargetCheck>& checks, std::size_t first, std::size_t end) {
  Json all = Json::array();
  for (std::size_t k = first; k < end; ++k) {
    const TargetCheck& check = checks[k];
    if (!check.looked_at) throw Stopped();  // nothing is known of it, and nothing is said
    all.push_back({check.yes, check.promised, check.undecided, check.undecided_reason, check.defect});
  }
  return all;
}

TargetCheck target_check_from_json(const Json& json) {
  TargetCheck check;
  check.looked_at = true;
  check.yes = json.at(0).get<bool>();
  check.promised = json.at(1).get<bool>();
  check.undecided = json.at(2).get<bool>();
  check.undecided_reason = json.at(3).get<std::string>();
  check.defect = json.at(4).get<std::string>();
  return check;
}

// The targets of one round, by threads and ranks.
void in_shares(const CheckOptions& options, IndexRange all, const std::function<void(std::size_t)>& look_at,
               std::vector<TargetCheck>& round) {
  ranks::SharedLoop loop;
  loop.all = all;
  loop.at_once = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
  loop.compute = [&](IndexRange range) {
    tbb::parallel_for(range.first, range.end, look_at, tbb::simple_partitioner());
  };
  loop.say = [&](IndexRange range) { return to_json(round, range.first - all.first, range.end - all.first); };
  loop.take_in = [&](IndexRange range, const Json& says) {
    if (!says.is_array() || says.size() != range.size())
      throw std::runtime_error("an answer of other targets");
    for (std::size_t k = 0; k < says.size(); ++k)
      round[range.first - all.first + k] = target_check_from_json(says[k]);
  };
  loop.stop = options.stop;
  ranks::run_loop(options.shared, fmt::format("targets from {}", all.first), loop);
}

void add(StepCheck& check, std::uint64_t target, const TargetCheck& of) {
  ++check.solved;
  check.yes += of.yes ? 1 : 0;
  check.promises += of.promised ? 1 : 0;
  check.undecided += of.undecided ? 1 : 0;
  if (of.yes && !check.yes_target) check.yes_target = target;
  if (!of.undecided_reason.empty()) check.undecided_reason = of.undecided_reason;
  check.defect = of.defect;
  if (!of.defect.empty()) check.defective = target;
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

StepCheck check_step(const Instance& source, const Images& images, long most_falsified,
                     const CheckOptions& options) {
  StepCheck check;
  check.targets = images.count;
  check.source_solution = solve_instance(source, most_falsified);
  if (check.source_solution) {
    check.defect = forward_defect(source, images, *check.source_solution, most_falsified, check);
    if (!check.defect.empty()) return check;
  }
  const std::vector<std::uint64_t> targets = first_targets(images, options.most);
  CountedWork work(Integer(targets.size()));
  std::atomic<std::uint64_t> looked_at{0};
  std::vector<TargetCheck> round;
  for (std::size_t begin = 0; begin < targets.size(); begin += round.size()) {
    round.assign(std::min(targets.size() - begin, std::clamp(begin, smallest_round, largest_round)), {});
    const auto look_at = [&](std::size_t k) {
      if (options.stop()) return;
      TargetCheck& of = round[k - begin];
      try {
        of.defect =
            target_defect(source, images, targets[k], check.source_solution.has_value(), most_falsified, of);
        of.looked_at = true;
        work.reached(++looked_at);
      } catch (const Stopped&) {  // as if it had not begun
      }
    };
    in_shares(options, {begin, begin + round.size()}, look_at, round);
    for (const TargetCheck& of : round) {
      if (!of.looked_at) return check;
      add(check, targets[check.solved], of);
      if (!check.defect.empty()) return check;
    }
  }
  if (check.complete() && check.source_solution && check.yes == 0)
    check.defect = "the source is a yes instance and no target is one";
  return check;
}

}  // namespace attest
