// The words that the language of expressions keeps for itself, in one place: the parser, messages, editors and
// whoever declares a name read them here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attest::language {

// Words that are part of the grammar: no size, input, feature or index may be called so. Words that mean
// something in one place alone (from, for, times, where, first, last, unique, any) stay free.
const std::vector<std::string>& reserved_words();
bool is_reserved(std::string_view word);

// Functions that every expression knows: they may be called, and nothing else may be called so.
struct BuiltinFunction {
  std::string name;
  long fewest = 1;  // arguments
  long most = 1;
  std::string meaning;
  bool exact = true;  // false: sqrt, log and exp, which stand in scales and bounds and have no truth value
};
const std::vector<BuiltinFunction>& builtin_functions();
const BuiltinFunction* find_builtin(std::string_view name);  // null where there is none

}  // namespace attest::language
