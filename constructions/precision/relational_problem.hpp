// dat/select-and-relate (seed 002, Theorem 1, Appendix A) in rounded arithmetic: the tabulated networks and
// the temperature that the claim verifies, on every query and context. Inputs on which Select is not defined
// (select=unique and two different best objects) are not judged.
#pragma once

#include <memory>

#include "constructions/dat/selection_setting.hpp"
#include "precision/features/feature_problem.hpp"

namespace attest {

class RelationalProblem : public FeatureProblem {
 public:
  explicit RelationalProblem(const SelectionSetting& setting);

  const Task& task() const override { return task_; }
  void read(std::span<const Symbol> word, Context& context) const override;
  std::optional<std::size_t> target(std::span<const Symbol> word) const override;
  std::string why_not_judged() const override;

 private:
  SelectAndRelate task_;
  bool unique_;  // Assumption 2: inputs without a unique best object are not judged
};

}  // namespace attest
