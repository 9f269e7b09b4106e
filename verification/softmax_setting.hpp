// One layer of softmax attention at one setting: from the record of a theorem to checks, judge and outputs.
//
// Order of the checks: well-formed, the displayed identities, output, unique-maximum, and what the theorem
// adds (growth, size).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "attention/construction.hpp"
#include "verification/judged_claim.hpp"
#include "verification/layer_tables.hpp"
#include "verification/softmax_problem.hpp"

namespace attest {

class SoftmaxSetting : public JudgedSetting {
 public:
  // `sizes`: the values of the size parameters that occur in the construction's polynomials.
  SoftmaxSetting(Variant variant, const Parameters& parameters, std::unique_ptr<Task> task,
                 Construction construction, std::map<std::string, Polynomial> sizes,
                 bool unique_maximum_is_essential);
  // A reader's own weights instead of the record's; what the record displays, chooses and notes is dropped.
  void use_weights(const Json& weights) override;

  // What the theorem adds. `worst` encloses the certified error of the worst input, `bound` is an upper bound
  // for all checked inputs. Called only when some input was checked.
  using FurtherChecks =
      std::function<std::vector<Check>(const SoftmaxSetting&, const Interval& worst, const Interval& bound)>;
  void set_further_checks(FurtherChecks further) { further_ = std::move(further); }

  const Task& task() const override { return *task_; }
  bool runnable() const override { return problem_ != nullptr; }
  std::unique_ptr<Judge> make_judge() const override;
  PositionOutput output(std::span<const Symbol> word, std::size_t which) const override;
  Interval worst_deviation(std::span<const Symbol> word,
                           const std::vector<PositionOutput>& outputs) const override;
  Interval least_margin(std::span<const Symbol> word,
                        const std::vector<PositionOutput>& outputs) const override;
  std::vector<Check> checks_before() const override;
  std::vector<Check> checks_after(const Observation& observation) const override;
  Json witness(const std::string& check) const override;
  ScoreGap score_gap(const Integer& least_gap) const override;
  Size size() const override;
  Json weights() const override;
  const std::vector<std::string>& choices() const override { return construction_.choices; }
  const std::vector<std::string>& notes() const override { return construction_.notes; }
  Json details(const Observation& observation) const override;

  const Construction& construction() const { return construction_; }
  const std::vector<std::string>& problems() const { return problems_; }  // why there is no layer, if so
  const SoftmaxLayer& layer() const { return layer_; }                    // needs runnable()
  const SoftmaxProblem& problem() const { return *problem_; }             // needs runnable()

 private:
  void prepare();

  std::unique_ptr<Task> task_;
  Construction construction_;
  std::map<std::string, Polynomial> sizes_;
  bool unique_maximum_is_essential_;
  bool own_weights_ = false;
  FurtherChecks further_;
  SoftmaxLayer layer_;
  std::vector<std::string> problems_;
  std::unique_ptr<SoftmaxProblem> problem_;
  // Made when the first judge is: a setting that only answers for single inputs needs none.
  mutable std::once_flag tables_made_;
  mutable std::shared_ptr<const LayerTables> tables_;
};

}  // namespace attest
