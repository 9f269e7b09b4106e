// An expression without a value at this input: where, and why.
#pragma once

#include <stdexcept>
#include <string>

#include "language/message.hpp"

namespace attest::language {

class EvaluationError : public std::runtime_error {
 public:
  EvaluationError(const Place& place, const std::string& text) : std::runtime_error(text), place_(place) {}
  const Place& place() const { return place_; }
  Message message() const { return {place_, what()}; }

 private:
  Place place_;
};

// The same of a limit of this program: there may be a value.
class EvaluationLimit : public EvaluationError {
 public:
  using EvaluationError::EvaluationError;
};

}  // namespace attest::language
