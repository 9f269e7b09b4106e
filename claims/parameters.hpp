// A claim's parameters: what it accepts, and one setting of them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "claims/json.hpp"
#include "numeric/integer.hpp"

namespace attest {

enum class ParameterType {
  integer,
  rational,
  named,
  polynomial,
  file,  // the path of a file that can be read; what it must hold is the claim's business
};

struct ParameterSpec {
  std::string name;
  ParameterType type = ParameterType::integer;
  std::vector<std::string> values;  // the named values; for the others, words accepted beside them
  // integer: inclusive, and both needed within the range of long; rational: minimum exclusive; file: where there is a minimum
  // an integer stands for itself, and is no path. A polynomial
  // is taken as it is written; the claim reads it and refuses what it cannot take.
  std::optional<Integer> minimum;
  std::optional<Integer> maximum;
  std::optional<std::string> default_value;
  std::string meaning;

  // "an integer from 1 to 1000"
  std::string expectation() const;
  Json to_json() const;
  friend bool operator==(const ParameterSpec&, const ParameterSpec&) = default;
};

// One value for each parameter of a claim, checked and in canonical spelling, in the claim's order.
class Parameters {
 public:
  void set(const std::string& name, const std::string& value, ParameterType type);

  long integer(std::string_view name) const;
  const std::string& text(std::string_view name) const;

  Json to_json() const;           // {"n": 3, "A2": "39/4"}
  std::string to_string() const;  // "n=3 A2=39/4"
  friend bool operator==(const Parameters&, const Parameters&) = default;

 private:
  struct Entry {
    std::string name;
    std::string value;
    ParameterType type;
    friend bool operator==(const Entry&, const Entry&) = default;
  };
  const Entry& find(std::string_view name) const;
  std::vector<Entry> entries_;
};

// Parses "k=v" words. Throws UsageError naming the argument for an unknown or repeated name, a missing
// parameter without default, a value of the wrong type or out of range.
Parameters parse_parameters(const std::vector<ParameterSpec>& specs, const std::vector<std::string>& words);

// The same where an integer's value may be a range "2..5": one setting for each combination, the last
// named parameter varying fastest. At most 10000 settings, else UsageError.
std::vector<Parameters> parse_parameter_ranges(const std::vector<ParameterSpec>& specs,
                                               const std::vector<std::string>& words);

}  // namespace attest
