#include "claims/whole_claim.hpp"

#include <fmt/format.h>

#include "claims/checkpoint.hpp"
#include "claims/stop.hpp"
#include "claims/usage_error.hpp"

namespace attest {

namespace {

Check check_of(const std::string& name, Status status, std::optional<Evidence> evidence,
               const std::string& reason) {
  Check check;
  check.name = name;
  check.status = status;
  check.evidence = evidence;
  if (!reason.empty()) check.reason = reason;
  return check;
}

}  // namespace

Check holds(const std::string& name, Evidence evidence, const std::string& reason) {
  return check_of(name, Status::holds, evidence, reason);
}

Check refuted(Kind kind, const std::string& name, const std::string& reason) {
  Check check = check_of(name, Status::refuted, std::nullopt, reason);
  check.kind = kind;
  return check;
}

Check undecided(const std::string& name, const std::string& reason) {
  return check_of(name, Status::undecided, std::nullopt, reason);
}

Check ill_formed(const std::string& name, const std::string& reason) {
  return check_of(name, Status::ill_formed, std::nullopt, reason);
}

Check not_applicable(const std::string& name, const std::string& clause) {
  return check_of(name, Status::not_applicable, std::nullopt, clause);
}

Check informative(Check check) {
  check.essential = false;
  return check;
}

Verdict WholeClaim::verify(Variant variant, const Parameters& parameters,
                           const VerifyOptions& options) const {
  if (options.part.given) {
    throw UsageError("--part", info_.id,
                     "a claim that is divided into parts; this one is examined as a whole");
  }
  if (taken_checkpoint() != nullptr) {
    throw UsageError(fmt::format(
        "--checkpoint: {} is examined as a whole, of which nothing is kept; expected a claim that is divided "
        "into parts",
        info_.id));
  }
  Verdict verdict;
  verdict.claim = info_.id;
  verdict.variant = variant;
  verdict.source = info_.source;
  verdict.parameters = parameters;
  try {
    examine(variant, parameters, options, verdict);
  } catch (const Stopped&) {
    verdict.checks.push_back(undecided("run", stop_cause() + " before all checks were made"));
  }
  conclude(verdict);
  if (!info_.info(variant).changes.empty()) verdict.details["changes"] = info_.info(variant).changes;
  return verdict;
}

NothingToRun::NothingToRun(const ClaimInfo& info, const std::string& why)
    : UsageError("CLAIM", info.id, "a claim that has inputs; here there is nothing to run: " + why),
      why_(why) {}

void nothing_to_run(const ClaimInfo& info, const std::string& why) {
  throw NothingToRun(info, why);
}

Verdict WholeClaim::merge(Variant, const Parameters&, const std::vector<Json>&, const VerifyOptions&) const {
  throw UsageError("claim", info_.id, "a claim that is divided into parts; this one is examined as a whole");
}

Json WholeClaim::weights(Variant, const Parameters&) const {
  return Json::object();
}

}  // namespace attest
