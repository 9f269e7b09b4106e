// From which sizes on a lemma proves a theorem: the first one of a single size, and of several each in turn as far down as it goes.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "theorems/proof/range_proof.hpp"
#include "theorems/proof/size_ends.hpp"

namespace attest::theorems {

class CornerSearch {
 public:
  // Keeps references.
  CornerSearch(const TheoremText& text, const SizeEnds& ends,
               const std::map<std::string, Rational>& parameters)
      : text_(text), ends_(ends), parameters_(parameters) {}

  // All sizes from `from` on with the others fixed: the proof, or the refusal that is thrown.
  LemmaProof attempt(const Sizes& fixed, const Sizes& from) const;
  // Throws the refusal far out where there is no corner.
  Piece found(const Sizes& fixed, const Sizes& from) const;

  // Whether the theorem speaks of these sizes, of all.
  bool is_stated(const Sizes& sizes) const;
  // Some sizes of a range that it speaks of; Refusal where none are found.
  Sizes stated_in(const Piece& piece) const;

 private:
  std::optional<LemmaProof> succeeds(const Sizes& fixed, const Sizes& from) const;
  void prove_one(const Sizes& fixed, const std::string& name, Integer& least, Piece& piece) const;
  void prove_several(const Sizes& from, Piece& piece) const;

  const TheoremText& text_;
  const SizeEnds& ends_;
  const std::map<std::string, Rational>& parameters_;
};

}  // namespace attest::theorems
