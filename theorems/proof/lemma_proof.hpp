// A theorem proved from a corner of its sizes on, or at one setting, by a lemma whose hypotheses are checked here: the steps of the
// argument and the bound.
#pragma once

#include <string>
#include <vector>

#include "theorems/proof/symbolic_theorem.hpp"

namespace attest::theorems {

struct ProofStep {
  std::string name;  // the hypothesis: "G2", "L1.c"
  std::string statement;
};

struct LemmaProof {
  std::string lemma;  // "integer-addresses"
  std::string bound;  // "4*(n - 1)*exp(-n^2/sqrt(7))"
  std::vector<proof::Decay> bound_terms;
  std::vector<ProofStep> steps;
};

// Throws Refusal. Where no size is left free the sharp form of the bound may be used.
LemmaProof prove_from(const TheoremText& text, const ProofSetting& setting);

// The essential checks, each proved with the lemma or refused; `unique`: the lemma gives one best tuple.
void expect_provable_checks(const TheoremText& text, bool unique, std::vector<ProofStep>& steps);

// The task's answer in entries of the input. Refusal (G5) where it is no polynomial in them.
proof::Laurent answer_of(SymbolicTheorem& theorem);

// The sizes at the corner.
proof::SizeValues corner_of(const proof::Variables& variables);

LemmaProof prove_by_integer_addresses(SymbolicTheorem& theorem);

}  // namespace attest::theorems
