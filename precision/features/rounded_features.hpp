// The evaluation that rounded_feature_evaluator.hpp describes, over an arithmetic (rounded_operations.hpp).
//
// Scores and values of all pairs of points are computed once, and so is the exponential of a pair of scores.
#pragma once

#include "precision/arithmetic/rounded_operations.hpp"
#include "precision/features/rounded_feature_evaluator.hpp"

namespace attest {

// One evaluation, whatever its arithmetic.
class RoundedFeaturesBase {
 public:
  virtual ~RoundedFeaturesBase() = default;
  // All coordinates.
  virtual RoundedRow output(std::span<const Symbol> word) = 0;

  ExponentsMet exponents;
};

template <class Arithmetic>
class RoundedFeatures : public RoundedFeaturesBase, private RoundedOperations<Arithmetic> {
  using Operations = RoundedOperations<Arithmetic>;
  using typename Operations::Matrix;
  using typename Operations::Row;
  using typename Operations::Step;
  using typename Operations::Value;

 public:
  RoundedFeatures(const FeatureProblem& problem, EvaluationModel model, const FloatFormat& format,
                  std::optional<EvaluationStep> wide)
      : Operations(exponents),
        problem_(problem),
        encoding_(step(model, format, wide == EvaluationStep::encoding)),
        score_(step(model, format, wide == EvaluationStep::score)),
        softmax_(step(model, format, wide == EvaluationStep::softmax)),
        value_(step(model, format, wide == EvaluationStep::value)) {
    const FeatureAttention& attention = problem.attention();
    Matrix receivers;
    Matrix senders;
    for (const RationalVector& x : attention.receivers) receivers.push_back(stored(encoding_, x));
    for (const RationalVector& y : attention.senders) senders.push_back(stored(encoding_, y));
    scores_ = products(score_, attention.query, attention.key, receivers, senders);
    values_.assign(receivers.size(), Matrix(senders.size()));
    for (std::size_t l = 0; l < attention.relation_query.size(); ++l) {
      const Matrix relation =
          products(value_, attention.relation_query[l], attention.relation_key[l], receivers, senders);
      for (std::size_t x = 0; x < receivers.size(); ++x) {
        for (std::size_t y = 0; y < senders.size(); ++y) values_[x][y].push_back(relation[x][y]);
      }
    }
    terms_.resize(receivers.size() * senders.size() * senders.size());
  }

  RoundedRow output(std::span<const Symbol> word) override {
    problem_.read(word, context_);
    RoundedRow result;
    for (const Value& number : average(weights())) result.push_back(value_.sum.float_value(number));
    return result;
  }

 private:
  using Operations::above;
  using Operations::apply;
  using Operations::dot;
  using Operations::exponential_of_difference;
  using Operations::met;
  using Operations::step;
  using Operations::stored;
  using Operations::times;

  // Inner products of features: [receiver][sender].
  Matrix products(const Step& in, const ReluNetwork& query, const ReluNetwork& key, const Matrix& receivers,
                  const Matrix& senders) {
    const auto query_maps = stored(encoding_, query.layers());
    const auto key_maps = stored(encoding_, key.layers());
    Matrix keys;
    for (const Row& y : senders) keys.push_back(apply(in, key_maps, y));
    Matrix result;
    for (const Row& x : receivers) result.push_back(times(in, keys, apply(in, query_maps, x)));
    return result;
  }

  const Value& score(std::size_t k) const { return scores_[context_.receiver][context_.senders[k]]; }
  const Matrix& values() const { return values_[context_.receiver]; }

  // Where the largest score of the context stands.
  std::size_t largest_at() const {
    std::size_t largest = 0;
    for (std::size_t k = 1; k < context_.senders.size(); ++k) {
      if (above(score(k), score(largest))) largest = k;
    }
    return largest;
  }

  // Equal receivers, senders and largest scores give equal exponentials.
  const Value& term(std::size_t k, std::size_t largest) {
    const std::size_t senders = scores_[context_.receiver].size();
    auto& known =
        terms_[(context_.receiver * senders + context_.senders[k]) * senders + context_.senders[largest]];
    if (!known) known = exponential_of_difference(softmax_, score(k), score(largest));
    return *known;
  }

  Row weights() {
    const std::size_t largest = largest_at();
    Row terms;
    for (std::size_t k = 0; k < context_.senders.size(); ++k) terms.push_back(term(k, largest));
    Value total = softmax_.sum.from(terms.front());
    for (std::size_t k = 1; k < terms.size(); ++k) total = met(softmax_.sum.add(total, terms[k]));
    for (Value& one : terms) one = met(softmax_.sum.divide(one, total));
    return terms;
  }

  Row average(const Row& weights) {
    Row y;
    Row column;
    for (std::size_t l = 0; l < problem_.attention().outputs(); ++l) {
      column.clear();
      for (const std::size_t sender : context_.senders) column.push_back(values()[sender][l]);
      y.push_back(dot(value_, weights, column));
    }
    return y;
  }

  const FeatureProblem& problem_;
  Step encoding_;
  Step score_;
  Step softmax_;
  Step value_;
  Matrix scores_;                            // [receiver][sender]
  std::vector<Matrix> values_;               // [receiver][sender][l]
  std::vector<std::optional<Value>> terms_;  // [receiver][sender][largest]
  FeatureProblem::Context context_;
};

}  // namespace attest
