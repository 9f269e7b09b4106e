// A claim about one layer of softmax attention: from the record of a theorem's file to a verdict.
//
// A theorem's file says what the construction is and what the task is; this class checks, in this order:
// well-formed, the displayed identities, the output on every input, the uniqueness of the maximum, the
// size, and whatever the theorem adds (growth).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "claims/claim.hpp"
#include "constructions/construction.hpp"
#include "constructions/tasks/task.hpp"
#include "constructions/verification/observation.hpp"
#include "constructions/verification/softmax_problem.hpp"

namespace attest {

// One variant at one setting, ready to be run.
struct SoftmaxSetting {
  Variant variant = Variant::printed;
  Parameters parameters;
  std::map<std::string, Polynomial> sizes;
  std::unique_ptr<Task> task;
  Construction construction;
  std::vector<std::string> problems;        // why there is no layer to run, if so
  std::unique_ptr<SoftmaxProblem> problem;  // absent where there are problems
  bool own_weights = false;                 // a reader's, not the record's

  // Replaces the layer; what the record displays, chooses and notes is dropped.
  void use_weights(const Json& weights);
};

class SoftmaxClaim : public Claim {
 public:
  explicit SoftmaxClaim(ClaimInfo info) : info_(std::move(info)) {}

  const ClaimInfo& info() const override { return info_; }
  bool accepts_weights() const override { return true; }
  Verdict verify(Variant variant, const Parameters& parameters, const VerifyOptions& options) const override;
  Json run(Variant variant, const Parameters& parameters, const Json& input,
           std::uint64_t seed) const override;
  Json weights(Variant variant, const Parameters& parameters) const override;
  Verdict merge(Variant variant, const Parameters& parameters, const std::vector<Json>& parts,
                const VerifyOptions& options) const override;

  SoftmaxSetting setting(Variant variant, const Parameters& parameters) const;

 protected:
  virtual Construction construction(Variant variant, const Parameters& parameters) const = 0;
  virtual std::unique_ptr<Task> task(const Parameters& parameters) const = 0;
  // The values of the size parameters that occur in the construction's polynomials.
  virtual std::map<std::string, Polynomial> sizes(const Parameters& parameters) const = 0;
  virtual bool unique_maximum_is_essential() const = 0;
  // Checks that only this theorem has; `worst` encloses the certified error of the worst input, `bound`
  // is an upper bound for all checked inputs. Called only when some input was checked.
  virtual std::vector<Check> further_checks(const SoftmaxSetting& setting, const Interval& worst,
                                            const Interval& bound) const = 0;

  // Enumerates the inputs of options.part.
  Observation observe_inputs(const SoftmaxSetting& setting, const VerifyOptions& options) const;
  // The verdict that the record and the observation amount to.
  Verdict conclude_from(const SoftmaxSetting& setting, const Observation& observation,
                        const VerifyOptions& options) const;

 private:
  Check output_check(const SoftmaxSetting& setting, const Observation& observation) const;
  Check maximum_check(const SoftmaxSetting& setting, const Observation& observation) const;
  void add_margins(const SoftmaxSetting& setting, const Observation& observation, Verdict& verdict) const;
  void add_counterexample(const SoftmaxSetting& setting, const Observation& observation,
                          const std::vector<Json>& identity_witnesses, Verdict& verdict) const;
  Json output_json(const SoftmaxSetting& setting, std::span<const Symbol> word, std::size_t which) const;

  ClaimInfo info_;
};

// How a judge is chosen: tables up to this size, exact judgement for the smallest spaces.
inline constexpr std::size_t most_table_bytes = std::size_t{96} << 20;
inline constexpr unsigned long exact_space_limit = 512;
JudgeFactory judge_factory(const SoftmaxProblem& problem);

}  // namespace attest
