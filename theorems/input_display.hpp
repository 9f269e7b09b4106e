// Displayed lines that speak of the input: the weights of a head, or scores that its tokens' features alone do not give. They are
// compared at every judged token on every input, by the evaluator of truth on one side and the layer on the other.
//
//   displayed weight = if x(i) + x(j) = M then 1/count k in [N]: x(i) + x(k) = M else 0
//
// Indices are those of the head's rows or masks, i of the receiver and j of the other token.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "theorems/head_rows.hpp"
#include "verification/input_condition.hpp"

namespace attest::theorems {

// Whether a display is one of them: of weights, or with the name of an input that is no feature of a token as well.
// `formula`: with the head's lets written out.
bool speaks_of_input(const DisplayStatement& display, const Expression& formula, const TheoremText& text);

// What is needed of the head it belongs to.
struct InputDisplay {
  DisplayStatement display;  // with the head's lets written out
  std::string name;          // of the check
  std::size_t head = 0;
  std::vector<std::vector<std::string>> indices;  // [variable]: what the head calls them

  InputDisplay(const DisplayStatement& display, const HeadRows& rows, const TokenTable& tokens,
               const std::vector<attention::Token>& judged, std::size_t head);

  // Throws UsageError for what does not type.
  InputCondition condition(const TheoremText& text, std::shared_ptr<const InputLayout> layout,
                           std::shared_ptr<const TokenTable> tokens,
                           const std::vector<attention::Token>& judged,
                           const std::map<std::string, Rational>& constants) const;
};

}  // namespace attest::theorems
