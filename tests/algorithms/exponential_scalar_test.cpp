#include "algorithms/exponential_scalar.hpp"

#include <catch2/catch.hpp>

#include "algorithms/attention_run.hpp"
#include "algorithms/graphs.hpp"
#include "algorithms/pair_problems.hpp"
#include "algorithms/sum_product.hpp"

namespace attest::exponential_scalar_test {

namespace {

// The number at unit 1/3, by intervals.
Interval value(const ExponentialScalar& x) {
  return enclose(x.terms(), Surd(Rational(1, 3)), 0, 128);
}

bool overlap(const Interval& a, const Interval& b) {
  const Ordering order = compare(a, b);
  return order != Ordering::less && order != Ordering::greater;
}

}  // namespace

TEST_CASE("Sums of exponentials are a ring: the operations are those of the numbers", "[algorithms][run]") {
  const ExponentialScalar a =
      ExponentialScalar(Rational(2, 3)) * ExponentialScalar::exp(4) + ExponentialScalar(-1);
  const ExponentialScalar b =
      ExponentialScalar::exp(-2) - ExponentialScalar(Rational(5)) * ExponentialScalar::exp(1);
  CHECK(overlap(value(a + b), value(a) + value(b)));
  CHECK(overlap(value(a - b), value(a) - value(b)));
  CHECK(overlap(value(a * b), value(a) * value(b)));
  CHECK(a * b == b * a);
  CHECK(a * (b + a) == a * b + a * a);
  CHECK(a - a == ExponentialScalar());
  CHECK((a - a).terms().empty());
  CHECK(ExponentialScalar::exp(2) * ExponentialScalar::exp(-2) == ExponentialScalar(1));
}

TEST_CASE("The definition on given matrices is that of intervals, and the recursion agrees with it",
          "[algorithms][run]") {
  for (const char* text : {"x1*x2", "x1*x2+x2*x3", "x1*x2+x2*x3+x3*x1"}) {
    const AttentionPolynomial h = AttentionPolynomial::parse(text);
    const AttentionInput input(h.variables(), 3, 2, "random", 11);
    const ExponentialFraction definition = input.definition(h);
    AttentionMatrices<double> m;
    for (const auto& q : input.queries())
      m.queries.push_back(q.unaryExpr(
          [](const Rational& x) { return static_cast<double>(static_cast<long>(numerator_of(x))); }));
    const auto values = input.values();
    for (const auto& v : values) {
      Dense<double> matrix(3, 2);
      for (Eigen::Index k = 0; k < v.size(); ++k) {
        const auto& terms = v.data()[k].terms();
        matrix.data()[k] =
            terms.empty() ? 0 : static_cast<double>(static_cast<long>(numerator_of(terms.at(0))));
      }
      m.values.push_back(matrix);
    }
    const auto intervals = interval_problem(h, m, 128);
    ExactKernel<Interval> by_intervals(intervals);
    const GraphPlan plan = graph_plan(h);
    const auto expected = quotient(sum_product(plan, by_intervals));
    const auto problem = input.pair_problem(h);
    ExactKernel<ExponentialScalar> kernel(problem);
    RunResult result(input.json());
    add_fractions("recursion", sum_product(plan, kernel), definition, input.unit(), result);
    CHECK(result.to_json()["verdict"] == "holds");
    for (Eigen::Index k = 0; k < 6; ++k) {
      const Interval found = quotient(definition.numerator.data()[k].terms(),
                                      definition.denominator(k / 2, 0).terms(), input.unit(), 60);
      CHECK(overlap(found, expected.data()[k]));
    }
  }
}

TEST_CASE("An algorithm that is wrong in one entry is found wrong there", "[algorithms][run]") {
  const AttentionPolynomial h = AttentionPolynomial::standard();
  const AttentionInput input(2, 2, 1, Json{{"Q1", {{1}, {0}}}, {"Q2", {{1}, {2}}}, {"V2", {{3}, {5}}}}, 1);
  const ExponentialFraction definition = input.definition(h);
  ExponentialFraction damaged = definition;
  damaged.numerator(1, 0) = damaged.numerator(1, 0) + ExponentialScalar(Rational(1, 1000000));
  RunResult result(input.json());
  add_fractions("damaged", damaged, definition, input.unit(), result);
  const Json run = result.to_json();
  CHECK(run["outputs"][0]["right"] == true);
  CHECK(run["outputs"][1]["right"] == false);
  CHECK(run["verdict"] == "refuted");
  // A fraction that was expanded is the same number.
  ExponentialFraction expanded = definition;
  for (auto* part : {&expanded.numerator, &expanded.denominator}) {
    for (Eigen::Index k = 0; k < part->size(); ++k)
      part->data()[k] = part->data()[k] * (ExponentialScalar(2) + ExponentialScalar::exp(3));
  }
  RunResult same(input.json());
  add_fractions("expanded", expanded, definition, input.unit(), same);
  CHECK(same.to_json()["verdict"] == "holds");
}

}  // namespace attest::exponential_scalar_test
