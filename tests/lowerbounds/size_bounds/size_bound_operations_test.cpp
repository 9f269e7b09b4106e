// Operations of eq. (22), executed and counted.
#include <catch2/catch.hpp>

#include <stdexcept>

#include "lowerbounds/size_bounds/operation_check.hpp"
#include "lowerbounds/size_bounds/programs.hpp"

namespace size_bound_operations_test {

using namespace attest;

namespace {

// d = 2, H = 1, y = 3 ReLU(2 u_1 - u_2) - 1: three weights and one bias.
EvaluationInput small_input() {
  EvaluationInput input;
  input.heads = {{{1, 2}, {3, -1}, {0, 1}, 1, 2, 1}};
  input.W_O = {{1, 2}, {0, -1}};
  input.x = {1, 1};
  input.network.inputs = 2;
  input.network.neurons = {{{0, 1}, {2, -1}, std::nullopt}, {{2}, {3}, Rational(-1)}};
  return input;
}

}  // namespace

TEST_CASE("A small network by hand: values and operations", "[size-bound]") {
  const EvaluationInput input = small_input();
  REQUIRE(input.network.parameters() == 4);
  const Evaluation literal = evaluate_literally(input);
  // a = (4, 2) / 4 = (1, 1/2); u = x + W_O a = (1 + 2, 1 - 1/2) = (3, 1/2); y = 3 (6 - 1/2) - 1 > 0.
  CHECK(literal.residual == std::vector<Rational>{3, Rational(1, 2)});
  CHECK(literal.decision);
  // Head: 4 + 2 sums, 2 divisions, 1 comparison. W_O: 4 products, 2 sums. Residual: 2. Network: 2 products, 1
  // sum, 1 comparison; 1 product, 1 sum. Then 1 comparison and 1 output.
  CHECK(literal.count.arithmetic == 6 + 2 + 6 + 2 + 3 + 2);
  CHECK(literal.count.comparisons == 3);
  CHECK(literal.count.outputs == 1);
  // One bias: one operation less than the worst network of four parameters.
  CHECK(literal.count.total() + 1 == operations(VcForm::literal, {2, 1, 4}));
  const Evaluation absorbed = evaluate_absorbed(input);
  CHECK(absorbed.residual == literal.residual);
  CHECK(absorbed.count.total() + 1 == operations(VcForm::absorbed, {2, 1, 4}));
}

TEST_CASE("Sign is 1 where y > 0 and 0 where y <= 0", "[size-bound]") {
  EvaluationInput input = small_input();
  input.network.neurons.back().bias = Rational(-33, 2);  // y = 0
  CHECK_FALSE(evaluate_literally(input).decision);
  input.network.neurons.back().bias = Rational(-17);  // y < 0
  CHECK_FALSE(evaluate_literally(input).decision);
  input.network.neurons.back().bias = Rational(-16);  // y > 0
  CHECK(evaluate_literally(input).decision);
}

TEST_CASE("A vanishing denominator is answered 0 with the guard and an error without", "[size-bound]") {
  EvaluationInput input = small_input();
  input.heads[0].mu = -2;
  CHECK_FALSE(evaluate_literally(input).defined);
  CHECK_FALSE(evaluate_absorbed(input).defined);
  CHECK_THROWS_AS(evaluate_literally(input, false), std::domain_error);
}

TEST_CASE("The operation counts are confirmed by execution", "[size-bound]") {
  const OperationCheck check = check_operations(operations);
  CHECK_FALSE(check.failure);
  CHECK(check.runs == 2 * 3 * 3 * 18);
  CHECK(check.attained == check.runs / 2);
  CHECK(check.guarded == check.runs);
}

TEST_CASE("Planted wrong counts are caught", "[size-bound]") {
  using Wrong = std::function<Integer(const TransformerSize&)>;
  const std::vector<Wrong> errors{
      [](const TransformerSize&) { return Integer(-1); },              // one operation forgotten
      [](const TransformerSize&) { return Integer(1); },               // one too many
      [](const TransformerSize& s) { return Integer(-s.heads); },      // no guard
      [](const TransformerSize& s) { return Integer(-s.dimension); },  // no residual
      [](const TransformerSize& s) { return Integer(-s.parameters); },
      [](const TransformerSize& s) { return Integer(s.dimension * (s.heads - 1)); },
  };
  for (const VcForm wrong_form : {VcForm::literal, VcForm::absorbed}) {
    for (const Wrong& error : errors) {
      const auto formula = [&](VcForm form, const TransformerSize& size) {
        return operations(form, size) + (form == wrong_form ? error(size) : Integer(0));
      };
      CHECK(check_operations(formula).failure);
    }
  }
}

TEST_CASE("Sample networks keep P >= r + U, with equality for a chain", "[size-bound]") {
  bool attained = false;
  for (const auto& network : sample_networks(3)) {
    CHECK(network.every_hidden_is_read());
    CHECK(network.hidden() <= network.parameters() - network.readers());
    attained =
        attained || (network.hidden() > 0 && network.hidden() == network.parameters() - network.readers());
  }
  CHECK(attained);
}

}  // namespace size_bound_operations_test
