// The reference values of ea_reference.json (made by ea_reference.py).
#pragma once

#include "claims/json.hpp"

namespace oracle {

const attest::Json& ea_reference();

}  // namespace oracle
