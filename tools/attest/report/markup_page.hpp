// A report as Markdown or LaTeX (with the packages amsmath, array, booktabs, longtable), without its drawings.
#pragma once

#include <string>

#include "tools/attest/report/page.hpp"

namespace attest::report {

std::string markup_page(const Page& page, Format format);

}  // namespace attest::report
