// A walk through one instance (claims/walkthrough.hpp) as text, Markdown or LaTeX.
#pragma once

#include <string>

#include "claims/walkthrough.hpp"
#include "tools/attest/table.hpp"

namespace attest {

// "WRONG: source and target disagree"
std::string walk_headline(const Walkthrough& walk);

std::string walkthrough_report(const Walkthrough& walk, Format format);

}  // namespace attest
