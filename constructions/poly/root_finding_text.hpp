// Root finding (root_finding.hpp) as a theorem file, for one polynomial p and one attention polynomial h: the printed columns and,
// as a variant with a layer of its own, the repaired ones.
//
// The text speaks of every n and r. Its second head, which is not printed (lines 3472-3474), hands y_l1 through to stream.1; the first
// one's means y_l2, .., y_lt land in stream.2, .., stream.t; the readout is 1/2 - |p| of them, and the assert `root` says that they
// are a root of p in S, each within 1/4.
#pragma once

#include <string>

#include "attention/attention_polynomial.hpp"
#include "numeric/polynomial.hpp"

namespace attest {

// `id`: the theorem's name. In the one layout of theorem files. Throws UsageError as poly_root_finding does.
std::string root_finding_text(const std::string& id, const Polynomial& p, const AttentionPolynomial& h);

}  // namespace attest
