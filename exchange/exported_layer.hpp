// A layer of attention, or several of them, as arrays: everything that an evaluation needs, from the cells of an input to the outputs. Every format
// of `attest export` is written from this.
//
// The evaluation, for a batch of inputs (b), tokens t, judged tokens r, the d coordinates of the stream:
//
//   kind[t] = first[t] + sum over cells of strides[t, cell] * cell          which row of X a token shows
//   x[t] = X[kind[t]]
//   rows of variable v at a token: W_v x[t], or rows_v[kind[t]]
//   score[r, t_2, .., t_k] = scale * sum over monomials of the sum over coordinates of the product of their variables' rows
//   weight = the kernel of the scores where mask is true, over all (t_2, .., t_k)
//   a[r] = sum over (t_2, .., t_k) of weight * entrywise product of the values (V_v x[t], or values_v[kind[t]])
//   stream[r] = [x[r] +] W_O (a of all heads, one behind the other)
//   output = readout(stream[r]), a ReLU network for each number
//
// A variable v runs over the tokens of the array tokens_v. x_1 is the token that asks. Of several layers each one behind the first has
// the stream before it for x; its receivers and tokens are places in the list of the receivers before.
#pragma once

#include <string>
#include <vector>

#include "attention/layer.hpp"
#include "claims/json.hpp"
#include "exchange/array.hpp"
#include "theorems/theorem_task.hpp"

namespace attest::exchange {

struct ExportedHead {
  std::string name;    // in the theorem
  std::string prefix;  // of its arrays: "head1_", "layer2_head1_"
  attention::Kernel kernel = attention::Kernel::softmax;
  std::vector<std::vector<std::size_t>> monomials;  // variables, from 1
  std::vector<std::size_t> factors;                 // the variables whose values are multiplied, from 1
  std::vector<std::size_t> domains;                 // [variable - 2]: over how many tokens it runs
  std::size_t value_length = 1;
  bool masked = false;
  // No sum on the way to a score is larger, where scores are compared as integers (hard maxima); else 0.
  Integer largest_score = 0;

  std::size_t variables() const { return domains.size() + 1; }
  bool has_scores() const { return attention::form_of(kernel) != attention::KernelForm::match; }
  bool is_hard() const { return attention::form_of(kernel) == attention::KernelForm::maximum; }
};

// One layer of attention.
struct ExportedBlock {
  std::string prefix;  // of its arrays: "", "layer2_", ..
  std::vector<ExportedHead> heads;
  bool residual = false;
  std::size_t receivers = 0;  // the tokens whose stream behind it is looked at
};

struct ExportedLayer {
  std::vector<Array> arrays;
  std::vector<ExportedBlock> blocks;  // at least one
  std::size_t cells = 0;
  Decision decision = Decision::nearest;
  bool vector = false;  // an output has no decision of its own
  std::vector<attention::Readout> readouts;
  // [readout]: how many affine maps its ReLU network has; 0: it multiplies, so that there is none.
  std::vector<std::size_t> readout_maps;

  const Array& array(const std::string& name) const;  // std::out_of_range where there is none
  const Array* find(const std::string& name) const;   // null
  // "nearest": of integers; "sign": 1 above 0, else 0; "none": of a vector.
  const char* decision_name() const;
  // What the arrays do not say, for whoever evaluates them.
  Json structure() const;
};

// The layers that judge this task: each with the tokens, ascending, whose stream behind it is looked at. UsageError, one sentence, for what these arrays cannot say; nothing larger than `most_entries` in
// one array is made.
ExportedLayer exported_layer(
    const std::vector<std::pair<const attention::Layer*, std::vector<attention::Token>>>& layers,
    const theorems::TheoremTask& task, std::uint64_t most_entries);

}  // namespace attest::exchange
