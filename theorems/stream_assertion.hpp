// Sentences about the stream: an `assert` that names coordinates or inputs is asked at every judged token of every input; the index
// of the task, `at every i`, is that token.
//
//   assert root: (exists k in [n]: S(i) = S(k)^2) implies exists k in [n]: S(i) = S(k)^2 and abs(out - S(k)) < 1/4
//
// Comparisons of what reads the stream are decided as outputs are (attention/layer_output.hpp); what reads none of it is the
// evaluator of truth's. `and`, `or`, `not`, `implies`, `exists` and `forall` join them; where one side settles it the other one may
// stay undecided.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "theorems/input_layout.hpp"
#include "theorems/network_value.hpp"
#include "theorems/theorem_text.hpp"
#include "theorems/token_table.hpp"
#include "verification/input_condition.hpp"

namespace attest::theorems {

// Whether an assert is one of them. `coordinates`: the names of the stream's coordinates, where they have some.
bool speaks_of_stream(const CheckStatement& check, const TheoremText& text,
                      const std::vector<std::string>& coordinates);

struct JudgedStream {
  std::vector<attention::Token> tokens;  // that are judged, of one kind
  std::vector<std::string> indices;      // what the task calls them, as `at every i`; none: `at n`
  std::vector<std::string> coordinates;  // names, where they have some
};

// Throws UsageError for what is no such sentence, with the line.
InputCondition stream_assertion(const CheckStatement& check, const TheoremText& text,
                                std::shared_ptr<const InputLayout> layout,
                                std::shared_ptr<const TokenTable> table, JudgedStream judged,
                                const std::map<std::string, Rational>& values, const NetworkNames& constants);

}  // namespace attest::theorems
