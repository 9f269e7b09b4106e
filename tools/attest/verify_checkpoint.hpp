// --checkpoint FILE of `attest verify`: of every setting which inputs were visited and what was seen there, so that the same command goes
// on where it was ended. Settings that were finished are concluded from what was seen; none of their inputs is visited again.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "claims/checkpoint.hpp"
#include "claims/claim.hpp"
#include "tools/attest/checkpoint_file.hpp"
#include "tools/attest/common_options.hpp"

namespace attest {

using Runs = std::vector<std::pair<Parameters, Variant>>;

class VerifyCheckpoint {
 public:
  // Once all of the settings' input files were read. UsageError as for a CheckpointFile: of another claim, theorem, variants, sizes, part,
  // method, number of failing inputs, seed, or another input file.
  VerifyCheckpoint(const std::string& path, const Claim& claim, const Runs& runs, const CommonOptions& common,
                   double seconds_between);

  // For VerifyOptions::checkpoint: one setting at a time.
  Checkpoint of(Variant variant, const Parameters& parameters);
  bool has(Variant variant, const Parameters& parameters) const;
  [[noreturn]] void refuse(const std::string& why) const { file_.refuse(why); }
  // That went into what was found of the setting.
  double seconds_before(Variant variant, const Parameters& parameters) const;

 private:
  CheckpointFile file_;
  double seconds_between_;
  Json kept_ = Json::object();  // by setting
};

}  // namespace attest
