// The options and positionals that several commands share, for the records of command_specs_*.cpp.
#pragma once

#include <string>
#include <vector>

#include "tools/attest/command_spec.hpp"

namespace attest {

PositionalSpec claim_positional();
// The sizes of one setting or several.
PositionalSpec settings_positional();
OptionSpec variant_option(const std::string& meaning);
OptionSpec paper_option();
// Of covers.
OptionSpec margin_option();
OptionSpec count_option();
// `what`: what the input is of, before the forms that it can have.
OptionSpec input_option_spec(const std::string& what);

// The options that mean the same everywhere (common_options.hpp).
const std::vector<OptionSpec>& every_common_option();
// Those of these names, without "--". std::logic_error for one that does not exist.
std::vector<OptionSpec> common(const std::vector<std::string>& names);
// The same, where not every format makes sense, or others do as well.
std::vector<OptionSpec> common(const std::vector<std::string>& names,
                               const std::vector<std::string>& formats);
// Of what is no table.
const std::vector<std::string>& page_formats();

}  // namespace attest
