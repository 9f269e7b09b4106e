#include "tools/attest/verify_checkpoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "claims/input_files.hpp"
#include "theorems/claim_info.hpp"
#include "theorems/write.hpp"

namespace attest {

namespace {

std::string name_of(Variant variant, const Parameters& parameters) {
  return fmt::format("{} ({})", parameters.to_string(), to_string(variant));
}

void add_once(Json& list, Json entry) {
  if (std::find(list.begin(), list.end(), entry) == list.end()) list.push_back(std::move(entry));
}

// What decides which inputs are visited and what is seen there.
Json identity(const Claim& claim, const Runs& runs, const CommonOptions& common) {
  const auto* stated = dynamic_cast<const theorems::TextClaim*>(&claim);
  const VerifyOptions options = common.verify_options();
  Json variants = Json::array();
  Json sizes = Json::array();
  for (const auto& [parameters, variant] : runs) {
    add_once(variants, to_string(variant));
    add_once(sizes, parameters.to_string());
  }
  const auto given = [](const std::optional<std::string>& word) { return word ? Json(*word) : Json(); };
  return {{"claim", claim.info().id},
          {"theorem", stated == nullptr ? Json() : Json(sha256(theorems::write(stated->text())))},
          {"variants", std::move(variants)},
          {"sizes", std::move(sizes)},
          {"part", given(common.part)},
          {"by", given(common.by)},
          {"failing", options.failing_limit.peek()},
          {"seed", common.chosen_seed()},
          {"files", input_files()}};
}

}  // namespace

VerifyCheckpoint::VerifyCheckpoint(const std::string& path, const Claim& claim, const Runs& runs,
                                   const CommonOptions& common, double seconds_between)
    : file_(path, "attest verify", identity(claim, runs, common)), seconds_between_(seconds_between) {
  if (file_.found().is_null()) return;
  kept_ = file_.found();
  if (!kept_.is_object()) file_.refuse("no settings are kept in it");
  for (const auto& item : kept_.items()) {
    const std::string& name = item.key();
    const Json& setting = item.value();
    const bool known = std::any_of(runs.begin(), runs.end(),
                                   [&](const auto& run) { return name_of(run.second, run.first) == name; });
    if (!known || !setting.is_object() || !setting.contains("enumeration") ||
        !setting.value("seconds", Json()).is_number())
      file_.refuse(fmt::format("what it says of {}", name));
  }
}

bool VerifyCheckpoint::has(Variant variant, const Parameters& parameters) const {
  return kept_.contains(name_of(variant, parameters));
}

double VerifyCheckpoint::seconds_before(Variant variant, const Parameters& parameters) const {
  return has(variant, parameters) ? kept_[name_of(variant, parameters)]["seconds"].get<double>() : 0;
}

Checkpoint VerifyCheckpoint::of(Variant variant, const Parameters& parameters) {
  Checkpoint result;
  const std::string name = name_of(variant, parameters);
  if (has(variant, parameters)) result.found = kept_[name]["enumeration"];
  result.seconds_between = seconds_between_;
  const auto begin = std::chrono::steady_clock::now();
  result.keep = [this, name, begin, before = seconds_before(variant, parameters)](const Json& state) {
    const std::chrono::duration<double> now = std::chrono::steady_clock::now() - begin;
    kept_[name] = {{"seconds", before + now.count()}, {"enumeration", state}};
    file_.keep(kept_);
  };
  return result;
}

}  // namespace attest
