// The simulation that parameters of anna/simulates-mpc and anna/anna-simulates-mpc name.
#pragma once

#include "claims/claim.hpp"
#include "constructions/anna/simulates_mpc.hpp"

namespace attest {

struct NamedSimulation {
  MpcSimulation simulation;
  long heads = 0;  // that route
  long alpha = 0;  // the most letters that such a head may have to average
};

// Throws UsageError where the protocol cannot work at these sizes.
NamedSimulation anna_named_simulation(Variant variant, const Parameters& parameters,
                                      mpc::Reading reading = mpc::Reading::exact);
// Of matched_layers.hpp; `heads` of them for each group.
NamedSimulation anna_named_matched_simulation(const Parameters& parameters);

}  // namespace attest
