#include "exchange/onnx_graph.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace attest::exchange {

namespace {

// The numbers of the fields in onnx.proto.
namespace model_proto {
constexpr unsigned ir_version = 1, producer_name = 2, producer_version = 3, doc_string = 6, graph = 7,
                   opset_import = 8, metadata_props = 14;
}
namespace graph_proto {
constexpr unsigned node = 1, name = 2, initializer = 5, doc_string = 10, input = 11, output = 12;
}
namespace node_proto {
constexpr unsigned input = 1, output = 2, name = 3, op_type = 4, attribute = 5;
}
namespace attribute_proto {
constexpr unsigned name = 1, i = 3, s = 4, ints = 8, type = 20;
constexpr int is_int = 2, is_string = 3, is_ints = 7;
}  // namespace attribute_proto
namespace tensor_proto {
constexpr unsigned dims = 1, data_type = 2, name = 8, raw_data = 9, doc_string = 12;
}

constexpr std::int64_t ir_version = 7;  // of operator set 13 (ONNX 1.8)

ProtobufMessage attribute_message(const std::string& name, const OnnxGraph::Attribute& value) {
  ProtobufMessage message;
  message.bytes(attribute_proto::name, name);
  if (const auto* number = std::get_if<std::int64_t>(&value)) {
    message.integer(attribute_proto::i, *number).integer(attribute_proto::type, attribute_proto::is_int);
  } else if (const auto* text = std::get_if<std::string>(&value)) {
    message.bytes(attribute_proto::s, *text).integer(attribute_proto::type, attribute_proto::is_string);
  } else {
    for (const std::int64_t each : std::get<std::vector<std::int64_t>>(value))
      message.integer(attribute_proto::ints, each);
    message.integer(attribute_proto::type, attribute_proto::is_ints);
  }
  return message;
}

}  // namespace

ProtobufMessage OnnxGraph::value_info(const std::string& name, Type type,
                                      const std::vector<std::string>& shape, const std::string& meaning) {
  ProtobufMessage dimensions;
  for (const std::string& dimension : shape) {
    ProtobufMessage each;
    if (const auto number = integer_from_string(dimension))
      each.integer(1, std::stoll(dimension));
    else
      each.bytes(2, dimension);
    dimensions.message(1, each);
  }
  const ProtobufMessage tensor = ProtobufMessage().integer(1, static_cast<int>(type)).message(2, dimensions);
  return ProtobufMessage().bytes(1, name).message(2, ProtobufMessage().message(1, tensor)).bytes(3, meaning);
}

void OnnxGraph::input(const std::string& name, const std::vector<std::string>& shape,
                      const std::string& meaning) {
  graph_.message(graph_proto::input, value_info(name, Type::int64, shape, meaning));
}

void OnnxGraph::output(const std::string& name, Type type, const std::vector<std::string>& shape,
                       const std::string& meaning) {
  graph_.message(graph_proto::output, value_info(name, type, shape, meaning));
}

std::string OnnxGraph::constant(const Array& array) {
  if (!constants_.emplace(array.name, true).second) return array.name;
  ProtobufMessage tensor;
  for (const std::size_t length : array.shape)
    tensor.integer(tensor_proto::dims, static_cast<std::int64_t>(length));
  const Type type = array.type == Array::Type::integer ? Type::int64
                    : array.type == Array::Type::truth ? Type::truth
                                                       : real();
  std::string data;
  conversion_.append(data, array);
  tensor.integer(tensor_proto::data_type, static_cast<int>(type))
      .bytes(tensor_proto::name, array.name)
      .bytes(tensor_proto::raw_data, data)
      .bytes(tensor_proto::doc_string, array.meaning);
  graph_.message(graph_proto::initializer, tensor);
  return array.name;
}

std::string OnnxGraph::integers(const std::vector<std::int64_t>& values) {
  return constant(integer_array(fmt::format("list_{}", fmt::join(values, "_")), {values.size()}, values, ""));
}

std::string OnnxGraph::number(const Rational& value) {
  return constant(real_array("number_" + to_string(value), {}, {value}, ""));
}

std::string OnnxGraph::add(const std::string& op, const std::vector<std::string>& inputs,
                           const Attributes& attributes, const std::string& name) {
  ++nodes_;
  std::string result = name.empty() ? fmt::format("{}_{}", op, nodes_) : name;
  ProtobufMessage node;
  for (const std::string& each : inputs) node.bytes(node_proto::input, each);
  node.bytes(node_proto::output, result)
      .bytes(node_proto::name, fmt::format("node_{}", nodes_))
      .bytes(node_proto::op_type, op);
  for (const auto& [key, value] : attributes)
    node.message(node_proto::attribute, attribute_message(key, value));
  graph_.message(graph_proto::node, node);
  return result;
}

std::string OnnxGraph::model(const std::string& name, const std::string& doc, const std::string& version,
                             const std::map<std::string, std::string>& metadata) const {
  ProtobufMessage graph = graph_;
  graph.bytes(graph_proto::name, name);
  ProtobufMessage model;
  model.integer(model_proto::ir_version, ir_version)
      .bytes(model_proto::producer_name, "attest")
      .bytes(model_proto::producer_version, version)
      .bytes(model_proto::doc_string, doc)
      .message(model_proto::opset_import, ProtobufMessage().bytes(1, "").integer(2, operator_set))
      .message(model_proto::graph, graph);
  for (const auto& [key, value] : metadata)
    model.message(model_proto::metadata_props, ProtobufMessage().bytes(1, key).bytes(2, value));
  return model.str();
}

}  // namespace attest::exchange
