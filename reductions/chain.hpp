// Which reductions lead from one problem to another.
#pragma once

#include <string>
#include <vector>

#include "reductions/reduction.hpp"

namespace attest {

using Chain = std::vector<const Reduction*>;

// The shortest chain that begins with `first` and ends with `last`.
//   first: a reduction ("max2sat-to-ip-triangle", with or without "poly/"), or what stands before "-to-" in
//          one's name ("max2sat")
//   last:  a reduction, or what stands behind "-to-" ("strassen"; "strassen-attention", "poly-attention"), or
//          the name of the problem that it reaches ("gap-ip-triangle"); empty: the chain is `first` alone
// Throws UsageError naming REDUCTION or --to if there is none, or if several are equally short.
Chain find_chain(const std::vector<std::unique_ptr<Reduction>>& known, const std::string& first,
                 const std::string& last);

// All words for `first` and for `last`, without the claims' names, in alphabetical order.
std::vector<std::string> chain_beginnings(const std::vector<std::unique_ptr<Reduction>>& known);
std::vector<std::string> chain_ends(const std::vector<std::unique_ptr<Reduction>>& known);

}  // namespace attest
