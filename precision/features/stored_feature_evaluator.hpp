// A FeatureProblem under the model "stored": grid points, weights and biases are rounded to the
// format once; what they define is evaluated exactly. Scores and values are rational then, and whether |y -
// R| < eps is the sign of a sum of exponentials, which is decided exactly (numeric/exponential_sum.hpp).
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "numeric/exponential_sum.hpp"
#include "numeric/floating/float_arithmetic.hpp"
#include "precision/features/feature_problem.hpp"

namespace attest {

class StoredFeatureEvaluator : public PrecisionEvaluator {
 public:
  StoredFeatureEvaluator(const FeatureProblem& problem, const FloatFormat& format);
  // Nothing is rounded; every score is multiplied by `temperature` (> 0).
  StoredFeatureEvaluator(const FeatureProblem& problem, const Rational& temperature);

  // Whether all numbers could be stored (none became an infinity or NaN). If not, every input is wrong.
  bool stored() const { return all_stored_; }

  // Undecided only at maximal_precision.
  Answer answer(std::span<const Symbol> word) override;
  std::string output_text(std::span<const Symbol> word, std::size_t which) override;
  const ExponentsMet& exponents() const override { return exponents_; }  // of the stored numbers

 private:
  StoredFeatureEvaluator(const FeatureProblem& problem, const FloatFormat* format,
                         const Rational& temperature);
  Rational stored(const Rational& number);
  RationalVector stored(const RationalVector& row);
  ReluNetwork stored(const ReluNetwork& network);
  std::vector<RationalVector> features(const ReluNetwork& network, const std::vector<RationalVector>& points);
  void find_exponents();

  const RationalVector& value(std::size_t sender) const;
  // sum_i (factor v_il + offset) exp(score_i) over the context.
  ExponentialSum summed(std::size_t l, const Rational& factor, const Rational& offset) const;
  Answer judged(const RationalVector& wanted) const;

  const FeatureProblem& problem_;
  std::optional<FloatArithmetic> arithmetic_;
  bool all_stored_ = true;
  ExponentsMet exponents_;
  std::vector<std::vector<Rational>> scores_;        // [receiver][sender]
  std::vector<std::vector<RationalVector>> values_;  // [receiver][sender](l)
  Surd unit_;
  std::vector<std::vector<Integer>> exponent_;  // score / unit
  FeatureProblem::Context context_;
  std::map<std::vector<std::size_t>, Answer> seen_;  // by target, receiver and the sorted senders
};

}  // namespace attest
