#include "theorems/proof/lemma_proof.hpp"

#include <fmt/format.h>

#include "theorems/lets.hpp"

namespace attest::theorems {

using language::Node;
using language::Op;
using proof::Laurent;
using proof::Refusal;

void expect_provable_checks(const TheoremText& text, bool unique, std::vector<ProofStep>& steps) {
  bool output = false;
  for (const CheckStatement& check : text.checks) {
    if (!check.essential) continue;
    if (check.name == "output") {
      output = true;
    } else if (check.name == "unique-maximum" && unique) {
      steps.push_back({"unique-maximum", "the lemma's squares vanish at one tuple alone, which scores best"});
    } else if (check.name == "size") {
      steps.push_back({"size", "embedding, heads and output network are the same for all these sizes"});
    } else if (check.name != "displayed") {
      throw Refusal("checks", fmt::format("line {}: '{}' is essential and is not proved for every size",
                                          check.place.line, check.name));
    }
  }
  if (!output) throw Refusal("checks", "the theorem does not say 'check output'");
}

Laurent answer_of(SymbolicTheorem& theorem) {
  TermNames names;
  names.written = [&theorem](const Node& e) -> std::optional<Laurent> {
    if (e.op == Op::call) return std::nullopt;
    const std::string name = e.op == Op::subscript ? whole_name(e) : e.name;
    const TaskStatement& task = theorem.task();
    for (std::size_t k = 0; task.every && k < task.indices.size(); ++k) {
      if (task.indices[k] == name) return theorem.judged()[k];
    }
    if (const auto* field = theorem.input().find(name); field != nullptr && field->domains.empty())
      return theorem.input().entry(*field, {});
    return theorem.constants().written(e);
  };
  names.applied = [&theorem](const std::string& name,
                             const std::vector<Laurent>& arguments) -> std::optional<Laurent> {
    const auto* field = theorem.input().find(name);
    return field == nullptr ? std::nullopt : std::optional(theorem.input().entry(*field, arguments));
  };
  return Terms(theorem.variables(), names, "G5")(without_lets(theorem.task().truth, theorem.text().lets));
}

proof::SizeValues corner_of(const proof::Variables& variables) {
  proof::SizeValues corner;
  for (const auto& [name, from] : variables.sizes()) corner.emplace(name, Laurent(Rational(from)));
  return corner;
}

LemmaProof prove_from(const TheoremText& text, const ProofSetting& setting) {
  SymbolicTheorem theorem(text, setting);
  if (theorem.task().answer != AnswerKind::number)
    throw Refusal("G6", "a task whose answer is no number is outside of what is proved");
  return prove_by_integer_addresses(theorem);
}

}  // namespace attest::theorems
