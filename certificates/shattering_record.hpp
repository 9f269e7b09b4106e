// The first line of a certificate of a shattered set (docs/certificates.md), up to what is said of the function.
#pragma once

#include "certificates/written.hpp"
#include "theorems/theorem_text.hpp"

namespace attest::theorems::certificates {

// The function that a text, with the variant's patches applied, states behind `shatter`. NoCertificate for what has no place there.
Json function_record(const TheoremText& text, const std::string& id, const std::string& variant,
                     const Parameters& parameters);

// A function that is its table: words of this length over these letters, '0' or '1' for each in their order, the first letter most
// significant.
struct FunctionTable {
  std::vector<std::pair<std::string, std::string>> parameters;  // {"n", "3"}
  std::size_t length = 0;
  std::vector<long> letters;  // ascending
  std::string values;
};
Json function_record(const FunctionTable& table, const std::string& name);

// How many words there are; most_table_words + 1 where there are more.
inline constexpr std::size_t most_table_words = std::size_t{1} << 24;
std::size_t words_of(const Json& record);

// The same record, with the value of each word in the place of an expression. `value`: of a letter a position.
Json with_table(Json record, const std::function<bool(const std::vector<long>&)>& value);

}  // namespace attest::theorems::certificates
