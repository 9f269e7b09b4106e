#include "exchange/layer_json.hpp"

namespace attest::exchange {

namespace {

Json entry_json(const Array& array, std::size_t at) {
  if (array.type != Array::Type::real) return array.integers[at];
  return array.surd ? array.surd->to_string() : to_string(array.numbers[at]);
}

// The entries from `at` on, as lists of the shape behind `axis`.
Json nested(const Array& array, std::size_t axis, std::size_t& at) {
  if (axis == array.shape.size()) return entry_json(array, at++);
  Json list = Json::array();
  for (std::size_t k = 0; k < array.shape[axis]; ++k) list.push_back(nested(array, axis + 1, at));
  return list;
}

const char* operation(attention::Readout::Op op) {
  using Op = attention::Readout::Op;
  switch (op) {
    case Op::affine:
      return "affine";
    case Op::sum:
      return "sum";
    case Op::scaled:
      return "scaled";
    case Op::positive_part:
      return "relu";
    case Op::absolute:
      return "abs";
    case Op::minimum:
      return "min";
    case Op::maximum:
      return "max";
    case Op::product:
      return "product";
  }
  return "";
}

}  // namespace

Json arrays_json(const ExportedLayer& layer) {
  Json all = Json::object();
  for (const Array& array : layer.arrays) {
    std::size_t at = 0;
    all[array.name] = {{"shape", array.shape}, {"meaning", array.meaning}, {"values", nested(array, 0, at)}};
  }
  return all;
}

Json readout_json(const attention::Readout& readout) {
  if (readout.op == attention::Readout::Op::affine) {
    Json coefficients = Json::object();
    for (const auto& [index, coefficient] : readout.form.coefficients)
      coefficients[std::to_string(index)] = to_string(coefficient);
    return {{"constant", to_string(readout.form.constant)}, {"coefficients", coefficients}};
  }
  Json result = {{"op", operation(readout.op)}};
  if (readout.op == attention::Readout::Op::scaled) result["factor"] = to_string(readout.factor);
  Json of = Json::array();
  for (const attention::Readout& child : readout.children) of.push_back(readout_json(child));
  result["of"] = std::move(of);
  return result;
}

}  // namespace attest::exchange
