#include "verification/identity_check.hpp"

#include <fmt/format.h>

#include "attention/elimination.hpp"

namespace attest {

namespace {

constexpr unsigned long searched_inputs = 64;
constexpr unsigned long searched_tuples = 100000;

Rational at_tuple(const Polynomial& polynomial, const Construction& construction, const Task& task,
                  std::span<const Symbol> word, const std::vector<std::size_t>& tuple) {
  std::map<std::string, Rational> values;
  for (std::size_t v = 0; v < tuple.size(); ++v) {
    values[construction.token_names[v]] = Rational(tuple[v] + 1);
    values["phi_" + construction.token_names[v]] =
        Rational(task.first_symbol() + static_cast<long>(word[tuple[v]]));
  }
  return polynomial.evaluate(values);
}

Json find_witness(const Construction& construction, const DisplayedIdentity& identity,
                  const std::map<std::string, Polynomial>& sizes, const Task& task) {
  const Polynomial displayed = identity.displayed.substitute(sizes);
  const Polynomial actual = identity.actual.substitute(sizes);
  const Polynomial difference = displayed - actual;
  const Integer space = task.space().size();
  for (Integer rank = 0; rank < space && rank < searched_inputs; ++rank) {
    const Word word = task.space().unrank(rank);
    for (const std::size_t position : task.judged_positions()) {
      Json witness;
      unsigned long tried = 0;
      for_each_tuple(construction.attention.variables(), word.size(), position, [&](const auto& tuple) {
        if (!witness.is_null() || ++tried > searched_tuples) return false;
        if (at_tuple(difference, construction, task, word, tuple) == 0) return true;
        witness["check"] = identity.name;
        witness["where"] = identity.where;
        witness["rank"] = rank.str();
        witness["input"] = task.to_json(word);
        for (std::size_t v = 0; v < tuple.size(); ++v) {
          witness["tuple"][construction.token_names[v]] = tuple[v] + 1;
        }
        witness["displayed"] = to_string(at_tuple(displayed, construction, task, word, tuple));
        witness["actual"] = to_string(at_tuple(actual, construction, task, word, tuple));
        return false;
      });
      if (!witness.is_null()) return witness;
    }
  }
  return {};
}

}  // namespace

IdentityResult check_identity(const Construction& construction, const DisplayedIdentity& identity,
                              const std::map<std::string, Polynomial>& sizes, const Task& task) {
  IdentityResult result;
  result.check.name = identity.name;
  result.check.essential = identity.essential;
  if (identity.displayed == identity.actual) {
    result.check.status = Status::holds;
    result.check.evidence = Evidence::symbolic;
    return result;
  }
  result.check.status = Status::refuted;
  result.check.kind = Kind::display;
  result.check.reason = identity.failure.empty()
                            ? fmt::format("{}: displayed {}, but the weights give {}", identity.where,
                                          identity.displayed.to_string(), identity.actual.to_string())
                            : fmt::format("{}: {}", identity.where, identity.failure);
  result.witness = find_witness(construction, identity, sizes, task);
  return result;
}

Check check_well_formed(const Construction& construction, const std::vector<std::string>& problems) {
  Check check;
  check.name = "well-formed";
  std::string reason;
  const auto add = [&](const std::string& text) { reason += (reason.empty() ? "" : "; ") + text; };
  for (const auto& defect : construction.defects) add(defect.where + ": " + defect.what);
  for (const auto& problem : problems) add(problem);
  if (reason.empty()) {
    check.status = Status::holds;
    check.evidence = Evidence::symbolic;
  } else {
    check.status = Status::ill_formed;
    check.reason = reason;
  }
  return check;
}

}  // namespace attest
