// Positional and relative symbols (seed 002, lines 67 to 71): what a retriever that reads a library by position
// must do for n objects. The retriever is given, so that a wrong one is seen to fail.
#pragma once

#include <functional>
#include <optional>

#include "claims/verdict.hpp"

namespace attest {

// The row of the library that object i, or the pair (receiver i, sender j), gets; nothing where there is none.
using PositionalSymbol = std::function<std::optional<long>(long i)>;
using RelativeSymbol = std::function<std::optional<long>(long i, long j)>;

// Distinct positions 1..n get distinct symbols, all of them from the library.
Check positional_check(long n, const PositionalSymbol& symbol);
// Every pair has a symbol, the same for the same offset j - i and another for another one.
Check relative_check(long n, const RelativeSymbol& symbol);

}  // namespace attest
