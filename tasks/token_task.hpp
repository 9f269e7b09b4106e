// A task whose input is read by a transformer as a sequence of tokens. A token need not be one letter of
// the input: in relation composition the token (i, j) carries A_ij and B_ij.
//
// What a token shows to the encoding are its features, integers with names: i and p, or i, j, A and B. A
// token's content is numbered, so that (token, content) determines its features.
#pragma once

#include <string>
#include <vector>

#include "tasks/task.hpp"

namespace attest {

class TokenTask : public Task {
 public:
  using Task::Task;

  virtual std::size_t tokens() const = 0;
  virtual std::vector<std::string> features() const = 0;
  virtual Symbol contents(std::size_t token) const = 0;  // how many different contents the token can have
  virtual Symbol content(std::span<const Symbol> word, std::size_t token) const = 0;
  // In the order of features().
  virtual std::vector<long> feature_values(std::size_t token, Symbol content) const = 0;

  // Every token is judged; judged_positions() are tokens.
  std::vector<std::size_t> judged_positions() const override;
};

}  // namespace attest
