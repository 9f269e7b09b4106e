// One example of a dataset, as `attest run` shows it: its labels beside those of the task's definition.
#pragma once

#include <cstdint>
#include <string>

#include "claims/json.hpp"

namespace attest {

// `input`: an example as `attest generate` writes it, {"x": [..], "y": [..]}, for quotient-composition with
// "col", for match2 and match3 with the modulus "M" where it is not 37; without "y" the labels are computed as
// the algorithms do. "random": the first example that `attest generate` draws with that seed. Throws UsageError
// that names what is wrong.
Json run_example(const std::string& task, const Json& input, std::uint64_t seed);

}  // namespace attest
