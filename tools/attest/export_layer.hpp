// attest export THEOREM k=v ... --to npz|safetensors|onnx|torch|json --out FOLDER: a layer for other programs.
#pragma once

#include <string>
#include <vector>

#include "tools/attest/common_options.hpp"

namespace attest {

// What --to takes, coq included.
std::vector<std::string> export_forms();

ExitStatus export_layer(const Context& context, const CommandLine& line, const CommonOptions& common,
                        const std::string& form);

}  // namespace attest
