#include "reductions/add_reductions.hpp"

#include "reductions/anna/low_rank_claim.hpp"
#include "reductions/anna/mpc_simulates_anna.hpp"
#include "reductions/anna/mpc_simulates_ema.hpp"
#include "reductions/poly/formulas/formula_claims.hpp"
#include "reductions/poly/gap/gap_claim.hpp"
#include "reductions/poly/hardness/hardness_claim.hpp"
#include "reductions/text/text_reduction.hpp"

namespace attest {

namespace {

// A text is read when its claim is first asked for.
void add_text(Catalogue& catalogue, const std::string& id) {
  catalogue.add(id, [id] { return reduction_text(id); });
}

}  // namespace

void add_reductions(Catalogue& catalogue) {
  add_text(catalogue, "strassen/composition-to-indexing");
  add_text(catalogue, "strassen/match3-to-sum2");
  add_text(catalogue, "strassen/relation-to-disjointness");
  add_text(catalogue, "strassen/disjointness-to-quotient");
  catalogue.add("poly/max2sat-to-ip-triangle", poly_max2sat_to_ip_triangle_claim);
  catalogue.add("poly/ip-to-gap-ip", poly_ip_to_gap_ip_claim);
  catalogue.add("poly/ip-triangle-to-gap", poly_ip_triangle_to_gap_claim);
  catalogue.add("poly/gap-ip-triangle-to-strassen", poly_gap_ip_triangle_to_strassen_claim);
  catalogue.add("poly/ksat-to-kip", poly_ksat_to_kip_claim);
  catalogue.add("poly/kip-to-gap", poly_kip_to_gap_claim);
  catalogue.add("poly/gap-kip-to-poly", poly_gap_kip_to_poly_claim);
  catalogue.add("poly/maxksat-to-hypergraph-ip", poly_maxksat_to_hypergraph_ip_claim);
  catalogue.add("poly/hypergraph-ip-to-gap", poly_hypergraph_ip_to_gap_claim);
  catalogue.add("poly/gap-hypergraph-to-poly", poly_gap_hypergraph_to_poly_claim);
  catalogue.add("poly/ip-triangle-to-cycle", poly_ip_triangle_to_cycle_claim);
  catalogue.add("poly/cycle-to-gap", poly_cycle_to_gap_claim);
  catalogue.add("poly/gap-cycle-to-poly", poly_gap_cycle_to_poly_claim);
  catalogue.add("anna/mpc-simulates-ema", anna_mpc_simulates_ema_claim);
  catalogue.add("anna/mpc-simulates-anna", anna_mpc_simulates_anna_claim);
  catalogue.add("anna/low-rank", anna_low_rank_claim);
}

}  // namespace attest
