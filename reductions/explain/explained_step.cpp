#include "reductions/explain/explained_step.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "numeric/checked.hpp"
#include "reductions/explain/explained_instance.hpp"
#include "reductions/problems/cnf_solver.hpp"
#include "reductions/solve_instance.hpp"

namespace attest {

using problems::Cnf;
using problems::InnerProducts;
using problems::Tuple;

namespace {

constexpr std::size_t listed_tuples = 6;
constexpr std::size_t listed_targets = 6;
constexpr int most_enumerated_variables = 16;

const char* yes_or_no(bool yes) {
  return yes ? "yes" : "no";
}

// An assignment that falsifies the least weight.
std::pair<problems::Assignment, long> best_assignment(const Cnf& formula) {
  problems::Assignment best;
  long least = -1;
  for (unsigned long rank = 0; rank < 1UL << formula.variables; ++rank) {
    const problems::Assignment assignment = problems::assignment_of_rank(formula.variables, rank);
    const long weight = problems::falsified_weight(formula, assignment);
    if (least >= 0 && weight >= least) continue;
    least = weight;
    best = assignment;
  }
  return {best, least};
}

void show_source(const Instance& source, const Step& step, const std::optional<Solution>& solution,
                 Walkthrough& walk) {
  if (const auto* formula = std::get_if<Cnf>(&source)) {
    std::optional<problems::Assignment> shown;
    if (solution) {
      shown = std::get<problems::Assignment>(*solution);
    } else if (formula->variables <= most_enumerated_variables) {
      const auto [best, least] = best_assignment(*formula);
      shown = best;
      walk.remark("why no",
                  fmt::format("each of the {} assignments falsifies a weight of at least {}; {} does",
                              1UL << formula->variables, least, said_solution(best)));
    }
    add_formula(*formula, shown ? &*shown : nullptr, walk);
    if (solution && step.most_falsified > 0)
      walk.remark("that is",
                  fmt::format("a falsified weight of {}", problems::falsified_weight(*formula, *shown)));
  } else if (const auto* vectors = std::get_if<InnerProducts>(&source)) {
    std::vector<std::set<std::size_t>> shown(vectors->sets.size());
    if (solution) {
      const auto& tuple = std::get<Tuple>(*solution);
      for (std::size_t s = 0; s < tuple.size(); ++s) shown[s].insert(tuple[s]);
    }
    add_vectors(*vectors, "the source's vectors", {}, 0, shown, walk);
  }
}

// What one tuple of the target that is shown looks like beside what is wanted.
struct Candidate {
  Tuple tuple;
  std::vector<long> products;
  std::size_t met = 0;  // constraints
  long off = 0;         // sum of the distances to the targets
};

bool nearer(const Candidate& a, const Candidate& b) {
  return a.met != b.met ? a.met > b.met : a.off < b.off;
}

struct Tuples {
  std::vector<Candidate> nearest;
  Integer all = 1;
  std::uint64_t seen = 0;
  std::string defect;  // where the inner products are not what the account says
};

Tuples look_at_tuples(const InnerProducts& instance, std::uint64_t target, const Labels& labels,
                      const ExplainOptions& options) {
  Tuples result;
  for (const auto& set : instance.sets) result.all *= set.size();
  if (result.all == 0) return result;
  Tuple tuple(instance.sets.size(), 0);
  while (result.seen < options.tuples) {
    if (result.seen % 1024 == 0 && options.stop()) return result;
    ++result.seen;
    Candidate candidate{tuple, {}, 0, 0};
    for (const auto& constraint : instance.constraints) {
      candidate.products.push_back(problems::inner_product(instance, constraint, tuple));
      const long off = std::labs(candidate.products.back() - constraint.target);
      candidate.met += off == 0 ? 1 : 0;
      candidate.off += off;
    }
    if (result.defect.empty() && labels.account(target, tuple).products != candidate.products)
      result.defect =
          fmt::format("the tuple {} has the inner products {}, and the source says {}", said_tuple(tuple),
                      said_numbers(candidate.products), said_numbers(labels.account(target, tuple).products));
    result.nearest.insert(std::upper_bound(result.nearest.begin(), result.nearest.end(), candidate, nearer),
                          candidate);
    if (result.nearest.size() > listed_tuples) result.nearest.pop_back();
    std::size_t i = tuple.size();
    while (i > 0 && ++tuple[i - 1] == instance.sets[i - 1].size()) tuple[--i] = 0;
    if (i == 0) break;
  }
  return result;
}

std::string wanted_text(const InnerProducts& instance) {
  std::vector<long> wanted;
  for (const auto& constraint : instance.constraints) wanted.push_back(constraint.target);
  return said_numbers(wanted);
}

void show_tuples(const InnerProducts& instance, const Instance& source, std::uint64_t target,
                 const Images& images, const Tuples& tuples, Walkthrough& walk) {
  WalkSection& section =
      walk.section("the target's tuples nearest to a solution",
                   {"vectors", "inner products", "wanted", "in the source", "counted there"});
  if (tuples.defect.empty()) {
    section.remarks.emplace_back(
        "counted", fmt::format("on {} tuples the inner products are {}, computed from the source",
                               Integer(tuples.seen) == tuples.all ? "all " + tuples.all.str()
                                                                  : fmt::format("{}", tuples.seen),
                               images.labels.products));
  } else {
    section.remarks.emplace_back("WRONG", tuples.defect);
  }
  if (!tuples.nearest.empty() && tuples.nearest.front().met < instance.constraints.size() &&
      Integer(tuples.seen) == tuples.all) {
    section.remarks.emplace_back(
        "why no",
        fmt::format("no tuple has {}; the nearest has {} of {}, and is off by {}",
                    instance.constraints.size() == 1 ? "the inner product that is wanted"
                                                     : "all the inner products that are wanted",
                    tuples.nearest.front().met, instance.constraints.size(), tuples.nearest.front().off));
  }
  for (const Candidate& candidate : tuples.nearest) {
    const Account account = images.labels.account(target, candidate.tuple);
    const Solution back = images.backward({target, candidate.tuple});
    std::string what = said_solution(back);
    if (std::holds_alternative<Tuple>(back) && std::holds_alternative<InnerProducts>(source)) {
      const auto& from = std::get<InnerProducts>(source);
      std::vector<long> products;
      for (const auto& constraint : from.constraints)
        products.push_back(problems::inner_product(from, constraint, std::get<Tuple>(back)));
      what += fmt::format(": {} for {}", said_numbers(products), wanted_text(from));
    }
    section.rows.push_back({said_tuple(candidate.tuple), said_numbers(candidate.products),
                            wanted_text(instance), what, account.words});
  }
  if (tuples.all > Integer(tuples.nearest.size()))
    section.rows.push_back(
        {fmt::format("{} others", Integer(tuples.all - tuples.nearest.size()).str()), "", "", "", ""});
}

void show_targets(const Images& images, const std::vector<std::uint64_t>& kept, std::uint64_t shown,
                  Walkthrough& walk) {
  if (images.count < 2) return;
  WalkSection& section = walk.section("the targets", {"number", "what", "answer"});
  for (const std::uint64_t target : kept) {
    const std::optional<Solution> solution = solve_instance(images.instance(target), 0);
    section.rows.push_back({fmt::format("{}{}", target + 1, target == shown ? " (shown)" : ""),
                            images.label ? images.label(target) : "",
                            solution ? "yes, " + said_solution(*solution) : "no"});
  }
  if (images.count > Integer(kept.size()))
    section.rows.push_back({fmt::format("{} others", Integer(images.count - kept.size()).str()), "", ""});
}

// Which target is shown: the one the source's solution goes to; else the first that can be a yes, else the first.
std::uint64_t shown_target(const Images& images, const StepCheck& check) {
  if (check.source_solution) return images.forward(*check.source_solution).target;
  const std::vector<std::uint64_t> first = first_targets(images, 1);
  return first.empty() ? 0 : first.front();
}

std::string verdict_sentence(const StepCheck& check, Status status) {
  if (!check.defect.empty()) return fmt::format("{} (target {})", check.defect, check.defective + 1);
  if (status == Status::undecided) {
    if (!check.undecided_reason.empty()) return check.undecided_reason;
    if (check.undecided > 0) return "a row of the output that no precision told from the threshold";
    return fmt::format("{} of {} targets were solved", check.solved, to_string(check.targets));
  }
  const bool one = check.targets == 1;
  if (check.source_solution)
    return one ? std::string("the source is a yes instance, and so is its target")
               : fmt::format("the source is a yes instance, and {} of its {} targets {}", check.yes,
                             to_string(check.targets), check.yes == 1 ? "is one" : "are");
  return one ? std::string("the source is a no instance, and so is its target")
             : fmt::format("the source is a no instance, and none of its {} targets is a yes instance",
                           to_string(check.targets));
}

}  // namespace

ExplainedStep explain_step(const Step& step, std::size_t number, const Instance& source,
                           const ExplainOptions& options, Walkthrough& walk) {
  ExplainedStep result;
  const ReductionInfo& info = step.reduction->info();
  result.images = step.reduction->images(step.variant, source, step.parameters);
  const Images& images = result.images;
  const StepCheck check = check_step(source, images, step.most_falsified, {options.solve, options.stop});
  result.yes = check.source_solution.has_value();
  result.target = shown_target(images, check);
  result.instance = std::make_shared<const Instance>(images.instance(result.target));
  const Instance& target = *result.instance;

  if (number == 1) {
    walk.remark("source", fmt::format("{}: {}", name_of(info.source), said_size(source)));
    walk.remark("asked", said_question(source, step.most_falsified));
    walk.remark("answer", result.yes ? "yes, " + said_solution(*check.source_solution) : "no");
    show_source(source, step, check.source_solution, walk);
  }
  WalkSection& head =
      walk.section(fmt::format("step {}: {} ({})", number, info.name, to_string(step.variant)));
  head.remarks.emplace_back("map", info.summary);
  head.remarks.emplace_back(
      "made", fmt::format("{} instance{} of {}: {}", to_string(images.count), images.count == 1 ? "" : "s",
                          name_of(info.target), said_size(target)));
  if (images.count > 1 && images.label)
    head.remarks.emplace_back(
        "shown",
        fmt::format("{}, {}: {}", result.target + 1, images.label(result.target),
                    result.yes ? "the source's solution is mapped there" : "the first that is looked at"));
  head.remarks.emplace_back("asked", said_question(target, 0));

  if (const auto* vectors = std::get_if<InnerProducts>(&target)) {
    result.solution = solve_instance(target, 0);
    const std::size_t at = walk.sections.size() - 1;
    walk.sections[at].remarks.emplace_back(
        "answer", result.solution ? "yes, " + said_solution(*result.solution) : "no");
    if (result.solution) {
      const Solution back = images.backward({result.target, *result.solution});
      walk.sections[at].remarks.emplace_back(
          "mapped back",
          fmt::format("{}, which {} the source", said_solution(back),
                      is_solution(source, back, step.most_falsified) ? "solves" : "does NOT solve"));
    }
    std::vector<std::uint64_t> kept = first_targets(images, listed_targets);
    if (std::find(kept.begin(), kept.end(), result.target) == kept.end()) kept.back() = result.target;
    show_targets(images, kept, result.target, walk);
    const Tuples tuples = look_at_tuples(*vectors, result.target, images.labels, options);
    std::vector<std::set<std::size_t>> shown(vectors->sets.size());
    for (const Candidate& candidate : tuples.nearest) {
      for (std::size_t s = 0; s < candidate.tuple.size(); ++s) shown[s].insert(candidate.tuple[s]);
    }
    add_vectors(*vectors, fmt::format("the vectors of target {}", result.target + 1), images.labels,
                result.target, shown, walk);
    show_tuples(*vectors, source, result.target, images, tuples, walk);
    if (!tuples.defect.empty()) {
      result.verdict = Status::refuted;
      result.reason = tuples.defect;
      return result;
    }
  } else if (const auto* attention = std::get_if<problems::AttentionInstance>(&target)) {
    result.solution = explain_attention(*attention, std::get<InnerProducts>(source), images.labels, walk);
  }
  result.verdict = !check.defect.empty() ? Status::refuted
                   : !check.complete()   ? Status::undecided
                                         : Status::holds;
  result.reason = verdict_sentence(check, result.verdict);
  return result;
}

Walkthrough explain_chain(const std::vector<Step>& steps, const Instance& source,
                          const ExplainOptions& options) {
  Walkthrough walk;
  walk.verdict = Status::holds;
  walk.data["source"] = instance_json(source);
  walk.data["steps"] = Json::array();
  std::vector<ExplainedStep> explained;
  const Instance* at = &source;
  std::string reasons;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    explained.push_back(explain_step(steps[k], k + 1, *at, options, walk));
    const ExplainedStep& step = explained.back();
    at = step.instance.get();
    walk.data["steps"].push_back({{"reduction", steps[k].reduction->info().name},
                                  {"variant", to_string(steps[k].variant)},
                                  {"parameters", steps[k].parameters.to_json()},
                                  {"answer", yes_or_no(step.yes)},
                                  {"sizes", step.images.sizes},
                                  {"target", step.target + 1},
                                  {"instance", instance_json(*step.instance)},
                                  {"verdict", to_string(step.verdict)},
                                  {"reason", step.reason}});
    reasons += (reasons.empty() ? "" : "; ") +
               (steps.size() == 1 ? step.reason : fmt::format("step {}: {}", k + 1, step.reason));
    if (step.verdict == Status::refuted)
      walk.verdict = Status::refuted;
    else if (step.verdict == Status::undecided && walk.verdict == Status::holds)
      walk.verdict = Status::undecided;
  }
  walk.headline = reasons;
  const ExplainedStep& last = explained.back();
  if (!last.solution || explained.size() < 2) return walk;
  WalkSection& back = walk.section("the last solution mapped back", {"instance of", "solution"});
  Solution solution = *last.solution;
  back.rows.push_back({name_of(steps.back().reduction->info().target), said_solution(solution)});
  for (std::size_t k = explained.size(); k-- > 0;) {
    solution = explained[k].images.backward({explained[k].target, solution});
    const Instance& of = k == 0 ? source : *explained[k - 1].instance;
    const bool solves = is_solution(of, solution, steps[k].most_falsified);
    back.rows.push_back({name_of(steps[k].reduction->info().source),
                         fmt::format("{}{}", said_solution(solution), solves ? "" : " (does NOT solve it)")});
    if (!solves) walk.verdict = Status::refuted;
  }
  return walk;
}

}  // namespace attest
