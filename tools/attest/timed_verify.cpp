#include "tools/attest/timed_verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "claims/consistency.hpp"
#include "claims/input_files.hpp"
#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "ranks/shared_work.hpp"
#include "tools/attest/build_identity.hpp"

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
  const std::string cause = stop_cause();
  verdict.checks.push_back(
      undecided("run", (cause.empty() ? "the budget was used up" : cause) + " before the first input"));
  conclude(verdict);
  return verdict;
}

[[noreturn]] void refuse_option(const char* option, const ClaimInfo& info) {
  throw UsageError(fmt::format("{}: {} has no use for it at this setting", option, info.id));
}

// What is given is used or refused. A run that was ended early may not have come to it.
void refuse_unread(const ClaimInfo& info, const VerifyOptions& options, const cover::Options& of_cover) {
  const auto refuse = [&](const char* option) { refuse_option(option, info); };
  if (options.first.peek() && !options.first.was_read()) refuse("--first");
  if (options.failing_limit.peek() != 0 && !options.failing_limit.was_read()) refuse("--failing");
  const bool by = options.method.peek() == Method::cover ||
                  (options.method.peek() == Method::enumeration && !options.part.given);
  if (by && !options.method.was_read()) refuse("--by");
  if (of_cover.count.peek() && !of_cover.count.was_read()) refuse("--count");
  if (of_cover.margin.peek() && !of_cover.margin.was_read()) refuse("--margin");
  if (options.weights.peek() && !options.weights.was_read()) refuse("--weights");
}

// What merge needs to know of the options (run_of_parts).
Json run_record(const VerifyOptions& options, const cover::Options& of_cover) {
  Json record{{"first", options.first.peek()}, {"failing", options.failing_limit.peek()}};
  if (options.method.peek() == Method::cover) record["by"] = "cover";
  if (of_cover.margin.peek()) record["margin"] = *of_cover.margin.peek();
  if (of_cover.count.peek()) record["count"] = true;
  return record;
}

// What an enumeration is of, in full: on another rank the same key means the same inputs, judged in the same way.
std::string shared_key(const Claim& claim, Variant variant, const Parameters& parameters,
                       const VerifyOptions& options) {
  if (ranks::crew() == nullptr) return "";
  const auto& weights = options.weights.peek();
  return Json{build_identity(),
              claim.info().id,
              to_string(variant),
              parameters.to_string(),
              Json(input_files()),
              weights ? sha256(weights->dump()) : "",
              fmt::format("{}/{}", options.part.residue, options.part.modulus),
              options.failing_limit.peek()}
      .dump();
}

}  // namespace

TimedVerify::TimedVerify(const CommonOptions& common) : common_(common), progress_(common.progress_shown()) {}

bool TimedVerify::out_of_time() const {
  const VerifyOptions options = common_.verify_options();
  return options.interrupted->load() ||
         (options.budget_seconds && seconds_since(start_) >= *options.budget_seconds);
}

void TimedVerify::check(const Claim& claim, Variant variant, const Parameters& parameters) const {
  const std::atomic<bool> stop{true};
  VerifyOptions options = common_.verify_options();
  options.weights = weights_;
  options.interrupted = &stop;
  std::optional<CheckpointRequest> request;
  if (checkpoint_expected_) {
    Checkpoint checkpoint;
    if (checkpoint_ != nullptr) checkpoint = checkpoint_->of(variant, parameters);
    checkpoint.keep = [](const Json&) {};
    request.emplace(std::move(checkpoint));
  }
  const RunLimit limit(options, std::chrono::milliseconds(0));
  try {
    claim.verify(variant, parameters, options);
  } catch (const Stopped&) {  // it had begun: the setting is possible
  }
}

VerifyOptions TimedVerify::options_of_rest() const {
  VerifyOptions options = common_.verify_options();
  if (options.budget_seconds)
    options.budget_seconds = std::max(0.001, *options.budget_seconds - seconds_since(start_));
  return options;
}

void TimedVerify::prepare(const Claim& claim, Variant variant, const Parameters& parameters) const {
  if (out_of_time()) return;
  const VerifyOptions options = options_of_rest();
  const RunLimit limit = rest();
  try {
    claim.prepare(variant, parameters, options);
  } catch (const Stopped&) {  // the runs that follow say so
  }
}

void TimedVerify::show(const std::string& setting) const {
  if (part_of_.empty()) return progress_.look_at(setting);
  progress_.relabel(fmt::format("{}: {}", part_of_, setting));
  progress_.update(done_, Integer(expected_));
}

Verdict TimedVerify::operator()(const Claim& claim, Variant variant, const Parameters& parameters) const {
  VerifyOptions options = common_.verify_options();
  options.weights = weights_;
  double seconds_before = 0;
  std::optional<CheckpointRequest> checkpoint;
  const bool goes_on = checkpoint_ != nullptr && checkpoint_->has(variant, parameters);
  if (checkpoint_ != nullptr) {
    checkpoint.emplace(checkpoint_->of(variant, parameters));
    seconds_before = checkpoint_->seconds_before(variant, parameters);
  }
  // Its share of what is left of the budget; a little is always left, so that every verdict says what it
  // knows, until the time to put that into words is over as well: a setting alone may take that long to build.
  bool over = false;
  if (options.budget_seconds) {
    const double left = *options.budget_seconds - seconds_since(start_);
    over = left < -std::chrono::duration<double>(stop_grace).count();
    const std::size_t verdicts = expected_ > done_ ? expected_ - done_ : 1;
    options.budget_seconds = std::max(0.001, left / static_cast<double>(verdicts));
  }
  show(fmt::format("{} {}", claim.info().id, parameters.to_string()));
  ++done_;
  if (part_of_.empty())
    options.progress = [&](std::uint64_t done, const Integer& total) { progress_.update(done, total); };
  if (!common_.quiet && announces_) options.announce = [&](const std::string& line) { progress_.say(line); };
  const auto begin = std::chrono::steady_clock::now();
  const RunLimit limit(options);
  const cover::Options of_cover = common_.cover_options();
  const cover::Request request(of_cover);
  std::optional<ranks::SharedWorkRequest> shared;
  if (shares_) shared.emplace(shared_key(claim, variant, parameters, options));
  Verdict verdict;
  try {
    if (over) throw Stopped();
    verdict = claim.verify(variant, parameters, options);
  } catch (const Stopped&) {
    verdict = stopped_verdict(claim.info(), variant, parameters, options.part);
  } catch (const std::logic_error& error) {  // where a run goes on, what it was told may be wrong
    if (!goes_on) throw;
    checkpoint_->refuse(error.what());
  }
  if (part_of_.empty()) progress_.clear();
  if (!over && stop_cause().empty()) {
    refuse_unread(claim.info(), options, of_cover);
    if (checkpoint && !checkpoint->was_taken()) refuse_option("--checkpoint", claim.info());
  }
  check_consistency(verdict);
  verdict.seconds = seconds_before + seconds_since(begin);
  verdict.details["run"] = run_record(options, of_cover);
  return verdict;
}

}  // namespace attest
