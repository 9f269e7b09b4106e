// A graph of ONNX operators, and the model file that holds it.
//
//   OnnxGraph graph(conversion);
//   graph.input("cells", {"batch", "7"});
//   const std::string kinds = graph.add("MatMul", {"cells", graph.constant(strides)});
//
// Source: onnx.proto and Operators.md of github.com/onnx/onnx, operator set 13.
#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "exchange/float_conversion.hpp"
#include "exchange/protobuf_message.hpp"

namespace attest::exchange {

class OnnxGraph {
 public:
  using Attribute = std::variant<std::int64_t, std::string, std::vector<std::int64_t>>;
  using Attributes = std::vector<std::pair<std::string, Attribute>>;
  enum class Type : int { float32 = 1, int64 = 7, truth = 9, float64 = 11 };
  static constexpr std::int64_t operator_set = 13;

  // Keeps a reference. Its format is that of the reals.
  explicit OnnxGraph(FloatConversion& conversion) : conversion_(conversion) {}

  Type real() const { return conversion_.bytes() == 8 ? Type::float64 : Type::float32; }

  // What a node reads or gives is called by a name; these return it. A dimension is a number, or a name for one that is open.
  void input(const std::string& name, const std::vector<std::string>& shape, const std::string& meaning);
  void output(const std::string& name, Type type, const std::vector<std::string>& shape,
              const std::string& meaning);
  std::string constant(const Array& array);
  std::string integers(const std::vector<std::int64_t>& values);  // a list
  std::string number(const Rational& value);                      // a real without shape
  // `name`: of the result; a number of its own where it is empty.
  std::string add(const std::string& op, const std::vector<std::string>& inputs,
                  const Attributes& attributes = {}, const std::string& name = "");

  // The file. `metadata`: texts by key.
  std::string model(const std::string& name, const std::string& doc, const std::string& version,
                    const std::map<std::string, std::string>& metadata) const;

 private:
  static ProtobufMessage value_info(const std::string& name, Type type, const std::vector<std::string>& shape,
                                    const std::string& meaning);

  FloatConversion& conversion_;
  ProtobufMessage graph_;
  std::map<std::string, bool> constants_;
  std::size_t nodes_ = 0;
};

}  // namespace attest::exchange
