// A layer's arrays and readouts as JSON in exact numbers.
#pragma once

#include "exchange/exported_layer.hpp"

namespace attest::exchange {

// {"name": {"shape", "meaning", "values": lists in lists}, ..}: integers and truth values as numbers, reals as strings "p/q" or
// "p/q*sqrt(r)*log(k)".
Json arrays_json(const ExportedLayer& layer);

// {"constant": "1/8", "coefficients": {"5": "-1"}} of coordinates from 0, or {"op": "min", "of": [..]}, {"op": "scaled", "factor", "of"}.
Json readout_json(const attention::Readout& readout);

}  // namespace attest::exchange
