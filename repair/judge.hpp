// Whether a candidate for a repair holds at the settings of a search, and how far from it those are that do not.
//
// A candidate is refuted first by what needs no input (ill-formed, a display), then by inputs on which the theorem or earlier
// candidates were wrong, one by one and exactly, and by `verify` then.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "repair/settings.hpp"
#include "theorems/wrong_input.hpp"

namespace attest::theorems::repair {

struct Judged {
  enum class How { holds, unreadable, by_form, by_known_input, by_run, undecided };
  How how = How::unreadable;
  std::size_t setting = 0;  // at which it does not hold
  long distance =
      0;  // 1000 for each place that is ill-formed, 10 for each other check that is refuted, 5 for one that is undecided
  std::string why;  // "identity: displayed minus actual is .."
  std::optional<Integer>
      wrong;  // the rank of an input of that setting on which it is wrong, where one was met
};

class CandidateJudge {
 public:
  // `settings` with the verdicts on the theorem as it stands.
  CandidateJudge(const ClaimOf& claim_of, std::vector<SettingVerdict> settings, const VerifyOptions& options);

  // `first`: the setting that is looked at first.
  Judged judge(const TheoremText& candidate, std::size_t first) const;
  // Every check there is decided, as far as it is run.
  Judged judge_at(const TheoremText& candidate, std::size_t setting) const;
  // What the next candidates are refuted by first.
  void learn(const Judged& judged);
  // Of a verdict of this theorem.
  static long distance_of(const std::vector<Check>& checks);
  static std::string why(const std::vector<Check>& checks);

  const std::vector<SettingVerdict>& settings() const { return settings_; }
  // What the decisions so far have left: which setting is looked at first, and which inputs of each.
  struct State {
    std::vector<std::size_t> order;
    std::vector<std::vector<Integer>> wrong;  // [setting], ranks
  };
  State state() const;
  // Of a judge of the same settings, but for those that were added last. std::invalid_argument for another one's.
  void go_on_from(const State& state);
  // Another setting, at which a candidate failed that held at the others.
  void add(SettingVerdict setting);

 private:
  std::optional<Judged> quickly(const Claim& claim, Variant variant, std::size_t setting) const;
  Judged by_run(const Claim& claim, Variant variant, std::size_t setting, bool first) const;

  const ClaimOf& claim_of_;
  std::vector<SettingVerdict> settings_;
  std::vector<std::deque<Integer>> wrong_;  // [setting], ranks, the last one that was wrong first
  std::vector<std::size_t> order_;          // settings that refuted the last candidates first
  VerifyOptions options_;
};

}  // namespace attest::theorems::repair
