// A layer evaluated as it is defined, tuple by tuple, in intervals: the route that everything faster is
// compared with, and the one that decides what the double filter leaves open.
#pragma once

#include <atomic>
#include <span>

#include "attention/token_kinds.hpp"
#include "attention/transformer_layer.hpp"
#include "numeric/interval.hpp"
#include "tasks/token_task.hpp"

namespace attest {

// What one token gets: y, and the best pair of each head with the gap to the second best.
struct TokenOutput {
  Interval y;
  struct Best {
    std::size_t j = 0;
    std::size_t k = 0;
    std::optional<Rational> gap;  // before scaling; absent where there is one pair only
  };
  std::vector<Best> best;  // [head]
};

TokenOutput evaluate_by_definition(const TransformerLayer& layer, const TokenKinds& kinds,
                                   const TokenTask& task, std::span<const Symbol> word, std::size_t token,
                                   Precision precision);

// The same with the precision raised until y can be told right from wrong (at most maximal_precision) and
// has `accurate_bits` bits after the binary point, or is known exactly.
TokenOutput decided_output(const TransformerLayer& layer, const TokenKinds& kinds, const TokenTask& task,
                           std::span<const Symbol> word, std::size_t token, long truth, long accurate_bits);

// A network in intervals.
Interval network_output(const ReluNetwork& network, std::vector<Interval> x);

}  // namespace attest
