// One judged token of one input, and how things are called there: what an explanation is about.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "theorems/theorem_claim.hpp"
#include "theorems/theorem_task.hpp"

namespace attest::theorems {

struct Scene {
  const LayerSetting& setting;
  const TokenTable& table;
  const Word& word;
  std::size_t which;  // of the judged tokens
  attention::Token receiver;
  std::vector<attention::Kind> kinds;  // [token]
  Wanted wanted;
  std::size_t coordinate;                // which number of a vector; 0 where outputs are numbers
  std::vector<std::string> coordinates;  // what the stream's are called: out, or stream.6
  std::string readout;                   // as the text says it; empty where it does not
  bool kinds_named;  // tokens of different kinds have the same indices: names say the kind

  attention::Kind kind() const { return kinds[receiver]; }
  Decision decision() const { return setting.task().decision(); }
  // A token as the paper counts it: 3, [1, 2], where it takes the kind to tell tokens apart "ITEM 3"; a tuple: [3, 4].
  Json name(attention::Token token) const;
  Json names(std::span<const attention::Token> tuple) const;
  // The same in a sentence: "token 3", "ITEM 3", "the tuple (3, 4)", "the tuple ((1,2), (2,3))".
  std::string said(std::span<const attention::Token> tuple) const;
  std::string said(attention::Token token) const { return said(std::span(&token, 1)); }
};

// `claim` tells the names of its variant. Throws UsageError where the setting has no tokens.
Scene scene_of(const TheoremClaim& claim, const LayerSetting& setting, const Word& word, std::size_t which);

// The same setting and the same number of a vector at another input and judged token. Keeps a reference to the word.
Scene scene_at(const Scene& like, const Word& word, std::size_t which);

// Whether tokens of different kinds have the same indices, and what a token is called where they do: "ITEM 3".
bool names_need_kinds(const TokenTable& table);
std::string name_with_kind(const TokenTable& table, attention::Token token);

// "[1, 2]" as "(1,2)"; a name that is words as it is.
std::string said_position(const Json& position);

}  // namespace attest::theorems
