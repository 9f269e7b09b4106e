#include "claims/verdict.hpp"

namespace attest {

namespace {

template <class T>
Json nullable(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

Json known(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

Json to_json(const RealBounds& bounds) {
  return {{"lower", known(bounds.lower)}, {"upper", known(bounds.upper)}};
}

Json to_json(const Margins& margins) {
  Json result;
  result["score_gap"] = Json();
  if (margins.score_gap) {
    result["score_gap"] = {{"exact", known(margins.score_gap->exact)},
                           {"lower", known(margins.score_gap->bounds.lower)},
                           {"upper", known(margins.score_gap->bounds.upper)}};
  }
  result["output_error"] = margins.output_error ? to_json(*margins.output_error) : Json();
  result["decision_margin"] = margins.decision_margin ? to_json(*margins.decision_margin) : Json();
  return result;
}

Json to_json(const Check& check) {
  return {{"name", check.name},
          {"essential", check.essential},
          {"verdict", to_string(check.status)},
          {"kind", check.kind ? Json(to_string(*check.kind)) : Json()},
          {"evidence", check.evidence ? Json(to_string(*check.evidence)) : Json()},
          {"reason", nullable(check.reason)}};
}

}  // namespace

Json to_json(const InputCounts& inputs) {
  Json result = {{"space", inputs.space_is_known ? Json(inputs.space.str()) : Json()},
                 {"total", inputs.total_is_known ? Json(inputs.total.str()) : Json()},
                 {"checked", inputs.checked_is_known ? Json(inputs.checked.str()) : Json()},
                 {"failing", inputs.failing_is_known ? Json(inputs.failing.str()) : Json()},
                 {"undecided", inputs.undecided.str()}};
  if (inputs.not_judged) result["not_judged"] = inputs.not_judged->str();
  return result;
}

Json to_json(const Verdict& verdict) {
  Json result;
  result["claim"] = verdict.claim;
  result["variant"] = to_string(verdict.variant);
  result["source"] = {{"seed", verdict.source.seed},
                      {"statement", verdict.source.statement},
                      {"lines", {verdict.source.first_line, verdict.source.last_line}}};
  result["parameters"] = verdict.parameters.to_json();
  result["own"] = Json();
  if (verdict.own) {
    result["own"] = {
        {"file", verdict.own->file}, {"sha256", verdict.own->sha256}, {"base", nullable(verdict.own->base)}};
  }
  result["verdict"] = to_string(verdict.status);
  result["kind"] = verdict.kind ? Json(to_string(*verdict.kind)) : Json();
  result["evidence"] = verdict.evidence ? Json(to_string(*verdict.evidence)) : Json();
  result["reason"] = nullable(verdict.reason);
  result["checks"] = Json::array();
  for (const auto& check : verdict.checks) result["checks"].push_back(to_json(check));
  result["inputs"] = to_json(verdict.inputs);
  result["part"] = Json();
  if (verdict.part) {
    result["part"] = std::to_string(verdict.part->residue) + "/" + std::to_string(verdict.part->modulus);
  }
  result["margins"] = to_json(verdict.margins);
  result["worst_input"] = verdict.worst_input;
  result["counterexample"] = verdict.counterexample;
  result["failing"] = verdict.failing;
  result["size"] = {{"heads", verdict.size.heads},
                    {"embedding_dimension", verdict.size.embedding_dimension},
                    {"mlp_parameters", verdict.size.mlp_parameters}};
  result["details"] = verdict.details;
  result["notes"] = verdict.notes;
  result["seconds"] = verdict.seconds;
  return result;
}

}  // namespace attest
