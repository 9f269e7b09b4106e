// The names that theorem files give their variants (named_variant of claims/verdict.hpp).
#pragma once

namespace attest {

// Between two runs of one process: those that it has seen are unknown again. No claim of a theorem file may be alive.
void forget_variant_names();

}  // namespace attest
