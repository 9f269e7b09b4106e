// One run of the program within another one.
#pragma once

#include "attest/attest.hpp"

namespace attest::api {

// The command about the theorem, null for none: waits for its turn, then for its end. Throws std::bad_alloc.
Answer call(const char* command, const Theorem* theorem, const Request& request);

}  // namespace attest::api
