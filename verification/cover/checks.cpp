#include "verification/cover/checks.hpp"

#include <fmt/format.h>

#include <utility>

#include "claims/stop.hpp"
#include "verification/stop_reason.hpp"

namespace attest::cover {

namespace {

constexpr const char* best_tuples = "candidates for the best tuple";

std::string nothing_in_part(const char* closed) {
  return fmt::format("this part has no {}, so nothing was checked", closed);
}

std::string stopped_after(const Result& result, const char* closed) {
  return fmt::format("{} after {} {} were closed ({} of {} cases of a judged token)",
                     result.cause.empty() ? "stopped" : result.cause, result.tally.winners, closed,
                     result.contexts_done, result.contexts);
}

// Symbols made 0 one after the other, as long as the output at the token stays wrong, exactly evaluated.
Word shrunk(const LayerSetting& setting, Word word, std::size_t which) {
  const auto is_wrong = [&](const Word& w) {
    return setting.task().standing(w) == Standing::judged &&
           setting.rightness_of(setting.evaluate(w, which), setting.task().truth(w, which)) ==
               Status::refuted;
  };
  try {
    for (bool again = true; again;) {
      again = false;
      for (Symbol& symbol : word) {
        if (symbol == 0) continue;
        const Symbol before = std::exchange(symbol, 0);
        if (is_wrong(word)) {
          again = true;
        } else {
          symbol = before;
        }
      }
    }
  } catch (const Stopped&) {
    // Half-way an entry may be 0 that must not be: only what was seen to be wrong is given.
    return {};
  }
  return word;
}

}  // namespace

Check output_check(const LayerSetting& setting, const Result& result, const char* closed, bool of_nothing,
                   bool part, Json& counterexample) {
  Check check;
  check.name = "output";
  if (of_nothing) {
    check.status = Status::not_applicable;
    check.reason = no_judged_input;
    return check;
  }
  const Tally& tally = result.tally;
  if (tally.first_wrong) {
    const std::size_t which = tally.first_wrong->which;
    Word word = part ? Word() : shrunk(setting, tally.first_wrong->word, which);
    if (word.empty()) word = tally.first_wrong->word;
    const LayerTask& task = setting.task();
    check.status = Status::refuted;
    check.kind = attest::Kind::construction;
    const Integer rank = task.space().rank(word);
    check.reason = fmt::format("the input {} gives a wrong output", task.to_json(word).dump());
    counterexample = {{"check", "output"}, {"rank", rank.str()}, {"input", task.to_json(word)}};
    try {
      const PositionOutput out = setting.output(word, which);
      counterexample.update(output_json(setting, word, which, out));
      *check.reason += fmt::format(", where token {} gives y = {} instead of {}",
                                   task.position_name(task.judged_positions()[which]).dump(), value_text(out),
                                   wanted_text(task.decision(), task.truth(word, which)));
    } catch (const Stopped&) {  // the input itself is witness enough
    }
    *check.reason +=
        fmt::format("; {} of {} {} have such inputs", tally.wrong, tally.wrong + tally.winners, closed);
    if (!result.complete()) *check.reason += "; " + stopped_after(result, closed);
  } else if (!result.complete()) {
    check.reason = stopped_after(result, closed);
  } else if (part && tally.units == 0) {
    check.reason = nothing_in_part(closed);
  } else if (tally.undecided != 0) {
    check.reason = fmt::format("{} boxes stayed undecided", tally.undecided);
  } else {
    check.status = Status::holds;
    check.evidence = Evidence::cover;
  }
  return check;
}

Check unique_check(const LayerSetting& setting, const std::vector<Result>& results, bool part,
                   Json& counterexample) {
  Check check;
  check.name = "unique-maximum";
  check.essential = setting.unique_maximum() == LayerSetting::UniqueMaximum::essential;
  check.status = Status::holds;
  check.evidence = Evidence::cover;
  for (const Result& result : results) {
    if (result.tally.first_wrong) {
      const Word& word = result.tally.first_wrong->word;
      check.status = Status::refuted;
      check.kind = attest::Kind::construction;
      check.evidence.reset();
      check.reason = fmt::format("the highest score of head {} is not unique on {}", result.goal.head + 1,
                                 setting.task().to_json(word).dump());
      counterexample = {{"check", check.name},
                        {"rank", setting.task().space().rank(word).str()},
                        {"input", setting.task().to_json(word)}};
      return check;
    }
    if (!result.complete()) {
      check.status = Status::undecided;
      check.evidence.reset();
      check.reason = stopped_after(result, best_tuples);
    } else if (part && result.tally.units == 0) {
      check.status = Status::undecided;
      check.evidence.reset();
      check.reason = nothing_in_part(best_tuples);
    }
  }
  return check;
}

}  // namespace attest::cover
