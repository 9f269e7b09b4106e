// The statement does not say what is right on this input: it divides by zero there, or chooses from nothing. It defines
// no object then, which a verdict calls ill-formed; elsewhere it is a wrong request.
#pragma once

#include <string>
#include <utility>

#include "claims/usage_error.hpp"
#include "tasks/input_space.hpp"

namespace attest {

class UndefinedAnswer : public UsageError {
 public:
  // `reason`: where and why; `input`: as it is spelled.
  UndefinedAnswer(Word word, const std::string& reason, const std::string& input)
      : UsageError(reason + ", on the input " + input), word_(std::move(word)), reason_(reason) {}

  const Word& word() const { return word_; }
  const std::string& reason() const { return reason_; }

 private:
  Word word_;
  std::string reason_;
};

}  // namespace attest
