// What the first lines of all certificates (docs/certificates.md) have in common: expressions, constants and inputs.
#pragma once

#include <functional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "claims/json.hpp"
#include "claims/verdict.hpp"
#include "language/expression.hpp"
#include "theorems/constants.hpp"

namespace attest::theorems::certificates {

// What has no place in a certificate, in one sentence.
class NoCertificate : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};
[[noreturn]] void no_place(const std::string& what);

using Names = std::set<std::string>;
Names with(Names names, const std::vector<std::string>& more);

// An expression that sees these names. NoCertificate for what the checkers do not know.
std::string written(const language::Expression& e, const Names& known);
// [[NAME,FRACTION],..]
Json constants_json(const Constants& constants);
// [{"name","shape","domains","values"},..]
Json inputs_json(const InputLayout& layout);

std::vector<std::size_t> from_one(std::vector<std::size_t> from_zero);

// "output holds; not in it: identity (refuted)": what a certificate says, and the essential checks that it does not speak of.
std::string with_the_rest(const std::string& says, const Verdict& verdict, const Names& in_it);

using WriteLine = std::function<void(const std::string& line)>;

}  // namespace attest::theorems::certificates
