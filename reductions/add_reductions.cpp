#include "reductions/add_reductions.hpp"

#include "reductions/anna/low_rank_claim.hpp"
#include "reductions/anna/mpc_simulates_anna.hpp"
#include "reductions/anna/mpc_simulates_ema.hpp"
#include "reductions/poly/formulas/formula_claims.hpp"
#include "reductions/poly/gap/gap_claim.hpp"
#include "reductions/poly/hardness/hardness_claim.hpp"
#include "reductions/strassen/composition_to_indexing.hpp"
#include "reductions/strassen/disjointness_to_quotient.hpp"
#include "reductions/strassen/match3_to_sum2.hpp"
#include "reductions/strassen/relation_to_disjointness.hpp"

namespace attest {

void add_reductions(Catalogue& catalogue) {
  catalogue.add(strassen_composition_to_indexing_claim());
  catalogue.add(strassen_match3_to_sum2_claim());
  catalogue.add(strassen_relation_to_disjointness_claim());
  catalogue.add(strassen_disjointness_to_quotient_claim());
  catalogue.add(poly_max2sat_to_ip_triangle_claim());
  catalogue.add(poly_ip_to_gap_ip_claim());
  catalogue.add(poly_ip_triangle_to_gap_claim());
  catalogue.add(poly_gap_ip_triangle_to_strassen_claim());
  catalogue.add(poly_ksat_to_kip_claim());
  catalogue.add(poly_kip_to_gap_claim());
  catalogue.add(poly_gap_kip_to_poly_claim());
  catalogue.add(poly_maxksat_to_hypergraph_ip_claim());
  catalogue.add(poly_hypergraph_ip_to_gap_claim());
  catalogue.add(poly_gap_hypergraph_to_poly_claim());
  catalogue.add(poly_ip_triangle_to_cycle_claim());
  catalogue.add(poly_cycle_to_gap_claim());
  catalogue.add(poly_gap_cycle_to_poly_claim());
  catalogue.add(anna_mpc_simulates_ema_claim());
  catalogue.add(anna_mpc_simulates_anna_claim());
  catalogue.add(anna_low_rank_claim());
}

}  // namespace attest
