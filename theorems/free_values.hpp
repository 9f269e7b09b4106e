// `check free-values each i in 2..n: g(i)`: cells of a reduction's image that the source of the theorem leaves open. Whatever they
// are, the target's answer must be the same.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "language/truth.hpp"
#include "numeric/integer.hpp"
#include "theorems/input_layout.hpp"
#include "theorems/network_value.hpp"
#include "theorems/theorem_text.hpp"

namespace attest::theorems {

struct FreeValues {
  std::string text;  // as it is written
  bool essential = true;
  std::vector<std::size_t> cells;  // ascending
  Integer fillings = 1;            // ways to fill them
  // A filling of an image at which the target's answer is another one, as the whole image; nothing where there is none.
  // Only cells that the question reads are tried: the others cannot matter. UsageError where there is no value.
  std::function<std::optional<std::vector<long>>(std::span<const long> image, bool answer)> other_answer;
};

// `asked`: the target's question on the cells of `image`. UsageError with the line where the check names no cells.
FreeValues free_values(const CheckStatement& check, const std::shared_ptr<const language::Truth>& asked,
                       const std::shared_ptr<const InputLayout>& image, const NetworkNames& constants);

}  // namespace attest::theorems
