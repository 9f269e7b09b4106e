// An explanation (attest/explanation/1) for people.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "claims/json.hpp"
#include "tools/attest/listing.hpp"
#include "tools/attest/table.hpp"

namespace attest {

struct ExplanationSection {
  std::string title;
  Table table;
};

// What is told, in the order in which it is read. Of each head the `most_tuples` tuples of most weight.
struct ExplanationParts {
  std::string headline;  // in colours where the format is text and verdicts have them
  Remarks remarks;
  std::vector<ExplanationSection> sections;
};
ExplanationParts explanation_parts(const Json& document, Format format,
                                   std::size_t most_tuples = std::numeric_limits<std::size_t>::max());

// `title`: the claim as a verdict calls it. For text, markdown and latex.
std::string explanation_report(const Json& document, const std::string& title, Format format);

// The same in a dozen lines, for what stands below a verdict: the input, the heaviest tuples, the readout and the cause.
std::string explanation_brief(const Json& document);

}  // namespace attest
