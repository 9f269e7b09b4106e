#include "exchange/readme.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "numeric/decimal.hpp"

namespace attest::exchange {

namespace {

constexpr Precision error_precision = 128;

std::string rounded_up(const Rational& error) {
  return error == 0 ? "0" : decimal_rounded_up(Interval(error, error_precision));
}

const char* file_of(Form form) {
  switch (form) {
    case Form::json:
      return "layer.json";
    case Form::npz:
      return "layer.npz";
    case Form::onnx:
      return "layer.onnx";
    case Form::safetensors:
    case Form::torch:
      return "layer.safetensors";
  }
  return "";
}

std::string how_to_run(Form form, const FloatConversion& conversion) {
  switch (form) {
    case Form::json:
      return "`layer.json` has the arrays in exact numbers, `\"p/q\"` or `\"p/q*sqrt(r)*log(k)\"`, and the readouts as "
             "formulas over the stream's coordinates.\n";
    case Form::npz:
      return "```python\nfrom model import Model  # needs NumPy\noutputs, decisions = Model()(cells)  # (batch, "
             "cells), integers\n```\n\n`python3 compare.py` runs the test vectors.\n";
    case Form::torch:
      return "```python\nfrom model import Model  # needs PyTorch\noutputs, decisions = Model()(cells)  # (batch, "
             "cells), integers\n```\n\n`python3 compare.py` runs the test vectors. The arrays are buffers of the "
             "module.\n";
    case Form::safetensors:
      return "Every safetensors reader gives the arrays; what they do not say stands as JSON in the header's "
             "`__metadata__`, key `structure`.\n";
    case Form::onnx:
      return fmt::format(
          "The graph (operator set {}) reads `cells`, int64 of shape (batch, cells), and gives `outputs`, {}, "
          "and `decisions`, int64 (none where the answer is a vector), both (batch, judged outputs).\n",
          OnnxGraph::operator_set, conversion.name());
  }
  return "";
}

std::string monomials_text(const ExportedHead& head) {
  std::vector<std::string> terms;
  for (const auto& monomial : head.monomials) {
    std::vector<std::string> variables;
    for (const std::size_t v : monomial) variables.push_back(fmt::format("x{}", v));
    terms.push_back(fmt::format("{}", fmt::join(variables, "*")));
  }
  return fmt::format("{}", fmt::join(terms, " + "));
}

std::string heads_text(const ExportedLayer& layer) {
  std::string text;
  for (const ExportedBlock& block : layer.blocks) {
    for (const ExportedHead& head : block.heads) {
      text += fmt::format("- `{}*`: {}, {}", head.prefix, head.name, attention::to_string(head.kernel));
      if (head.has_scores()) text += fmt::format(", scores {}", monomials_text(head));
      std::vector<std::string> factors;
      for (const std::size_t v : head.factors) factors.push_back(fmt::format("x{}", v));
      text += fmt::format(", values of {}\n", fmt::join(factors, ", "));
    }
  }
  return text;
}

std::string arrays_text(Form form, const ExportedLayer& layer) {
  std::string text = "| array | shape | what it is |\n|---|---|---|\n";
  for (const Array& array : layer.arrays) {
    if (form == Form::onnx && array.name.starts_with("readout")) continue;  // there the readout is nodes
    text += fmt::format("| `{}` | ({}) | {} |\n", array.name, fmt::join(array.shape, ", "), array.meaning);
  }
  return text;
}

std::string error_text(Form form, const FloatConversion& conversion) {
  if (form == Form::json) return "Every number is exact.\n";
  const ConversionError& error = conversion.largest_error();
  if (error.absolute == 0) return fmt::format("Every number is exactly a {}.\n", conversion.name());
  return fmt::format(
      "Numbers are rounded to {}. The largest error is {} (in `{}`), relative to the number {} (in `{}`); both "
      "are rounded up.\n",
      conversion.name(), rounded_up(error.absolute), error.absolute_at, rounded_up(error.relative),
      error.relative_at);
}

constexpr const char* evaluation = R"(kind[t]  = first[t] + sum over cells of strides[t, cell] * cell
x[t]     = X[kind[t]]
row of x_v at t   = W_v x[t], or rows_v[kind[t]] where there is no W_v;  x_1 is a token of `receivers`, x_v one of `tokens_v`
score    = scale * sum over monomials of the sum over coordinates of the product of its variables' rows
weight   = kernel of the score over all tuples (x_2, ..) where `mask` is true, of sum 1
a        = sum over tuples of weight * entrywise product of the values (V_v x[t], or values_v[kind[t]])
stream   = [x +] W_O (a of all heads, one behind the other)
output   = readout(stream))";

}  // namespace

Json error_json(const ConversionError& error) {
  return {{"absolute", rounded_up(error.absolute)},
          {"absolute_at", error.absolute_at},
          {"relative", rounded_up(error.relative)},
          {"relative_at", error.relative_at}};
}

std::string readme(Form form, const ExportedLayer& layer, const TestVectors& vectors, const Origin& origin,
                   const FloatConversion& conversion) {
  std::string text =
      fmt::format("# {}, {}, {}\n\n{}\n", origin.claim, origin.variant,
                  origin.parameters.empty() ? "without sizes" : origin.parameters, origin.title);
  if (!origin.statement.empty()) text += fmt::format("Source: {}.\n", origin.statement);
  text += fmt::format("\n## To run\n\n{}\n", how_to_run(form, conversion));
  text +=
      "An input is given by its cells, each as the place of its value among those that it can have, counted from "
      "0. `tokens.json` names the cells and their values, and says for every token which row of `X` it shows and "
      "what stands there.\n\n";
  text += fmt::format("## The layer\n\n{}\n```\n{}{}\n```\n\n", heads_text(layer), evaluation,
                      form == Form::npz || form == Form::safetensors || form == Form::torch
                          ? ": b1 + W1 stream, then b2 + W2 max(0, that), .."
                          : "");
  if (layer.blocks.size() > 1) {
    text += fmt::format(
        "There are {} layers. Behind the first one (`layer2_*`, ..) x is the stream before it, and `receivers` and `tokens` are "
        "places in the list of the receivers before; the readout is of the last stream.\n",
        layer.blocks.size());
  }
  for (std::size_t l = 0; l < layer.blocks.size(); ++l) {
    text += layer.blocks.size() == 1 ? "The layer" : fmt::format("Layer {}", l + 1);
    text += layer.blocks[l].residual ? " is residual: x is added.\n" : " is not residual.\n";
  }
  text += layer.vector ? "Each output is a number of a vector.\n"
          : layer.decision == Decision::sign
              ? "An output above 0 is a yes (decision 1), any other a no (0).\n"
              : "The decision is the integer nearest to the output, floor(y + 1/2).\n";
  text += fmt::format("\n`{}` holds\n\n{}\n", file_of(form), arrays_text(form, layer));
  text += fmt::format("{}\n", error_text(form, conversion));
  text += fmt::format(
      "## Test vectors\n\n`test_vectors.json` has {} {}: outputs enclosed (`lower`, `upper`; `exact` where they "
      "are rational), the decision (null at a tie, or where it is open), the right answer, and whether the output "
      "is right. They come from exact arithmetic and intervals, not from the numbers of this folder.\n\n",
      vectors.vectors.size(),
      vectors.every_input ? "inputs, every one that is judged" : "inputs, drawn with the seed");
  text += fmt::format("## To make it again\n\n    {}\n\nattest {} ({}), seed {}.\n", origin.command,
                      origin.version, origin.build, origin.seed);
  for (const auto& [name, hash] : origin.files.items())
    text += fmt::format("\n`{}`: {}\n", name, hash.get<std::string>());
  return text;
}

}  // namespace attest::exchange
