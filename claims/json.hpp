// The one JSON type of the project; it keeps the order in which fields were set.
#pragma once

#include <nlohmann/json.hpp>

// Compiled once, in json.cpp.
extern template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace attest {

using Json = nlohmann::ordered_json;

}  // namespace attest
