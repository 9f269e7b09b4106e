// The communication patterns of Appendix E of seed 001: in each layer the N tokens are divided into chunks,
// and a token attends to its chunk (Definition E.1, and f_l of lines 780-790).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace attest {

// Bit i - 1 stands for token i.
using TokenSet = std::uint32_t;

// One layer: the chunks, a partition of [N].
using ChunkLayer = std::vector<TokenSet>;

enum class ChunkSize {
  exactly,  // every f_l(i) has B elements, as line 784 has it
  at_most,  // and fewer are allowed
};

// All of them, each once. None if chunks of exactly B tokens cannot fill [N]. 1 <= N <= 20.
std::vector<ChunkLayer> chunk_layers(int n, int b, ChunkSize size);

// The union of the chunks that meet `tokens`: what the layer's outputs at `tokens` depend on.
TokenSet widened(const ChunkLayer& layer, TokenSet tokens);

// "{1,2} {3,4}"
std::string layer_text(const ChunkLayer& layer, int n);
std::vector<int> tokens_of(TokenSet set, int n);

}  // namespace attest
