// Proofs for every size, shortened to what tests compare, and mutants of texts that are proved.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "theorems/proof/range_proof.hpp"

namespace attest::proof_tests {

theorems::RangeProof proof_of(const theorems::TheoremClaim& claim, Variant variant,
                              const std::vector<std::string>& words);
// The first variant of a text.
theorems::RangeProof proof_of_text(const std::string& text, const std::vector<std::string>& words = {});
theorems::RangeProof proof_of_catalogue(const std::string& id, Variant variant,
                                        const std::vector<std::string>& words);

struct Summary {
  std::string lemma;
  std::string from;
  std::string bound;
  Status status = Status::undecided;
  friend bool operator==(const Summary&, const Summary&) = default;
};
Summary summary(const theorems::RangeProof& proof);

std::string replaced(std::string text, const std::string& what, const std::string& by);
std::string everywhere_replaced(std::string text, const std::string& what, const std::string& by);

// Systematic mutants of whole texts: wherever a proof is found, every small setting in its range is enumerated. How many of the
// mutants are theorems, and how many are proved.
std::pair<int, int> attack(const std::string& text, const std::map<std::string, Integer>& fixed,
                           const std::map<std::string, Rational>& parameters, long most,
                           const std::string& size = "n");

// The text of a variant without its displays, which would refuse nearly every mutant before a lemma does.
std::string without_displays(const std::string& id, const std::string& variant);

}  // namespace attest::proof_tests
