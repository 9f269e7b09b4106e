// The answer of a task, evaluated as a run does it: on checked machine integers, and on rational numbers.
#include <benchmark/benchmark.h>

#include "language/parser.hpp"
#include "language/truth.hpp"

namespace {

using namespace attest::language;  // NOLINT(google-build-using-namespace)

constexpr Range three{1, 3};

Truth composition() {
  Names names;
  names.inputs = {{"G", {three}, three}, {"F", {three}, three}, {"x", {}, three}};
  return Truth(parse_expression("G(F(x))"), std::move(names));
}

Truth relation_composition() {
  Names names;
  names.inputs = {{"A", {three, three}, {0, 1}}, {"B", {three, three}, {0, 1}}};
  names.indices = {{"i", three}, {"j", three}};
  return Truth(parse_expression("exists k in [3]: A(i, k) and B(k, j)"), std::move(names));
}

// Inputs that change from one evaluation to the next.
void change(const Truth& truth, std::vector<long>& cells, long count) {
  std::size_t at = 0;
  for (const InputShape& input : truth.names().inputs) {
    for (long k = 0; k < input.cells(); ++k, ++at) {
      cells[at] = input.values.first + (count + static_cast<long>(at)) % input.values.size();
    }
  }
}

template <class Evaluate>
void run(benchmark::State& state, const Truth& truth, const Evaluate& evaluate) {
  std::vector<std::vector<long>> inputs(64, std::vector<long>(truth.cells()));
  for (std::size_t k = 0; k < inputs.size(); ++k) change(truth, inputs[k], static_cast<long>(k));
  const std::vector<long> indices(truth.names().indices.size(), 2);
  std::size_t count = 0;
  for (auto _ : state) benchmark::DoNotOptimize(evaluate(inputs[count++ % inputs.size()], indices));
}

void machine(benchmark::State& state, const Truth& truth) {
  run(state, truth, [&](const auto& cells, const auto& indices) { return truth(cells, indices); });
}

void rational(benchmark::State& state, const Truth& truth) {
  run(state, truth, [&](const auto& cells, const auto& indices) { return truth.exactly(cells, indices); });
}

BENCHMARK_CAPTURE(machine, composition, composition());
BENCHMARK_CAPTURE(machine, relation_composition, relation_composition());
BENCHMARK_CAPTURE(rational, composition, composition());
BENCHMARK_CAPTURE(rational, relation_composition, relation_composition());

}  // namespace
