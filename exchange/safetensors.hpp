// The safetensors format: 8 bytes N, little-endian; N bytes of a JSON object, {"name": {"dtype", "shape", "data_offsets": [begin,
// end]}, .., "__metadata__": {"key": "text"}}; then the arrays, one behind the other without gaps, row by row.
//
// Source: the section "Format" of the README of github.com/huggingface/safetensors.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "exchange/float_conversion.hpp"

namespace attest::exchange {

// The header is padded with spaces to a multiple of 8 bytes, and the arrays stand in the order of the size of their entries, so that each
// is aligned.
std::string safetensors(const std::vector<Array>& arrays, const std::map<std::string, std::string>& metadata,
                        FloatConversion& conversion);

}  // namespace attest::exchange
