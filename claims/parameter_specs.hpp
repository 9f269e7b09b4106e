// What catalogue entries are made of: one parameter in one line.
//
//   automatic(rational_parameter("beta", 0, "inverse temperature; auto is the least that suffices"))
//   with_default(named_parameter("task", {"NT", "NT-S"}, "which rule continues the series"), "NT")
#pragma once

#include <string>
#include <vector>

#include "claims/parameters.hpp"

namespace attest {

// From minimum to maximum, both included.
ParameterSpec integer_parameter(const std::string& name, long minimum, long maximum,
                                const std::string& meaning);
// Above `above`; at most `most`.
ParameterSpec rational_parameter(const std::string& name, long above, const std::string& meaning);
ParameterSpec rational_parameter(const std::string& name, long above, long most, const std::string& meaning);
ParameterSpec named_parameter(const std::string& name, std::vector<std::string> values,
                              const std::string& meaning);
ParameterSpec polynomial_parameter(const std::string& name, const std::string& meaning);

ParameterSpec with_default(ParameterSpec spec, const std::string& value);
// The word beside the values; for a parameter that is not named.
ParameterSpec or_word(ParameterSpec spec, const std::string& word);
// "auto" beside the values, and the default.
ParameterSpec automatic(ParameterSpec spec);

}  // namespace attest
