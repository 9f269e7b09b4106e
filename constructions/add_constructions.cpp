#include "constructions/add_constructions.hpp"

#include "constructions/anna/ema_match2.hpp"
#include "constructions/poly/function_composition.hpp"
#include "constructions/strassen/function_composition.hpp"

namespace attest {

void add_constructions(Catalogue& catalogue) {
  catalogue.add(strassen_function_composition_claim());
  catalogue.add(anna_ema_match2_claim());
  catalogue.add(poly_function_composition_claim());
}

}  // namespace attest
