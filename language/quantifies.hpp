#pragma once

#include "language/expression.hpp"

namespace attest::language {

// Whether there is sum, exists, .. anywhere in it (ranges and conditions of such are not looked at by themselves).
bool quantifies(const Expression& e);

}  // namespace attest::language
