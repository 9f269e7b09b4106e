// How fast attest counts the cycles of NT, NT-S and NT-R over all N^(tau+1) windows, from the rule to the
// verdict. Set it beside numpy_cycles.py of this folder.
#include <benchmark/benchmark.h>

#include "constructions/ea/cycles_claim.hpp"

namespace {

void count(benchmark::State& state, const char* task) {
  const auto claim = attest::ea_cycles_claim();
  const auto parameters = attest::parse_parameters(
      claim->info().parameters, {"N=" + std::to_string(state.range(0)),
                                 "tau=" + std::to_string(state.range(1)), std::string("task=") + task});
  attest::Integer inputs = 0;
  for (auto _ : state) {
    const auto verdict = claim->verify(attest::Variant::printed, parameters, attest::VerifyOptions());
    if (verdict.status != attest::Status::holds) state.SkipWithError("the verdict is not holds");
    inputs = verdict.inputs.checked;
  }
  state.counters["inputs"] = inputs.convert_to<double>();
}

}  // namespace

BENCHMARK_CAPTURE(count, NT, "NT")
    ->Name("ea/cycles/NT")
    ->ArgNames({"N", "tau"})
    ->Args({16, 3})
    ->Args({16, 5})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(count, NT_S, "NT-S")
    ->Name("ea/cycles/NT-S")
    ->ArgNames({"N", "tau"})
    ->Args({16, 5})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(count, NT_R, "NT-R")
    ->Name("ea/cycles/NT-R")
    ->ArgNames({"N", "tau"})
    ->Args({16, 5})
    ->Unit(benchmark::kMillisecond);
