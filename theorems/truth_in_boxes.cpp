#include "theorems/truth_in_boxes.hpp"

#include <algorithm>

#include "language/folded_answer.hpp"
#include "language/quantified_answer.hpp"

namespace attest::theorems {

namespace {

// Beyond, the answer is evaluated as a whole.
constexpr language::TableLimits of_all_tables{.tables = std::size_t{1} << 16U,
                                              .entries_of_one = std::size_t{1} << 20U,
                                              .entries = std::size_t{1} << 25U};

class TruthInBoxes : public BoxTruth {
 public:
  TruthInBoxes(const TaskTruth& truth, const Promise* promise, const InputLayout& layout)
      : truth_(truth), promise_(promise), layout_(layout) {
    language::TableLimits limits = of_all_tables;
    for (std::size_t which = 0; which < truth.judged(); ++which) {
      auto answer = language::quantified_answer(truth.expression(which), truth.truth(which).names(),
                                                truth.indices(which), truth.values(), limits);
      const Form form = !answer ? Form::whole : answer->exists ? Form::any : Form::all;
      if (form == Form::whole || (which > 0 && form != form_)) {
        form_ = Form::whole;
        conditions_.clear();
        return;
      }
      form_ = form;
      conditions_.push_back(std::move(answer->conditions));
    }
  }

  Form form() const override { return form_; }
  const std::vector<language::ConditionTable>& conditions(std::size_t which) const override {
    return conditions_[which];
  }

  std::optional<long> answer(std::span<const Symbol> word, std::size_t which,
                             std::vector<std::size_t>& read) const override {
    std::vector<long> cells(layout_.cells());
    layout_.decode(word, cells);
    // What an evaluation reads decides what it reads next, and its value: words that agree there have the same.
    const auto value = truth_.truth(which).reading(cells, truth_.indices(which), read);
    return value ? truth_.answer_of(*value) : std::nullopt;
  }

  // Of an answer that is found from sums, or from whether some of several conditions is met: where these are the same.
  bool is_symmetric(std::size_t which, const std::vector<Exchange>& exchanges) const override {
    if (form_ != Form::whole) return BoxTruth::is_symmetric(which, exchanges);
    language::TableLimits limits = of_all_tables;
    const auto answer = language::folded_answer(
        truth_.expression(which), truth_.truth(which).names(), truth_.indices(which), truth_.values(),
        [&](const language::Value& value) { return truth_.answer_of(value); }, limits);
    return answer && std::all_of(answer->folds.begin(), answer->folds.end(),
                                 [&](const auto& fold) { return are_symmetric(fold.terms, exchanges); });
  }

  std::optional<Standing> standing(std::span<const Symbol> word,
                                   std::vector<std::size_t>& read) const override {
    if (promise_ == nullptr) return Standing::judged;
    std::vector<long> cells(layout_.cells());
    layout_.decode(word, cells);
    return promise_->reading(cells, read);
  }

 private:
  const TaskTruth& truth_;
  const Promise* promise_;
  const InputLayout& layout_;
  Form form_ = Form::whole;
  std::vector<std::vector<language::ConditionTable>> conditions_;  // [which]
};

}  // namespace

std::unique_ptr<const BoxTruth> truth_in_boxes(const TaskTruth& truth, const Promise* promise,
                                               const InputLayout& layout) {
  return std::make_unique<const TruthInBoxes>(truth, promise, layout);
}

}  // namespace attest::theorems
