#include "exchange/onnx_layer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace attest::exchange {

namespace {

using attention::Kernel;
using attention::Readout;

constexpr const char* letters =
    "ijklmnopqstuvwxyz";  // of x_2, x_3, ..; b batch, r judged token, c coordinate

struct ByNodes {
  OnnxGraph& graph;

  std::string one() const { return graph.number(1); }
  std::string square(const std::string& x) const { return graph.add("Mul", {x, x}); }
  std::string sum(const std::string& x, const std::string& y) const { return graph.add("Add", {x, y}); }
  std::string quotient(const std::string& x, const std::string& y) const { return graph.add("Div", {x, y}); }
};

class LayerNodes {
 public:
  LayerNodes(const ExportedLayer& layer, OnnxGraph& graph) : layer_(layer), graph_(graph) {}

  void operator()() {
    graph_.input("cells", {"batch", std::to_string(layer_.cells)},
                 "the cells of the input, each as the place of its value, from 0");
    kinds_ = graph_.add("Add", {times_transposed("cells", "strides"), constant("first")}, {}, "kinds");
    x_ = graph_.add("Gather", {constant("X"), kinds_}, {{"axis", std::int64_t{0}}}, "encoding");
    for (const ExportedBlock& block : layer_.blocks) {
      block_ = &block;
      std::vector<std::string> mixed;
      for (const ExportedHead& head : block.heads) mixed.push_back(mean(head));
      const std::string all =
          mixed.size() == 1 ? mixed.front() : graph_.add("Concat", mixed, {{"axis", std::int64_t{-1}}});
      const std::string stream = block.prefix + "stream";
      const std::string added = times_transposed(all, block.prefix + "W_O", block.residual ? "" : stream);
      if (block.residual) graph_.add("Add", {added, of_tokens(x_, block.prefix + "receivers")}, {}, stream);
      x_ = stream;
    }
    read_out();
  }

 private:
  std::string constant(const std::string& name) { return graph_.constant(layer_.array(name)); }

  // x M^T
  std::string times_transposed(const std::string& x, const std::string& matrix,
                               const std::string& name = "") {
    const std::string transposed =
        graph_.add("Transpose", {constant(matrix)}, {{"perm", std::vector<std::int64_t>{1, 0}}});
    return graph_.add("MatMul", {x, transposed}, {}, name);
  }

  std::string of_tokens(const std::string& per_token, const std::string& tokens) {
    return graph_.add("Gather", {per_token, constant(tokens)}, {{"axis", std::int64_t{1}}});
  }

  // What variable v has at its tokens: by its matrix, or by its table.
  std::string at_tokens(const ExportedHead& head, std::size_t v, const char* matrix, const char* table) {
    const std::string tokens =
        v == 1 ? block_->prefix + "receivers" : fmt::format("{}tokens{}", head.prefix, v);
    const std::string by_matrix = fmt::format("{}{}{}", head.prefix, matrix, v);
    if (layer_.find(by_matrix) != nullptr) return times_transposed(of_tokens(x_, tokens), by_matrix);
    return graph_.add("Gather",
                      {constant(fmt::format("{}{}{}", head.prefix, table, v)), of_tokens(kinds_, tokens)},
                      {{"axis", std::int64_t{0}}});
  }

  static std::string letter(std::size_t v) { return v == 1 ? "r" : std::string(1, letters[v - 2]); }
  static std::string all_letters(const ExportedHead& head) {
    std::string text;
    for (std::size_t v = 1; v <= head.variables(); ++v) text += letter(v);
    return text;
  }

  // [batch, receiver, x_2, ..], with 1 for a variable that the monomial does not have.
  std::string monomial(const ExportedHead& head, const std::vector<std::size_t>& variables,
                       const std::vector<std::string>& rows) {
    std::vector<std::string> operands, inputs;
    std::string result = "b";
    for (const std::size_t v : variables) {
      operands.push_back("b" + letter(v) + "c");
      inputs.push_back(rows[v - 1]);
      result += letter(v);
    }
    const std::string sum =
        graph_.add("Einsum", inputs, {{"equation", fmt::format("{}->{}", fmt::join(operands, ","), result)}});
    std::vector<std::int64_t> missing;
    for (std::size_t v = 1; v <= head.variables(); ++v) {
      if (std::find(variables.begin(), variables.end(), v) == variables.end())
        missing.push_back(static_cast<std::int64_t>(v));
    }
    return missing.empty() ? sum : graph_.add("Unsqueeze", {sum, graph_.integers(missing)});
  }

  // [batch, receiver, tuple]
  std::string scores(const ExportedHead& head) {
    std::vector<std::string> rows(head.variables());
    for (const auto& variables : head.monomials) {
      for (const std::size_t v : variables) {
        if (rows[v - 1].empty()) rows[v - 1] = at_tokens(head, v, "W", "rows");
      }
    }
    std::string sum;
    for (std::size_t m = 0; m < head.monomials.size(); ++m) {
      std::string term = monomial(head, head.monomials[m], rows);
      if (head.is_hard()) {
        const Rational& factor = layer_.array(head.prefix + "factors").numbers[m];
        term = graph_.add("Mul", {term, graph_.number(factor)});
      }
      sum = sum.empty() ? term : graph_.add("Add", {sum, term});
    }
    if (!head.is_hard()) sum = graph_.add("Mul", {sum, constant(head.prefix + "scale")});
    // A variable that no monomial has scores alike whatever it is.
    std::vector<std::int64_t> shape{1, static_cast<std::int64_t>(block_->receivers)};
    for (const std::size_t length : head.domains) shape.push_back(static_cast<std::int64_t>(length));
    sum = graph_.add("Expand", {sum, graph_.integers(shape)});
    return graph_.add("Reshape", {sum, graph_.integers({0, 0, -1})}, {}, head.prefix + "scores");
  }

  // [receiver, tuple]
  std::string mask(const ExportedHead& head) {
    const auto receivers = static_cast<std::int64_t>(block_->receivers);
    return graph_.add("Reshape", {constant(head.prefix + "mask"), graph_.integers({receivers, -1})});
  }

  std::string reduced(const char* op, const std::string& x) {
    if (std::string(op) == "ReduceSum")
      return graph_.add(op, {x, graph_.integers({-1})}, {{"keepdims", std::int64_t{1}}});
    return graph_.add(op, {x}, {{"axes", std::vector<std::int64_t>{-1}}, {"keepdims", std::int64_t{1}}});
  }

  std::string as_real(const std::string& truths) {
    return graph_.add("Cast", {truths}, {{"to", static_cast<std::int64_t>(graph_.real())}});
  }

  // The best score of the tuples that count; where there is none, the least of all.
  std::string best(const ExportedHead& head, const std::string& scores) {
    if (!head.masked) return reduced("ReduceMax", scores);
    return reduced("ReduceMax", graph_.add("Where", {mask(head), scores, reduced("ReduceMin", scores)}));
  }

  std::string taken(const ExportedHead& head, const std::string& weights) {
    return head.masked ? graph_.add("Where", {mask(head), weights, graph_.number(0)}) : weights;
  }

  // Of sum 1, or 0 where no tuple counts: a sum below 1 is then 0, since the best tuple has 1.
  std::string normalised(const std::string& weights) {
    const std::string sum = graph_.add("Max", {reduced("ReduceSum", weights), graph_.number(1)});
    return graph_.add("Div", {weights, sum});
  }

  std::string matches(const ExportedHead& head) {
    const std::string query =
        graph_.add("Unsqueeze", {at_tokens(head, 1, "W", "rows"), graph_.integers({2})});
    const std::string key = graph_.add("Unsqueeze", {at_tokens(head, 2, "W", "rows"), graph_.integers({1})});
    return normalised(taken(head, as_real(graph_.add("Equal", {query, key}))));
  }

  // [batch, receiver, tuple]
  std::string weights(const ExportedHead& head) {
    if (!head.has_scores()) return matches(head);
    const std::string s = scores(head);
    if (head.kernel == Kernel::softmax) {
      if (!head.masked) return graph_.add("Softmax", {s}, {{"axis", std::int64_t{-1}}});
      const std::string behind = graph_.add("Min", {graph_.add("Sub", {s, best(head, s)}), graph_.number(0)});
      return normalised(taken(head, graph_.add("Exp", {behind})));
    }
    if (attention::weighs_rationally(head.kernel)) {
      const std::string weight = taken(head, attention::rational_weight(head.kernel, s, ByNodes{graph_}));
      return graph_.add("Div", {weight, reduced("ReduceSum", weight)});
    }
    std::string is_best = graph_.add("Equal", {s, best(head, s)});
    if (head.masked) is_best = graph_.add("And", {is_best, mask(head)});
    if (head.kernel == Kernel::leftmost) {
      const std::string axis =
          graph_.constant(integer_array("tuple_axis", {}, {2}, "the axis of the tuples"));
      const std::string counted = graph_.add("CumSum", {as_real(is_best), axis});
      is_best = graph_.add("And", {is_best, graph_.add("Equal", {counted, graph_.number(1)})});
    }
    return normalised(as_real(is_best));
  }

  // [batch, receiver, coordinate]
  std::string mean(const ExportedHead& head) {
    std::vector<std::int64_t> shape{0, 0};
    for (const std::size_t length : head.domains) shape.push_back(static_cast<std::int64_t>(length));
    const std::string weight =
        graph_.add("Reshape", {weights(head), graph_.integers(shape)}, {}, head.prefix + "weights");
    std::vector<std::string> operands{"b" + all_letters(head)}, inputs{weight};
    for (const std::size_t v : head.factors) {
      operands.push_back("b" + letter(v) + "c");
      inputs.push_back(at_tokens(head, v, "V", "values"));
    }
    return graph_.add("Einsum", inputs, {{"equation", fmt::format("{}->brc", fmt::join(operands, ","))}},
                      head.prefix + "mean");
  }

  // [batch, receiver, 1]
  std::string affine(const attention::AffineForm& form) {
    const std::size_t d = layer_.array("X").shape[1];
    std::vector<Rational> column(d, Rational(0));
    for (const auto& [index, coefficient] : form.coefficients) column[index] = coefficient;
    const std::string name = fmt::format("readout_form_{}", ++forms_);
    const std::string product = graph_.add(
        "MatMul", {x_, graph_.constant(real_array(name, {d, 1}, std::move(column), "of the readout"))});
    if (form.constant == 0) return product;
    return graph_.add("Add", {product, graph_.number(form.constant)});
  }

  std::string node_of(const Readout& readout) {
    using Op = Readout::Op;
    std::vector<std::string> parts;
    for (const Readout& child : readout.children) parts.push_back(node_of(child));
    switch (readout.op) {
      case Op::affine:
        return affine(readout.form);
      case Op::sum:
        return folded("Add", parts);
      case Op::product:
        return folded("Mul", parts);
      case Op::scaled:
        return graph_.add("Mul", {parts[0], graph_.number(readout.factor)});
      case Op::positive_part:
        return graph_.add("Relu", parts);
      case Op::absolute:
        return graph_.add("Abs", parts);
      case Op::minimum:
        return graph_.add("Min", parts);
      case Op::maximum:
        return graph_.add("Max", parts);
    }
    return "";
  }

  std::string folded(const char* op, const std::vector<std::string>& parts) {
    std::string result = parts.front();
    for (std::size_t k = 1; k < parts.size(); ++k) result = graph_.add(op, {result, parts[k]});
    return result;
  }

  void read_out() {
    std::vector<std::string> numbers;
    for (const Readout& readout : layer_.readouts) numbers.push_back(node_of(readout));
    const std::string all =
        numbers.size() == 1 ? numbers.front() : graph_.add("Concat", numbers, {{"axis", std::int64_t{-1}}});
    graph_.add("Reshape", {all, graph_.integers({0, -1})}, {}, "outputs");
    const std::string columns = std::to_string(block_->receivers * layer_.readouts.size());
    graph_.output("outputs", graph_.real(), {"batch", columns}, "the outputs at the judged tokens");
    if (layer_.vector) return;
    const std::string decided =
        layer_.decision == Decision::sign
            ? graph_.add("Greater", {"outputs", graph_.number(0)})
            : graph_.add("Floor", {graph_.add("Add", {"outputs", graph_.number(Rational(1, 2))})});
    graph_.add("Cast", {decided}, {{"to", static_cast<std::int64_t>(OnnxGraph::Type::int64)}}, "decisions");
    graph_.output("decisions", OnnxGraph::Type::int64, {"batch", columns},
                  "what the outputs say: the nearest integer, or 1 above 0");
  }

  const ExportedLayer& layer_;
  OnnxGraph& graph_;
  std::string kinds_, x_;  // x_: what the layer at hand reads, in the end the last stream
  const ExportedBlock* block_ = nullptr;
  std::size_t forms_ = 0;
};

}  // namespace

void add_layer(const ExportedLayer& layer, OnnxGraph& graph) {
  LayerNodes nodes(layer, graph);
  nodes();
}

}  // namespace attest::exchange
