#include "claims/run_result.hpp"

#include <algorithm>
#include <stdexcept>

#include "numeric/decimal.hpp"

namespace attest {

namespace {

Json output_of(const Json& position, const Json& value, const Json& decision, const Json& truth) {
  return {{"position", position}, {"value", value},   {"decision", decision},
          {"truth", truth},       {"winner", Json()}, {"score_gap", Json()}};
}

Status status_of(const Json& output) {
  if (!output.contains("right")) return Status::undecided;
  return output["right"].get<bool>() ? Status::holds : Status::refuted;
}

std::string position_text(const Json& position) {
  return position.is_string() ? position.get<std::string>() : "position " + position.dump();
}

}  // namespace

void RunResult::answer(const Json& position, const Json& decision, const Json& truth, const Json& value) {
  Json output = output_of(position, value, decision, truth);
  output["right"] = decision == truth;
  outputs_.push_back(std::move(output));
}

void RunResult::value(const Json& position, const Json& value, const Json& truth, std::optional<bool> right) {
  Json output = output_of(position, value, Json(), truth);
  if (right) output["right"] = *right;
  outputs_.push_back(std::move(output));
}

void RunResult::exact(const Json& position, const Rational& number, const Rational& truth) {
  value(position, exact_json(number), exact_json(truth), number == truth);
}

Json exact_json(const Rational& value) {
  Json json = bounds_json(Interval(value, 2 * initial_precision));
  json["exact"] = attest::to_string(value);
  return json;
}

Json bounds_json(const Interval& value) {
  const DecimalEnclosure decimal = decimal_enclosure(value);
  return {{"lower", decimal.lower}, {"upper", decimal.upper}};
}

Json run_check(const Check& check) {
  return {{"name", check.name},
          {"essential", check.essential},
          {"verdict", attest::to_string(check.status)},
          {"reason", check.reason ? Json(*check.reason) : Json()}};
}

Json RunResult::to_json() const {
  Json result = {{"input", input_}, {"rank", rank_ ? Json(rank_->str()) : Json()}};
  result["steps"] = steps;
  result["outputs"] = outputs_;
  result["checks"] = Json::array();
  Status worst = Status::not_applicable;
  std::string reason;
  const auto judge = [&](Status status, const std::string& why) {
    if (status <= worst) return;
    worst = status;
    reason = status == Status::holds ? "" : why;
  };
  for (const Json& output : outputs_) {
    const Status status = status_of(output);
    judge(status, position_text(output["position"]) +
                      (status == Status::refuted ? ": the construction is wrong" : ": not decided"));
  }
  for (const Check& check : checks_) {
    result["checks"].push_back(run_check(check));
    if (check.essential) judge(check.status, check.name + ": " + check.reason.value_or(""));
  }
  const bool nothing = outputs_.empty() && std::none_of(checks_.begin(), checks_.end(),
                                                        [](const Check& check) { return check.essential; });
  if (nothing) throw std::logic_error("a run that checks nothing");
  if (worst == Status::not_applicable) {
    for (const Check& check : checks_) {
      if (reason.empty() && check.essential) reason = check.reason.value_or("");
    }
  }
  result["verdict"] = attest::to_string(worst);
  if (!reason.empty()) result["reason"] = reason;
  return result;
}

std::vector<ParameterSpec> with_maxima(std::vector<ParameterSpec> specs,
                                       const std::vector<std::pair<std::string, long>>& maxima) {
  for (const auto& [name, maximum] : maxima) {
    const auto spec = std::find_if(specs.begin(), specs.end(),
                                   [&name = name](const ParameterSpec& each) { return each.name == name; });
    if (spec == specs.end()) throw std::logic_error("no parameter " + name);
    spec->maximum = maximum;
  }
  return specs;
}

}  // namespace attest
