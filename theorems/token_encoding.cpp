#include "theorems/token_encoding.hpp"

#include <fmt/format.h>

#include "claims/stop.hpp"
#include "theorems/token_names.hpp"

namespace attest::theorems {

EncodedTokens encode_tokens(const TokenTable& tokens, const std::vector<Encoding>& encodings,
                            const NetworkNames& constants) {
  std::vector<language::Expression> tuples;
  for (const Encoding& encoding : encodings)
    tuples.push_back(language::node(language::Op::tuple, encoding.coordinates, encoding.place));
  EncodedTokens result;
  result.lengths.resize(encodings.size());
  result.vectors.resize(tokens.first().back());
  for (attention::Kind kind = 0; kind < result.vectors.size(); ++kind) {
    if (kind % 256 == 0) check_stop();
    if (!tokens.possible(kind)) continue;
    const attention::Token token = tokens.token_of(kind);
    const std::size_t group = tokens.group_of(token);
    const Encoding& encoding = encodings[group];
    const TokenNames names(tokens, kind, tokens.kinds_of_tokens()[group].indices, {}, {}, constants);
    std::vector<Rational>& vector = result.vectors[kind];
    try {
      vector = evaluate_vector(tuples[group], names.names());
      if (!encoding.names.empty() && vector.size() != encoding.names.size())
        refuse(encoding.place, "a named coordinate is one number");
      std::optional<std::size_t>& length = result.lengths[group];
      if (length && *length != vector.size())
        throw NetworkError(encoding.place, "a length that varies from token to token");
      length = vector.size();
    } catch (const NetworkError& error) {
      throw NetworkError(error.place, fmt::format("the encoding of token {}: {}",
                                                  tokens.name_of(token).dump(), error.what()));
    }
  }
  return result;
}

RationalVector padded(const std::vector<Rational>& entries, std::size_t length) {
  RationalVector result = RationalVector::Constant(static_cast<Eigen::Index>(length), Rational(0));
  for (std::size_t c = 0; c < entries.size(); ++c) result(static_cast<Eigen::Index>(c)) = entries[c];
  return result;
}

}  // namespace attest::theorems
