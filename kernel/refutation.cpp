#include "kernel/refutation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "kernel/setting_bounds.hpp"
#include "kernel/setting_statement.hpp"
#include "kernel/setting_terms.hpp"
#include "theorems/instance.hpp"
#include "theorems/lets.hpp"
#include "theorems/patch.hpp"
#include "theorems/table_parameters.hpp"
#include "theorems/theorem_task.hpp"
#include "verification/input_argument.hpp"
#include "verification/proof/refusal.hpp"

namespace attest::theorems::coq {

using attention::Head;
using attention::Kernel;
using attention::Layer;
using proof::Refusal;

namespace {

constexpr std::size_t most_tuples = 20000;

std::string values_text(std::span<const long> values) {
  return fmt::format("[{}]%Z", fmt::join(values, "; "));
}

// The input, one definition for each of its parts.
std::string given_text(const SettingStatement& statement, const InputLayout& layout,
                       std::span<const long> cells) {
  std::string text = "(** * The input *)\n\n";
  for (std::size_t k = 0; k < statement.inputs.size(); ++k) {
    const InputField& field = layout.fields()[k];
    const auto own = cells.subspan(field.first_cell, field.cells);
    const std::string name = "given_" + statement.inputs[k].name;
    if (field.domains.empty()) {
      text += fmt::format("Definition {} : Z := {}%Z.\n", name, rational_number(Rational(own[0])));
    } else if (field.domains.size() == 1) {
      text += fmt::format("Definition {} : Z -> Z := entry {}.\n", name, values_text(own));
    } else {
      std::vector<std::string> rows;
      const std::size_t columns = field.domains[1].size();
      for (std::size_t r = 0; r < field.domains[0].size(); ++r)
        rows.push_back(values_text(own.subspan(r * columns, columns)));
      text += fmt::format("Definition {} : Z -> Z -> Z := entry_2 [{}].\n", name, fmt::join(rows, "; "));
    }
  }
  return text;
}

// What shows that e^-(scale unit) lies between the bounds.
std::string base_proof(const Surd& scale, const SoftmaxNumbers& n) {
  const std::string a = rational_number(scale.q());
  const std::string unit = rational_number(n.unit);
  if (scale.has_logarithm())
    return fmt::format(
        "apply (base_of_logarithm {} {} {}); [rewrite <- Q2R_0; now apply lt_Q2R | reflexivity]",
        rational_number(scale.k()), a, unit);
  if (scale.r() == 1)
    return fmt::format("apply (base_of_number {} {} {} {} {} {} {} {}); vm_compute; reflexivity", a, unit,
                       n.c.str(), n.e.str(), n.low.str(), n.high.str(), n.den.str(), n.steps);
  return fmt::format("apply (base_of_root {} {} {} {} {} {} {} {} {} {}); vm_compute; reflexivity", a,
                     scale.r().str(), unit, n.c.str(), n.d.str(), n.e.str(), n.low.str(), n.high.str(),
                     n.den.str(), n.steps);
}

std::string enclosure_text(const SettingStatement& statement, const Layer& layer, const EnclosedOutput& found,
                           const std::string& at) {
  std::vector<std::string> bounds, proofs;
  for (std::size_t h = 0; h < layer.heads.size(); ++h) {
    const Head& head = layer.heads[h];
    const SoftmaxNumbers& n = found.heads[h];
    const std::string own = layer.heads.size() == 1 ? "" : fmt::format("_{}", h + 1);
    if (head.kernel != Kernel::softmax) {
      const std::string of =
          head.kernel == Kernel::exact_match
              ? fmt::format("matched (tuples{0} {1}) (apply W{0}_1 (e {1})) (fun t => apply W{0}_2 (e t))",
                            own, at)
              : fmt::format("best (tuples{0} {1}) (score{0} e {1})", own, at);
      bounds.push_back(
          fmt::format("points (average {} ({}) (value{} e {}))", head.value_length, of, own, at));
      proofs.emplace_back("apply points_between");
      continue;
    }
    const bool log = head.scale.has_logarithm();
    const std::string base =
        log ? fmt::format("(/ {0}, / {0})", rational_number(head.scale.k()))
            : fmt::format("({0} / {2}, {1} / {2})", n.low.str(), n.high.str(), n.den.str());
    bounds.push_back(fmt::format(
        "softmax_bounds {0} (weights (tuples{1} {2}) {3} {4} {5} {6}%Z (score{1} e {2})) (value{1} e {2})",
        head.value_length, own, at, rational_number(n.top), rational_number(n.unit), base, n.deep.str()));
    proofs.push_back(fmt::format(
        "apply softmax_between; [{} | reflexivity | vm_compute; reflexivity | vm_compute; reflexivity]",
        base_proof(head.scale, n)));
  }
  std::string tactic = proofs.back();
  for (std::size_t h = proofs.size() - 1; h-- > 0;)
    tactic = fmt::format("apply Forall2_app; [{} | {}]", proofs[h], tactic);
  const std::string arrivals = fmt::format("arrivals_bounds W_O ({})", fmt::join(bounds, " ++ "));
  std::string given;
  for (const auto& input : statement.inputs) given += " given_" + input.name;
  return fmt::format(R"(Definition enclosed (e : _ -> row) : bounds :=
  read_bounds readout ({}).

Lemma is_enclosed : let e := encoded{} in between (enclosed e) (output e {}).
Proof.
  intros e; apply read_between{}, arrivals_between.
  {}.
Qed.

)",
                     layer.residual ? fmt::format("residual_bounds (e {}) ({})", at, arrivals) : arrivals,
                     given, at, layer.residual ? ", residual_between" : "", tactic);
}

// One step for each part of `input`.
std::string input_proof(const SettingStatement& statement) {
  std::vector<std::string> parts;
  for (const auto& input : statement.inputs) {
    parts.emplace_back(input.domains == 0 ? "split; vm_compute; discriminate"
                       : input.domains == 1
                           ? "refine (values_between _ _ _ _ _ _); vm_compute; reflexivity"
                           : "refine (values_between_2 _ _ _ _ _ _ _ _); vm_compute; reflexivity");
  }
  parts.resize(parts.size() + statement.conditions + (statement.judged_if ? 1 : 0),
               "vm_compute; reflexivity");
  std::string text = parts.back();
  for (std::size_t k = parts.size() - 1; k-- > 0;) text = fmt::format("split; [{} | {}]", parts[k], text);
  return text;
}

std::string conclusion_text(const SettingStatement& statement, const Wanted& wanted, const std::string& at) {
  std::string given;
  for (const auto& input : statement.inputs) given += " given_" + input.name;
  std::string indices = statement.every ? " " + at : "";
  if (statement.every && at.front() == '(' && at.find(", ") != std::string::npos) {
    std::string inner = at.substr(1, at.find(')') - 1);
    const std::size_t comma = inner.find(", ");
    indices = fmt::format(" {}%Z {}%Z", inner.substr(0, comma), inner.substr(comma + 2));
  }
  const std::string truth = fmt::format("truth{}{}", given, indices);
  const std::string wrong = !statement.sign     ? fmt::format("wrong_number _ _ ({}) is_enclosed _", truth)
                            : wanted.value == 1 ? fmt::format("wrong_no _ _ ({}) is_enclosed _ _", truth)
                                                : fmt::format("wrong_yes _ _ ({}) is_enclosed _ _", truth);
  return fmt::format(R"(Lemma given_is_input : input{}.
Proof. {}. Qed.

Theorem {}_refuted : ~ output_is_right.
Proof.
  intros H; refine ({} (H{} given_is_input{})); vm_compute; {}.
Qed.
)",
                     given, input_proof(statement), statement.name, wrong, given,
                     statement.every ? indices + " _" : "", statement.every ? "tauto" : "reflexivity");
}

bool is_wrong(const Bounds& y, const Wanted& wanted) {
  if (wanted.decision == Decision::sign) return wanted.value == 1 ? y.high <= 0 : y.low > 0;
  return y.high <= wanted.value - Rational(1, 2) || y.low >= wanted.value + Rational(1, 2);
}

}  // namespace

std::string refutation_text(const TheoremClaim& claim, const Verdict& verdict) {
  const std::string variant = attest::to_string(verdict.variant);
  const std::string where =
      fmt::format("{} ({}) at {}", claim.info().id, variant, verdict.parameters.to_string());
  if (verdict.status == Status::holds)
    throw Refusal("coq", fmt::format("{} is not refuted: it holds", where));
  if (verdict.status != Status::refuted)
    throw Refusal("coq", fmt::format("{} is {}: {}", where, attest::to_string(verdict.status),
                                     verdict.reason.value_or("no reason is known")));
  const Json& witness = verdict.counterexample;
  if (!witness.is_object() || witness.value("check", "") != "output" || !witness.contains("rank"))
    throw Refusal("coq", fmt::format("{} is refuted, but by no input with a wrong output: {}", where,
                                     verdict.reason.value_or("")));
  if (claim.is_program(verdict.variant))
    throw Refusal("coq", fmt::format("{} is a program, no layer that is written as text", where));

  const auto setting = claim.setting(verdict.variant, verdict.parameters);
  const auto& layer_setting = dynamic_cast<const LayerSetting&>(*setting);
  if (layer_setting.several_layers())
    throw Refusal("coq", "several layers; this is not exported at one setting so far");
  const Layer& layer = layer_setting.prepared().layer();
  const auto& task = dynamic_cast<const TheoremTask&>(layer_setting.task());
  const Word word = input_from(Json("rank:" + witness["rank"].get<std::string>()), task, 0);

  std::vector<std::string> tables;
  const TheoremText text =
      with_lets_written_out(with_tables(variant_of(claim.text(), variant), verdict.parameters, tables));
  const Constants constants = constants_of(text, verdict.parameters);
  const InputLayout layout = layout_of(text, constants.names);
  std::vector<long> cells(layout.cells());
  layout.decode(word, cells);
  std::vector<attention::Kind> kinds(task.tokens());
  task.kinds(word, kinds);

  // The first judged token that is wrong, as the enclosure sees it.
  const auto positions = task.judged_positions();
  const auto decided = [&](std::size_t which) -> std::optional<EnclosedOutput> {
    if (setting->output(word, which).status != Status::refuted) return std::nullopt;
    const auto receiver = static_cast<attention::Token>(positions[which]);
    for (const Head& head : layer.heads) {
      if (attention::weighs_rationally(head.kernel) || head.kernel == Kernel::leftmost)
        return EnclosedOutput();  // statement_at refuses
      if (head.over.tuples(receiver).size() > most_tuples * head.over.arity())
        throw Refusal("coq", "more than 20000 index tuples; this is not exported at one setting");
    }
    return enclosed_output(layer, kinds, receiver);
  };
  for (std::size_t which = 0; which < positions.size(); ++which) {
    const auto enclosed = decided(which);
    if (!enclosed) continue;
    const SettingStatement statement = statement_at(text, variant, verdict.parameters, constants, layer);
    const Wanted wanted = task.wanted(word, which);
    if (!is_wrong(enclosed->output, wanted))
      throw Refusal(
          "coq",
          "the rational enclosure of the output is too wide to show that it is wrong; a larger scale "
          "or another input may do");
    const std::string at =
        token_text(task.table()->indices_of(static_cast<attention::Token>(positions[which])));
    return statement.text + given_text(statement, layout, cells) + "\n" +
           enclosure_text(statement, layer, *enclosed, at) + conclusion_text(statement, wanted, at);
  }
  throw Refusal("coq", fmt::format("{}: no output was found wrong once more", where));
}

}  // namespace attest::theorems::coq
