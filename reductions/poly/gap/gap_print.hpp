// What else the print of seed 003 says about the gap steps: checks of its wording, choices and notes.
#pragma once

#include "claims/deadline.hpp"
#include "claims/verdict.hpp"
#include "reductions/poly/gap/gap_claim.hpp"
#include "reductions/poly/gap/gap_images.hpp"

namespace attest {

// Appends informative checks, details.choices and notes; the enumeration's checks are there already.
void add_print_checks(const GapSources& space, const GapOptions& options, Variant variant,
                      const Deadline& deadline, Verdict& verdict);

// The target instance with n vectors in which a set's blocks of the first of its constraints come from vector
// j and those of the second from vector n-1-j, for the first set only. Each pair of sets is, as sets, what
// Lemma C.9 gives; IP-triangle only.
problems::InnerProducts crossed_instance(const problems::InnerProducts& source, const GapOptions& options,
                                         std::uint64_t target);

}  // namespace attest
