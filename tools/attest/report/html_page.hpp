// A report as one HTML file: no network, and no script but the one that sorts and filters a table (table_script.hpp), for screens of any width, light and dark, and for print.
#pragma once

#include <string>

#include "tools/attest/report/page.hpp"

namespace attest::report {

std::string html_page(const Page& page);

}  // namespace attest::report
