// What the papers' texts say, word for word: where a claim stands, and at the lines that a verdict's reason cites.
//
// A theorem file marks a statement with the line that it was read from, @346. For whoever reads a reason that is
// "line 346 of the paper's text".
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace attest {

struct Quote {
  long first_line = 0;
  long last_line = 0;
  std::string text;  // long ones are cut and end with " ..."
};

// "line 346", "lines 411-415".
std::string place_of(const Quote& quote);

// The same of a mark; one that is no line is its own place.
std::string place_of(const std::string& mark);

// "line 346 of the paper's text", "lines 411-415 of the paper's text"; a mark that is no line is said as it stands, "@eq15".
std::string cited(const std::string& mark);

// The same behind a sentence: " (line 346 of the paper's text)"; nothing for an empty mark.
std::string in_source(const std::string& mark);

// The line that states the claim; none for a claim that is no paper's.
std::optional<Quote> quoted_statement(const std::string& claim);

// What stands at the lines that `text` cites in the words of `cited`, in this order, each once; `paper`: strassen, ...
std::vector<Quote> quoted_lines(const std::string& paper, const std::string& text);

}  // namespace attest
