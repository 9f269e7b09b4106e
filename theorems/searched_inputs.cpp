#include "theorems/searched_inputs.hpp"

#include <algorithm>

#include "theorems/varying_names.hpp"

namespace attest::theorems {

namespace {

bool inputs_hang_on(const TheoremText& text, const std::string& parameter) {
  const std::vector<std::string> names = varying_names(text, {parameter});
  const auto hangs = [&](const Expression& e) { return speaks_of(e, names); };
  return std::any_of(text.where.begin(), text.where.end(), hangs) || hangs(text.judged_if) ||
         std::any_of(text.inputs.begin(), text.inputs.end(), [&](const InputStatement& input) {
           return hangs(input.range) || std::any_of(input.domains.begin(), input.domains.end(), hangs);
         });
}

}  // namespace

SearchedInputs::SearchedInputs(const TheoremText& text, const std::string& parameter)
    : same_for_all_(!inputs_hang_on(text, parameter)) {}

Observation SearchedInputs::look_at(const LayerSetting& setting) {
  const LayerTask& task = setting.task();
  const auto make_judge = [&] { return setting.make_quick_judge(); };
  VerifyOptions options;
  options.first = true;
  if (listable_ && (!tried_ || !same_for_all_)) {
    list_ = list_inputs(task);
    listable_ = list_.has_value();
    tried_ = true;
  }
  return list_ ? observe_listed(task, *list_, make_judge, options)
               : observe(task, options, enumerate(task.space(), make_judge, options));
}

}  // namespace attest::theorems
