// How fast attest verifies strassen/function-composition, certified, from the record to the verdict:
// building the weights and tables is part of every iteration. tests/benchmarks/compare sets it beside the
// Python scripts of this folder.
#include <benchmark/benchmark.h>

#include "constructions/theorem_of_text.hpp"

namespace {

void verify(benchmark::State& state) {
  const auto claim = attest::theorem_of_text("strassen/function-composition");
  const auto parameters =
      attest::parse_parameters(claim->info().parameters, {"n=" + std::to_string(state.range(0))});
  attest::VerifyOptions options;
  options.threads = static_cast<int>(state.range(1));
  attest::Integer inputs = 0;
  for (auto _ : state) {
    const auto verdict = claim->verify(attest::Variant::repaired, parameters, options);
    if (verdict.status != attest::Status::holds) state.SkipWithError("the verdict is not holds");
    inputs = verdict.inputs.checked;
  }
  state.counters["inputs"] = inputs.convert_to<double>();
}

}  // namespace

BENCHMARK(verify)
    ->Name("strassen/function-composition")
    ->ArgNames({"n", "threads"})
    ->Args({3, 2})
    ->Args({4, 1})
    ->Args({4, 2})
    ->Args({5, 2})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
