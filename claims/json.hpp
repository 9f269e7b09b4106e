// The one JSON type of the project; it keeps the order in which fields were set.
#pragma once

#include <nlohmann/json.hpp>

namespace attest {

using Json = nlohmann::ordered_json;

}  // namespace attest
