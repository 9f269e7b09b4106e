// NumPy's .npz: a zip of .npy files, one for each array, stored and not compressed.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "exchange/float_conversion.hpp"

namespace attest::exchange {

// A zip of these entries, stored, all of 1 January 1980: the same entries make the same bytes.
std::string stored_zip(const std::vector<std::pair<std::string, std::string>>& entries);

// The arrays, and `structure` as bytes (numpy.load(..)["structure"].item()). `comment`: stands in the header of each.
std::string npz(const std::vector<Array>& arrays, const std::string& structure, const std::string& comment,
                FloatConversion& conversion);

}  // namespace attest::exchange
