#include "claims/verdict.hpp"

#include <algorithm>
#include <deque>
#include <mutex>
#include <stdexcept>

#include "claims/variant_names.hpp"

namespace attest {

namespace {

// The names of the variants, those of the enumerators first. A deque never moves what it holds.
struct VariantNames {
  std::mutex mutex;
  std::deque<std::string> names = {"printed", "repaired", "constructed", "stated"};
};

VariantNames& variant_names() {
  static VariantNames names;
  return names;
}

}  // namespace

const char* to_string(Variant variant) {
  VariantNames& all = variant_names();
  const std::lock_guard lock(all.mutex);
  return all.names.at(static_cast<std::size_t>(variant)).c_str();
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
  VariantNames& all = variant_names();
  const std::lock_guard lock(all.mutex);
  const auto found = std::find(all.names.begin(), all.names.end(), text);
  if (found == all.names.end()) return std::nullopt;
  return static_cast<Variant>(found - all.names.begin());
}

Variant named_variant(const std::string& name) {
  VariantNames& all = variant_names();
  const std::lock_guard lock(all.mutex);
  const auto found = std::find(all.names.begin(), all.names.end(), name);
  if (found != all.names.end()) return static_cast<Variant>(found - all.names.begin());
  all.names.push_back(name);
  return static_cast<Variant>(all.names.size() - 1);
}

void forget_variant_names() {
  VariantNames& all = variant_names();
  const std::lock_guard lock(all.mutex);
  all.names.resize(static_cast<std::size_t>(Variant::stated) + 1);
}

std::optional<Status> status_from_string(const std::string& text) {
  for (const Status status :
       {Status::not_applicable, Status::holds, Status::undecided, Status::refuted, Status::ill_formed}) {
    if (text == to_string(status)) return status;
  }
  return std::nullopt;
}

std::string own_name(const Own& own) {
  return "own:" + own.name;
}

std::string own_label(const Own& own) {
  return own_name(own) + " (" + own.file + ", sha256 " + own.sha256.substr(0, 12) + ")";
}

std::string name_of(const Verdict& verdict) {
  return verdict.own ? own_label(*verdict.own) : verdict.claim;
}

std::string status_text(const Verdict& verdict) {
  const std::string status = to_string(verdict.status);
  return verdict.kind ? status + " (" + to_string(*verdict.kind) + ")" : status;
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
