#include "constructions/ea/next_token_head.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "attention/expressive.hpp"

namespace attest {

namespace {

RationalMatrix row(std::initializer_list<long> entries) {
  RationalMatrix result(1, static_cast<Eigen::Index>(entries.size()));
  Eigen::Index c = 0;
  for (const long entry : entries) result(0, c++) = Rational(entry);
  return result;
}

RationalMatrix rows(const RationalMatrix& first, const RationalMatrix& second) {
  RationalMatrix result(2, first.cols());
  result << first, second;
  return result;
}

NextTokenHead::Feature causal(long tau, long context) {
  return {fmt::format("c = [i = {} or i = {}]", context - tau, context + 1 - tau),
          [tau, context](long i) { return Rational(i == context - tau || i == context + 1 - tau ? 1 : 0); }};
}

NextTokenHead::Feature constant() {
  return {"1", [](long) { return Rational(1); }};
}

NextTokenHead::Feature distance(long context) {
  return {fmt::format("{} - i", context), [context](long i) { return Rational(context - i); }};
}

void use_expressive_kernel(NextTokenHead& head) {
  head.kernel = expressive_kernel;
  head.kernel_formula = "z^2/(1 + z^2)";
}

Json matrix_json(const RationalMatrix& matrix) {
  Json result = Json::array();
  for (Eigen::Index r = 0; r < matrix.rows(); ++r) {
    Json entries = Json::array();
    for (Eigen::Index c = 0; c < matrix.cols(); ++c) entries.push_back(to_string(matrix(r, c)));
    result.push_back(std::move(entries));
  }
  return result;
}

}  // namespace

RationalVector NextTokenHead::encoding(long symbol, long position) const {
  RationalVector result(static_cast<Eigen::Index>(positional.size()) + 1);
  result(0) = Rational(symbol);
  for (std::size_t c = 0; c < positional.size(); ++c) {
    result(static_cast<Eigen::Index>(c) + 1) = positional[c].at(position);
  }
  return result;
}

bool NextTokenHead::scores_by_position() const {
  const auto blind = [](const RationalMatrix& matrix) {
    for (Eigen::Index r = 0; r < matrix.rows(); ++r) {
      if (matrix(r, 0) != 0) return false;
    }
    return true;
  };
  return blind(Q) && blind(K);
}

Json NextTokenHead::to_json() const {
  Json features = {"x(i)"};
  for (const Feature& feature : positional) features.push_back(feature.formula);
  return {{"encoding", std::move(features)},
          {"Q", matrix_json(Q)},
          {"K", matrix_json(K)},
          {"V", matrix_json(V)},
          {"W_O", matrix_json(W_O)},
          {"kernel", kernel_formula},
          {"mlp", mlp.to_json()}};
}

ReluNetwork modulo_network(long N, const Rational& width, long inputs, long coordinate) {
  AffineMap split{RationalMatrix::Constant(3, inputs, Rational(0)), RationalVector(3)};
  for (Eigen::Index unit = 0; unit < 3; ++unit) split.weight(unit, coordinate) = Rational(1);
  const Rational step =
      Rational(2 * N - 1) / 2;  // N - 1/2, halfway between the last S < N and the first S >= N
  split.bias << Rational(-1), Rational(-1 - step + width), Rational(-1 - step - width);
  const Rational slope = Rational(N) / (2 * width);
  AffineMap join{RationalMatrix(1, 3), RationalVector::Constant(1, Rational(0))};
  join.weight << Rational(1), Rational(-slope), slope;
  return ReluNetwork({split, join});
}

// Query (1, L - m), key (c_k, 1): z_mk = c_k + L - m. In the last row z is 1 at the two causal tokens and 0
// elsewhere, so eq. (2) gives them 1/2 each and everything else exactly 0. In every earlier row z >= 1, so
// that no row is 0/0. V = 2x turns the mean of the two symbols into their sum S; it is added to the
// coordinate that holds 1, and the network takes S = 0..2N-2 modulo N.
//
// By hand: N = 3, tau = 1, L = 3, x = (1, 2, 2). Causal are tokens 2 and 3. Row 3: z = (0, 1, 1), terms 0,
// 1/2, 1/2, weights 0, 1/2, 1/2, a = 0 + 4/2 + 4/2 = 4, coordinate 1 + 4 = 5, network 4 - 3*1 = 1 = (2 + 2)
// % 3. Row 1: z = (2).
NextTokenHead expressive_next_token_head(long N, long tau, long context) {
  if (context == tau + 1) return one_dimensional_expressive_head(N, tau, context);
  NextTokenHead head;
  head.positional = {causal(tau, context), distance(context), constant()};
  head.Q = rows(row({0, 0, 0, 1}), row({0, 0, 1, 0}));
  head.K = rows(row({0, 1, 0, 0}), row({0, 0, 0, 1}));
  head.V = row({2, 0, 0, 0});
  head.W_O = row({0, 0, 0, 1}).transpose();
  use_expressive_kernel(head);
  head.mlp = modulo_network(N, Rational(1) / 2, 4, 3);
  return head;
}

// z_mk = c_k. With context = tau + 1 token 1 is causal, and every row sees it.
NextTokenHead one_dimensional_expressive_head(long N, long tau, long context) {
  NextTokenHead head;
  head.positional = {causal(tau, context), constant()};
  head.Q = row({0, 0, 1});
  head.K = row({0, 1, 0});
  head.V = row({2, 0, 0});
  head.W_O = row({0, 0, 1}).transpose();
  use_expressive_kernel(head);
  head.mlp = modulo_network(N, Rational(1) / 2, 3, 2);
  return head;
}

// The same query, key and value with eq. (1): weights g/(2g + L - 2) at the two causal tokens and 1/(2g + L -
// 2) at the L - 2 others, g = exp(beta). With S the causal sum and R the sum of the others, the head puts out
// y with
//
//   y - S = 2 (g S + R)/(2g + L - 2) - S = (2R - (L - 2) S)/(2g + L - 2).
//
// 0 <= R <= (L - 2)(N - 1) and 0 <= S <= 2(N - 1), so |y - S| <= 2(L - 2)(N - 1)/(2g + L - 2), attained by
// exactly two contexts: zeros at the causal tokens and N - 1 everywhere else, and the reverse. That is at
// most 1/2 exactly if 2g >= (L - 2)(4N - 5).
//
// The network must not spoil it. At g = (L - 2)(4N - 5)/2 the deviation is at most S/(4(N - 1)) downwards and
// (2(N - 1) - S)/(4(N - 1)) upwards. For N >= 3 that is at most 3/8 at S = N and 1/4 at S = N - 1, so a step
// between N - 5/8 and N - 3/8 is touched by no y, and the network's error is the sum's. For N = 2 the
// deviation at S = N is 1/2 itself; there the network's slopes are 1 and -1, which does not enlarge an error.
NextTokenHead dot_product_next_token_head(long N, long tau, long context, const Rational& ratio) {
  NextTokenHead head;
  head.positional = {causal(tau, context), constant()};
  head.Q = row({0, 0, 1});
  head.K = row({0, 1, 0});
  head.V = row({2, 0, 0});
  head.W_O = row({0, 0, 1}).transpose();
  head.kernel = [ratio](const Rational& z) {
    if (denominator_of(z) != 1 || z < 0)
      throw std::logic_error("exp(beta z) is kept rational: z = 0, 1, ...");
    Rational weight = 1;
    for (Integer k = 0; k < numerator_of(z); ++k) weight *= ratio;
    return weight;
  };
  head.kernel_formula = fmt::format("exp(beta z), beta = log({})", to_string(ratio));
  head.mlp = modulo_network(N, N == 2 ? Rational(1) / 2 : Rational(1) / 8, 3, 2);
  return head;
}

Rational least_ratio(long N, long context) {
  return context == 2 ? Rational(1) : Rational((context - 2) * (4 * N - 5)) / 2;
}

}  // namespace attest
