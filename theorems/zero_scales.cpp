#include "theorems/zero_scales.hpp"

#include <fmt/format.h>

namespace attest::theorems {

std::vector<std::string> zero_scale_notes(const attention::Layer& layer, std::size_t number) {
  std::vector<std::string> notes;
  for (const attention::Head& head : layer.heads) {
    if (head.kernel == attention::Kernel::exact_match || !head.scale.is_zero()) continue;
    notes.push_back(
        fmt::format("the scale of {}{} is 0 at this setting: every score is 0, and all index tuples tie",
                    head.name, number == 0 ? "" : fmt::format(" of layer {}", number)));
  }
  return notes;
}

}  // namespace attest::theorems
