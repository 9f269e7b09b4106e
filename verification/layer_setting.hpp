// A layer and its task at one setting of the sizes: from the record in exact numbers (attention/layer.hpp) to judge,
// outputs, margins and the checks that follow from what was observed.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "attention/double_filter.hpp"
#include "attention/layer_output.hpp"
#include "attention/layer_stack.hpp"
#include "attention/match_layers.hpp"
#include "attention/output_key.hpp"
#include "verification/cover/box_truth.hpp"
#include "verification/input_condition.hpp"
#include "verification/judged_claim.hpp"

namespace attest {

// The symbols that a token shows: its kind is the first of its kinds plus the sum of stride * symbol over the positions, each of
// which occurs once; all such sums together are its kinds.
struct TokenReads {
  std::vector<std::size_t> positions;
  std::vector<std::size_t> strides;
};

// A task whose input a layer reads as tokens: each input gives every token a kind. Positions are tokens.
class LayerTask : public Task {
 public:
  using Task::Task;
  virtual std::size_t tokens() const = 0;
  virtual void kinds(std::span<const Symbol> word, std::span<attention::Kind> out) const = 0;
  // Whether the kind of token t is the first of its kinds plus the symbol at position t, and there are no other positions.
  virtual bool one_symbol_a_token() const { return false; }
  // What the cover needs (verification/cover): which symbols each token shows, where kinds depend on symbols in this way; and the
  // answers on boxes of words, null where it is not known how to find them.
  virtual std::optional<std::vector<TokenReads>> token_reads() const { return std::nullopt; }
  virtual std::unique_ptr<const BoxTruth> box_truth() const { return nullptr; }
  // Many inputs follow: what makes truth() faster may be made now.
  virtual void expect_many() const {}
  // A bound for |truth| on every input, where one is known.
  virtual std::optional<long> largest_truth() const { return std::nullopt; }
};

// What there is to verify. Without a layer (`problem` says why) nothing is run.
struct LayerRecord {
  std::optional<attention::Layer> layer;
  std::optional<attention::MatchLayers> match_layers;  // several layers, in the place of one
  std::vector<attention::Layer> stack;  // several layers of other heads (attention/layer_stack.hpp)
  Size size;
  Json weights;                           // as `attest show` prints them
  std::vector<Check> checks;              // well-formed first, then the displayed identities
  std::map<std::string, Json> witnesses;  // of checks that fail without an input
  std::vector<std::string> choices;
  std::vector<std::string> notes;
};

// One layer, which nothing is known of but its weights.
LayerRecord record_of(attention::Layer layer);

class TableProblem;
struct LayerTables;

class LayerSetting : public JudgedSetting {
 public:
  LayerSetting(Variant variant, const Parameters& parameters, std::unique_ptr<LayerTask> task,
               LayerRecord record);
  ~LayerSetting() override;

  enum class UniqueMaximum { absent, informative, essential };
  void set_unique_maximum(UniqueMaximum unique) { unique_maximum_ = unique; }
  UniqueMaximum unique_maximum() const { return unique_maximum_; }
  // What a reader's own weights are in this setting; without it they cannot be replaced.
  // Layer or layers, their size, and as notes what is to be said of how they were read.
  using WeightsReader = std::function<LayerRecord(const Json& weights)>;
  void set_weights_reader(WeightsReader reader) { weights_reader_ = std::move(reader); }
  // The record's identities, choices and notes say nothing about them. To be called before anything is run.
  void use_weights(const Json& weights) override;
  // Stand in the verdict's `details`, beside those that are there.
  void add_details(const Json& details) { details_.update(details); }
  // With what the outputs of a sign's two sides are apart.
  Json details(const Observation& observation) const override;

  // Beside those of the record, before the run.
  void add_check(Check check) { record_.checks.push_back(std::move(check)); }
  // Counted in the same run; with them each input is looked at on its own.
  void add_condition(InputCondition condition) { conditions_.push_back(std::move(condition)); }
  const std::vector<InputCondition>& conditions() const { return conditions_; }

  // What the theorem claims of what was observed; called only when some input was checked.
  using FurtherChecks = std::function<std::vector<Check>(const LayerSetting&, const Observation&)>;
  void set_further_checks(FurtherChecks further) { further_ = std::move(further); }

  const LayerTask& task() const override { return *task_; }
  bool runnable() const override { return prepared_ != nullptr || several_layers(); }
  // Of these two, if any, which the layers are; null where there is one layer, or none.
  const attention::MatchLayers* match_layers() const {
    return record_.match_layers ? &*record_.match_layers : nullptr;
  }
  const attention::LayerStack* stack() const { return stack_.get(); }
  bool several_layers() const { return record_.match_layers || stack_; }
  std::unique_ptr<Judge> make_judge() const override;
  RunPlan plan() const override;
  // The same with the floating-point filter, also where there are few inputs, which make_judge decides exactly one by one: for
  // those who judge the inputs of many settings.
  std::unique_ptr<Judge> make_quick_judge() const;
  PositionOutput output(std::span<const Symbol> word, std::size_t which) const override;
  std::vector<PositionOutput> all_outputs(std::span<const Symbol> word) const override;
  Interval worst_deviation(std::span<const Symbol> word,
                           const std::vector<PositionOutput>& outputs) const override;
  Interval least_margin(std::span<const Symbol> word,
                        const std::vector<PositionOutput>& outputs) const override;
  std::vector<Check> checks_before() const override { return record_.checks; }
  std::vector<Check> checks_after(const Observation& observation) const override;
  // Of these what set_further_checks says.
  std::vector<Check> further_checks(const Observation& observation) const;
  std::optional<Integer> first_broken(const std::string& check,
                                      const Observation& observation) const override;
  std::vector<Check> input_checks(std::span<const Symbol> word) const override;
  std::string why_undecided() const override;
  Json witness(const std::string& check) const override;
  std::optional<Surd> least_gap(const Observation& observation) const override;
  Size size() const override { return record_.size; }
  Json weights() const override { return record_.weights; }
  const std::vector<std::string>& choices() const override { return record_.choices; }
  const std::vector<std::string>& notes() const override { return record_.notes; }

  // What tables of scores need; null where they do not serve. Needs runnable() and one layer.
  const TableProblem* table_problem() const;

  // Need runnable() and one layer.
  const attention::PreparedLayer& prepared() const { return *prepared_; }
  attention::LayerOutput evaluate(std::span<const Symbol> word, std::size_t which) const;
  // Whether the output is right, decided exactly where that is possible.
  Status rightness_of(const attention::LayerOutput& output, const Wanted& wanted) const;
  Status rightness_of(const attention::LayerOutput& output, long truth) const {
    return rightness_of(output, {task_->decision(), Rational(truth), Rational(1, 2)});
  }
  // Absent where no head has two tuples.
  std::optional<attention::GapInUnits> least_gap(const attention::LayerOutput& output) const;

 private:
  void prepare_layers();  // what evaluates the record
  const attention::DoubleFilter* filter() const;
  const attention::OutputKeys* keys() const;
  Json winner(const attention::LayerOutput& output, std::size_t head, std::span<const Symbol> word,
              std::size_t which) const;

  std::unique_ptr<LayerTask> task_;
  LayerRecord record_;
  std::unique_ptr<attention::PreparedLayer> prepared_;
  std::unique_ptr<const attention::LayerStack> stack_;
  Json details_ = Json::object();
  UniqueMaximum unique_maximum_ = UniqueMaximum::absent;
  std::vector<InputCondition> conditions_;
  FurtherChecks further_;
  WeightsReader weights_reader_;
  mutable std::once_flag filter_made_;
  mutable std::unique_ptr<attention::DoubleFilter> filter_;
  mutable std::once_flag keys_made_;
  mutable std::unique_ptr<const attention::OutputKeys> keys_;
  mutable std::once_flag problem_made_;
  mutable std::once_flag tables_made_;
  mutable std::unique_ptr<const TableProblem> table_problem_;
  mutable std::shared_ptr<const LayerTables> tables_;
};

}  // namespace attest
