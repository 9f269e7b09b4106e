#include "lowerbounds/add_lowerbounds.hpp"

#include "lowerbounds/communication/claims.hpp"
#include "lowerbounds/head_decomposition/claims.hpp"
#include "lowerbounds/size_bounds/size_bound_claim.hpp"

namespace attest {

void add_lowerbounds(Catalogue& catalogue) {
  catalogue.add(size_bound_claim());
  catalogue.add(head_decomposition_claim());
  catalogue.add(pointer_jumping_strassen_claim());
  catalogue.add(pointer_jumping_claim());
}

}  // namespace attest
