// What may stand in a command's place: names, and the parameters of what is named. For the records of command_table.hpp, from which
// shells complete.
#pragma once

#include <string>
#include <vector>

#include "tools/attest/command_spec.hpp"

namespace attest::offers {

Names commands();
Names claims();
Names bounded_claims();    // that have an explicit bound
Names bench_algorithms();  // of `attest bench`
Names generated_tasks();   // and the claims that are stated as text
Names reductions();        // and the problems that one begins with
Names shatter_functions();
Names templates();  // of `attest new`

// Of a claim or a theorem file; `of_run`: what `run` takes of it.
Specs claim_parameters();
Specs run_parameters();
Specs bench_parameters();
Specs generated_parameters();
Specs reduction_parameters();  // also of a random source
Specs shatter_parameters();
Specs template_parameters();

}  // namespace attest::offers
