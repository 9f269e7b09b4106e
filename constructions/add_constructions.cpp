#include "constructions/add_constructions.hpp"

#include "constructions/anna/anna_simulates_mpc.hpp"
#include "constructions/anna/capacity_claims.hpp"
#include "constructions/anna/lsh_claim.hpp"
#include "constructions/anna/match2_setting.hpp"
#include "constructions/anna/message_encoding.hpp"
#include "constructions/anna/routing.hpp"
#include "constructions/anna/simulates_mpc.hpp"
#include "constructions/anna/softmax_claim.hpp"
#include "constructions/dat/dat_claims.hpp"
#include "constructions/dataset_claims.hpp"
#include "constructions/ea/copy_lag_claim.hpp"
#include "constructions/ea/cycles_claim.hpp"
#include "constructions/ea/kernel_claim.hpp"
#include "constructions/ea/model_sizes_claim.hpp"
#include "constructions/poly/algorithm_claims.hpp"
#include "constructions/poly/approximation_claims.hpp"
#include "constructions/poly/root_finding_claim.hpp"
#include "constructions/strassen/matrix_form.hpp"
#include "constructions/theorem_of_text.hpp"

namespace attest {

namespace {

// A text is read when its claim is first asked for.
void add_text(Catalogue& catalogue, const std::string& id) {
  catalogue.add(id, [id] { return theorem_of_text(id); });
}

}  // namespace

// In the order of the ledger.
void add_constructions(Catalogue& catalogue) {
  add_text(catalogue, "strassen/function-composition");
  add_text(catalogue, "strassen/relation-composition");
  add_text(catalogue, "strassen/match3");
  add_text(catalogue, "strassen/quotient-composition");
  catalogue.add("strassen/matrix-form", strassen_matrix_form_claim);
  add_text(catalogue, "strassen/triangular-relation-composition");
  add_text(catalogue, "strassen/third-order-match3");
  add_text(catalogue, "strassen/match3-fixed-modulus");
  catalogue.add("strassen/datasets", strassen_datasets_claim);

  add_text(catalogue, "anna/ema-match2");
  add_text(catalogue, "anna/sum");
  add_text(catalogue, "anna/initialization");
  catalogue.add("anna/routing", anna_routing_claim);
  catalogue.add("anna/message-encoding", anna_message_encoding_claim);
  add_text(catalogue, "anna/final-output");
  catalogue.add("anna/simulates-mpc", anna_simulates_mpc_claim);
  catalogue.add("anna/anna-simulates-mpc", anna_anna_simulates_mpc_claim);
  catalogue.add("anna/few-partners", anna_few_partners_claim);
  catalogue.add("anna/sublinear-simulation", anna_sublinear_simulation_claim);
  catalogue.add("anna/mpc-sorting", anna_mpc_sorting_claim);
  add_text(catalogue, "anna/induction-heads");
  add_text(catalogue, "anna/k-hop");
  catalogue.add("anna/softmax-is-anna", anna_softmax_claim);
  catalogue.add("anna/lsh", anna_lsh_claim);
  catalogue.add("anna/lsh-rate", anna_lsh_rate_claim);
  catalogue.add("anna/match2-by-hashing", anna_match2_claim);
  catalogue.add("anna/datasets", anna_datasets_claim);

  add_text(catalogue, "dat/select-and-relate");
  catalogue.add("dat/continuous-select", dat_continuous_select_claim);
  catalogue.add("dat/error-inequality", dat_error_inequality_claim);
  catalogue.add("dat/factorisation", dat_factorisation_claim);
  add_text(catalogue, "dat/symbol-retrieval");
  catalogue.add("dat/dual-attention", dat_dual_attention_claim);

  add_text(catalogue, "poly/function-composition");
  catalogue.add("poly/special-cases", poly_special_cases_claim);
  catalogue.add("poly/variable-separability", poly_variable_separability_claim);
  catalogue.add("poly/tree-algorithm", poly_tree_algorithm_claim);
  catalogue.add("poly/one-cycle-algorithm", poly_one_cycle_algorithm_claim);
  catalogue.add("poly/treewidth-algorithm", poly_treewidth_algorithm_claim);
  catalogue.add("poly/tensor-form", poly_tensor_form_claim);
  catalogue.add("poly/exp-polynomial", poly_exp_polynomial_claim);
  catalogue.add("poly/approximate-strassen", poly_approximate_strassen_claim);
  catalogue.add("poly/approximate-poly", poly_approximate_poly_claim);
  catalogue.add("poly/root-finding", poly_root_finding_claim);

  catalogue.add("ea/cycles", ea_cycles_claim);
  add_text(catalogue, "ea/next-token");
  add_text(catalogue, "ea/next-token-dot-product");
  add_text(catalogue, "ea/next-token-quadratic-keys");
  catalogue.add("ea/kernel", ea_kernel_claim);
  catalogue.add("ea/copy-lag", ea_copy_lag_claim);
  catalogue.add("ea/model-sizes", ea_model_sizes_claim);
}

}  // namespace attest
