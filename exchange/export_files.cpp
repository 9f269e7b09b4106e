#include "exchange/export_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "exchange/layer_json.hpp"
#include "exchange/model_texts.hpp"
#include "exchange/npz.hpp"
#include "exchange/onnx_layer.hpp"
#include "exchange/readme.hpp"
#include "exchange/safetensors.hpp"

namespace attest::exchange {

namespace {

// What machine numbers, or arrays, cannot hold.
void refuse_what_is_lost(Form form, const ExportedLayer& layer, const FloatFormat& format) {
  if (form == Form::json) return;
  for (const ExportedHead& head : layer.blocks.front().heads) {  // behind it there are no hard maxima
    if (head.largest_score > power(2, static_cast<unsigned long>(format.precision))) {
      throw UsageError(
          fmt::format("head {} takes a hard maximum of integer scores up to {}, beyond 2^{}: "
                      "{} cannot tell which are equal (--to json has them exactly)",
                      head.name, to_string(head.largest_score), format.precision,
                      format.precision == 24 ? "float32" : "float64"));
    }
  }
  if (form == Form::onnx) return;
  if (std::count(layer.readout_maps.begin(), layer.readout_maps.end(), 0) != 0) {
    throw UsageError(
        "the readout multiplies coordinates of the stream, which no matrices of a ReLU network do (--to onnx "
        "and --to json have it)");
  }
}

// A line for each field, and for each entry of the longest one.
std::string document(const Json& json, const std::string& longest) {
  std::vector<std::string> lines;
  for (const auto& [name, value] : json.items()) {
    if (name != longest) {
      lines.push_back(fmt::format("{}: {}", Json(name).dump(), value.dump()));
      continue;
    }
    std::vector<std::string> entries;
    for (const Json& entry : value) entries.push_back(entry.dump());
    lines.push_back(fmt::format("{}: [\n{}]", Json(name).dump(), fmt::join(entries, ",\n")));
  }
  return fmt::format("{{{}}}\n", fmt::join(lines, ",\n"));
}

Json structure_of(const ExportedLayer& layer, const Origin& origin, const FloatConversion& conversion) {
  Json result = {{"schema", "attest/layer/1"}};
  result.update(layer.structure());
  result["dtype"] = conversion.name();
  result["conversion_error"] = error_json(conversion.largest_error());
  result["origin"] = origin.to_json();
  return result;
}

std::string onnx_file(const ExportedLayer& layer, const Origin& origin, FloatConversion& conversion) {
  OnnxGraph graph(conversion);
  add_layer(layer, graph);
  return graph.model(origin.claim, fmt::format("{} {} {}", origin.claim, origin.variant, origin.parameters),
                     origin.version,
                     {{"structure", layer.structure().dump()},
                      {"conversion_error", error_json(conversion.largest_error()).dump()},
                      {"origin", origin.to_json().dump()}});
}

}  // namespace

const std::vector<std::pair<std::string, Form>>& forms() {
  static const std::vector<std::pair<std::string, Form>> all{{"json", Form::json},
                                                             {"npz", Form::npz},
                                                             {"onnx", Form::onnx},
                                                             {"safetensors", Form::safetensors},
                                                             {"torch", Form::torch}};
  return all;
}

Json Origin::to_json() const {
  return {{"claim", claim},     {"title", title},           {"source", statement},
          {"variant", variant}, {"parameters", parameters}, {"command", command},
          {"version", version}, {"build", build},           {"seed", seed},
          {"files", files}};
}

ExportFiles export_files(Form form, const ExportedLayer& layer, const Json& tokens,
                         const TestVectors& vectors, const Origin& origin, const FloatFormat& format) {
  refuse_what_is_lost(form, layer, format);
  FloatConversion conversion(format);
  ExportFiles result;
  const auto add = [&](const char* name, std::string bytes) {
    result.files.emplace_back(name, std::move(bytes));
  };
  if (form == Form::json) {
    Json whole = {{"schema", "attest/layer/1"}};
    whole.update(layer.structure());
    Json readouts = Json::array();
    for (const attention::Readout& readout : layer.readouts) readouts.push_back(readout_json(readout));
    whole["readout_formulas"] = std::move(readouts);
    whole["origin"] = origin.to_json();
    whole["arrays"] = arrays_json(layer);
    add("layer.json", whole.dump() + "\n");
  } else if (form == Form::onnx) {
    add("layer.onnx", onnx_file(layer, origin, conversion));
  } else {
    std::string converted;  // the structure says how far off the numbers are
    for (const Array& array : layer.arrays) {
      conversion.append(converted, array);
      converted.clear();
    }
    const std::string structure = structure_of(layer, origin, conversion).dump();
    if (form == Form::npz) {
      add("layer.npz", npz(layer.arrays, structure,
                           fmt::format("attest {}: {}", origin.version, origin.claim), conversion));
      add("model.py", numpy_model);
    } else {
      add("layer.safetensors", safetensors(layer.arrays, {{"structure", structure}}, conversion));
      if (form == Form::torch) add("model.py", torch_model);
    }
    if (form != Form::safetensors) add("compare.py", compare_script);
  }
  result.error = conversion.largest_error();
  Json all_tokens = {{"schema", "attest/tokens/1"}, {"origin", origin.to_json()}};
  all_tokens.update(tokens);
  add("tokens.json", document(all_tokens, "tokens"));
  add("test_vectors.json", document({{"schema", "attest/test-vectors/1"},
                                     {"origin", origin.to_json()},
                                     {"every_input", vectors.every_input},
                                     {"decision", layer.decision_name()},
                                     {"vectors", vectors.vectors}},
                                    "vectors"));
  add("README.md", readme(form, layer, vectors, origin, conversion));
  return result;
}

}  // namespace attest::exchange
