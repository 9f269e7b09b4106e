// A complete one-layer transformer at one setting: from its record and task to checks, judge and outputs.
//
// Order of the checks: well-formed, the displayed identities, output, unique-maximum, size, and what the
// theorem adds.
#pragma once

#include <functional>
#include <memory>
#include <mutex>

#include "attention/token_kinds.hpp"
#include "attention/transformer.hpp"
#include "attention/transformer_layer.hpp"
#include "verification/constant_size.hpp"
#include "verification/judged_claim.hpp"
#include "verification/layer_filter.hpp"

namespace attest {

enum class UniqueMaximum { essential, informative };

// The record for other values of the size parameters.
struct TransformerAt {
  Parameters parameters;
  std::map<std::string, long> sizes;  // that occur in its polynomials
  Transformer record;
};

class TransformerSetting : public JudgedSetting {
 public:
  // `at_other_sizes`, one at least: the layers that they give must be as large as this setting's.
  TransformerSetting(Variant variant, const Parameters& parameters, std::unique_ptr<TokenTask> task,
                     Transformer record, const std::map<std::string, long>& sizes,
                     const std::vector<TransformerAt>& at_other_sizes, UniqueMaximum unique_maximum);
  // A reader's own weights instead of the record's; the record's identities and choices are not looked at.
  void use_weights(const Json& weights) override;

  // What the theorem adds: called with what was observed.
  using FurtherChecks = std::function<std::vector<Check>(const TransformerSetting&, const Observation&)>;
  void set_further_checks(FurtherChecks further) { further_ = std::move(further); }

  const TokenTask& task() const override { return *task_; }
  bool runnable() const override { return problems_.empty(); }
  std::unique_ptr<Judge> make_judge() const override;
  PositionOutput output(std::span<const Symbol> word, std::size_t which) const override;
  std::vector<Check> checks_before() const override;
  std::vector<Check> checks_after(const Observation& observation) const override;
  ScoreGap score_gap(const Integer& least_gap) const override;
  Size size() const override;
  Json weights() const override;
  const std::vector<std::string>& choices() const override { return record_.choices; }
  const std::vector<std::string>& notes() const override { return record_.notes; }
  Json details(const Observation& observation) const override;

  const Transformer& record() const { return record_; }
  const TransformerLayer& layer() const { return layer_; }
  const TokenKinds& kinds() const { return *kinds_; }
  const LayerFilter* filter() const;
  // Gaps of scores are integers in units of 1/L before scaling, of scale/L after it.
  Rational gap_unit() const { return Rational(1) / Rational(units()); }
  Surd unit() const;

 private:
  void prepare();
  void make_filter() const;
  const Integer& units() const;
  Check size_check() const;

  std::unique_ptr<TokenTask> task_;
  Transformer record_;
  std::map<std::string, Polynomial> sizes_;
  std::map<std::string, long> size_numbers_;
  TransformerLayer layer_;
  std::vector<std::string> problems_;
  bool own_weights_ = false;
  std::vector<SizeAt> other_sizes_;
  UniqueMaximum unique_maximum_;
  FurtherChecks further_;
  std::unique_ptr<TokenKinds> kinds_;
  // Made when they are first asked for: what the record alone decides does not wait for them.
  mutable std::once_flag filter_made_;
  mutable std::unique_ptr<LayerFilter> filter_;
  mutable Integer units_ = 1;
};

}  // namespace attest
