#include "attention/expressive.hpp"

namespace attest {

Rational expressive_kernel(const Rational& z) {
  const Rational square = z * z;
  return square / (1 + square);
}

std::optional<std::vector<Rational>> expressive_weights(const std::vector<Rational>& z) {
  std::vector<Rational> weights;
  Rational normaliser = 0;
  for (const Rational& score : z) {
    weights.push_back(expressive_kernel(score));
    normaliser += weights.back();
  }
  if (normaliser == 0) return std::nullopt;
  for (Rational& weight : weights) weight /= normaliser;
  return weights;
}

}  // namespace attest
