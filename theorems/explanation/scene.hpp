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

  attention::Kind kind() const { return kinds[receiver]; }
  Decision decision() const { return setting.task().decision(); }
  // A token as the paper counts it: 3, [1, 2]; a tuple: [3, 4].
  Json name(attention::Token token) const { return setting.task().position_name(token); }
  Json names(std::span<const attention::Token> tuple) const;
  // The same in a sentence: "token 3", "the tuple (3, 4)", "the tuple ((1,2), (2,3))".
  std::string said(std::span<const attention::Token> tuple) const;
};

// `claim` tells the names of its variant. Throws UsageError where the setting has no tokens.
Scene scene_of(const TheoremClaim& claim, const LayerSetting& setting, const Word& word, std::size_t which);

// "[1, 2]" as "(1,2)".
std::string said_position(const Json& position);

}  // namespace attest::theorems
