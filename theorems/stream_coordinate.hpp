// Which coordinate of a layer's stream an expression names.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "language/expression.hpp"

namespace attest::theorems {

// 0-based, of stream.6, stream.out or a coordinate's bare name; nothing for other expressions. UsageError for a name that the
// stream does not have, NetworkError for a number beyond `dimension`.
std::optional<std::size_t> stream_coordinate(const language::Node& expression,
                                             const std::vector<std::string>& names, std::size_t dimension);

}  // namespace attest::theorems
