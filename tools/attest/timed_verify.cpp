#include "tools/attest/timed_verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "claims/consistency.hpp"
#include "claims/stop.hpp"
#include "claims/whole_claim.hpp"
#include "tools/attest/progress.hpp"

namespace attest {

namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  return elapsed.count();
}

// A run that ended before there was anything to count.
Verdict stopped_verdict(const ClaimInfo& info, Variant variant, const Parameters& parameters,
                        const Part& part) {
  Verdict verdict;
  verdict.claim = info.id;
  verdict.variant = variant;
  verdict.source = info.source;
  verdict.parameters = parameters;
  if (part.given) verdict.part = part;
  verdict.checks.push_back(undecided("run", stop_cause() + " before the first input"));
  conclude(verdict);
  return verdict;
}

}  // namespace

TimedVerify::TimedVerify(const CommonOptions& common) : common_(common) {}

bool TimedVerify::out_of_time() const {
  const VerifyOptions options = common_.verify_options();
  return options.interrupted->load() ||
         (options.budget_seconds && seconds_since(start_) >= *options.budget_seconds);
}

Verdict TimedVerify::operator()(const Claim& claim, Variant variant, const Parameters& parameters) const {
  VerifyOptions options = common_.verify_options();
  options.weights = weights_;
  // Its share of what is left of the budget; a little is always left, so that every verdict says what it
  // knows.
  if (options.budget_seconds) {
    const double left = *options.budget_seconds - seconds_since(start_);
    const std::size_t verdicts = expected_ > done_ ? expected_ - done_ : 1;
    options.budget_seconds = std::max(0.001, left / static_cast<double>(verdicts));
  }
  ++done_;
  Progress progress(common_.progress_shown(), fmt::format("{} {}", claim.info().id, parameters.to_string()));
  options.progress = [&](std::uint64_t done, const Integer& total) { progress.update(done, total); };
  if (!common_.quiet) {
    options.announce = [](const std::string& line) { fmt::print(stderr, "{}\n", line); };
  }
  const auto begin = std::chrono::steady_clock::now();
  const RunLimit limit(options);
  Verdict verdict;
  try {
    verdict = claim.verify(variant, parameters, options);
  } catch (const Stopped&) {
    verdict = stopped_verdict(claim.info(), variant, parameters, options.part);
  }
  check_consistency(verdict);
  verdict.seconds = seconds_since(begin);
  verdict.details["run"] = {{"first", options.first}, {"failing", options.failing_limit}};
  return verdict;
}

}  // namespace attest
