#include "repair/removals.hpp"

namespace attest::theorems::repair {

std::vector<Removal> removals_of(const TheoremText& text) {
  std::vector<Removal> removals;
  add_layer_removals(text, removals);
  add_expression_removals(text, removals);
  return removals;
}

}  // namespace attest::theorems::repair
