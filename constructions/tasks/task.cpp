#include "constructions/tasks/task.hpp"

#include <fmt/format.h>

#include "claims/usage_error.hpp"

namespace attest {

void Task::truths(std::span<Symbol> word, std::size_t which, std::span<double> out) const {
  const Symbol first = word.back();
  for (double& value : out) {
    value = static_cast<double>(truth(word, which));
    ++word.back();
  }
  word.back() = first;
}

void Task::read_symbols(const Json& array, const std::string& name, std::size_t count, Word& word) const {
  if (!array.is_array() || array.size() != count) {
    throw UsageError("input " + name, array.dump(), fmt::format("an array of {} integers", count));
  }
  for (const auto& entry : array) {
    const long first = first_symbol();
    const long last = first + static_cast<long>(space_.alphabet_size(word.size())) - 1;
    if (!entry.is_number_integer() || entry.get<long>() < first || entry.get<long>() > last) {
      throw UsageError("input " + name, entry.dump(), fmt::format("an integer from {} to {}", first, last));
    }
    word.push_back(static_cast<Symbol>(entry.get<long>() - first));
  }
}

}  // namespace attest
