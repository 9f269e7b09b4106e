// The catalogue entry of anna/simulates-mpc: statement, variants, parameters, standard sizes.
#pragma once

#include "claims/claim.hpp"

namespace attest {

ClaimInfo anna_simulates_mpc_entry();

}  // namespace attest
