#include "language/words.hpp"

#include <algorithm>

namespace attest::language {

const std::vector<std::string>& reserved_words() {
  static const std::vector<std::string> words{"and",     "argmax", "argmin",  "count", "div",     "each",
                                              "else",    "exists", "forall",  "if",    "implies", "in",
                                              "iterate", "least",  "let",     "max",   "min",     "mod",
                                              "not",     "or",     "product", "sum",   "then"};
  return words;
}

bool is_reserved(std::string_view word) {
  const auto& words = reserved_words();
  return std::find(words.begin(), words.end(), word) != words.end();
}

const std::vector<BuiltinFunction>& builtin_functions() {
  constexpr long any_number = 10'000;  // as many as an expression may have nodes
  static const std::vector<BuiltinFunction> functions{
      {"max", 1, any_number, "the largest argument", true},
      {"min", 1, any_number, "the smallest argument", true},
      {"abs", 1, 1, "the absolute value", true},
      {"relu", 1, 1, "the argument where it is positive, else 0", true},
      {"floor", 1, 1, "the largest integer at most the argument", true},
      {"ceil", 1, 1, "the smallest integer at least the argument", true},
      {"ind", 1, 1, "1 where the condition is true, else 0", true},
      {"sqrt", 1, 1, "the square root", false},
      {"log", 1, 1, "the natural logarithm", false},
      {"exp", 1, 1, "e to the argument", false},
  };
  return functions;
}

const BuiltinFunction* find_builtin(std::string_view name) {
  for (const BuiltinFunction& function : builtin_functions()) {
    if (function.name == name) return &function;
  }
  return nullptr;
}

}  // namespace attest::language
