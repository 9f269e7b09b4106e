// The arrays of one head (exported_layer.hpp).
#pragma once

#include "exchange/exported_layer.hpp"

namespace attest::exchange {

// `number`: of the head, from 0; `tokens`: how many the layer has. UsageError for what arrays over all tuples of tokens cannot say.
ExportedHead add_head(const attention::Head& head, std::size_t number, std::size_t tokens,
                      const std::vector<attention::Token>& receivers, std::uint64_t most_entries,
                      std::vector<Array>& arrays);

}  // namespace attest::exchange
