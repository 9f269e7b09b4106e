#include "claims/verdict.hpp"

#include <algorithm>
#include <stdexcept>

namespace attest {

const char* to_string(Variant variant) {
  switch (variant) {
    case Variant::printed:
      return "printed";
    case Variant::repaired:
      return "repaired";
    case Variant::constructed:
      return "constructed";
  }
  return "";
}

const char* to_string(Status status) {
  switch (status) {
    case Status::not_applicable:
      return "not-applicable";
    case Status::holds:
      return "holds";
    case Status::undecided:
      return "undecided";
    case Status::refuted:
      return "refuted";
    case Status::ill_formed:
      return "ill-formed";
  }
  return "";
}

const char* to_string(Evidence evidence) {
  switch (evidence) {
    case Evidence::enumeration:
      return "enumeration";
    case Evidence::cover:
      return "cover";
    case Evidence::symbolic:
      return "symbolic";
  }
  return "";
}

const char* to_string(Kind kind) {
  switch (kind) {
    case Kind::display:
      return "display";
    case Kind::constant:
      return "constant";
    case Kind::construction:
      return "construction";
    case Kind::statement:
      return "statement";
  }
  return "";
}

std::optional<Variant> variant_from_string(const std::string& text) {
  for (const Variant variant : {Variant::printed, Variant::repaired, Variant::constructed}) {
    if (text == to_string(variant)) return variant;
  }
  return std::nullopt;
}

std::optional<Status> status_from_string(const std::string& text) {
  for (const Status status :
       {Status::not_applicable, Status::holds, Status::undecided, Status::refuted, Status::ill_formed}) {
    if (text == to_string(status)) return status;
  }
  return std::nullopt;
}

void forget_unseen_side(Margins& margins) {
  if (margins.score_gap) {
    margins.score_gap->exact.clear();
    margins.score_gap->bounds.lower.clear();
  }
  if (margins.output_error) margins.output_error->upper.clear();
  if (margins.decision_margin) margins.decision_margin->lower.clear();
}

void conclude(Verdict& verdict) {
  verdict.status = Status::not_applicable;
  verdict.kind.reset();
  bool any = false;
  for (const auto& check : verdict.checks) {
    if (!check.essential) continue;
    any = true;
    verdict.status = std::max(verdict.status, check.status);
    if (check.status == Status::refuted && check.kind)
      verdict.kind = verdict.kind ? std::max(*verdict.kind, *check.kind) : *check.kind;
  }
  // A verdict that rests on nothing says nothing.
  if (!any) throw std::logic_error("a verdict needs an essential check");
  if (verdict.status != Status::refuted) verdict.kind.reset();
  verdict.evidence.reset();
  verdict.reason.reset();
  std::vector<std::string> said;
  const auto add_reason = [&](const std::string& text) {
    if (std::find(said.begin(), said.end(), text) != said.end()) return;
    said.push_back(text);
    verdict.reason = verdict.reason ? *verdict.reason + "; " + text : text;
  };
  for (const auto& check : verdict.checks) {
    if (!check.essential || check.status != verdict.status) continue;
    if (verdict.status == Status::holds) {
      if (check.evidence && (!verdict.evidence || *check.evidence < *verdict.evidence)) {
        verdict.evidence = check.evidence;
      }
    } else if (check.reason) {
      add_reason(*check.reason);
    }
  }
  // What is ill-formed may still have been run under a listed reading: what failed then belongs to the story.
  if (verdict.status != Status::ill_formed) return;
  for (const auto& check : verdict.checks) {
    if (check.essential && check.status == Status::refuted && check.reason) {
      add_reason("as far as it can be read, " + check.name + ": " + *check.reason);
    }
  }
}

}  // namespace attest
