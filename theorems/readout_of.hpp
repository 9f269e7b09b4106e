// A readout's expression as a tree of affine forms with relu, |.|, min, max and products.
#pragma once

#include <functional>
#include <optional>

#include "attention/readout.hpp"
#include "theorems/network_value.hpp"
#include "theorems/theorem_text.hpp"

namespace attest::theorems {

// `coordinate` gives the stream's coordinate (0-based) of stream.6, stream.out or a coordinate's name; nothing for other
// names, which are constants then. What is no such tree, and what has a degree above 64, is refused.
using CoordinateNames = std::function<std::optional<std::size_t>(const language::Node&)>;
attention::Readout readout_of(const language::Expression& expression, const NetworkNames& constants,
                              const CoordinateNames& coordinate);

// One for each number of a vector, (a, b), each k in [m]: ..; `names`: of the stream's coordinates, block(1), block(2), .. of a
// block, which is a vector where it stands by itself.
std::vector<attention::Readout> readouts_of(const language::Expression& expression,
                                            const NetworkNames& constants,
                                            const std::vector<std::string>& names,
                                            const CoordinateNames& coordinate);

// Affine maps with max(0, .) between them: readout matrix .. bias .., matrix .. bias ..; one for each row of the last.
std::vector<attention::Readout> readouts_of(const ReadoutStatement& statement, std::size_t dimension,
                                            const NetworkNames& constants);

}  // namespace attest::theorems
