// Every theorem that is a text, of the catalogue and of the gallery, and what is proved of it for every size.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "claims/verify_options.hpp"
#include "theorems/proof/range_proof.hpp"
#include "tools/attest/command_spec.hpp"
#include "tools/attest/progress.hpp"
#include "tools/attest/table.hpp"

namespace attest {

struct NamedProof {
  std::string name;  // of the claim, or examples/NAME.theorem
  Variant variant = Variant::printed;
  std::optional<theorems::RangeProof> proof;
  std::string missing;  // where there is none: what a reader has to give first
  bool begun = true;    // no where the run was interrupted before, or its budget used up
};

// Of one variant of a claim that states a layer, or rows that are shattered, with the values that its parameters have by themselves,
// or that the words give.
NamedProof named_proof(const std::string& name, const Claim& claim, Variant variant,
                       const VerifyOptions& options, const std::vector<std::string>& words = {});
// What is below the corner, or what is in the way, in one line.
std::string remark(const NamedProof& named);

// Every theorem that is a text and states a proof, by its id or path: of the catalogue in its order, then of the gallery. `look` is called
// before, also for texts of another kind, of which there are `sources` in all.
struct EveryText {
  const Context& context;
  std::function<void(const std::string& name)> look;
  std::function<void(const std::string& name, const Claim& claim)> visit;
  void run() const;
  static std::size_t sources();
};

// In that order; of each the variant that `attest verify` chooses. The budget is one for all; what is
// left of it is shared by those that are not begun.
std::vector<NamedProof> proofs_of_all(const Context& context, const VerifyOptions& options,
                                      Progress& progress);

// Theorem, verdict, from where on by which lemma, and what is below or in the way.
Table proof_table(const std::vector<NamedProof>& proofs);

}  // namespace attest
