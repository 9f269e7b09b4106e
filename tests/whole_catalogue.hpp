// All claims of the catalogue, as the program has them.
#pragma once

#include "claims/catalogue.hpp"
#include "constructions/add_constructions.hpp"
#include "lowerbounds/add_lowerbounds.hpp"
#include "reductions/add_reductions.hpp"

namespace attest {

inline const Catalogue& whole_catalogue() {
  static const Catalogue all = [] {
    Catalogue made;
    add_constructions(made);
    add_reductions(made);
    add_lowerbounds(made);
    return made;
  }();
  return all;
}

}  // namespace attest
