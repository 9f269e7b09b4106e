#include "attention/token_kinds.hpp"

#include "claims/stop.hpp"

namespace attest {

Rational exact_dot(const RationalVector& a, const RationalVector& b) {
  Rational sum = 0;
  for (Eigen::Index c = 0; c < a.size(); ++c) sum += a(c) * b(c);
  return sum;
}

namespace {

std::vector<RationalVector> applied(const RationalMatrix& matrix, const std::vector<RationalVector>& xs) {
  std::vector<RationalVector> result;
  result.reserve(xs.size());
  for (const auto& x : xs) {
    if (result.size() % 16 == 0) check_stop();
    result.emplace_back(matrix * x);
  }
  return result;
}

}  // namespace

TokenKinds::TokenKinds(const TransformerLayer& layer, const TokenTask& task) : task_(&task) {
  for (std::size_t token = 0; token < task.tokens(); ++token) {
    first_.push_back(encodings_.size());
    check_stop();
    for (Symbol content = 0; content < task.contents(token); ++content) {
      encodings_.push_back(layer.encode(task.feature_values(token, content)));
    }
  }
  for (const auto& head : layer.heads) {
    mechanisms_.push_back(head.mechanism);
    queries_.emplace_back();
    for (const auto& matrix : head.query) queries_.back().push_back(applied(matrix, encodings_));
    values_.emplace_back();
    for (const auto& matrix : head.value) values_.back().push_back(applied(matrix, encodings_));
  }
}

Rational TokenKinds::score(std::size_t head, std::size_t t, std::size_t j, std::size_t k) const {
  const auto& q = queries_[head];
  switch (mechanisms_[head]) {
    case Mechanism::strassen:
      return exact_dot(q[0][t], q[1][j]) + exact_dot(q[1][j], q[2][k]) + exact_dot(q[2][k], q[0][t]);
    case Mechanism::third_order: {
      Rational sum = 0;
      for (Eigen::Index c = 0; c < q[0][t].size(); ++c) sum += q[0][t](c) * q[1][j](c) * q[2][k](c);
      return sum;
    }
    case Mechanism::triangular:
      return exact_dot(q[0][j], q[1][k]);
  }
  return 0;
}

}  // namespace attest
