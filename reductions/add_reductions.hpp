#pragma once

#include "claims/catalogue.hpp"

namespace attest {

// Enters every claim of this folder, in the order of the ledger.
void add_reductions(Catalogue& catalogue);

}  // namespace attest
