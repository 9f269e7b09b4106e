// `attest reduce .. --explain` and `attest explain` for what is no layer of attention: one instance, step by step.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "claims/walkthrough.hpp"
#include "reductions/walk.hpp"
#include "tools/attest/command_spec.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/exit_status.hpp"
#include "tools/attest/reduce_source.hpp"

namespace attest {

class Claim;

// A claim of the kind `reduction` that no chain of `attest reduce` has, or a theorem file; null for the name of a chain.
const Claim* whole_reduction(const Context& context, const std::string& word);

// Writes the walk in the format that is asked for; the exit status of its verdict. UsageError for csv.
ExitStatus write_walk(const Context& context, const CommonOptions& common, const Walkthrough& walk);

// `input`: as `attest run` takes it; nothing: drawn with the seed until the true answer is `planted`.
Walkthrough walk_of_claim(const Claim& claim, const std::string& word, Variant variant,
                          const Parameters& parameters, const std::optional<Json>& input, Planted planted,
                          std::uint64_t seed);

}  // namespace attest
