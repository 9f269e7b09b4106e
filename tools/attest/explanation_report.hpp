// An explanation (attest/explanation/1) for people.
#pragma once

#include <string>

#include "claims/json.hpp"
#include "tools/attest/table.hpp"

namespace attest {

// `title`: the claim as a verdict calls it. For text, markdown and latex.
std::string explanation_report(const Json& document, const std::string& title, Format format);

// The same in a dozen lines, for what stands below a verdict: the input, the heaviest tuples, the readout and the cause.
std::string explanation_brief(const Json& document);

}  // namespace attest
