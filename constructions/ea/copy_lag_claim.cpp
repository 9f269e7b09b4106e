#include "constructions/ea/copy_lag_claim.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "constructions/ea/copy_shares.hpp"
#include "constructions/ea/next_token_task.hpp"
#include "numeric/checked.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

constexpr std::uint64_t most_counted = std::uint64_t{1} << 27;  // windows times lags
constexpr std::uint64_t most_counted_windows = std::uint64_t{1} << 20;

// What the paper prints of a model that does not solve the task at this context.
struct Plateau {
  std::uint32_t tau;
  NextTokenRule rule;
  std::uint32_t context;
  const char* share;
  const char* where;
};

constexpr Plateau plateaus[] = {
    {2, NextTokenRule::nt, 32, "about 0.55", "line 111"},
    {2, NextTokenRule::nt, 52, "about 0.55", "line 115"},
    {5, NextTokenRule::nt, 128, "of the order of 0.2", "line 146"},
    {5, NextTokenRule::nt, 256, "roughly 0.44", "line 148"},
    {2, NextTokenRule::nt_r, 64, "about 0.36", "line 178"},
    {2, NextTokenRule::nt_r, 128, "0.72", "line 178"},
};

// The least lag of the largest share.
std::size_t best_lag(const std::vector<Rational>& shares) {
  return static_cast<std::size_t>(std::max_element(shares.begin(), shares.end()) - shares.begin());
}

class CopyLag : public WholeClaim {
 public:
  CopyLag() : WholeClaim(program_info("ea/copy-lag")) {}

  Json run(Variant, const Parameters&, const Json&, std::uint64_t) const override {
    nothing_to_run(info(), "a share of all windows; ea/cycles runs one");
  }

 protected:
  void examine(Variant, const Parameters& parameters, const VerifyOptions&, Verdict& verdict) const override {
    NextTokenSetting setting;
    setting.rule = next_token_rule(parameters);
    setting.N = static_cast<std::uint32_t>(parameters.integer("N"));
    setting.tau = static_cast<std::uint32_t>(parameters.integer("tau"));
    const auto lags = static_cast<std::uint32_t>(parameters.integer("context"));
    const bool linear = setting.rule != NextTokenRule::nt_r;
    const auto windows = next_token_states(setting.N, setting.tau);
    const bool counts = windows && *windows <= most_counted_windows && *windows * lags <= most_counted;
    if (!linear && !counts)
      throw UsageError("N, tau, context", fmt::format("{}, {}, {}", setting.N, setting.tau, lags),
                       fmt::format("at most {} windows and {} windows times tokens, for NT-R",
                                   most_counted_windows, most_counted));
    verdict.inputs.space = verdict.inputs.total = verdict.inputs.checked = Integer(lags);
    std::vector<Rational> copied;
    std::vector<Rational> function;
    if (linear) {
      for (LinearShares& shares : linear_copy_shares(setting, lags)) {
        copied.push_back(std::move(shares.copied));
        function.push_back(std::move(shares.function));
      }
    }
    if (counts) check_counts(counted_copy_shares(setting.map(), lags), copied, verdict);
    if (linear) {
      verdict.checks.push_back(
          holds("formula", Evidence::symbolic,
                fmt::format("gcd(c, {0})/{0} for the coefficients c of x(t) - x(t-L), L = 1..{1}", setting.N,
                            lags)));
      verdict.checks.push_back(one_token(copied, function));
    }
    describe(setting, copied, counts, verdict);
  }

 private:
  // Sets `copied` where there is no formula.
  static void check_counts(const std::vector<Rational>& counted, std::vector<Rational>& copied,
                           Verdict& verdict) {
    if (copied.empty()) {
      copied = counted;
      verdict.checks.push_back(holds("counted", Evidence::enumeration, "along every cycle, at every lag"));
      return;
    }
    for (std::size_t lag = 0; lag < counted.size(); ++lag) {
      if (counted[lag] == copied[lag]) continue;
      if (verdict.inputs.failing == 0)
        verdict.counterexample = {
            {"lag", lag + 1}, {"counted", to_string(counted[lag])}, {"formula", to_string(copied[lag])}};
      ++verdict.inputs.failing;
    }
    const char* name = "counted";
    verdict.checks.push_back(
        verdict.inputs.failing == 0
            ? holds(name, Evidence::enumeration, "along every cycle, at every lag: the formula's share")
            : refuted(Kind::constant, name,
                      fmt::format("{} lags have another share", verdict.inputs.failing.str())));
  }

  // Not essential: the claim is of copying.
  static Check one_token(const std::vector<Rational>& copied, const std::vector<Rational>& function) {
    const std::size_t lag = best_lag(function);
    const Rational& best = copied[best_lag(copied)];
    const std::string text =
        fmt::format("the best function of one earlier token, x(t-{}), is right on {} of all windows", lag + 1,
                    to_string(function[lag]));
    return informative(function[lag] == best
                           ? holds("one-token", Evidence::symbolic, text + ": no better than copying")
                           : refuted(Kind::statement, "one-token", text));
  }

  static void describe(const NextTokenSetting& setting, const std::vector<Rational>& copied, bool counts,
                       Verdict& verdict) {
    const std::size_t best = best_lag(copied);
    Json records = Json::array();
    Rational least = 0;
    for (std::size_t lag = 0; lag < copied.size(); ++lag) {
      if (copied[lag] <= least) continue;
      least = copied[lag];
      records.push_back({lag + 1, to_string(least)});
    }
    verdict.details["best"] = {{"lag", best + 1}, {"share", to_string(copied[best])}};
    verdict.details["records"] = std::move(records);
    verdict.details["choices"] = {
        "the share is that of times, in the long run, averaged over all windows to start from"};
    if (!counts)
      verdict.notes.emplace_back(
          "there are too many windows to count along; the shares are the formula's alone");
    for (const Plateau& plateau : plateaus) {
      if (setting.N != 16 || plateau.tau != setting.tau || plateau.rule != setting.rule ||
          plateau.context != copied.size())
        continue;
      verdict.details["printed"] = {{"share", plateau.share}, {"where", plateau.where}};
      verdict.notes.push_back(
          fmt::format("{} prints {} for a model that does not solve the task; copying one token gives {:.3f}",
                      plateau.where, plateau.share, approximate(copied[best])));
    }
  }
};

}  // namespace

std::unique_ptr<Claim> ea_copy_lag_claim() {
  return std::make_unique<CopyLag>();
}

}  // namespace attest
