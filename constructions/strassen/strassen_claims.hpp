// The claims of seed 000_bd1f352bd128419d.txt about complete one-layer transformers, apart from function
// composition (function_composition.hpp).
#pragma once

#include <memory>

#include "attention/transformer.hpp"
#include "claims/claim.hpp"
#include "verification/observation.hpp"

namespace attest {

// The records at one setting. Rows are polynomials in m (and 1/m); the network does not depend on m.
Transformer strassen_relation_composition(Variant variant);
// The described score times n^e, e = factor.
Transformer strassen_quotient_composition(long factor);
// The least e for which the least difference of two scores, n^e / m^8, grows with n = m^2.
constexpr long least_quotient_factor = 5;
Transformer strassen_triangular_relation_composition();
// n enters the rows as a variable; the network compares with m and 2m.
Transformer strassen_match3(Variant variant, long m);
// What a row (g_j, index "j") reads of other tokens than its own.
std::vector<Defect> match3_rows_defects(const std::vector<Polynomial>& row, const std::string& name,
                                        const std::string& index);
Transformer strassen_third_order_match3(long m);

// What the three tiers of the quotient's score are at m, read from the score: the integral part, (d - k)^2 / m^3
// and the tie-break over m^8. Each tier's span must be below the steps of the tier above.
Check separated_tiers_check(const Polynomial& score, long m);
// Match3's networks say yes below a threshold tau on the distance min(|s_1 - m|, |s_2 - 2m|). The sides that were
// observed, y = tau - distance, say for which tau every checked input is right.
Check match3_threshold_check(const Rational& tau, const Observation& observation);

std::unique_ptr<Claim> strassen_relation_composition_claim();
std::unique_ptr<Claim> strassen_match3_claim();
std::unique_ptr<Claim> strassen_matrix_form_claim();  // Theorem 4.1
std::unique_ptr<Claim> strassen_quotient_composition_claim();
std::unique_ptr<Claim> strassen_triangular_relation_composition_claim();
std::unique_ptr<Claim> strassen_third_order_match3_claim();

}  // namespace attest
