// What a theorem states at one setting of its sizes, in the words of Coq and of proofs/library/Setting.v: everything that has to be
// compared with the record.
#pragma once

#include <string>
#include <vector>

#include "theorems/constants.hpp"
#include "theorems/theorem_text.hpp"
#include "verification/layer_setting.hpp"

namespace attest::theorems::coq {

struct SettingStatement {
  std::string name;  // of the theorem: some_one_stated_n_6
  std::string text;  // ends with the definition of output_is_right
  struct Input {
    std::string name;  // as Coq has it
    std::size_t domains = 0;
    std::string type;  // Z, Z -> Z, Z -> Z -> Z
    // Lowest and highest argument, domain by domain, then value.
    std::vector<std::pair<std::string, std::string>> ends;
  };
  std::vector<Input> inputs;
  std::size_t conditions = 0;  // `where`, after the inputs
  bool judged_if = false;
  bool every = false;  // the task is at every token
  std::string judged;  // else: where
  bool sign = false;
  std::vector<std::string> enclosed;  // of a head on (e, r): "softmax 1 (tuples_1 r) .." as in `output`
};

// `text`: of the variant, with its definitions written out, at the setting that `constants` are. Refusal (coq), with one sentence.
SettingStatement statement_at(const TheoremText& text, const std::string& variant,
                              const Parameters& parameters, const Constants& constants,
                              const attention::Layer& layer);

std::string token_text(const std::vector<Rational>& indices);  // "2", "(1, 2)"

}  // namespace attest::theorems::coq
