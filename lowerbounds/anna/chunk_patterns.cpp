#include "lowerbounds/anna/chunk_patterns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>

namespace attest {

namespace {

// Token `next` joins a chunk that has room or opens one, so chunks come in the order of their first tokens
// and each partition comes once.
void divide(int next, int n, int b, ChunkSize size, ChunkLayer& chunks, std::vector<ChunkLayer>& all) {
  if (next == n) {
    for (const TokenSet chunk : chunks) {
      if (size == ChunkSize::exactly && std::popcount(chunk) != b) return;
    }
    all.push_back(chunks);
    return;
  }
  const TokenSet token = TokenSet{1} << next;
  for (std::size_t c = 0; c < chunks.size(); ++c) {
    if (std::popcount(chunks[c]) == b) continue;
    chunks[c] |= token;
    divide(next + 1, n, b, size, chunks, all);
    chunks[c] &= ~token;
  }
  if (size == ChunkSize::exactly && static_cast<int>(chunks.size() + 1) * b > n) return;
  chunks.push_back(token);
  divide(next + 1, n, b, size, chunks, all);
  chunks.pop_back();
}

}  // namespace

std::vector<ChunkLayer> chunk_layers(int n, int b, ChunkSize size) {
  std::vector<ChunkLayer> all;
  if (size == ChunkSize::exactly && n % b != 0) return all;
  ChunkLayer chunks;
  divide(0, n, b, size, chunks, all);
  return all;
}

TokenSet widened(const ChunkLayer& layer, TokenSet tokens) {
  TokenSet reached = 0;
  for (const TokenSet chunk : layer) {
    if ((chunk & tokens) != 0) reached |= chunk;
  }
  return reached;
}

std::vector<int> tokens_of(TokenSet set, int n) {
  std::vector<int> tokens;
  for (int i = 1; i <= n; ++i) {
    if ((set >> (i - 1) & 1U) != 0) tokens.push_back(i);
  }
  return tokens;
}

std::string layer_text(const ChunkLayer& layer, int n) {
  std::string text;
  for (const TokenSet chunk : layer)
    text += fmt::format("{}{{{}}}", text.empty() ? "" : " ", fmt::join(tokens_of(chunk, n), ","));
  return text;
}

}  // namespace attest
