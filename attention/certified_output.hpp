// The output of a softmax layer on one input, enclosed as tightly as asked for, and decisions about it
// that are proved. This is what the double filter hands its open cases to, and what every number in a
// verdict comes from.
#pragma once

#include <atomic>
#include <optional>
#include <span>
#include <vector>

#include "attention/forest.hpp"
#include "attention/layer_tokens.hpp"
#include "claims/stop.hpp"
#include "numeric/interval.hpp"

namespace attest {

class CertifiedOutput {
 public:
  // Keeps references to its arguments. `forest` as forest_for(tokens) gives it.
  CertifiedOutput(const LayerTokens& tokens, const std::optional<Forest>& forest,
                  std::span<const Symbol> word, std::size_t position,
                  const std::atomic<bool>* stop = nullptr);

  // Encloses y - target, at least `accurate_bits` leading bits certain (or exactly zero); on words of more
  // than 128 tokens a difference below 2^-200 may be enclosed without leading bits.
  Interval deviation(const Rational& target, long accurate_bits) const;

  // |y - target| against bound. Intervals decide unless it is a tie, which the spectrum's zero test
  // proves; undecided only at maximal_precision.
  Ordering compare_error(const Rational& target, const Rational& bound) const;

 private:
  Interval enclose(const Rational& target, Precision precision) const;
  // Sign of y - target.
  Ordering sign(const Rational& target) const;

  const LayerTokens& tokens_;
  const std::optional<Forest>& forest_;
  std::span<const Symbol> word_;
  std::size_t position_;
  const std::atomic<bool>* stop_;
};

}  // namespace attest
