#include "theorems/explanation/explanation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "claims/run_result.hpp"
#include "claims/usage_error.hpp"
#include "numeric/decimal.hpp"
#include "theorems/explanation/cause.hpp"
#include "theorems/explanation/match_explanation.hpp"
#include "theorems/explanation/readout_steps.hpp"
#include "theorems/explanation/stack_explanation.hpp"
#include "verification/limits.hpp"

namespace attest::theorems {

namespace {

using attention::Head;
using attention::HeadTuples;
using attention::Layer;
using attention::LayerOutput;

Json weight_json(const attention::Weight& weight) {
  return number_json(weight.exact, weight.enclosed);
}

Json vector_json(const RationalVector& vector) {
  Json result = Json::array();
  for (Eigen::Index c = 0; c < vector.size(); ++c) result.push_back(attest::to_string(vector(c)));
  return result;
}

Json head_json(const Scene& scene, std::size_t h, const attention::HeadSums& sums, const HeadTuples& of) {
  const Head& head = scene.setting.prepared().layer().heads[h];
  const bool matching = head.kernel == attention::Kernel::exact_match;
  Json tuples = Json::array();
  for (const attention::WeighedTuple& tuple : of.first) {
    tuples.push_back({{"tuple", scene.names(tuple.tuple)},
                      {"score", tuple.score ? Json(tuple.score->to_string()) : Json()},
                      {"weight", weight_json(tuple.weight)},
                      {"value", vector_json(tuple.value)}});
    if (matching) tuples.back()["key"] = vector_json(head.rows[1][scene.kinds[tuple.tuple.front()]]);
  }
  Json second;
  if (of.second) {
    second = {{"score", of.second->score.to_string()},
              {"behind", of.second->behind.to_string()},
              {"tuples", of.second->tuples.str()},
              {"weight", weight_json(of.second->weight)}};
  }
  Json result = {
      {"name", head.name},
      {"kernel", to_string(head.kernel)},
      {"attention", head.polynomial.to_string()},
      {"scale", head.scale.to_string()},
      {"tuples", std::move(tuples)},
      {"rest",
       {{"tuples", Integer(of.tuples - Integer(of.first.size())).str()}, {"weight", weight_json(of.rest)}}},
      {"heaviest", {{"tuples", of.heaviest.str()}, {"weight", weight_json(of.heaviest_weight)}}},
      {"second", std::move(second)},
      {"all_looked_at", of.listed},
      {"output", head_output(sums)}};
  if (matching) result["query"] = vector_json(head.rows[0][scene.kind()]);
  return result;
}

// Which of the heads' output coordinates go on, 1-based: the others are for those who ask for JSON.
Json landing_coordinates(const Layer& layer, std::size_t h) {
  std::vector<std::size_t> used;
  for (const Layer::Landing& landing : layer.landings) {
    if (landing.head == h) used.push_back(landing.from + 1);
  }
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  return used;
}

// The last step of the readout is the output, found on another way.
void check_agreement(const Json& step, const Json& value) {
  const auto end = [](const Json& number, const char* which) {
    return rational_from_decimal(number[which].get<std::string>());
  };
  if (step.contains("exact") && value.contains("exact")) {
    if (step["exact"] == value["exact"]) return;
  } else {
    const auto [a, b] = std::pair(end(step, "lower"), end(step, "upper"));
    const auto [c, d] = std::pair(end(value, "lower"), end(value, "upper"));
    if (!a || !b || !c || !d) return;  // exponents beyond those that are read
    if (*a <= *d && *c <= *b) return;
  }
  throw std::logic_error("the steps of the readout and the output disagree");
}

void explain_layer(const Scene& scene, const PositionOutput& out, const ConstructionLines& lines,
                   std::size_t most_tuples, Json& result) {
  const LayerSetting& setting = scene.setting;
  const LayerOutput output = setting.evaluate(scene.word, scene.which);
  std::vector<HeadTuples> heads;
  result["heads"] = Json::array();
  for (std::size_t h = 0; h < output.heads().size(); ++h) {
    heads.push_back(attention::head_tuples(setting.prepared(), h, scene.kinds, scene.receiver,
                                           output.heads()[h], most_tuples));
    result["heads"].push_back(head_json(scene, h, output.heads()[h], heads.back()));
    result["heads"].back()["used"] = landing_coordinates(setting.prepared().layer(), h);
  }
  result["readout"] = readout_json(scene, output);
  check_agreement(result["readout"]["steps"].back()["value"], result["value"]);
  const Cause cause = cause_of(scene, output, heads, out.status);
  result["what_if"] = Json::array();
  for (const WhatIf& what_if : cause.what_ifs) {
    result["what_if"].push_back(
        {{"what", what_if.what},
         {"value", what_if.value},
         {"right", what_if.status == Status::undecided ? Json() : Json(what_if.status == Status::holds)}});
  }
  result["cause"] = cause.text;
  result["at_fault"] = at_fault_json(lines, cause);
}

Json token_json(const Scene& scene, attention::Token token) {
  Json features = Json::object();
  for (const auto& [name, value] : scene.table.features_of(scene.kinds[token]))
    features[name] = attest::to_string(value);
  const TokenGroup& group = scene.table.kinds_of_tokens()[scene.table.group_of(token)];
  return {{"position", scene.name(token)},
          {"kind", group.name.empty() ? Json() : Json(group.name)},
          {"asks", token == scene.receiver},
          {"features", std::move(features)}};
}

// Nothing: none is less than another for certain.
std::size_t chosen_token(const LayerSetting& setting, const Word& word,
                         const std::vector<PositionOutput>& outputs, std::string& why) {
  for (const Status status : {Status::refuted, Status::undecided}) {
    for (std::size_t which = 0; which < outputs.size(); ++which) {
      if (outputs[which].status != status) continue;
      why = outputs.size() == 1         ? "the only one that is judged"
            : status == Status::refuted ? "the first whose output is wrong"
                                        : "the first whose output is not decided";
      return which;
    }
  }
  why = outputs.size() == 1 ? "the only one that is judged"
                            : "all outputs are right; this one has the least margin";
  std::size_t least = 0;
  std::optional<Interval> margin;
  for (std::size_t which = 0; which < outputs.size(); ++which) {
    const Interval here = margin_of(setting.task().wanted(word, which), outputs[which].y);
    if (margin && compare(here, *margin) != Ordering::less) continue;
    margin = here;
    least = which;
  }
  return least;
}

// Of a vector the first number that is wrong, else the first that is not decided, else the first.
std::size_t wanted_token(const Task& task, const Json& token, const std::vector<PositionOutput>& outputs) {
  const auto judged = task.judged_positions();
  std::optional<std::size_t> found;
  const auto* of_theorem = dynamic_cast<const TheoremTask*>(&task);
  const TokenTable* table = of_theorem == nullptr ? nullptr : of_theorem->table();
  for (std::size_t which = 0; which < judged.size(); ++which) {
    const bool by_kind = table != nullptr && token.is_string() &&
                         token == name_with_kind(*table, static_cast<attention::Token>(judged[which]));
    if (!by_kind && task.position_name(judged[which]) != token) continue;
    if (!found || outputs[which].status > outputs[*found].status) found = which;
  }
  if (found) return *found;
  std::string known;
  for (std::size_t which = 0; which < judged.size() && which < 8; ++which)
    known += (known.empty() ? "" : ", ") + task.position_name(judged[which]).dump();
  throw UsageError("--token", token.dump(),
                   fmt::format("a judged token: {}{}", known, judged.size() > 8 ? ", ..." : ""));
}

}  // namespace

Json explanation(const TheoremClaim& claim, const LayerSetting& setting, const Word& word,
                 const ExplanationOptions& options) {
  const Task& task = setting.task();
  const Standing standing = task.standing(word);
  if (standing != Standing::judged) {
    throw UsageError("--input", task.to_json(word).dump(),
                     (standing == Standing::excluded ? "an input of this theorem: "
                                                     : "an input that the theorem judges: ") +
                         task.promise());
  }
  if (!setting.runnable()) {
    const auto checks = setting.checks_before();
    throw UsageError(fmt::format(
        "{} ({}): there is no layer to explain: {}", claim.info().id, attest::to_string(setting.variant()),
        checks.empty() || !checks.front().reason ? "it is ill-formed" : *checks.front().reason));
  }
  const std::vector<PositionOutput> outputs = setting.all_outputs(word);
  std::string why = "asked for";
  const std::size_t which =
      options.token ? wanted_token(task, *options.token, outputs) : chosen_token(setting, word, outputs, why);
  const Scene scene = scene_of(claim, setting, word, which);
  const PositionOutput& out = outputs[which];
  const Json output = output_json(setting, word, which, out);

  Json result;
  result["input"] = task.to_json(word);
  result["rank"] = task.space().rank(word).str();
  result["token"] = output["position"];
  result["token_name"] = scene.name(scene.receiver);
  result["token_is"] = why;
  result["tokens"] = Json::array();
  for (attention::Token token = 0; token < scene.kinds.size(); ++token)
    result["tokens"].push_back(token_json(scene, token));
  result["value"] = output["value"];
  const ConstructionLines lines(claim, setting, options.stated);
  if (setting.match_layers() != nullptr) {
    explain_match_layers(scene, out, lines, options.most_tuples, result);
  } else if (setting.stack() != nullptr) {
    explain_stack(scene, out, lines, result);
  } else {
    explain_layer(scene, out, lines, options.most_tuples, result);
  }
  result["decision"] = output["decision"];
  result["answer"] = task.vector_answer() != nullptr     ? "vector"
                     : task.decision() == Decision::sign ? "sign"
                                                         : "number";
  if (task.vector_answer() != nullptr) {
    result["coordinate"] = output["coordinate"];
    result["within"] = output["within"];
  }
  result["truth"] = output["truth"];
  result["right"] = output.contains("right") ? output["right"] : Json();
  Status status = Status::holds;
  std::set<std::size_t> wrong;  // of a vector one of its numbers is enough
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    status = std::max(status, outputs[k].status);
    if (k != which && outputs[k].status == Status::refuted) wrong.insert(task.judged_positions()[k]);
  }
  wrong.erase(task.judged_positions()[which]);
  result["others_wrong"] = Json::array();
  for (const std::size_t position : wrong) result["others_wrong"].push_back(task.position_name(position));
  result["checks"] = Json::array();
  for (const Check& check : setting.input_checks(word)) {
    if (check.essential) status = std::max(status, check.status);
    result["checks"].push_back(run_check(check));
  }
  result["verdict"] = attest::to_string(status);
  return result;
}

}  // namespace attest::theorems
