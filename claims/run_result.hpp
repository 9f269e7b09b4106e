// What `attest run` shows of one input of a claim without a layer: the input, what the construction makes of
// it, its answers beside the true ones, and the checks that one input can fail.
//
//   RunResult result(spelled, rank);
//   result.steps["image"] = ...;
//   result.answer("x = 1", decided, truth);
//   return result.to_json();
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "claims/json.hpp"
#include "claims/verdict.hpp"
#include "numeric/interval.hpp"

namespace attest {

class RunResult {
 public:
  // `rank` where the input has one.
  explicit RunResult(Json input, std::optional<Integer> rank = {})
      : input_(std::move(input)), rank_(std::move(rank)) {}

  Json steps = Json::object();  // what is made on the way, by name, in order

  // The construction says `decision` at a place (because of `value`, where there is one), the independent
  // solver `truth`; right if they are equal.
  void answer(const Json& position, const Json& decision, const Json& truth, const Json& value = {});
  // The same for a real value: an object "lower", "upper" and "exact" where it is known. Whether it is right
  // was decided elsewhere; nothing: undecided.
  void value(const Json& position, const Json& value, const Json& truth, std::optional<bool> right);
  // An exact value, right if it is the true one.
  void exact(const Json& position, const Rational& value, const Rational& truth);
  void add(Check check) { checks_.push_back(std::move(check)); }
  // Only the checks: for what shows itself in them.
  void add(const std::vector<Check>& checks) { checks_.insert(checks_.end(), checks.begin(), checks.end()); }

  // contract.md, "run", without the fields that only the program knows. The verdict is the worst of the
  // answers and of the essential checks; `reason` says which one. Throws std::logic_error if there is nothing
  // that could be wrong.
  Json to_json() const;

 private:
  Json input_;
  std::optional<Integer> rank_;
  Json outputs_ = Json::array();
  std::vector<Check> checks_;
};

// A check as `run` shows it.
Json run_check(const Check& check);

// A real number as `run` prints it: "lower" and "upper", for a rational one also "exact".
Json bounds_json(const Interval& value);
Json exact_json(const Rational& value);

// The specs with these larger maxima, for Claim::run_parameters. Throws std::logic_error for a name that
// none has.
std::vector<ParameterSpec> with_maxima(std::vector<ParameterSpec> specs,
                                       const std::vector<std::pair<std::string, long>>& maxima);

}  // namespace attest
