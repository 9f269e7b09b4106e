// A claim whose construction is run on every input of a task: enumeration, the "output" check, margins,
// counterexample, parts and merging, for any way of evaluating the construction.
//
// One variant at one setting of the parameters is a JudgedSetting. ExactSetting (exact_claim.hpp) is one
// that evaluates in rational arithmetic, LayerSetting a layer as attention/layer.hpp records it.
//
// How wrong an output is stands in deviation.hpp.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "claims/claim.hpp"
#include "numeric/interval.hpp"
#include "numeric/surd.hpp"
#include "tasks/task.hpp"
#include "verification/deviation.hpp"
#include "verification/judge.hpp"
#include "verification/observation.hpp"
#include "verification/run_plan.hpp"

namespace attest {

// y at one judged position.
struct PositionOutput {
  Interval y;                         // at least `printed_bits` accurate where that is possible
  std::optional<Rational> exact;      // y itself, where it is rational
  Status status = Status::undecided;  // holds: right, refuted: wrong
  std::optional<Integer> decision;    // what y says: the nearest integer or the sign; absent: undecided
  Json winner;                        // the best index tuple, or the set of matches; null: neither
  std::optional<ScoreGap> gap;
};

// As verdicts show it.
ScoreGap enclosed_gap(const Surd& gap);

class JudgedSetting {
 public:
  JudgedSetting(Variant variant, Parameters parameters)
      : variant_(variant), parameters_(std::move(parameters)) {}
  virtual ~JudgedSetting() = default;

  Variant variant() const { return variant_; }
  const Parameters& parameters() const { return parameters_; }

  virtual const Task& task() const = 0;

  // Whether there is something to run. If not, some check of checks() says why.
  virtual bool runnable() const { return true; }

  // Replaces the weights by a reader's own. Throws UsageError that names the field, or where the setting has
  // no weights to replace.
  virtual void use_weights(const Json& weights);

  // A judge of its own for each thread; called from any thread. It tallies the deviations.
  virtual std::unique_ptr<Judge> make_judge() const = 0;
  // How the inputs will be looked at.
  virtual RunPlan plan() const;

  // The output at task().judged_positions()[which].
  virtual PositionOutput output(std::span<const Symbol> word, std::size_t which) const = 0;

  // The outputs at all judged positions.
  virtual std::vector<PositionOutput> all_outputs(std::span<const Symbol> word) const;

  // The largest deviation over the judged positions, and the least decision margin, each accurate also where
  // it is small. `outputs` are all_outputs(word).
  virtual Interval worst_deviation(std::span<const Symbol> word,
                                   const std::vector<PositionOutput>& outputs) const;
  virtual Interval least_margin(std::span<const Symbol> word,
                                const std::vector<PositionOutput>& outputs) const;

  // The checks apart from "output": those that do not need the observation come before it in the verdict.
  virtual std::vector<Check> checks_before() const { return {}; }
  virtual std::vector<Check> checks_after(const Observation&) const { return {}; }

  // The first input that breaks a refuted check behind "output"; nothing where no input does.
  virtual std::optional<Integer> first_broken(const std::string&, const Observation& o) const {
    return o.extra.first;
  }
  // What else than its outputs can be wrong with one input.
  virtual std::vector<Check> input_checks(std::span<const Symbol>) const { return {}; }

  // Why outputs may stay undecided, whatever the precision; nothing where only precision ends.
  virtual std::string why_undecided() const { return ""; }

  // What shows without an input that this essential check fails, an object beside its reason; null: its reason says it.
  virtual Json witness(const std::string&) const { return {}; }

  // Between scores; nothing where there are none, or no two to be compared.
  virtual std::optional<Surd> least_gap(const Observation&) const { return std::nullopt; }
  virtual Size size() const = 0;
  virtual Json weights() const = 0;
  virtual const std::vector<std::string>& choices() const = 0;
  virtual const std::vector<std::string>& notes() const = 0;
  // Anything else for `details`, an object.
  virtual Json details(const Observation&) const { return Json::object(); }

 private:
  Variant variant_;
  Parameters parameters_;
};

class JudgedClaim : public Claim {
 public:
  explicit JudgedClaim(ClaimInfo info) : info_(std::move(info)) {}

  const ClaimInfo& info() const override { return info_; }
  Verdict verify(Variant variant, const Parameters& parameters, const VerifyOptions& options) const override;
  void prepare(Variant variant, const Parameters& parameters, const VerifyOptions& options) const override;
  Json run(Variant variant, const Parameters& parameters, const Json& input,
           std::uint64_t seed) const override;
  Json weights(Variant variant, const Parameters& parameters) const override;
  Verdict merge(Variant variant, const Parameters& parameters, const std::vector<Json>& parts,
                const VerifyOptions& options) const override;

  virtual std::unique_ptr<JudgedSetting> setting(Variant variant, const Parameters& parameters) const = 0;
  // For one input (run, explain), where sizes beyond those of a whole run may be taken.
  virtual std::unique_ptr<JudgedSetting> setting_for_run(Variant variant,
                                                         const Parameters& parameters) const {
    return setting(variant, parameters);
  }

 protected:
  // The verdict that the setting and the observation amount to.
  Verdict conclude_from(const JudgedSetting& setting, const Observation& observation,
                        const VerifyOptions& options) const;

 private:
  Verdict verdict_of(const JudgedSetting& setting, const VerifyOptions& options) const;
  Json counterexample(const JudgedSetting& setting, const Observation& observation,
                      const Verdict& verdict) const;

  // The setting that `prepare` has made, else a new one.
  std::unique_ptr<JudgedSetting> prepared_setting(Variant variant, const Parameters& parameters,
                                                  const VerifyOptions& options) const;

  ClaimInfo info_;
  // By the parameters as they were given; used by one thread, each once.
  mutable std::vector<std::pair<Parameters, std::unique_ptr<JudgedSetting>>> prepared_;
};

// An output as a verdict shows it; y, and what it should have been, in words.
Json output_json(const JudgedSetting& setting, std::span<const Symbol> word, std::size_t which,
                 const PositionOutput& out);
std::string value_text(const PositionOutput& out);
std::string wanted_text(Decision decision, long truth);
std::string wanted_text(const Wanted& wanted);
// What is wrong without an input: the print itself, else a statement that a check refutes.
Json without_input(const JudgedSetting& setting, const std::vector<Check>& checks);

}  // namespace attest
