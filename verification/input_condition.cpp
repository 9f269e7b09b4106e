#include "verification/input_condition.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "attention/head_weights.hpp"
#include "verification/layer_setting.hpp"
#include "verification/match_judge.hpp"
#include "verification/stop_reason.hpp"

namespace attest {

Check input_condition_check(const InputCondition& condition, const LayerSetting& setting,
                            const Observation& o, const CountedRanks& counted) {
  Check check;
  check.name = condition.name;
  check.essential = condition.essential;
  if (counted.first) {
    const LayerTask& task = setting.task();
    const Word word = task.space().unrank(*counted.first);
    const auto how = condition.broken(setting, word);
    if (!how) throw std::logic_error("a condition that an input broke holds when it is looked at again");
    check.status = Status::refuted;
    check.kind = condition.kind;
    check.reason =
        fmt::format("on {} of {} checked inputs; the first is {} (rank {}), where {}", counted.count.str(),
                    o.input_counts().checked.str(), task.to_json(word).dump(), counted.first->str(), *how);
  } else if (!o.complete() || o.total == 0) {
    check.reason = stop_reason(o);
  } else {
    check.status = Status::holds;
    check.evidence = Evidence::enumeration;
  }
  return check;
}

namespace {

// The first query of one of these tokens that equals no key.
std::optional<std::string> unmatched_query(const LayerSetting& setting, const attention::NumberedRun& run,
                                           const std::vector<std::size_t>& tokens) {
  for (const auto& unmatched : run.unmatched) {
    if (std::find(tokens.begin(), tokens.end(), unmatched.token) == tokens.end()) continue;
    return fmt::format("the weights of {} of layer {} at token {} are all 0: its query equals no key",
                       setting.match_layers()->layers[unmatched.layer].heads[unmatched.head].name,
                       unmatched.layer + 1, setting.task().position_name(unmatched.token).dump());
  }
  return std::nullopt;
}

}  // namespace

InputCondition normalised_weights(std::vector<std::size_t> tokens, bool essential) {
  InputCondition condition;
  condition.name = "normalised";
  condition.essential = essential;
  condition.of_any_weights = true;
  condition.normalised_tokens = tokens;
  condition.broken_by = [tokens = std::move(tokens)](
                            const LayerSetting& setting, std::span<const Symbol> word,
                            const attention::NumberedRun* run) -> std::optional<std::string> {
    const LayerTask& task = setting.task();
    if (setting.match_layers() != nullptr) {
      return run != nullptr ? unmatched_query(setting, *run, tokens)
                            : unmatched_query(setting, numbered_run(setting, word), tokens);
    }
    const attention::PreparedLayer& prepared = setting.prepared();
    thread_local std::vector<attention::Kind> kinds;
    kinds.resize(task.tokens());
    task.kinds(word, kinds);
    const auto& heads = prepared.layer().heads;
    for (std::size_t h = 0; h < heads.size(); ++h) {
      for (const std::size_t token : tokens) {
        if (attention::has_normalised_weights(heads[h], prepared.scores(h), kinds,
                                              static_cast<attention::Token>(token))) {
          continue;
        }
        return fmt::format(
            "the weights of {} at token {} {}", heads[h].name, task.position_name(token).dump(),
            heads[h].kernel == attention::Kernel::exact_match ? "are all 0: its query equals no key"
                                                              : "are 0/0");
      }
    }
    return std::nullopt;
  };
  return condition;
}

}  // namespace attest
