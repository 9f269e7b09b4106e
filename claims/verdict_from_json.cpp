#include "claims/verdict_from_json.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>

#include "claims/claim.hpp"
#include "claims/consistency.hpp"
#include "claims/usage_error.hpp"
#include "claims/user_json.hpp"

namespace attest {

namespace {

std::string known_text(const Json& json) {
  return json.is_null() ? std::string() : json.get<std::string>();
}

std::optional<std::string> optional_text(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return json.get<std::string>();
}

// The value of the type that is written so; nothing for null.
template <typename Word, std::size_t count>
std::optional<Word> optional_word(const Json& json, const std::array<Word, count>& words) {
  if (json.is_null()) return std::nullopt;
  for (const Word word : words) {
    if (json == to_string(word)) return word;
  }
  throw std::invalid_argument(json.dump() + " is no word of its kind");
}

std::optional<Kind> kind_of(const Json& json) {
  return optional_word(json, std::array{Kind::display, Kind::constant, Kind::construction, Kind::statement});
}

std::optional<Evidence> evidence_of(const Json& json) {
  return optional_word(json, std::array{Evidence::enumeration, Evidence::cover, Evidence::symbolic});
}

Status status_of_word(const Json& json) {
  const auto status = status_from_string(json.get<std::string>());
  if (!status) throw std::invalid_argument(json.dump() + " is no verdict");
  return *status;
}

Check check_of(const Json& json) {
  Check check;
  check.name = json.at("name").get<std::string>();
  check.essential = json.at("essential").get<bool>();
  check.status = status_of_word(json.at("verdict"));
  check.kind = kind_of(json.at("kind"));
  check.evidence = evidence_of(json.at("evidence"));
  check.reason = optional_text(json.at("reason"));
  return check;
}

Integer count_of(const Json& json) {
  const Integer count = integer_from_json(json, "a verdict");
  if (count < 0) throw std::invalid_argument("a count below zero");
  return count;
}

long size_of(const Json& json) {
  return integer_from_json(json, "a verdict", 0, std::numeric_limits<long>::max(), "a size");
}

void read_count(const Json& json, Integer& count, bool& is_known) {
  is_known = !json.is_null();
  if (is_known) count = count_of(json);
}

InputCounts inputs_of(const Json& json) {
  InputCounts inputs;
  read_count(json.at("space"), inputs.space, inputs.space_is_known);
  read_count(json.at("total"), inputs.total, inputs.total_is_known);
  read_count(json.at("checked"), inputs.checked, inputs.checked_is_known);
  read_count(json.at("failing"), inputs.failing, inputs.failing_is_known);
  inputs.undecided = count_of(json.at("undecided"));
  if (json.contains("not_judged")) inputs.not_judged = count_of(json["not_judged"]);
  return inputs;
}

RealBounds bounds_of(const Json& json) {
  return {known_text(json.at("lower")), known_text(json.at("upper"))};
}

std::optional<RealBounds> optional_bounds(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return bounds_of(json);
}

Margins margins_of(const Json& json) {
  Margins margins;
  const Json& gap = json.at("score_gap");
  if (!gap.is_null()) margins.score_gap = ScoreGap{known_text(gap.at("exact")), bounds_of(gap)};
  margins.output_error = optional_bounds(json.at("output_error"));
  margins.decision_margin = optional_bounds(json.at("decision_margin"));
  return margins;
}

// As the verdict has them, some with a value that was searched for; the sizes are those that were asked for.
Parameters parameters_of(const Json& json, const ClaimInfo& info, const Parameters& asked) {
  Parameters parameters;
  for (const auto& [name, value] : json.items()) {
    const auto spec = std::find_if(info.parameters.begin(), info.parameters.end(),
                                   [&, &name = name](const ParameterSpec& s) { return s.name == name; });
    if (spec == info.parameters.end()) throw std::invalid_argument("no parameter is called " + name);
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (spec->type == ParameterType::integer && text != asked.text(name))
      throw std::invalid_argument("a verdict on another size");
    parameters.set(name, text, spec->type);
  }
  return parameters;
}

Verdict read(const Json& json, const ClaimInfo& info, Variant variant, const Parameters& parameters) {
  if (json.at("claim") != info.id || json.at("variant") != to_string(variant))
    throw std::invalid_argument("a verdict on something else");
  Verdict verdict;
  verdict.claim = info.id;
  verdict.variant = variant;
  verdict.source = info.source;
  verdict.parameters = parameters_of(json.at("parameters"), info, parameters);
  verdict.status = status_of_word(json.at("verdict"));
  verdict.kind = kind_of(json.at("kind"));
  verdict.evidence = evidence_of(json.at("evidence"));
  verdict.reason = optional_text(json.at("reason"));
  for (const Json& check : json.at("checks")) verdict.checks.push_back(check_of(check));
  verdict.inputs = inputs_of(json.at("inputs"));
  verdict.margins = margins_of(json.at("margins"));
  verdict.worst_input = json.at("worst_input");
  verdict.counterexample = json.at("counterexample");
  verdict.failing = json.at("failing");
  const Json& size = json.at("size");
  verdict.size = {size_of(size.at("heads")), size_of(size.at("embedding_dimension")),
                  size_of(size.at("mlp_parameters"))};
  verdict.details = json.at("details");
  verdict.notes = json.at("notes").get<std::vector<std::string>>();
  verdict.seconds = json.at("seconds").get<double>();
  return verdict;
}

}  // namespace

Verdict verdict_from_json(const Json& json, const ClaimInfo& info, Variant variant,
                          const Parameters& parameters) {
  try {
    Verdict verdict = read(json, info, variant, parameters);
    check_consistency(verdict);
    return verdict;
  } catch (const Json::exception& error) {
    throw std::invalid_argument(error.what());
  } catch (const UsageError& error) {
    throw std::invalid_argument(error.what());
  }
}

}  // namespace attest
