// Lines that a refutation speaks of: the paper's, and those of the theorem's text. As JSON, and from that as what is printed.
#pragma once

#include "claims/verdict.hpp"
#include "tools/attest/explained_input.hpp"
#include "tools/attest/listing.hpp"

namespace attest {

// [{"lines": [346, 346], "text": "..."}, ..]: what stands at the lines of the paper's text that the reasons of what is not right cite.
Json quotes_json(const Verdict& verdict);
// {"known": true, "one_of": [[{"what", "file", "line", "text"}, ..], ..]} of a refuted display: its line, and the rows that it disagrees
// with. Null where the verdict is no such one, or no line is found.
Json display_at_fault(const ExplainedInput& explained, const Verdict& verdict);
// Both, as "quotes" and "at_fault".
void add_lines(const ExplainedInput& explained, const Verdict& verdict, Json& document);

// "quotes" with the place of each; `marked`: as what is typed, for Markdown and LaTeX.
Remarks quote_remarks(const Json& quotes, bool marked);
// "at_fault" line by line: those of one group together, groups as alternatives.
Remarks fault_remarks(const Json& at_fault);
// Of a refuted display in short: the displayed lines, and where the rows stand.
Remarks display_remarks(const Json& at_fault);

}  // namespace attest
