// The whole layer as an ONNX graph, from the cells of an input to outputs and decisions (exported_layer.hpp says which sums).
//
//   cells  int64 [batch, cells]     ->     outputs  [batch, judged outputs],  decisions  int64 of the same shape
#pragma once

#include "exchange/exported_layer.hpp"
#include "exchange/onnx_graph.hpp"

namespace attest::exchange {

// Inputs, nodes and outputs of the layer; products in a readout are nodes like the rest.
void add_layer(const ExportedLayer& layer, OnnxGraph& graph);

}  // namespace attest::exchange
