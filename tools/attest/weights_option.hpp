// --weights FILE: a reader's own weights in the place of a claim's.
#pragma once

#include <string>
#include <vector>

#include "claims/claim.hpp"

namespace attest {

// What the verdict on a reader's weights is called. The file has been read.
Own own_weights(const std::string& path, const std::string& base);

// The weights of a document that `attest show CLAIM k=v --format json` prints, or of its "weights" alone. Throws
// UsageError where the claim has none to replace, and where the document speaks of another setting.
Json read_weights(const Claim& claim, Variant variant, const std::vector<Parameters>& settings,
                  const std::string& path);

}  // namespace attest
