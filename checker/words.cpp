#include "checker/words.hpp"

#include <algorithm>

namespace attest_check {

bool is_word(const std::vector<InputField>& inputs, const std::vector<long>& cells) {
  for (const InputField& field : inputs) {
    std::vector<long> own(cells.begin() + static_cast<std::ptrdiff_t>(field.first),
                          cells.begin() + static_cast<std::ptrdiff_t>(field.first + field.cells));
    for (const long value : own) {
      if (!std::binary_search(field.values.begin(), field.values.end(), value)) return false;
    }
    std::sort(own.begin(), own.end());
    if (field.injective && std::adjacent_find(own.begin(), own.end()) != own.end()) return false;
  }
  return true;
}

void each_choice(const std::vector<InputField>& inputs,
                 const std::function<void(const std::vector<long>&)>& visit) {
  std::vector<const InputField*> owner;
  for (const InputField& field : inputs) owner.insert(owner.end(), field.cells, &field);
  std::vector<std::size_t> places(owner.size(), 0);
  std::vector<long> cells(owner.size());
  for (bool more = true; more;) {
    for (std::size_t k = 0; k < places.size(); ++k) cells[k] = owner[k]->values[places[k]];
    visit(cells);
    std::size_t k = places.size();
    while (k > 0 && ++places[k - 1] == owner[k - 1]->values.size()) places[--k] = 0;
    more = k > 0;
  }
}

}  // namespace attest_check
