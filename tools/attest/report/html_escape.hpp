// Text as HTML.
#pragma once

#include <string>
#include <string_view>

namespace attest::report {

// What HTML would take for its own is marked as text, in elements and in quoted attributes; bytes that are no character of HTML
// become U+FFFD.
std::string html_escape(std::string_view text);

}  // namespace attest::report
