// From what a file says to an instance: shared by the text and the JSON reader.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "claims/usage_error.hpp"
#include "reductions/files/vector_sets.hpp"

namespace attest {

// `in_file` and `given` together. `blame(key)` is where the file says it ("f.txt:3"). UsageError where they
// differ.
VectorSetsQuestion combined_question(const VectorSetsQuestion& in_file, const VectorSetsQuestion& given,
                                     const std::function<std::string(const std::string& key)>& blame);

// The instance; `blame` as above, called also for keys that are missing. UsageError for a missing family or
// missing targets, a wrong number of sets or targets, a target outside 0..d, an epsilon outside (0, 1).
problems::InnerProducts instance_of(std::vector<problems::BitVectors> sets,
                                    const VectorSetsQuestion& question,
                                    const std::function<std::string(const std::string& key)>& blame);

// The targets as a file states them: one number m in a gap version.
std::vector<long> stated_targets(const problems::InnerProducts& instance);

}  // namespace attest
