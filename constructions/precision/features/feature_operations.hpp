// What a rounded evaluation is made of, as docs/precision.md writes it down: products in one format,
// everything else in one (the same under the model plain, fp32 under mixed); inner products, affine maps,
// ReLU, softmax.
#pragma once

#include <span>
#include <vector>

#include "constructions/attention/relu_network.hpp"
#include "constructions/precision/evaluation_model.hpp"
#include "constructions/precision/precision_problem.hpp"
#include "numeric/floating/float_arithmetic.hpp"

namespace attest {

using RoundedRow = std::vector<FloatValue>;

// A network with its numbers stored. `weight[layer][row]`.
struct RoundedNetwork {
  std::vector<std::vector<RoundedRow>> weight;
  std::vector<RoundedRow> bias;
};

// Every number that comes out is noted in `met`, which must outlive it.
class FeatureOperations {
 public:
  static constexpr long wide_precision = 256;

  // `wide`: all in wide_precision with unbounded exponent; what comes in is taken as it is, and what comes
  // out is no longer rounded where it is a factor. The model is plain or mixed.
  FeatureOperations(EvaluationModel model, const FloatFormat& format, bool wide, ExponentsMet& met);

  FloatValue stored(const Rational& number) const;  // in the format of products
  RoundedRow stored(const RationalVector& row) const;
  RoundedNetwork stored(const ReluNetwork& network) const;

  FloatValue multiply(const FloatValue& a, const FloatValue& b) const;
  FloatValue add(const FloatValue& a, const FloatValue& b) const;
  FloatValue divide(const FloatValue& a, const FloatValue& b) const;
  FloatValue exponential_of_difference(const FloatValue& a, const FloatValue& largest) const;

  // From the left; not of nothing. A product that stands alone is rounded to the format of sums.
  FloatValue sum(const RoundedRow& terms) const;
  // Products, then their sum.
  FloatValue dot(const RoundedRow& a, const RoundedRow& b) const;
  // Each row of the weight as above, then the bias is added; max(0, .) between two maps.
  RoundedRow apply(const RoundedNetwork& network, RoundedRow x) const;

  // The weights of a softmax over numbers in this order. `term(k, largest)` is
  // exponential_of_difference(scores[k], scores[largest]), for callers that remember it.
  template <class Term>
  RoundedRow softmax(std::span<const FloatValue* const> scores, Term&& term) const;

 private:
  FloatValue met(FloatValue number) const;
  FloatValue factor(const FloatValue& number) const;

  FloatArithmetic product_;
  FloatArithmetic sum_;
  ExponentsMet* met_;
};

// Where the largest one stands (the first of several); a NaN if there is one. Not empty.
std::size_t largest_at(std::span<const FloatValue* const> numbers);

template <class Term>
RoundedRow FeatureOperations::softmax(std::span<const FloatValue* const> scores, Term&& term) const {
  const std::size_t largest = largest_at(scores);
  RoundedRow terms;
  terms.reserve(scores.size());
  for (std::size_t k = 0; k < scores.size(); ++k) terms.push_back(term(k, largest));
  const FloatValue total = sum(terms);
  for (FloatValue& one : terms) one = divide(one, total);
  return terms;
}

}  // namespace attest
