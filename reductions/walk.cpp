#include "reductions/walk.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>

#include "claims/counted_work.hpp"
#include "claims/stop.hpp"

namespace attest {

std::vector<const WalkedInstance*> Walk::sources_of(std::size_t step) const {
  std::vector<const WalkedInstance*> sources;
  if (step == 0) {
    sources.push_back(&source);
  } else {
    for (const WalkedInstance& target : steps[step - 1].targets) sources.push_back(&target);
  }
  return sources;
}

Walk walk(const std::vector<Step>& steps, Instance source, const WalkOptions& options) {
  Walk walk;
  std::atomic<bool> stopped{false};
  const auto stop = [&] {
    if (options.stop()) stopped = true;
    return stopped.load();
  };
  walk.source.instance = std::make_shared<const Instance>(std::move(source));
  walk.steps.resize(steps.size());
  const auto walk_step = [&](std::size_t k) {
    const Step& step = steps[k];
    WalkedStep& walked = walk.steps[k];
    const std::vector<const WalkedInstance*> sources = walk.sources_of(k);
    CountedWork of_sources(sources.size());
    std::uint64_t sources_done = 0;
    for (const WalkedInstance* from : sources) {
      if (stop()) break;
      of_sources.reached(sources_done++);
      const Images images = step.reduction->images(step.variant, *from->instance, step.parameters);
      walked.made += images.count;
      walked.sizes.push_back(images.sizes);
      if (options.check)
        walked.checks.push_back(
            check_step(*from->instance, images, step.most_falsified, {options.solve, stop, options.shared}));
      std::vector<std::uint64_t> kept = first_targets(images, options.keep);
      // A yes instance is worth more than another no instance.
      if (options.check && walked.checks.back().yes_target) {
        const std::uint64_t yes = *walked.checks.back().yes_target;
        if (!kept.empty() && std::find(kept.begin(), kept.end(), yes) == kept.end()) kept.back() = yes;
      }
      CountedWork of_targets(kept.size());
      std::uint64_t targets_done = 0;
      for (const std::uint64_t target : kept) {
        if (stop()) break;
        of_targets.reached(targets_done++);
        WalkedInstance to;
        to.path = from->path;
        to.path.push_back(target);
        to.label = images.label ? images.label(target) : "";
        to.instance = std::make_shared<const Instance>(images.instance(target));
        walked.targets.push_back(std::move(to));
      }
    }
  };
  try {
    for (std::size_t k = 0; k < steps.size(); ++k) walk_step(k);
  } catch (const Stopped&) {
    stopped = true;
  }
  walk.stopped = stopped;
  return walk;
}

WalkVerdict verdict_of(const Walk& walk, const std::vector<Step>& steps) {
  Integer left_out = 0;
  std::uint64_t solved = 0;
  std::uint64_t undecided = 0;
  std::string undecided_reason;
  for (std::size_t k = 0; k < walk.steps.size(); ++k) {
    for (std::size_t i = 0; i < walk.steps[k].checks.size(); ++i) {
      const StepCheck& check = walk.steps[k].checks[i];
      if (!check.defect.empty()) {
        return {Status::refuted,
                fmt::format("{}: {} (source {}, target {})", steps[k].reduction->info().name, check.defect,
                            fmt::join(walk.sources_of(k)[i]->path, "."), check.defective)};
      }
      left_out += check.targets - check.solved;
      solved += check.solved;
      undecided += check.undecided;
      if (undecided_reason.empty()) undecided_reason = check.undecided_reason;
    }
  }
  if (walk.stopped) return {Status::undecided, fmt::format("stopped when {} targets were solved", solved)};
  if (left_out != 0) {
    return {Status::undecided,
            fmt::format("{} targets were solved and {} were not looked at", solved, to_string(left_out))};
  }
  if (undecided != 0) {
    if (!undecided_reason.empty()) return {Status::undecided, undecided_reason};
    return {Status::undecided,
            fmt::format("{} attention instances have a row that no precision told from the threshold",
                        undecided)};
  }
  return {Status::holds,
          fmt::format("{} targets solved exactly: yes and no agree, solutions map forward and back{}", solved,
                      !steps.empty() && steps.back().reduction->info().target == Problem::attention
                          ? " (from a row of attention by a search for its tuple)"
                          : "")};
}

}  // namespace attest
