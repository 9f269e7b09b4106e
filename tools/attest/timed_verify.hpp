// Claim::verify as a command runs it: with progress, announcements, one budget shared among all of the
// command's verdicts, and the time it took. A run that has nothing to show when it must stop is undecided.
#pragma once

#include <chrono>

#include "claims/claim.hpp"
#include "claims/stop.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/progress.hpp"
#include "tools/attest/verify_checkpoint.hpp"

namespace attest {

class TimedVerify {
 public:
  explicit TimedVerify(const CommonOptions& common);

  // How many verdicts the command asks for: each may use the same share of what is left of the budget.
  // Without it the first one may use everything.
  void expect(std::size_t verdicts) { expected_ = verdicts; }

  // One count for all of these verdicts, and what the next ones are a part of ("claim 12 of 67"). What the command writes meanwhile must not
  // go to the terminal.
  void count_all(const std::string& part_of) { part_of_ = part_of; }

  // No verdict from now on is shared among ranks: each is one rank's.
  void share_nothing() { shares_ = false; }

  // Nothing is said before a long run, nor why it is a cover: the sizes are those on record.
  void announce_nothing() { announces_ = false; }

  // Throws UsageError also for an option that was given and that nothing of the run has read.
  Verdict operator()(const Claim& claim, Variant variant, const Parameters& parameters) const;

  // Throws UsageError if the claim cannot be verified at this setting: a run that is told to stop at once.
  void check(const Claim& claim, Variant variant, const Parameters& parameters) const;

  // The same, and makes what that run needs, within the budget.
  void prepare(const Claim& claim, Variant variant, const Parameters& parameters) const;

  // A reader's own weights, for every verdict from now on.
  void use_weights(Json weights) { weights_ = std::move(weights); }

  // Where every verdict from now on goes on from and is kept.
  void keep_in(VerifyCheckpoint& checkpoint) { checkpoint_ = &checkpoint; }
  // `check` refuses settings of which nothing can be kept.
  void expect_checkpoint() { checkpoint_expected_ = true; }

  // Whether a signal or the budget has ended the command's work.
  bool out_of_time() const;
  // For what the command does behind a verdict: a signal ends it, and what is left of the budget.
  RunLimit rest() const { return RunLimit(options_of_rest(), std::chrono::milliseconds(0)); }

 private:
  VerifyOptions options_of_rest() const;
  void show(const std::string& setting) const;

  const CommonOptions& common_;
  std::optional<Json> weights_;
  VerifyCheckpoint* checkpoint_ = nullptr;
  bool checkpoint_expected_ = false;
  std::size_t expected_ = 1;
  mutable std::size_t done_ = 0;
  std::string part_of_;
  bool announces_ = true;
  bool shares_ = true;
  mutable Progress progress_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace attest
