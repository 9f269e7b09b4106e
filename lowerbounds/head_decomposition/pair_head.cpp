#include "lowerbounds/head_decomposition/pair_head.hpp"

namespace attest {

namespace {

SmallVector times(const SmallMatrix& matrix, const SmallVector& x) {
  SmallVector result;
  for (const SmallVector& row : matrix) {
    long sum = 0;
    for (std::size_t c = 0; c < x.size(); ++c) sum += row[c] * x[c];
    result.push_back(sum);
  }
  return result;
}

SmallMatrix rows(const SmallMatrix& matrix, const SmallMatrix& tokens) {
  SmallMatrix result;
  for (const SmallVector& token : tokens) result.push_back(times(matrix, token));
  return result;
}

long dot(const SmallVector& a, const SmallVector& b) {
  long sum = 0;
  for (std::size_t c = 0; c < a.size(); ++c) sum += a[c] * b[c];
  return sum;
}

void add_term(PolynomialInE& sum, long exponent, long coefficient) {
  if (coefficient == 0) return;
  if ((sum[exponent] += coefficient) == 0) sum.erase(exponent);
}

// The 3 x 3 matrix that copies coordinate `from` to coordinate 0.
SmallMatrix copy_to_first(std::size_t from) {
  SmallMatrix matrix(3, SmallVector(3, 0));
  matrix[0][from] = 1;
  return matrix;
}

constexpr std::size_t first_word = 0;
constexpr std::size_t second_word = 1;
constexpr std::size_t constant = 2;

}  // namespace

PolynomialInE add(const PolynomialInE& a, const PolynomialInE& b, long factor) {
  PolynomialInE sum = a;
  for (const auto& [exponent, coefficient] : b) add_term(sum, exponent, factor * coefficient);
  return sum;
}

PairHeadOutput strassen_head(const StrassenWeights& weights, const SmallMatrix& tokens, std::size_t at) {
  const SmallVector f = times(weights.f, tokens[at]);
  const SmallMatrix g = rows(weights.g, tokens);
  const SmallMatrix h = rows(weights.h, tokens);
  const SmallMatrix v1 = rows(weights.v1, tokens);
  const SmallMatrix v2 = rows(weights.v2, tokens);
  PairHeadOutput output;
  for (std::size_t j = 0; j < tokens.size(); ++j) {
    for (std::size_t k = 0; k < tokens.size(); ++k) {
      const long score = dot(f, g[j]) + dot(g[j], h[k]) + dot(h[k], f);
      add_term(output.denominator, score, 1);
      add_term(output.numerator, score, v1[j][0] * v2[k][0]);
    }
  }
  return output;
}

PairHeadOutput third_order_head(const ThirdOrderWeights& weights, const SmallMatrix& tokens, std::size_t at) {
  const SmallVector q = times(weights.q, tokens[at]);
  const SmallMatrix k1 = rows(weights.k1, tokens);
  const SmallMatrix k2 = rows(weights.k2, tokens);
  const SmallMatrix v1 = rows(weights.v1, tokens);
  const SmallMatrix v2 = rows(weights.v2, tokens);
  PairHeadOutput output;
  for (std::size_t j = 0; j < tokens.size(); ++j) {
    for (std::size_t l = 0; l < tokens.size(); ++l) {
      long score = 0;
      for (std::size_t c = 0; c < q.size(); ++c) score += q[c] * k1[j][c] * k2[l][c];
      add_term(output.denominator, score, 1);
      add_term(output.numerator, score, v1[j][0] * v2[l][0]);
    }
  }
  return output;
}

StrassenWeights strassen_witness() {
  return {SmallMatrix(3, SmallVector(3, 0)), copy_to_first(first_word), copy_to_first(second_word),
          copy_to_first(first_word), copy_to_first(second_word)};
}

ThirdOrderWeights third_order_witness() {
  return {copy_to_first(constant), copy_to_first(first_word), copy_to_first(second_word),
          copy_to_first(first_word), copy_to_first(second_word)};
}

}  // namespace attest
