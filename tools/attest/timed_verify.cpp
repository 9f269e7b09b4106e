#include "tools/attest/timed_verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "tools/attest/progress.hpp"

namespace attest {

namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  return elapsed.count();
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
  // What is left of the budget; a little is always left, so that every verdict says what it knows.
  if (options.budget_seconds) {
    options.budget_seconds = std::max(0.001, *options.budget_seconds - seconds_since(start_));
  }
  Progress progress(common_.progress_shown(), fmt::format("{} {}", claim.info().id, parameters.to_string()));
  options.progress = [&](std::uint64_t done, const Integer& total) { progress.update(done, total); };
  if (!common_.quiet) {
    options.announce = [](const std::string& line) { fmt::print(stderr, "{}\n", line); };
  }
  const auto begin = std::chrono::steady_clock::now();
  Verdict verdict = claim.verify(variant, parameters, options);
  verdict.seconds = seconds_since(begin);
  verdict.details["run"] = {{"first", options.first}, {"failing", options.failing_limit}};
  return verdict;
}

}  // namespace attest
