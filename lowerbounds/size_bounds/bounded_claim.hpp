// What a claim must offer for `attest bound`: an explicit lower bound at given parameters, with every
// constant's source, and the least parameter from which the bound exceeds a given size.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "claims/parameters.hpp"
#include "numeric/integer.hpp"

namespace attest {

// One way to the bound.
struct BoundForm {
  std::string name;
  std::string exponent;  // of the bound's growth, "1/3"
  Integer least_size;    // the bound: every object of the kind has at least this size
  std::string formula;   // the upper bound on the VC dimension that it rests on
  std::string source;    // of the formula's constants
  // The formula at size least_size - 1, which cannot reach, and at least_size, which can; the former is
  // absent where least_size is 1.
  struct Point {
    Integer size;
    Integer vc_at_most;
    std::string numbers;  // the formula with numbers filled in
  };
  std::optional<Point> below;
  Point at;
};

struct ExplicitBound {
  Parameters parameters;
  std::string quantity;   // what is bounded: "max{d, H, P}"
  std::string statement;  // one sentence
  Integer rows;           // the lower bound on the split-VC dimension
  std::string rows_source;
  std::vector<BoundForm> forms;
  std::size_t strongest = 0;           // index into forms: the first of the largest
  std::vector<std::string> constants;  // where every count comes from, one sentence each
  std::vector<std::string> notes;
};

// The least n for which each form's bound exceeds `size`.
struct BoundThreshold {
  Integer size;
  std::vector<std::pair<std::string, Integer>> least_n;  // form, n
};

class BoundedClaim {
 public:
  virtual ~BoundedClaim() = default;

  // Throws UsageError where the parameters cannot be.
  virtual ExplicitBound bound(const Parameters& parameters) const = 0;

  // The claim's parameters but the one that grows.
  virtual std::vector<ParameterSpec> threshold_parameters() const = 0;
  virtual BoundThreshold threshold(const Parameters& parameters, const Integer& size) const = 0;
};

}  // namespace attest
