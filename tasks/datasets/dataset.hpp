// The datasets that `attest generate` writes.
//
//   const Dataset& dataset = find_dataset("match3");
//   const Parameters parameters = parse_parameters(dataset.parameters, {"M=37"});
//   dataset.generate(parameters, 50000, 20261120, [](const Example& example) { ... }, [] { return false; },
//                    nullptr);
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "claims/parameters.hpp"
#include "claims/verdict.hpp"
#include "tasks/datasets/bins.hpp"
#include "tasks/datasets/example.hpp"

namespace attest {

// The largest number of entries of each field over all examples of a setting.
struct ExampleShape {
  std::size_t x = 0;
  std::size_t y = 0;
  std::size_t col = 0;
};

struct Dataset {
  std::string name;   // "relation-composition"
  std::string claim;  // the claim whose checks are about it
  std::string title;
  Source source;
  std::string fields;  // what x, y and col hold, for a reader
  std::vector<ParameterSpec> parameters;
  std::uint64_t most = 0;     // the largest count
  bool single_label = false;  // y is one number, not a sequence
  bool rearranged = false;    // examples are arrangements of fewer originals

  // Throws UsageError if the parameters do not fit together.
  std::function<ExampleShape(const Parameters&)> shape;

  // Hands `count` examples to the sink, or fewer once `stopped` says so. The same seed gives the same
  // examples on every platform. Throws UsageError if the parameters do not fit together or allow no such
  // dataset.
  std::function<void(const Parameters&, std::uint64_t count, std::uint64_t seed, const ExampleSink& sink,
                     const StopRequest& stopped, const ExampleFilter& takes)>
      generate;
};

const std::vector<Dataset>& datasets();

// Throws UsageError that suggests the nearest name.
const Dataset& find_dataset(const std::string& name);

}  // namespace attest
