// The arrays of one head (exported_layer.hpp).
#pragma once

#include "exchange/exported_layer.hpp"

namespace attest::exchange {

// Where a head stands.
struct HeadPlace {
  std::string prefix;                         // of its layer
  const std::vector<attention::Token>& read;  // the tokens that the layer has the stream of, ascending
  const std::vector<attention::Token>& receivers;
  bool first = true;  // no layer before it: tokens show rows of X
};

// Of each token its place in the list, which has it.
std::vector<std::int64_t> places_in(const std::vector<attention::Token>& list,
                                    const std::vector<attention::Token>& tokens);

// `number`: of the head, from 0. UsageError for what arrays over all tuples of tokens cannot say.
ExportedHead add_head(const attention::Head& head, std::size_t number, const HeadPlace& place,
                      std::uint64_t most_entries, std::vector<Array>& arrays);

}  // namespace attest::exchange
