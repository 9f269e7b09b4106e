// What the tasks of Lemmas B.5 and B.6 share: inputs are n words below `letters`, spelled {"x": [1,0,2]}.
#pragma once

#include "claims/usage_error.hpp"
#include "protocols/protocol.hpp"
#include "tasks/task.hpp"

namespace attest::mpc {

class WordTask : public Task {
 public:
  WordTask(long n, long letters)
      : Task(InputSpace(std::vector<Symbol>(static_cast<std::size_t>(n), static_cast<Symbol>(letters)))) {}

  long first_symbol() const override { return 0; }

  Json to_json(std::span<const Symbol> word) const override {
    Json numbers = Json::array();
    for (const Symbol s : word) numbers.push_back(s);
    return {{"x", std::move(numbers)}};
  }

  Word from_json(const Json& input) const override {
    if (!input.is_object() || input.size() != 1 || !input.contains("x")) {
      throw UsageError("input", input.dump(), R"(an object {"x": [..]})");
    }
    Word word;
    read_symbols(input["x"], "x", space().length(), word);
    return word;
  }
};

inline Words words_of(std::span<const Symbol> word) {
  return {word.begin(), word.end()};
}

}  // namespace attest::mpc
