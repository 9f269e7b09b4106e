// Which inputs a search through candidates for a parameter looks at: all, or the few that the conditions leave (verification/listed_inputs.hpp).
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "theorems/theorem_text.hpp"
#include "verification/listed_inputs.hpp"

namespace attest::theorems {

class SearchedInputs {
 public:
  SearchedInputs(const TheoremText& text, const std::string& parameter);

  // Of a candidate's setting, to the first failing input.
  Observation look_at(const LayerSetting& setting);

 private:
  bool same_for_all_ = false;  // the inputs do not hang on the parameter
  bool tried_ = false;
  bool listable_ = true;  // as the candidates before were, so that a search for a list is not in vain at each
  std::optional<ListedInputs> list_;
};

}  // namespace attest::theorems
