#include "lowerbounds/anna/receptive_field.hpp"

#include <bit>

namespace attest {

namespace {

TokenSet last_token(int n) {
  return TokenSet{1} << (n - 1);
}

// needed[l]: the tokens whose outputs after l layers matter for token N after all layers; needed[0] is the
// receptive field.
std::vector<TokenSet> needed_tokens(const ChunkPattern& pattern, int n) {
  std::vector<TokenSet> needed(pattern.size() + 1);
  needed.back() = last_token(n);
  for (std::size_t l = pattern.size(); l > 0; --l) needed[l - 1] = widened(pattern[l - 1], needed[l]);
  return needed;
}

}  // namespace

TokenSet receptive_field(const ChunkPattern& pattern, int n) {
  return needed_tokens(pattern, n).front();
}

std::vector<FieldWitness> every_pattern(const std::vector<ChunkLayer>& layers, int depth, int n) {
  std::vector<FieldWitness> patterns(1);
  for (int l = 0; l < depth; ++l) {
    std::vector<FieldWitness> longer;
    for (const FieldWitness& shorter : patterns) {
      for (const ChunkLayer& layer : layers) {
        longer.push_back(shorter);
        longer.back().pattern.push_back(layer);
      }
    }
    patterns = std::move(longer);
  }
  for (FieldWitness& entry : patterns) entry.field = receptive_field(entry.pattern, n);
  return patterns;
}

std::optional<ReceptiveFields> all_receptive_fields(int n, int b, int depth, ChunkSize size,
                                                    const std::function<bool()>& stop) {
  const std::vector<ChunkLayer> layers = chunk_layers(n, b, size);
  ReceptiveFields result;
  result.layers = layers.size();
  std::map<TokenSet, FieldCount> current;
  current[last_token(n)].patterns = 1;
  for (int l = 0; l < depth; ++l) {
    std::map<TokenSet, FieldCount> next;
    for (const auto& [set, count] : current) {
      std::map<TokenSet, std::uint64_t> ways;
      for (const ChunkLayer& layer : layers) {
        const TokenSet wider = widened(layer, set);
        if (ways[wider]++ % 1024 == 0 && stop && stop()) return std::nullopt;
        FieldCount& entry = next[wider];
        if (entry.example.empty()) {
          entry.example = count.example;
          entry.example.insert(entry.example.begin(), layer);  // earlier than those already there
        }
      }
      for (const auto& [wider, number] : ways) next[wider].patterns += count.patterns * number;
    }
    current = std::move(next);
    result.fields.push_back(current);
  }
  return result;
}

bool distinguishable(const ChunkPattern& pattern, const std::vector<int>& x, const std::vector<int>& y) {
  const std::size_t n = x.size();
  // Names are given in the order of first appearance; the two runs share the dictionary.
  std::map<std::vector<long>, long> names;
  const auto name = [&names](const std::vector<long>& content) {
    return names.emplace(content, static_cast<long>(names.size())).first->second;
  };
  std::vector<std::vector<long>> states;
  for (const auto* input : {&x, &y}) {
    std::vector<long> state(n);
    for (std::size_t i = 0; i < n; ++i) state[i] = name({0, static_cast<long>(i), (*input)[i]});
    states.push_back(state);
  }
  for (std::size_t l = 0; l < pattern.size(); ++l) {
    for (auto& state : states) {
      std::vector<long> next(n);
      for (std::size_t i = 0; i < n; ++i) {
        std::vector<long> content = {static_cast<long>(l) + 1, static_cast<long>(i)};
        for (const TokenSet chunk : pattern[l]) {
          if ((chunk >> i & 1U) == 0) continue;
          for (std::size_t j = 0; j < n; ++j) {
            if ((chunk >> j & 1U) != 0) content.push_back(state[j]);
          }
        }
        next[i] = name(content);
      }
      state = std::move(next);
    }
  }
  return states[0].back() != states[1].back();
}

std::vector<long> adder_coefficients(const ChunkPattern& pattern, int n) {
  const std::vector<TokenSet> needed = needed_tokens(pattern, n);
  std::vector<std::vector<long>> forms(n, std::vector<long>(n, 0));
  for (int j = 0; j < n; ++j) forms[j][j] = 1;
  for (std::size_t l = 0; l < pattern.size(); ++l) {
    // Tokens of one chunk of the layer before hold the same sum; the lowest that is needed speaks for all.
    TokenSet chosen = needed[l];
    if (l > 0) {
      chosen = 0;
      for (const TokenSet chunk : pattern[l - 1]) {
        const TokenSet used = chunk & needed[l];
        if (used != 0) chosen |= TokenSet{1} << std::countr_zero(used);
      }
    }
    std::vector<std::vector<long>> next(n, std::vector<long>(n, 0));
    for (const TokenSet chunk : pattern[l]) {
      const long size = std::popcount(chunk);
      for (int i = 0; i < n; ++i) {
        if ((chunk >> i & 1U) == 0) continue;
        for (int j = 0; j < n; ++j) {
          if ((chunk >> j & 1U) == 0 || (chosen >> j & 1U) == 0) continue;
          for (int k = 0; k < n; ++k) next[i][k] += size * forms[j][k];  // the value of token j
        }
        for (int k = 0; k < n; ++k) next[i][k] /= size;  // softmax of equal scores; divides exactly
      }
    }
    forms = std::move(next);
  }
  return forms[n - 1];
}

}  // namespace attest
