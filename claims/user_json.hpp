// The one way in for JSON that a user gives: inputs, weights, verdicts to be merged, utility and relation
// files, sets of vectors. What it lets through is small, shallow, names no key twice in one object, and holds
// numbers only as they are written.
#pragma once

#include <string>
#include <string_view>

#include "claims/json.hpp"
#include "numeric/integer.hpp"

namespace attest {

inline constexpr std::size_t most_json_bytes = std::size_t{64} << 20;
inline constexpr std::size_t deepest_json = 64;           // objects and arrays inside each other
inline constexpr std::size_t longest_json_number = 1000;  // characters of a number

// Throws UsageError that names `argument` (and the line where there are several): for text that is no JSON,
// for text beyond the limits, and for a key that an object has twice.
Json parse_user_json(std::string_view text, const std::string& argument);

// The same from a file that is read to its end; at most most_json_bytes of it.
Json read_user_json(const std::string& path, const std::string& argument);

// An integer as JSON has it, or a string of decimal digits with an optional minus; exactly. 2.0, 1e3 and what
// JSON cannot hold (beyond 64 bits outside of a string) are refused with `expected`.
Integer integer_from_json(const Json& json, const std::string& argument,
                          const std::string& expected = "an integer");

// A JSON integer between two bounds; numbers that fit are not spelled as strings.
long integer_from_json(const Json& json, const std::string& argument, long least, long most,
                       const std::string& expected);

// Whether integer_from_json takes it between these bounds.
bool is_integer_between(const Json& json, long least, long most);

// An integer or a string "p/q".
Rational rational_from_json(const Json& json, const std::string& argument,
                            const std::string& expected = "an integer or a string \"p/q\"");

}  // namespace attest
