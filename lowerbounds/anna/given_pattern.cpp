#include "lowerbounds/anna/given_pattern.hpp"

#include <fmt/format.h>

#include <bit>

#include "claims/usage_error.hpp"
#include "claims/user_json.hpp"
#include "numeric/checked.hpp"
#include "tasks/datasets/random.hpp"
#include "tasks/drawn_word.hpp"
#include "tasks/nested_array.hpp"

namespace attest {

namespace {

constexpr int most_ranked_tokens = 10;

ChunkLayer layer_from_json(const Json& json, const std::string& place, const PatternSize& size) {
  const std::string expected =
      fmt::format("chunks of {} {} tokens that are a partition of 1..{}",
                  size.size == ChunkSize::exactly ? "exactly" : "at most", size.b, size.n);
  if (!json.is_array()) throw UsageError(place, json.dump(), expected);
  ChunkLayer layer;
  TokenSet met = 0;
  for (const Json& chunk : json) {
    TokenSet set = 0;
    if (!chunk.is_array() || chunk.empty()) throw UsageError(place, json.dump(), expected);
    for (const Json& token : chunk) {
      const TokenSet bit = TokenSet{1} << (integer_from_json(token, place, 1, size.n, expected) - 1);
      if (((met | set) & bit) != 0) throw UsageError(place, json.dump(), expected);
      set |= bit;
    }
    const int tokens = std::popcount(set);
    if (tokens > size.b || (size.size == ChunkSize::exactly && tokens != size.b))
      throw UsageError(place, json.dump(), expected);
    met |= set;
    layer.push_back(set);
  }
  if (std::popcount(met) != size.n) throw UsageError(place, json.dump(), expected);
  return layer;
}

ChunkLayer random_layer(const PatternSize& size, Random& random) {
  std::vector<int> tokens;
  for (int i = 0; i < size.n; ++i) tokens.push_back(i);
  random.shuffle(tokens);
  ChunkLayer layer;
  for (std::size_t next = 0; next < tokens.size();) {
    const long length = size.size == ChunkSize::exactly ? size.b : random.between(1, size.b);
    TokenSet set = 0;
    for (long k = 0; k < length && next < tokens.size(); ++k) set |= TokenSet{1} << tokens[next++];
    layer.push_back(set);
  }
  return layer;
}

}  // namespace

Json pattern_as_json(const ChunkPattern& pattern, int n) {
  Json layers = Json::array();
  for (const ChunkLayer& layer : pattern) {
    Json chunks = Json::array();
    for (const TokenSet chunk : layer) chunks.push_back(tokens_of(chunk, n));
    layers.push_back(std::move(chunks));
  }
  return {{"layers", std::move(layers)}};
}

ChosenPattern chosen_pattern(const Json& given, const PatternSize& size, std::uint64_t seed) {
  ChosenPattern chosen;
  if (given == "random") {
    Random random(seed);
    for (int l = 0; l < size.depth; ++l) chosen.pattern.push_back(random_layer(size, random));
  } else if (given.is_string()) {
    const std::string text = given.get<std::string>();
    if (size.n > most_ranked_tokens)
      throw UsageError("input", text,
                       fmt::format("JSON or random: patterns are numbered up to N = {}", most_ranked_tokens));
    const std::vector<ChunkLayer> layers = chunk_layers(size.n, size.b, size.size);
    const Integer many = layers.size();
    Integer rank = rank_argument(text, power(many, static_cast<unsigned long>(size.depth)));
    chosen.rank = rank;
    chosen.pattern.resize(static_cast<std::size_t>(size.depth));
    for (std::size_t l = chosen.pattern.size(); l-- > 0; rank /= many)
      chosen.pattern[l] = layers[to_size(Integer(rank % many))];
  } else {
    require_keys(given, {"layers"});
    const Json& layers = given["layers"];
    if (!layers.is_array() || layers.size() != static_cast<std::size_t>(size.depth))
      throw UsageError("input layers", layers.dump(), fmt::format("a list of L = {} layers", size.depth));
    for (std::size_t l = 0; l < layers.size(); ++l)
      chosen.pattern.push_back(layer_from_json(layers[l], fmt::format("input layers/{}", l), size));
  }
  chosen.json = pattern_as_json(chosen.pattern, size.n);
  return chosen;
}

}  // namespace attest
