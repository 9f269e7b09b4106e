#include "lowerbounds/add_lowerbounds.hpp"

#include "lowerbounds/anna/reformer_receptive_field.hpp"
#include "lowerbounds/communication/claims.hpp"
#include "lowerbounds/head_decomposition/claims.hpp"
#include "lowerbounds/strassen/disjointness_shattered.hpp"
#include "lowerbounds/strassen/indexing_shattered.hpp"
#include "lowerbounds/strassen/size_bound_claim.hpp"
#include "lowerbounds/strassen/split_vc_claim.hpp"
#include "lowerbounds/strassen/sum2_shattered.hpp"

namespace attest {

// In the order of the ledger.
void add_lowerbounds(Catalogue& catalogue) {
  catalogue.add(strassen_indexing_shattered_claim());
  catalogue.add(strassen_sum2_shattered_claim());
  catalogue.add(strassen_disjointness_shattered_claim());
  catalogue.add(strassen_split_vc_claim());
  catalogue.add(size_bound_claim());
  catalogue.add(head_decomposition_claim());

  catalogue.add(anna_reformer_receptive_field_claim());

  catalogue.add(pointer_jumping_strassen_claim());
  catalogue.add(pointer_jumping_claim());
}

}  // namespace attest
