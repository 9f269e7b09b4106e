// Inputs with what the layer puts out on them, enclosed, and what is right: what whoever evaluates an exported layer compares with.
#pragma once

#include <cstdint>
#include <functional>

#include "claims/json.hpp"
#include "theorems/theorem_task.hpp"
#include "verification/layer_setting.hpp"

namespace attest::exchange {

struct TestVectors {
  // [{"input": .., "cells": [0, 2, ..], "outputs": [{"position", "value": {"lower", "upper"}, "decision", "truth", ..}, ..]}, ..], an output
  // as `attest run` shows it. Cells are the places of their values, from 0.
  Json vectors = Json::array();
  bool every_input = false;  // that is judged
};

// Every judged input where the space has at most `most`, in the order of their ranks; else `most` that are drawn with the seed.
// Stopped where the run is asked to stop. `progress`: (done, of).
TestVectors test_vectors(const LayerSetting& setting, const theorems::TheoremTask& task, std::uint64_t most,
                         std::uint64_t seed,
                         const std::function<void(std::uint64_t, std::uint64_t)>& progress);

}  // namespace attest::exchange
