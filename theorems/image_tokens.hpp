// The tokens that the target of a reduction is presented in, as `tokens` states them of the image: which cells of the image each
// of them carries.
#pragma once

#include <string>
#include <vector>

#include "language/names.hpp"
#include "theorems/input_layout.hpp"
#include "theorems/network_value.hpp"
#include "theorems/theorem_text.hpp"

namespace attest::theorems {

struct ImageToken {
  std::string name;  // "3", "(1,2)"; with its kind, where there are several: "ITEM 3"
  std::vector<long> indices;
  std::vector<std::size_t> cells;  // ascending; whatever the instance is
};

// At most 2^16, one statement after the other, the last index fastest. `names`: what the image's questions see, without
// indices; `constants`: sizes and parameters. UsageError with the line for a feature that does not type or is said entry by
// entry.
std::vector<ImageToken> image_tokens(const std::vector<TokensStatement>& statements, const InputLayout& image,
                                     const language::Names& names, const NetworkNames& constants);

}  // namespace attest::theorems
