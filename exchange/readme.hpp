// The README of an export: what it is of, how to run it, what each array is, how far off the numbers are, and what makes it again.
#pragma once

#include "exchange/export_files.hpp"
#include "exchange/onnx_graph.hpp"

namespace attest::exchange {

// {"absolute", "relative"}: decimal strings, rounded up, with the array that has it; "0" where every number is exact.
Json error_json(const ConversionError& error);

std::string readme(Form form, const ExportedLayer& layer, const TestVectors& vectors, const Origin& origin,
                   const FloatConversion& conversion);

}  // namespace attest::exchange
