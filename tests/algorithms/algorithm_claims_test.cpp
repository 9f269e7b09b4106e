// Planted errors in the attention algorithms, their operation counts, and the claims that rest on them.
#include <catch2/catch.hpp>

#include "algorithms/algorithm_checks.hpp"
#include "algorithms/definition.hpp"
#include "algorithms/graphs.hpp"
#include "algorithms/operation_count.hpp"
#include "algorithms/pair_problems.hpp"
#include "algorithms/printed_tree_algorithm.hpp"
#include "algorithms/strassen_definition.hpp"
#include "algorithms/tensor_form.hpp"
#include "algorithms/variable_split.hpp"
#include "claims/catalogue.hpp"
#include "claims/usage_error.hpp"
#include "constructions/add_constructions.hpp"

namespace algorithm_claims_test {

using namespace attest;

namespace {

enum class Fault {
  none,
  transposed_factor,    // E[b,a] for E[a,b]
  value_left_out,       // a node with children forgets its own value
  weights_left_out,     // a node's children do not reach the denominator
  first_child_only,     // the second branch of a node is dropped
  diagonal_left_out,    // the cycle's last factor is read along a row instead of the diagonal
  component_forgotten,  // components without x_1 are dropped
};

class FaultyKernel : public ExactKernel<Polynomial> {
 public:
  FaultyKernel(const PairProblem<Polynomial>& problem, Fault fault)
      : ExactKernel<Polynomial>(problem), problem_(problem), fault_(fault) {}

  void multiply(Message& message, const Message& other) {
    if (fault_ == Fault::first_child_only && message.weights && other.weights->rows() > 1) return;
    Message with = other;
    if (fault_ == Fault::value_left_out && message.values && !message.weights) message.values.reset();
    if (fault_ == Fault::weights_left_out && message.values) with.weights.reset();
    ExactKernel<Polynomial>::multiply(message, with);
  }

  Message through_edge(std::size_t u, std::size_t v, const Message& below) {
    if (fault_ != Fault::transposed_factor) return ExactKernel<Polynomial>::through_edge(u, v, below);
    PairProblem<Polynomial> swapped = problem_;
    for (auto& entry : swapped.factors) entry.second = Dense<Polynomial>(entry.second.transpose());
    return ExactKernel<Polynomial>(swapped).through_edge(u, v, below);
  }

  Message around_cycle(const std::vector<std::size_t>& around, const std::vector<Message>& messages) {
    Message result = ExactKernel<Polynomial>::around_cycle(around, messages);
    if (fault_ == Fault::diagonal_left_out) std::swap((*result.values)(0, 0), (*result.values)(1, 0));
    return result;
  }

  Message over_all_tokens(const Message& message) {
    if (fault_ == Fault::component_forgotten) return {};
    return ExactKernel<Polynomial>::over_all_tokens(message);
  }

 private:
  const PairProblem<Polynomial>& problem_;
  Fault fault_;
};

std::size_t caught(const std::vector<AttentionPolynomial>& graphs, Fault fault) {
  std::size_t count = 0;
  for (const auto& h : graphs) {
    const auto problem = SymbolicInstance(h, 2, 1).pair_problem();
    FaultyKernel kernel(problem, fault);
    if (!equal_fractions(sum_product(graph_plan(h), kernel), symbolic_definition(h, 2, 1))) ++count;
  }
  return count;
}

Verdict verified(const std::string& id, Variant variant, const std::vector<std::string>& words) {
  Catalogue catalogue;
  add_constructions(catalogue);
  const Claim& claim = catalogue.find(id);
  return claim.verify(variant, parse_parameters(claim.info().parameters, words), {});
}

}  // namespace

TEST_CASE("Errors planted in the recursion are caught", "[algorithms]") {
  const auto forests = labelled_forests(4);
  const auto cycles = one_cycle_graphs(4);
  CHECK(caught(forests, Fault::none) == 0);
  CHECK(caught(cycles, Fault::none) == 0);
  // Every graph with an edge, but on one component without x_1 a transposition may rename tokens only.
  CHECK(caught(forests, Fault::transposed_factor) >= 30);
  // Caught where, and only where, the fault can show.
  for (const auto& h : forests) {
    const auto plan = forest_plan(h);
    const PlanShape shape = shape_of(plan);
    const std::vector<AttentionPolynomial> one{h};
    INFO(polynomial_text(h));
    CHECK((caught(one, Fault::value_left_out) == 1) == (shape.inner > 0));
    // At x_1 the second branch's denominator is the one that is lost.
    const auto branches_of_query =
        static_cast<long>(plan.nodes[plan.query].children.size()) + shape.other_components;
    CHECK((caught(one, Fault::weights_left_out) == 1) == (shape.inner > 0 || branches_of_query > 1));
    CHECK((caught(one, Fault::component_forgotten) == 1) == (shape.other_components > 0));
    bool branches = false;
    for (const auto& node : plan.nodes) branches = branches || node.children.size() > 1;
    CHECK((caught(one, Fault::first_child_only) == 1) == branches);
  }
  CHECK(caught(one_cycle_graphs(3), Fault::diagonal_left_out) == 1);
}

TEST_CASE("Algorithm 2 with 1/d is the recursion, without it another function", "[algorithms]") {
  for (const auto& h : labelled_forests(4)) {
    const auto problem = SymbolicInstance(h, 2, 2).pair_problem();
    const auto literal =
        printed_tree_algorithm(h, problem.values, problem.one, [&](std::size_t u, std::size_t v) {
          const Dense<Polynomial> factor = problem.factors.at(std::minmax(u, v));
          return u < v ? factor : Dense<Polynomial>(factor.transpose());
        });
    CHECK(equal_fractions(literal, symbolic_definition(h, 2, 2)));
  }
  const Verdict verdict = verified("poly/tree-algorithm", Variant::printed, {"h=x1*x2", "n=2", "d=2"});
  CHECK(verdict.status == Status::refuted);
  // e^2 / (e^2 + 1) and e / (e + 1), by hand.
  CHECK(verdict.counterexample["algorithm"]["lower"].get<std::string>().starts_with("0.88079707797788"));
  CHECK(verdict.counterexample["eq. 1"]["lower"].get<std::string>().starts_with("0.73105857863000"));
}

TEST_CASE("Operations are counted as the closed formulas say", "[algorithms]") {
  for (std::size_t t = 2; t <= 4; ++t) {
    for (const auto& h : labelled_forests(t)) CHECK(counts_follow_formula(graph_plan(h)));
    for (const auto& h : one_cycle_graphs(t)) CHECK(counts_follow_formula(graph_plan(h)));
  }
  const auto h = AttentionPolynomial::parse("x1*x2+x2*x3+x2*x4");
  CHECK(counted_recursion(graph_plan(h), 7, 5) == recursion_formula(shape_of(graph_plan(h)), 7, 5));
  CHECK(counted_recursion(graph_plan(h), 7, 5) == tree_formula(3, 1, 7, 5));
  CHECK(counted_recursion(graph_plan(AttentionPolynomial::strassen()), 6, 3) == triangle_formula(6, 3));
  CHECK(counted_pair_factors(h, 4, 3) == pair_factor_formula(3, 4, 3));
  CHECK(counted_definition(h, 3, 2) == definition_formula(3, 4, 3, 2));
  // h = x1 x2, n = 1, d = 1: one product E V, one division.
  CHECK(counted_recursion(graph_plan(AttentionPolynomial::standard()), 1, 1) == OperationCount{1, 0, 1, 0});
}

TEST_CASE("Strassen's recursion takes seven products of halves and eighteen additions", "[algorithms]") {
  CHECK(counted_product({1}, 2, 2, 2) == OperationCount{7, 18, 0, 0});
  for (const long cutoff : {1L, 2L, 3L}) {
    long n = cutoff;
    for (long q = 0; q <= 3; ++q, n *= 2)
      CHECK(counted_product({cutoff}, n, n, n) == strassen_formula(q, cutoff));
  }
  // An odd side is padded: 3 costs as much as 4 does.
  CHECK(counted_product({1}, 3, 3, 3).multiplications == 49);
  // Strassen attention with it: (d + 1) 7^q multiplications in place of (d + 1) n^3.
  const auto plan = graph_plan(AttentionPolynomial::strassen());
  CHECK(counted_recursion(plan, 8, 2, StrassenProduct{1}).multiplications ==
        triangle_formula(8, 2).multiplications - 3 * 512 + 3 * 343);
  CHECK_THROWS_AS(counted_product({0}, 2, 2, 2), std::invalid_argument);
}

TEST_CASE("Splits are the ways to divide the components of x_2, ..., x_t", "[algorithms]") {
  for (std::size_t t = 2; t <= 4; ++t) {
    std::size_t splits = 0;
    std::size_t by_components = 0;
    for (const auto& h : attention_polynomials(t)) {
      splits += splits_of(h).size();
      std::vector<std::size_t> label(t);
      for (std::size_t v = 0; v < t; ++v) label[v] = v;
      for (std::size_t round = 0; round < t; ++round) {
        for (const auto& monomial : h.monomials()) {
          const std::size_t first = monomial[0] == 0 ? 1 : 0;
          for (std::size_t k = first; k < monomial.size(); ++k)
            label[monomial[k]] = label[monomial[first]] =
                std::min(label[monomial[k]], label[monomial[first]]);
        }
      }
      std::size_t components = 0;
      for (std::size_t v = 1; v < t; ++v) components += label[v] == v ? 1 : 0;
      by_components += (std::size_t{1} << (components - 1)) - 1;
    }
    const std::size_t pinned[] = {0, 3, 93};
    CHECK(splits == pinned[t - 2]);
    CHECK(by_components == splits);
  }
}

TEST_CASE("The separability check sees a part that lost a monomial", "[algorithms]") {
  const auto h = AttentionPolynomial::parse("x1*x2+x1*x3");
  const auto wrong = AttentionPolynomial::parse("x1*x2+x2*x3");
  CHECK_FALSE(equal_fractions(symbolic_definition(h, 2, 1), symbolic_definition(wrong, 2, 1)));
  CHECK_THROWS_AS(verified("poly/variable-separability", Variant::printed, {"h=x1*x2*x3", "n=2", "d=1"}),
                  UsageError);
}

TEST_CASE("Lemma E.4's bound fails below Gamma = 1 unless h is homogeneous", "[algorithms]") {
  const Verdict mixed = verified("poly/tensor-form", Variant::printed, {"h=x1*x2+x1*x2*x3", "n=1", "d=1"});
  CHECK(mixed.status == Status::refuted);
  CHECK(mixed.counterexample["exponent"] == "3/8");
  CHECK(mixed.counterexample["s Gamma^k"] == "1/4");
  CHECK(verified("poly/tensor-form", Variant::printed, {"h=x1*x2*x3", "n=2", "d=1"}).status == Status::holds);
  CHECK(verified("poly/tensor-form", Variant::repaired, {"h=x1*x2+x1*x2*x3", "n=1", "d=1"}).status ==
        Status::holds);
}

TEST_CASE("The parameter h is a polynomial or all of them", "[algorithms]") {
  CHECK(selected_polynomials("x1x2+x2x3", 5, labelled_forests)[0].to_string() == "x1*x2 + x2*x3");
  CHECK(selected_polynomials("all-4", 5, labelled_forests).size() == 38);
  for (const char* text : {"all-", "all-1", "all-6", "all-33", "x1", "x1*x1", "h"})
    CHECK_THROWS_AS(selected_polynomials(text, 5, labelled_forests), UsageError);
  CHECK_THROWS_AS(selected_polynomials("all-2", 5, one_cycle_graphs), UsageError);
}

TEST_CASE("The tensor form has ones where a variable is in no monomial", "[algorithms]") {
  const auto h = AttentionPolynomial::parse("x1*x2+x2*x3");
  const Dense<Rational> q = Dense<Rational>::Constant(1, 1, Rational(5));
  const auto keys = tensor_keys(h, 0, q, Rational(1));
  CHECK(keys(0, 0) == 5);
  CHECK(keys(0, 1) == 1);
  // Definition A.2: rows in lexicographic order.
  Dense<Rational> a(2, 1);
  a << 2, 3;
  Dense<Rational> b(2, 1);
  b << 5, 7;
  const auto product = row_wise_kronecker(a, b);
  CHECK(product(1, 0) == 14);
  CHECK(product(2, 0) == 15);
}

TEST_CASE("Theorem 4.1's matrices are the triple loop, and a swapped product is not", "[algorithms]") {
  StrassenExponentials<Polynomial> e{indeterminates(2, 2, 0), indeterminates(2, 2, 4),
                                     indeterminates(2, 2, 8), indeterminates(2, 1, 12),
                                     indeterminates(2, 1, 14)};
  const auto definition = strassen_by_definition(e, Polynomial());
  CHECK(equal_fractions(strassen_by_matrices(e), definition));
  CHECK(equal_fractions(strassen_by_matrices(e, StrassenProduct{1}), definition));
  std::swap(e.x, e.z);
  CHECK_FALSE(equal_fractions(strassen_by_matrices(e), definition));
}

TEST_CASE("Lemma 2.3 fails on the printed definitions and holds on the mended ones", "[algorithms]") {
  const Verdict printed = verified("poly/special-cases", Variant::printed, {"n=1", "d=2"});
  CHECK(printed.status == Status::ill_formed);
  CHECK(printed.checks[0].status == Status::refuted);
  CHECK(verified("poly/special-cases", Variant::printed, {"n=1", "d=1"}).checks[0].status == Status::holds);
  CHECK(verified("poly/special-cases", Variant::repaired, {"n=2", "d=2", "t=4"}).status == Status::holds);
}

TEST_CASE("All labelled forests and one-cycle graphs on five variables, three tokens", "[.][exhaustive]") {
  for (const auto& graphs : {labelled_forests(5), one_cycle_graphs(5)}) {
    for (const auto& h : graphs) {
      const auto problem = SymbolicInstance(h, 3, 2).pair_problem();
      ExactKernel<Polynomial> kernel(problem);
      CHECK(equal_fractions(sum_product(graph_plan(h), kernel), symbolic_definition(h, 3, 2)));
    }
  }
}

}  // namespace algorithm_claims_test
