#include "lowerbounds/add_lowerbounds.hpp"

#include "lowerbounds/size_bounds/size_bound_claim.hpp"

namespace attest {

void add_lowerbounds(Catalogue& catalogue) {
  catalogue.add(size_bound_claim());
}

}  // namespace attest
