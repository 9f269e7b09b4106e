// Few partners a machine, of seed 001_9fe7599dfb64bc47.txt: anna/mpc-sorting (Lemma C.2, line 682) and anna/few-partners (Lemma B.12, line
// 609), which the paper cites, and anna/sublinear-simulation (Theorem B.10 and Corollary B.14, lines 595 and 633), which rests on the latter.
#pragma once

#include <memory>

#include "claims/claim.hpp"

namespace attest {

std::unique_ptr<Claim> anna_mpc_sorting_claim();
std::unique_ptr<Claim> anna_few_partners_claim();
std::unique_ptr<Claim> anna_sublinear_simulation_claim();

}  // namespace attest
