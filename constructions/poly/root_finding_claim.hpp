// poly/root-finding: the theorem that root_finding_text.hpp writes for a polynomial, read and judged as every text.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "claims/claim.hpp"
#include "verification/layer_setting.hpp"

namespace attest {

// The parameters p and h.
std::vector<ParameterSpec> root_finding_polynomials();
// The text for the claim's parameters p and h; what it says of n and r it says of all.
std::string root_finding_text(const std::string& id, const Parameters& parameters);

std::unique_ptr<LayerSetting> root_finding_setting(Variant variant, const Parameters& parameters);

std::unique_ptr<Claim> poly_root_finding_claim();

}  // namespace attest
