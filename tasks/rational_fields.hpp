// Inputs that are a few numbers, matrices and tensors of rational numbers, each with a name:
//
//   {"Q": [[1, "1/2"]], "x": ["-3/4"]}
//
//   const RationalFields fields({{"Q", {n, d}}, {"x", {n}}});
//   const RationalInput input = fields.chosen(json, seed);  // JSON or random
//   input.entries("Q")
//
// Random entries are integers from -2 to 2; with a bound Gamma, multiples of Gamma/4 from -Gamma to Gamma.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "numeric/integer.hpp"
#include "tasks/nested_array.hpp"

namespace attest {

struct RationalField {
  std::string name;
  Sides sides;
  std::optional<Rational> bound = {};  // entries lie in [-bound, bound]
};

class RationalInput {
 public:
  RationalInput(std::vector<std::string> names, std::vector<std::vector<Rational>> entries, Json json)
      : names_(std::move(names)), entries_(std::move(entries)), json_(std::move(json)) {}

  const Json& json() const { return json_; }
  // Row by row. Throws std::out_of_range for an unknown name.
  const std::vector<Rational>& entries(const std::string& name) const;

 private:
  std::vector<std::string> names_;
  std::vector<std::vector<Rational>> entries_;
  Json json_;
};

class RationalFields {
 public:
  explicit RationalFields(std::vector<RationalField> fields) : fields_(std::move(fields)) {}

  // JSON as above, or the word "random". Throws UsageError that names what is wrong; such inputs have no ranks.
  RationalInput chosen(const Json& input, std::uint64_t seed) const;

 private:
  std::vector<RationalField> fields_;
};

}  // namespace attest
