#include "tasks/task.hpp"

#include <fmt/format.h>

#include "claims/usage_error.hpp"
#include "claims/user_json.hpp"

namespace attest {

bool Wanted::operator==(const Wanted& other) const {
  return decision == other.decision && value == other.value && within == other.within;
}

Wanted Task::wanted(std::span<const Symbol> word, std::size_t which) const {
  return {decision(), Rational(truth(word, which)), Rational(1, 2)};
}

namespace {

class TruthsOneByOne : public RowTruths {
 public:
  TruthsOneByOne(const Task& task, std::size_t which) : task_(task), which_(which) {}

  void operator()(std::span<Symbol> word, std::span<double> out) override {
    const Symbol first = word.back();
    for (double& value : out) {
      value = static_cast<double>(task_.truth(word, which_));
      ++word.back();
    }
    word.back() = first;
  }

 private:
  const Task& task_;
  std::size_t which_;
};

}  // namespace

std::unique_ptr<RowTruths> Task::row_truths(std::size_t which) const {
  return std::make_unique<TruthsOneByOne>(*this, which);
}

void Task::read_symbols(const Json& array, const std::string& name, std::size_t count, Word& word) const {
  if (!array.is_array() || array.size() != count) {
    throw UsageError("input " + name, array.dump(), fmt::format("an array of {} integers", count));
  }
  for (const auto& entry : array) {
    const long first = first_symbol();
    const long last = first + static_cast<long>(space_.alphabet_size(word.size())) - 1;
    const long value = integer_from_json(entry, "input " + name, first, last,
                                         fmt::format("an integer from {} to {}", first, last));
    word.push_back(static_cast<Symbol>(value - first));
  }
}

}  // namespace attest
