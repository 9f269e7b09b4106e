// The recursion along the graph of h against the definition, as polynomials, in rationals, in intervals and
// in floating point.
#include <catch2/catch.hpp>
#include <random>

#include "algorithms/definition.hpp"
#include "algorithms/graphs.hpp"
#include "algorithms/pair_problems.hpp"
#include "claims/usage_error.hpp"

namespace graph_algorithms_test {

using namespace attest;

namespace {

template <class Scalar>
AttentionFraction<Scalar> defined(const AttentionPolynomial& h, const PairProblem<Scalar>& problem) {
  return attention_by_definition(h, problem.values, problem.one, [&](std::size_t k, const auto& tokens) {
    return problem.factors.at({h.monomials()[k][0], h.monomials()[k][1]})(tokens[0], tokens[1]);
  });
}

template <class Scalar, class Product = ConventionalProduct>
AttentionFraction<Scalar> computed(const GraphPlan& plan, const PairProblem<Scalar>& problem,
                                   Product product = {}) {
  ExactKernel<Scalar, Product> kernel(problem, product);
  return sum_product(plan, kernel);
}

template <class Scalar>
bool equal(const Dense<Scalar>& a, const Dense<Scalar>& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
  for (Eigen::Index k = 0; k < a.size(); ++k) {
    if (!(a.data()[k] == b.data()[k])) return false;
  }
  return true;
}

template <class Scalar>
bool equal(const AttentionFraction<Scalar>& a, const AttentionFraction<Scalar>& b) {
  return equal(a.numerator, b.numerator) && equal(a.denominator, b.denominator);
}

std::size_t disagreements(const std::vector<AttentionPolynomial>& graphs, Eigen::Index n, Eigen::Index d) {
  std::size_t count = 0;
  for (const auto& h : graphs) {
    const auto problem = SymbolicInstance(h, n, d).pair_problem();
    if (!equal(computed(graph_plan(h), problem), defined(h, problem))) ++count;
  }
  return count;
}

AttentionMatrices<double> random_matrices(const AttentionPolynomial& h, Eigen::Index n, Eigen::Index d,
                                          double size, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  AttentionMatrices<double> m;
  const auto draw = [&](double scale) {
    Dense<double> matrix(n, d);
    for (Eigen::Index k = 0; k < matrix.size(); ++k) matrix.data()[k] = scale * normal(generator);
    return matrix;
  };
  for (std::size_t v = 0; v < h.variables(); ++v) m.queries.push_back(draw(size));
  for (std::size_t v = 1; v < h.variables(); ++v) m.values.push_back(draw(1));
  return m;
}

// The largest distance of the doubles from anywhere in the enclosures.
double largest_error(const AttentionPolynomial& h, const AttentionMatrices<double>& m,
                     const Dense<double>& out) {
  const auto exact = quotient(computed(graph_plan(h), interval_problem(h, m, 192)));
  double error = 0;
  for (Eigen::Index k = 0; k < out.size(); ++k) {
    const Interval gap = abs(exact.data()[k] - Interval::from_double(out.data()[k], 192));
    error = std::max(error, gap.upper_double());
  }
  return error;
}

}  // namespace

TEST_CASE("Labelled forests and one-cycle graphs are as many as they should be", "[algorithms]") {
  // Labelled forests: 1, 2, 7, 38, 291 (OEIS A001858). One cycle: by hand for 3 and 4 variables.
  const std::size_t forests[] = {2, 7, 38, 291};
  const std::size_t cycles[] = {0, 1, 19, 317};
  for (std::size_t t = 2; t <= 5; ++t) {
    CHECK(labelled_forests(t).size() == forests[t - 2]);
    CHECK(one_cycle_graphs(t).size() == cycles[t - 2]);
  }
  CHECK(attention_polynomials(2).size() == 1);
  CHECK(attention_polynomials(3).size() == 15);
  CHECK(attention_polynomials(4).size() == 2047);
}

TEST_CASE("The recursion is eq. 1 as polynomials on every forest and one-cycle graph of 2 to 4 variables",
          "[algorithms]") {
  for (std::size_t t = 2; t <= 4; ++t) {
    for (Eigen::Index n = 1; n <= 3; ++n) {
      CHECK(disagreements(labelled_forests(t), n, 1) == 0);
      CHECK(disagreements(one_cycle_graphs(t), n, 1) == 0);
    }
    CHECK(disagreements(labelled_forests(t), 2, 2) == 0);
    CHECK(disagreements(one_cycle_graphs(t), 2, 2) == 0);
  }
}

TEST_CASE("Strassen's recursion gives the same polynomials, odd sides and all", "[algorithms]") {
  for (const Eigen::Index n : {1, 2, 3, 5}) {
    for (const Eigen::Index cutoff : {1, 2}) {
      const auto a = indeterminates(n, n + 1, 0);
      const auto b = indeterminates(n + 1, n, 40);
      CHECK(equal(StrassenProduct{cutoff}(a, b), ConventionalProduct{}(a, b)));
    }
  }
  for (const auto& h : one_cycle_graphs(4)) {
    const auto problem = SymbolicInstance(h, 3, 1).pair_problem();
    CHECK(equal(computed(one_cycle_plan(h), problem, StrassenProduct{1}), defined(h, problem)));
  }
}

TEST_CASE("The recursion is exact on larger graphs with an integer in place of e", "[algorithms]") {
  std::mt19937 generator(5);
  for (const char* text :
       {"x1*x2+x1*x3+x1*x4+x2*x5+x2*x6+x4*x7", "x1*x2+x2*x3+x3*x4+x4*x5+x5*x6", "x2*x3+x3*x4+x5*x6",
        "x1*x2+x2*x3+x3*x4+x4*x5+x5*x1", "x1*x2+x2*x3+x3*x4+x4*x2+x5*x6"}) {
    const auto h = AttentionPolynomial::parse(text);
    const Eigen::Index n = 4;
    std::uniform_int_distribution<int> score(-9, 9);
    std::vector<Eigen::MatrixXi> scores;
    for (std::size_t k = 0; k < h.monomials().size(); ++k) {
      scores.emplace_back(n, n);
      for (Eigen::Index i = 0; i < n * n; ++i) scores.back().data()[i] = score(generator);
    }
    std::vector<Dense<Rational>> values;
    for (std::size_t v = 1; v < h.variables(); ++v) {
      values.emplace_back(n, 1);
      for (Eigen::Index i = 0; i < n; ++i) values.back()(i, 0) = Rational(score(generator), 7);
    }
    const auto problem = power_problem(h, 3, scores, values);
    INFO(text);
    CHECK(equal(computed(graph_plan(h), problem), defined(h, problem)));
    CHECK(equal(computed(graph_plan(h), problem, StrassenProduct{1}), defined(h, problem)));
  }
}

TEST_CASE("The instances of docs/algorithms.md come out as worked by hand", "[algorithms]") {
  const auto matrix = [](std::initializer_list<int> entries, Eigen::Index columns) {
    Dense<Rational> result(static_cast<Eigen::Index>(entries.size()) / columns, columns);
    Eigen::Index k = 0;
    for (const int entry : entries) result.data()[k++] = entry;
    return result;
  };
  PairProblem<Rational> problem{{}, {matrix({1, 2}, 1), matrix({1, 3}, 1)}, Rational(1)};
  problem.factors[{0, 1}] = matrix({1, 2, 3, 1}, 2);
  problem.factors[{1, 2}] = matrix({1, 1, 2, 1}, 2);
  const auto path = computed(forest_plan(AttentionPolynomial::path(2)), problem);
  CHECK(equal(path.numerator, matrix({24, 22}, 1)));
  CHECK(equal(path.denominator, matrix({8, 9}, 1)));
  problem.factors[{0, 2}] = matrix({1, 1, 2, 1}, 2);
  const auto triangle = computed(one_cycle_plan(AttentionPolynomial::strassen()), problem);
  CHECK(equal(triangle.numerator, matrix({24, 29}, 1)));
  CHECK(equal(triangle.denominator, matrix({8, 14}, 1)));
}

TEST_CASE("Intervals enclose the definition in intervals", "[algorithms]") {
  const auto h = AttentionPolynomial::parse("x1*x2+x2*x3+x3*x4+x4*x2");
  const auto problem = interval_problem(h, random_matrices(h, 3, 2, 2, 8), 128);
  const auto a = quotient(computed(graph_plan(h), problem));
  const auto b = quotient(defined(h, problem));
  for (Eigen::Index k = 0; k < a.size(); ++k) {
    CHECK(compare(a.data()[k], b.data()[k]) == Ordering::undecided);  // they overlap
    CHECK((a.data()[k] - b.data()[k]).upper_double() < 1e-30);
  }
}

TEST_CASE("Doubles stay within the stated error for scores of any size", "[algorithms]") {
  for (const char* text :
       {"x1*x2", "x1*x2+x2*x3", "x1*x2+x2*x3+x2*x4+x5*x6", "x1*x2+x2*x3+x3*x1", "x1*x2+x2*x3+x3*x4+x4*x1",
        "x1*x2+x2*x3+x3*x4+x4*x2+x4*x5", "x2*x3+x3*x4+x4*x2+x1*x5"}) {
    const auto h = AttentionPolynomial::parse(text);
    const auto plan = graph_plan(h);
    for (const double size : {0.0, 1.0, 30.0, 1e4}) {
      const auto m = random_matrices(h, 9, 3, size, 17);
      const double bound = rounding_error_bound(plan, m);
      INFO(text << ", size " << size << ", bound " << bound);
      CHECK(largest_error(h, m, graph_attention(plan, m)) <= bound);
      CHECK(largest_error(h, m, graph_attention(plan, m, StrassenProduct{2})) <= 1e-9);
    }
  }
}

TEST_CASE("Doubles stay within the stated error at 48 tokens", "[algorithms]") {
  for (const char* text : {"x1*x2+x2*x3+x2*x4", "x1*x2+x2*x3+x3*x1"}) {
    const auto h = AttentionPolynomial::parse(text);
    const auto plan = graph_plan(h);
    for (const double size : {1.0, 20.0}) {
      const auto m = random_matrices(h, 48, 2, size, 23);
      INFO(text << ", size " << size);
      CHECK(largest_error(h, m, graph_attention(plan, m)) <= rounding_error_bound(plan, m));
      CHECK(largest_error(h, m, graph_attention(plan, m, StrassenProduct{8})) <= 1e-9);
    }
  }
}

TEST_CASE("Rows of a cycle whose walks underflow in common potentials are recomputed", "[algorithms]") {
  // Row i allows only the pair (i, i), whose middle factor is e^-1000 times those of the other pairs:
  // x_ij = z_ki = -5000 off the diagonal, y_ii = -1000, all else 0. Blocks of columns make any three matrices
  // scores: <Q1, Q2> = X I, <Q2, Q3> = Y I, <Q3, Q1> = I Z.
  const auto h = AttentionPolynomial::strassen();
  const Eigen::Index n = 5;
  const Dense<double> one = Dense<double>::Identity(n, n);
  const Dense<double> nothing = Dense<double>::Zero(n, n);
  const Dense<double> apart = 5000 * (one - Dense<double>::Ones(n, n));
  AttentionMatrices<double> m;
  m.divisor = 1;
  for (int v = 0; v < 3; ++v) m.queries.emplace_back(n, 3 * n);
  m.queries[0] << apart, nothing, apart;
  m.queries[1] << one, -1000 * one, nothing;
  m.queries[2] << nothing, one, one;
  for (int v = 0; v < 2; ++v) m.values.push_back(Dense<double>::Random(n, 2));
  ScaledStatistics statistics;
  const auto out = graph_attention(one_cycle_plan(h), m, ConventionalProduct{}, &statistics);
  CHECK(statistics.recomputed_rows == 5);
  CHECK(largest_error(h, m, out) <= rounding_error_bound(one_cycle_plan(h), m));
}

TEST_CASE("Floats follow the doubles", "[algorithms]") {
  const auto h = AttentionPolynomial::parse("x1*x2+x2*x3+x3*x4+x4*x2");
  const auto m = random_matrices(h, 40, 4, 1, 3);
  AttentionMatrices<float> f;
  AttentionMatrices<double> rounded;
  for (const auto& q : m.queries) f.queries.push_back(q.cast<float>());
  for (const auto& v : m.values) f.values.push_back(v.cast<float>());
  for (const auto& q : f.queries) rounded.queries.push_back(q.cast<double>());
  for (const auto& v : f.values) rounded.values.push_back(v.cast<double>());
  const auto plan = graph_plan(h);
  const Dense<double> gap = graph_attention(plan, f).cast<double>() - graph_attention(plan, rounded);
  CHECK(gap.cwiseAbs().maxCoeff() <= rounding_error_bound(plan, f) + rounding_error_bound(plan, rounded));
  CHECK(gap.cwiseAbs().maxCoeff() > 0);
}

TEST_CASE("Unsuitable polynomials and matrices are refused by name", "[algorithms]") {
  const auto parse = [](const char* text) { return AttentionPolynomial::parse(text); };
  CHECK_THROWS_WITH(graph_plan(parse("x1*x2+x1*x2*x3")),
                    "x1*x2*x3 has degree 3; the graph of h needs monomials of degree 2");
  CHECK_THROWS_WITH(forest_plan(parse("x1*x2+x2*x3+x3*x1+x3*x4")),
                    "x2*x3 closes the cycle x2, x1, x3; a forest is needed");
  CHECK_THROWS_WITH(graph_plan(parse("x1*x2+x2*x3+x3*x1+x3*x4+x4*x1")),
                    "x2*x3, x3*x4 close 2 independent cycles; at most one is taken");
  CHECK_THROWS_WITH(one_cycle_plan(parse("x1*x2+x2*x3")),
                    "x1*x2 + x2*x3 is a forest; a graph with one cycle is needed");

  const auto h = parse("x1*x2");
  auto m = random_matrices(h, 3, 2, 1, 1);
  m.queries[1](2, 0) = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_WITH(graph_attention(graph_plan(h), m),
                    "Q(2): got \"nan\", expected finite entries; row 3, column 1 is not");
  m = random_matrices(h, 3, 2, 1e200, 1);
  CHECK_THROWS_AS(graph_attention(graph_plan(h), m), UsageError);
  m = random_matrices(h, 3, 2, 1, 1);
  m.values.clear();
  CHECK_THROWS_WITH(graph_attention(graph_plan(h), m), "V: got \"0 matrices\", expected 1 matrices");
}

}  // namespace graph_algorithms_test
