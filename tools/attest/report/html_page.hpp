// A report as one HTML file: no network, no script, for screens of any width, light and dark, and for print.
#pragma once

#include <string>

#include "tools/attest/report/page.hpp"

namespace attest::report {

std::string html_page(const Page& page);

// Table with its heading cells, in a frame that scrolls where it is too wide.
std::string html_table(const Table& table, const std::string& caption);

// The frame of every page: head with style and a policy that lets nothing else in; `script`: its text, or none.
std::string html_document(const std::string& title, const std::string& body, const std::string& script = "");

}  // namespace attest::report
