// The algorithms along the graph of h: trees, forests and one cycle.
#include <fmt/format.h>

#include <cmath>
#include <random>

#include "algorithms/definition.hpp"
#include "algorithms/kernels/fused_attention.hpp"
#include "algorithms/polynomial_counts.hpp"
#include "algorithms/triple_loop.hpp"
#include "claims/parameter_specs.hpp"
#include "claims/usage_error.hpp"
#include "tools/attest/bench_algorithm.hpp"

namespace attest {

namespace {

// Entries standard normal.
template <class Scalar>
AttentionMatrices<Scalar> random_matrices(std::size_t variables, long n, long d, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  std::normal_distribution<double> entry;
  const auto matrix = [&] {
    Dense<Scalar> result(n, d);
    for (Eigen::Index k = 0; k < result.size(); ++k) result.data()[k] = static_cast<Scalar>(entry(generator));
    return result;
  };
  AttentionMatrices<Scalar> m;
  for (std::size_t v = 0; v < variables; ++v) m.queries.push_back(matrix());
  for (std::size_t v = 1; v < variables; ++v) m.values.push_back(matrix());
  return m;
}

kernels::InstructionSet instruction_set(const std::string& name) {
  if (name == "best") return kernels::best_instruction_set();
  for (const auto set : kernels::available_instruction_sets()) {
    if (kernels::to_string(set) == name) return set;
  }
  throw UsageError("instructions", name, "an instruction set of this processor (the slowest is baseline)");
}

template <class Scalar>
Dense<Scalar> by_definition(const AttentionPolynomial& h, const AttentionMatrices<Scalar>& m) {
  if (h.to_string() == AttentionPolynomial::strassen().to_string()) return strassen_by_triple_loop(m);
  std::vector<Dense<Scalar>> factors;
  for (const auto& monomial : h.monomials()) {
    factors.push_back(((m.queries[monomial[0]] * m.queries[monomial[1]].transpose()) / m.score_divisor())
                          .array()
                          .exp()
                          .matrix());
  }
  return quotient(attention_by_definition(h, m.values, Scalar(1), [&](std::size_t k, const auto& token) {
    return factors[k](token[0], token[1]);
  }));
}

template <class Scalar>
Load loader(const AttentionPolynomial& h, const GraphPlan& plan, const std::string& route, long n, long d,
            const BenchContext& context, const kernels::KernelOptions& options) {
  return [=] {
    const auto matrices = std::make_shared<AttentionMatrices<Scalar>>(
        random_matrices<Scalar>(h.variables(), n, d, context.seed));
    return std::function<Json()>([=] {
      ScaledStatistics statistics;
      Dense<Scalar> result;
      if (route == "kernels") result = kernels::fused_attention(plan, *matrices, options, &statistics);
      if (route == "eigen") result = graph_attention(plan, *matrices, ConventionalProduct{}, &statistics);
      if (route == "recursion") result = graph_attention(plan, *matrices, StrassenProduct{}, &statistics);
      if (route == "definition") result = by_definition(h, *matrices);
      return Json{{"rows_summed_again", statistics.recomputed_rows},
                  {"first_entry", static_cast<double>(result(0, 0))}};
    });
  };
}

double bytes_held(const AttentionPolynomial& h, const GraphPlan& plan, const std::string& route, double n,
                  double d, double scalar, int threads) {
  const auto t = static_cast<double>(h.variables());
  const double fused = kernels::fused_attention_bytes(plan, n, d, d, scalar, threads);
  const auto r = static_cast<double>(plan.cycle_length());
  if (route == "kernels") return fused;
  if (route == "definition")
    return scalar * (2 * t * n * d + (static_cast<double>(h.monomials().size()) + 1) * n * n);
  const double edges = fused + scalar * 2 * 128 * n;
  if (r == 0) return edges;
  // Eigen's product needs packed copies; the recursion the parts and sums of each level, together 7 n^2.
  return edges + scalar * (route == "recursion" ? r + 11 : r + 4) * n * n;
}

BenchRun prepare(const AttentionPolynomial& h, const GraphPlan& plan, const Parameters& parameters, long n,
                 const BenchContext& context) {
  const long d = parameters.integer("d");
  const std::string& route = parameters.text("route");
  const bool is_float = parameters.text("scalar") == "float";
  kernels::KernelOptions options;
  options.threads = context.threads;
  options.instruction_set = instruction_set(parameters.text("instructions"));
  BenchRun run;
  run.bytes = bytes_held(h, plan, route, static_cast<double>(n), static_cast<double>(d), is_float ? 4 : 8,
                         kernels::number_of_threads(options));
  const PolynomialCounts counts = route == "definition"  ? definition_counts(h, n, d)
                                  : route == "recursion" ? recursion_counts(h, plan, n, d, StrassenProduct{})
                                                         : recursion_counts(h, plan, n, d);
  run.operations = {{"multiplications", to_string(counts.multiplications)},
                    {"additions", to_string(counts.additions)},
                    {"divisions", to_string(counts.divisions)},
                    {"exponentials", to_string(counts.exponentials)}};
  run.load = is_float ? loader<float>(h, plan, route, n, d, context, options)
                      : loader<double>(h, plan, route, n, d, context, options);
  return run;
}

// h, with what it must be told in the words of the argument.
AttentionPolynomial polynomial_of(const Parameters& parameters) {
  const std::string& text = parameters.text("h");
  try {
    return AttentionPolynomial::parse(text);
  } catch (const std::invalid_argument& error) {
    throw UsageError("h", text, fmt::format("an attention polynomial ({})", error.what()));
  }
}

template <class MakePlan>
GraphPlan plan_of(const AttentionPolynomial& h, const Parameters& parameters, const std::string& expected,
                  const MakePlan& make) {
  try {
    return make(h);
  } catch (const UnsuitablePolynomial& error) {
    throw UsageError("h", parameters.text("h"), fmt::format("{} ({})", expected, error.what()));
  }
}

BenchRun prepare_forest(const Parameters& parameters, long n, const BenchContext& context) {
  const auto h = polynomial_of(parameters);
  return prepare(h, plan_of(h, parameters, "a forest", forest_plan), parameters, n, context);
}

BenchRun prepare_tree(const Parameters& parameters, long n, const BenchContext& context) {
  const auto h = polynomial_of(parameters);
  const auto plan = plan_of(h, parameters, "a tree", forest_plan);
  if (!plan.other_roots.empty()) {
    const std::size_t root = plan.nodes[plan.other_roots.front()].variable;
    throw UsageError("h", parameters.text("h"),
                     fmt::format("a tree (x{} is not connected with x1; use forest)", root + 1));
  }
  return prepare(h, plan, parameters, n, context);
}

BenchRun prepare_one_cycle(const Parameters& parameters, long n, const BenchContext& context) {
  const auto h = polynomial_of(parameters);
  return prepare(h, plan_of(h, parameters, "a graph with exactly one cycle", one_cycle_plan), parameters, n,
                 context);
}

BenchRun prepare_strassen(const Parameters& parameters, long n, const BenchContext& context) {
  const auto h = AttentionPolynomial::strassen();
  return prepare(h, one_cycle_plan(h), parameters, n, context);
}

// The first value is the default.
ParameterSpec named(const std::string& name, const std::vector<std::string>& values,
                    const std::string& meaning) {
  return with_default(named_parameter(name, values, meaning), values.front());
}

std::vector<ParameterSpec> parameters(const std::string& h, const std::string& d, bool cycle) {
  std::vector<ParameterSpec> specs;
  if (!h.empty()) {
    specs.push_back(with_default(polynomial_parameter("h", "the attention polynomial"), h));
  }
  specs.push_back(
      with_default(integer_parameter("d", 1, 65536, "columns of the query-key and value matrices"), d));
  std::vector<std::string> routes{"kernels", "eigen"};
  if (cycle) routes.emplace_back("recursion");
  routes.emplace_back("definition");
  specs.push_back(named("route", routes,
                        "fused kernels, templates with Eigen's products" +
                            std::string(cycle ? " or Strassen's recursion" : "") +
                            ", or the definition's sums"));
  specs.push_back(named("scalar", {"double", "float"}, "the numbers"));
  specs.push_back(named("instructions", {"best", "baseline", "AVX2", "AVX-512"}, "for route=kernels"));
  return specs;
}

}  // namespace

std::vector<BenchAlgorithm> graph_bench_algorithms() {
  return {{"tree", "tree attention, Algorithm 2 of seed 003", "512,1024,2048,4096",
           parameters("x1*x2+x2*x3", "64", false), prepare_tree},
          {"forest", "the same with several trees", "512,1024,2048,4096",
           parameters("x1*x2+x3*x4", "64", false), prepare_forest},
          {"one-cycle", "graphs with one cycle, by matrix products", "128,256,512",
           parameters("x1*x2+x2*x3+x3*x4+x1*x4", "16", true), prepare_one_cycle},
          {"strassen", "Strassen attention, Theorem 4.1 of seed 000", "128,256,512",
           parameters("", "16", true), prepare_strassen}};
}

}  // namespace attest
