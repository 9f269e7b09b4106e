// The tokens of a theorem at given sizes: which there are, what input cells each one shows, and for every content that
// it can have its index values and features.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "attention/layer.hpp"
#include "theorems/input_layout.hpp"
#include "theorems/network_value.hpp"

namespace attest::theorems {

struct TokenGroup {  // the tokens of one `tokens` statement
  std::string name;
  std::vector<std::string> indices;
  std::vector<std::string> features;
  std::vector<attention::Token> tokens;
};

class TokenTable {
 public:
  // `constants`: sizes, parameters. Throws UsageError or NetworkError.
  TokenTable(const std::vector<TokensStatement>& statements, const InputLayout& layout,
             const NetworkNames& constants);

  const std::vector<TokenGroup>& kinds_of_tokens() const { return groups_; }
  const TokenGroup* find(const std::string& name) const;  // null: no such kind; the empty name: the only one
  std::size_t tokens() const { return tokens_.size(); }
  std::size_t group_of(attention::Token token) const { return tokens_[token].group; }
  const std::vector<Rational>& indices_of(attention::Token token) const { return tokens_[token].indices; }
  const std::vector<std::size_t>& reads_of(attention::Token token) const {
    return tokens_[token].reads;
  }  // cells
  // Of each of these cells: a token's kind is the first of its kinds plus the sum of stride * place.
  const std::vector<std::size_t>& strides_of(attention::Token token) const { return tokens_[token].stride; }
  // The token of a kind with these index values; nothing where there is none.
  std::optional<attention::Token> token(const TokenGroup& kind, const std::vector<Rational>& indices) const;
  Json name_of(attention::Token token) const;              // 3, or [1, 2]
  std::string indices_text(attention::Token token) const;  // 3, or 1,2

  // Kinds in the sense of attention/layer.hpp: token and content.
  const std::vector<attention::Kind>& first() const { return first_; }
  attention::Token token_of(attention::Kind kind) const;
  // Whether an input gives its token this content: an injective input has no value twice. Impossible ones have no features.
  bool possible(attention::Kind kind) const { return possible_[kind]; }
  // Whether an input gives the tokens of these kinds these contents at once.
  bool possible_together(std::span<const attention::Kind> kinds) const;
  const std::map<std::string, Rational>& features_of(attention::Kind kind) const { return features_[kind]; }

  // The kinds of an input; `places`: of each cell, the place of its value among those that it can have.
  void kinds(std::span<const std::size_t> places, std::span<attention::Kind> out) const;

 private:
  struct TokenEntry {
    std::size_t group = 0;
    std::vector<Rational> indices;
    std::vector<std::size_t> reads;  // cells
    std::vector<std::size_t> stride;
  };
  void add(const TokensStatement& statement, const InputLayout& layout, const NetworkNames& constants);
  void add_contents(const TokensStatement& statement, TokenEntry& token, const InputLayout& layout,
                    const NetworkNames& constants);

  InputLayout layout_;
  std::vector<TokenGroup> groups_;
  std::vector<TokenEntry> tokens_;
  std::vector<attention::Kind> first_ = {0};
  std::vector<std::map<std::string, Rational>> features_;  // [kind]
  std::vector<bool> possible_;                             // [kind]
};

}  // namespace attest::theorems
