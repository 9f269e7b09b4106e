// The one script of a page with a table that is sorted and filtered; without it the table stands as it is.
#pragma once

#include <string>

namespace attest::report {

const std::string& table_script();

// What a Content-Security-Policy names it by: 'sha256-...'.
std::string table_script_hash();

}  // namespace attest::report
