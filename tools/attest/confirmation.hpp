// What programs that share no code with attest's verdicts say of them: the checkers (checker/) of their certificates, Coq's kernel of their proofs
// and refutations.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "claims/json.hpp"
#include "claims/verdict.hpp"
#include "theorems/proof/range_proof.hpp"
#include "tools/attest/exit_status.hpp"

namespace attest {

class Claim;

struct Confirmation {
  enum class Status {
    not_run,    // nobody asked for it, or the command was interrupted before
    accepted,   // `says`: what of
    rejected,   // `says`: why, here and below
    undecided,  // by the program, or it ended in another way than it should
    missing,    // the program is not there
    nothing     // the verdict gives nothing to check
  };
  Status status = Status::not_run;
  std::string says;

  std::string word() const;      // "not run"
  std::string sentence() const;  // "rejected: line 2, byte 18: every output is right on this input"
  Json document() const;         // {"verdict", "says"}, or "not run"
};

// Accepted, or not asked: holds.
ExitStatus exit_status_of(const Confirmation& confirmation);

// Writes the certificate of the verdict's outputs and runs $ATTEST_CHECK on it, else the attest-check that lies beside this program, else
// the path's; of a cover $ATTEST_CHECK_COVER, else attest-check-cover; of a shattered set $ATTEST_CHECK_SHATTERING, else
// attest-check-shattering; of a reduction $ATTEST_CHECK_REDUCTION, else attest-check-reduction. An enumeration of more than most_checked_tuples
// is checked by a cover, of which no more are gone through.
inline constexpr long most_checked_tuples = 1L << 22;
Confirmation checked_certificate(const Claim& claim, const Verdict& verdict);

class KernelCheck;

// One kernel for all verdicts: a text that it has seen is not compiled again.
class KernelConfirmation {
 public:
  KernelConfirmation();
  ~KernelConfirmation();
  // Of what holds the theorem for every size; of what is refuted the refutation at this setting.
  Confirmation operator()(const Claim& claim, const Verdict& verdict,
                          const std::optional<theorems::RangeProof>& every_size);

 private:
  Confirmation compiled(const std::string& text);

  std::unique_ptr<KernelCheck> kernel_;  // made when the first text asks for it
  std::map<std::string, Confirmation> known_;
};

}  // namespace attest
