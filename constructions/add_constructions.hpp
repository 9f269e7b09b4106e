// Enters every claim about constructions into the catalogue.
#pragma once

#include "claims/catalogue.hpp"

namespace attest {

void add_constructions(Catalogue& catalogue);

}  // namespace attest
