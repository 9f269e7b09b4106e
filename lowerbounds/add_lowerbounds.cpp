#include "lowerbounds/add_lowerbounds.hpp"

#include "lowerbounds/anna/reformer_receptive_field.hpp"
#include "lowerbounds/communication/claims.hpp"
#include "lowerbounds/head_decomposition/claims.hpp"
#include "lowerbounds/shattering/text_claim.hpp"
#include "lowerbounds/strassen/size_bound_claim.hpp"
#include "lowerbounds/strassen/split_vc_claim.hpp"

namespace attest {

namespace {

// A text is read when its claim is first asked for.
void add_text(Catalogue& catalogue, const std::string& id) {
  catalogue.add(id, [id] { return shattered_text(id); });
}

}  // namespace

// In the order of the ledger.
void add_lowerbounds(Catalogue& catalogue) {
  add_text(catalogue, "strassen/indexing-shattered");
  add_text(catalogue, "strassen/sum2-shattered");
  add_text(catalogue, "strassen/disjointness-shattered");
  catalogue.add("strassen/split-vc", strassen_split_vc_claim);
  catalogue.add("strassen/size-bound", size_bound_claim);
  catalogue.add("strassen/head-decomposition", head_decomposition_claim);

  catalogue.add("anna/reformer-receptive-field", anna_reformer_receptive_field_claim);

  catalogue.add("poly/pointer-jumping-strassen", pointer_jumping_strassen_claim);
  catalogue.add("poly/pointer-jumping", pointer_jumping_claim);
}

}  // namespace attest
