// What `verify` would look at in the settings of a file's `expect` lines, found without running anything.
#pragma once

#include <string>
#include <vector>

#include "claims/json.hpp"
#include "tools/attest/command_spec.hpp"
#include "tools/attest/listing.hpp"
#include "tools/attest/theorem_files.hpp"
#include "verification/run_plan.hpp"

namespace attest {

struct Extent {
  std::string variant;
  std::string setting;
  std::string inputs;
  std::size_t judged = 0;
  RunPlan plan;
};

// Of the first and the last quick setting of each variant, which are built for it, so that everything is typed; but for a parameter
// that is searched for, which would have to be run. Variants that are programs are the catalogue's, for a file that is its text.
std::vector<Extent> extents(const Context& context, const TheoremFile& file, const theorems::TheoremText& t);

Remarks extent_remarks(const std::vector<Extent>& all, const theorems::TheoremText& t);
Json extent_json(const std::vector<Extent>& all);

}  // namespace attest
