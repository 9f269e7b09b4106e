// The encoding of every token with every content that it can have.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "theorems/token_table.hpp"

namespace attest::theorems {

// The encoding of the tokens of one kind, as it is written.
struct Encoding {
  std::string tokens;              // the kind's name; empty: the only one
  std::vector<std::string> names;  // of the coordinates, or none
  std::vector<language::Expression> coordinates;
  language::Place place;
  std::vector<std::string> stated =
      {};  // what each of `coordinates` is called, a vector of them by one name; or none
};

struct EncodedTokens {
  std::vector<std::vector<Rational>>
      vectors;  // [kind in the sense of the record]; empty where it is impossible
  std::vector<std::optional<std::size_t>>
      lengths;  // [kind of tokens]; nothing where every content is impossible
};

// `encodings`: in the order of tokens.kinds_of_tokens(). zeros(k) counts as k coordinates. NetworkError where a coordinate has no
// value or the length varies from token to token.
EncodedTokens encode_tokens(const TokenTable& tokens, const std::vector<Encoding>& encodings,
                            const NetworkNames& constants);

// The entries, and zeros up to `length`.
RationalVector padded(const std::vector<Rational>& entries, std::size_t length);

}  // namespace attest::theorems
