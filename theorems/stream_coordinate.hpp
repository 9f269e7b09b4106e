// Which coordinate of a layer's stream an expression names.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "language/expression.hpp"
#include "theorems/network_value.hpp"

namespace attest::theorems {

// 0-based, of stream.6, stream.out, a coordinate's bare name or a member of a block, side(k), whose index has a value; nothing for other expressions. UsageError for a name that the
// stream does not have, NetworkError for a number beyond `dimension`.
std::optional<std::size_t> stream_coordinate(const language::Node& expression,
                                             const std::vector<std::string>& names, std::size_t dimension,
                                             const NetworkNames& constants = {});

}  // namespace attest::theorems
