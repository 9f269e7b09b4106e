// The recursion on the fused kernels against eq. (1) summed term by term, for every small graph.
#include "algorithms/kernels/fused_attention.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "algorithms/definition.hpp"
#include "algorithms/graphs.hpp"

namespace attest::fused_attention_test {

namespace {

template <class Scalar>
AttentionMatrices<Scalar> random_matrices(std::size_t t, Eigen::Index n, Eigen::Index queries,
                                          Eigen::Index values, unsigned seed, double size) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> entry(-size, size);
  const auto matrix = [&](Eigen::Index columns) {
    Dense<Scalar> result(n, columns);
    for (Eigen::Index k = 0; k < result.size(); ++k) result.data()[k] = static_cast<Scalar>(entry(generator));
    return result;
  };
  AttentionMatrices<Scalar> m;
  for (std::size_t v = 0; v < t; ++v) m.queries.push_back(matrix(queries));
  for (std::size_t v = 1; v < t; ++v) m.values.push_back(matrix(values));
  return m;
}

template <class Scalar>
Dense<long double> by_definition(const AttentionPolynomial& h, const AttentionMatrices<Scalar>& m) {
  std::vector<Dense<long double>> values;
  for (const auto& v : m.values) values.push_back(v.template cast<long double>());
  return quotient(
      attention_by_definition(h, values, 1.0L, [&](std::size_t k, const std::vector<Eigen::Index>& token) {
        const auto& monomial = h.monomials()[k];
        long double score = 0;
        for (Eigen::Index c = 0; c < m.queries[0].cols(); ++c)
          score += static_cast<long double>(m.queries[monomial[0]](token[0], c)) *
                   m.queries[monomial[1]](token[1], c);
        return std::exp(score / m.score_divisor());
      }));
}

template <class Scalar>
double difference(const AttentionPolynomial& h, Eigen::Index n, const kernels::KernelOptions& options) {
  const auto m = random_matrices<Scalar>(h.variables(), n, 2, 3, 11, 2);
  const Dense<Scalar> fused = kernels::fused_attention(graph_plan(h), m, options);
  return static_cast<double>(
      (fused.template cast<long double>() - by_definition(h, m)).cwiseAbs().maxCoeff());
}

}  // namespace

TEST_CASE("Fused attention is eq. (1) for every forest and one-cycle graph on up to four variables",
          "[kernels][algorithms]") {
  for (const auto set : kernels::available_instruction_sets()) {
    kernels::KernelOptions options;
    options.instruction_set = set;
    options.threads = 1;
    for (const std::size_t t : {2, 3, 4}) {
      auto graphs = labelled_forests(t);
      for (const auto& h : one_cycle_graphs(t)) graphs.push_back(h);
      for (const auto& h : graphs) {
        for (const Eigen::Index n : {1, 5}) {
          CAPTURE(h.to_string(), n, kernels::to_string(set));
          CHECK(difference<double>(h, n, options) < 1e-13);
          CHECK(difference<float>(h, n, options) < 1e-4);
        }
      }
    }
  }
}

TEST_CASE("Fused attention agrees with the templates where the definition is out of reach",
          "[kernels][algorithms]") {
  for (const std::string text : {"x1*x2 + x2*x3", "x1*x2 + x2*x3 + x2*x4 + x5*x6", "x1*x2 + x2*x3 + x1*x3",
                                 "x1*x2 + x2*x3 + x3*x4 + x2*x4 + x4*x5"}) {
    const auto h = AttentionPolynomial::parse(text);
    const auto m = random_matrices<double>(h.variables(), 203, 8, 19, 5, 1);
    const auto plan = graph_plan(h);
    const double bound = rounding_error_bound(plan, m);
    CAPTURE(text, bound);
    CHECK(bound < 1e-10);
    for (const auto set : kernels::available_instruction_sets()) {
      kernels::KernelOptions options;
      options.instruction_set = set;
      options.threads = 2;
      const Dense<double> fused = kernels::fused_attention(plan, m, options);
      CHECK((fused - graph_attention(plan, m)).cwiseAbs().maxCoeff() < 2 * bound);
    }
  }
}

TEST_CASE("Fused attention on huge scores follows the largest exponent", "[kernels][algorithms]") {
  // x1 x2 + x2 x3 with scores of order n^4: x2 must be the token after x1, x3 the one after x2. Query (2 j,
  // -1), key (j, j^2); both roles in four columns.
  const Eigen::Index n = 64;
  AttentionMatrices<double> m;
  m.divisor = 1;
  Dense<double> first(n, 4), second(n, 4), third(n, 4), values(n, 1), ones = Dense<double>::Ones(n, 1);
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto x = static_cast<double>(i);
    const auto next = static_cast<double>((i + 1) % n);
    const double size = n * n;
    first.row(i) << 2 * next * size, -size, 0, 0;
    second.row(i) << x, x * x, 2 * next, -1;
    third.row(i) << 0, 0, size * x, size * x * x;
    values(i, 0) = x;
  }
  // The score of x2 x3 adds next^2 * size where it wins; taken back in x1 x2 it would not change the tuple,
  // because -(j - next)^2 size leads by size only: so it is given to x2 through x1's second column alone.
  second.col(1) += (second.col(2).array() / 2).square().matrix();
  m.queries = {first, second, third};
  m.values = {ones, values};
  const auto out = kernels::fused_attention(forest_plan(AttentionPolynomial::path(2)), m, {});
  for (Eigen::Index i = 0; i < n; ++i) CHECK(out(i, 0) == static_cast<double>((i + 2) % n));
}

TEST_CASE("Fused attention refuses what the templates refuse", "[kernels][algorithms]") {
  auto m = random_matrices<double>(3, 4, 2, 2, 1, 1);
  const auto plan = forest_plan(AttentionPolynomial::path(2));
  m.values[1](2, 1) = std::nan("");
  CHECK_THROWS_WITH(kernels::fused_attention(plan, m, {}),
                    Catch::Contains("V(3)") && Catch::Contains("row 3, column 2"));
}

}  // namespace attest::fused_attention_test
