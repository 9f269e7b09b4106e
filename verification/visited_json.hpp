// What a checkpoint says of an enumeration, in JSON: ranges of indices, and the tally of them, number by number.
#pragma once

#include "claims/json.hpp"
#include "numeric/integer.hpp"
#include "verification/visited.hpp"

namespace attest {

Json to_json(const Visited& visited);

// The same again, exactly: of an enumeration of `total` inputs. UsageError where it is nothing that to_json has written of so many inputs
// and such a limit, as far as that shows: the ranges, how many indices they have and their sum, counts and indices that fit them.
Visited visited_from_json(const Json& json, const Integer& total, std::size_t failing_limit);

}  // namespace attest
