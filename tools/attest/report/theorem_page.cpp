#include "tools/attest/report/theorem_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "claims/input_files.hpp"
#include "claims/papers.hpp"
#include "claims/quotes.hpp"
#include "claims/usage_error.hpp"
#include "theorems/claim_info.hpp"
#include "theorems/patch.hpp"
#include "theorems/proof/shattered_range.hpp"
#include "theorems/theorem_claim.hpp"
#include "theorems/theorem_texts.hpp"
#include "tools/attest/build_identity.hpp"
#include "tools/attest/explained_input.hpp"
#include "tools/attest/proof_table.hpp"
#include "tools/attest/report/margin_section.hpp"
#include "tools/attest/report/precision_section.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/verdict_text.hpp"
#include "tools/attest/version.hpp"
#include "tools/attest/weights_text.hpp"

namespace attest::report {

namespace {

constexpr std::size_t longest_weights = 20'000;  // characters; more is for `attest show`

const theorems::TheoremText* text_of(const Claim& claim) {
  const auto* stated = dynamic_cast<const theorems::TextClaim*>(&claim);
  return stated == nullptr ? nullptr : &stated->text();
}

Section statement_section(const ClaimInfo& info) {
  Section section{"Statement", {}};
  section.blocks.emplace_back(Quoted{info.statement, source_text(info.source)});
  Remarks remarks;
  if (const Paper* paper = paper_of_seed(info.source.seed)) remarks.emplace_back("paper", citation(*paper));
  if (const auto quote = quoted_statement(info.id))
    remarks.emplace_back(place_of(*quote), "`" + quote->text + "`");
  for (const ParameterSpec& spec : info.parameters)
    remarks.emplace_back(
        "parameter",
        fmt::format("{}: {}{}. {}", spec.name, spec.expectation(),
                    spec.default_value ? " (default " + *spec.default_value + ")" : "", spec.meaning));
  section.blocks.emplace_back(Listed{remarks});
  return section;
}

Section variants_section(const Claim& claim) {
  const ClaimInfo& info = claim.info();
  Section section{info.variants.size() > 1 ? "Print and repair" : "The construction", {}};
  Remarks remarks;
  for (const VariantInfo& variant : info.variants) {
    remarks.emplace_back(to_string(variant.variant), variant.summary);
    for (const std::string& change : variant.changes) remarks.emplace_back("changes", change);
  }
  section.blocks.emplace_back(Listed{remarks});
  const theorems::TheoremText* text = text_of(claim);
  if (text == nullptr) {
    section.blocks.emplace_back(Prose{"No text states this claim; the program computes it."});
    return section;
  }
  std::vector<std::string> names;
  std::vector<theorems::TheoremText> texts;
  const auto* layered = dynamic_cast<const theorems::TheoremClaim*>(&claim);
  for (const std::string& name : theorems::variant_names(*text)) {
    const auto variant = variant_from_string(name);
    if (layered != nullptr && variant && layered->is_program(*variant)) continue;
    names.push_back(name);
    texts.push_back(theorems::variant_of(*text, name));
  }
  const ComparedFormulas compared = compared_formulas(names, texts);
  if (names.size() > 1)
    section.blocks.emplace_back(Prose{
        "A line that differs is marked and stands once for each variant; every other line is one for all of them."});
  section.blocks.emplace_back(compared);
  return section;
}

// Choices and notes of the text, of the layer's landings and of the verdicts, each once.
Section choice_section(const Subject& subject) {
  Section section{"Choices and notes", {}};
  std::set<std::string> seen;
  Remarks remarks;
  const auto add = [&](const std::string& label, const std::string& said) {
    if (seen.insert(said).second) remarks.emplace_back(label, said);
  };
  for (const ReportedVerdict& row : subject.verdicts) {
    for (const char* list : {"choices", "readings"}) {
      if (!row.verdict.details.contains(list)) continue;
      for (const Json& entry : row.verdict.details[list])
        add(std::string(list) == "choices" ? "choice" : "reading", entry.get<std::string>());
    }
    for (const std::string& note : row.verdict.notes) add("note", note);
  }
  if (remarks.empty()) return section;
  section.blocks.emplace_back(Prose{
      "Where the print leaves something open it is read in its favour: each choice is told here, and each note on the text."});
  section.blocks.emplace_back(Listed{remarks});
  return section;
}

// Whether a proof would have to find a parameter first.
bool asks_for_parameter(const Claim& claim) {
  const auto& parameters = dynamic_cast<const theorems::TextClaim&>(claim).text().parameters;
  return std::any_of(parameters.begin(), parameters.end(),
                     [](const auto& parameter) { return parameter.automatic; });
}

std::vector<NamedProof> proofs_of(const Subject& subject, const VerifyOptions& options) {
  std::vector<NamedProof> proofs;
  if (!theorems::states_proof(subject.claim) || asks_for_parameter(subject.claim)) return proofs;
  for (const VariantInfo& variant : subject.claim.info().variants)
    proofs.push_back(named_proof(subject.claim.info().id, subject.claim, variant.variant, options));
  return proofs;
}

Section proof_section(const Subject& subject, const std::vector<NamedProof>& proofs) {
  Section section{"For every size", {}};
  if (!theorems::states_proof(subject.claim)) return section;
  if (asks_for_parameter(subject.claim)) {
    section.blocks.emplace_back(Prose{"Not asked here: a parameter is found by search. This command asks:"});
    section.blocks.emplace_back(Typed{shell_command({"attest", "prove", subject.word}) + "\n"});
    return section;
  }
  for (const NamedProof& named : proofs) {
    if (named.proof) {
      section.blocks.emplace_back(Proved{*named.proof});
    } else {
      section.blocks.emplace_back(
          Prose{fmt::format("{}: not asked, {}", to_string(named.variant), named.missing)});
    }
  }
  return section;
}

// At the first setting of the last variant, which is the one that is repaired or constructed where there is one.
Section weight_section(const Subject& subject) {
  Section section{"Weights", {}};
  if (subject.verdicts.empty()) return section;
  const Variant variant = subject.claim.info().variants.back().variant;
  for (const ReportedVerdict& row : subject.verdicts) {
    const Verdict& verdict = row.verdict;
    if (verdict.variant != variant || verdict.status == Status::ill_formed) continue;
    std::vector<std::string> words{"attest", "show", subject.word, "--variant", to_string(variant)};
    for (const std::string& word : parameter_words(verdict.parameters)) words.push_back(word);
    std::string text;
    try {
      const Json weights = subject.claim.weights(variant, verdict.parameters);
      if (weights.is_structured() && !weights.empty()) text = weights_text(weights, 0);
    } catch (const UsageError&) {  // a claim without weights
    }
    if (text.empty()) return section;
    section.blocks.emplace_back(Titled{
        fmt::format("The {} variant at {}, exactly", to_string(variant), verdict.parameters.to_string())});
    section.blocks.emplace_back(text.size() > longest_weights
                                    ? Typed{"too long for a page; printed by\n" + shell_command(words) + "\n"}
                                    : Typed{text});
    return section;
  }
  return section;
}

Section scope_section(const Subject& subject) {
  Section section{"What is not claimed here", {}};
  Remarks remarks;
  remarks.emplace_back(
      "sizes",
      "A verdict is about the settings in its row. For every other size the section \"For every size\" "
      "says what is proved; where it proves nothing, nothing is said.");
  remarks.emplace_back("growth",
                       "Statements about growth (O, Omega, \"constant\") are not decided by single sizes.");
  remarks.emplace_back("arithmetic",
                       "Numbers are exact or enclosed; nothing here speaks of rounding in floating point "
                       "(attest precision does).");
  if (is_theorem_file(subject.word))
    remarks.emplace_back("source", "Whether the file says what its source says is for its reader to judge.");
  section.blocks.emplace_back(Listed{remarks});
  return section;
}

Section reproduction_section(const Subject& subject, const Provenance& provenance) {
  Section section{"To reproduce", {}};
  std::string commands = provenance.command + "\n";
  std::string last;
  for (const ReportedVerdict& row : subject.verdicts) {
    std::vector<std::string> words{"attest", "verify", subject.word};
    for (const std::string& word : parameter_words(row.verdict.parameters)) words.push_back(word);
    const std::string command = shell_command(words) + "\n";
    if (command != last) commands += command;
    last = command;
  }
  if (dynamic_cast<const theorems::TheoremClaim*>(&subject.claim) != nullptr)
    commands += shell_command({"attest", "prove", subject.word}) + "\n";
  section.blocks.emplace_back(Typed{commands});
  Remarks remarks;
  remarks.emplace_back("program", fmt::format("attest {}, commit {}", version(), build_identity()));
  remarks.emplace_back("seed", std::to_string(provenance.seed));
  for (const auto& [name, hash] : input_files()) remarks.emplace_back("input " + name, hash);
  const std::string& id = subject.claim.info().id;
  const TheoremSource* theorem = find_theorem_text(id);
  if (const TheoremSource* source = theorem != nullptr ? theorem : find_claim_text(id))
    remarks.emplace_back("text", fmt::format("{}, sha256 {}", source->path, sha256(source->text)));
  section.blocks.emplace_back(Listed{remarks});
  return section;
}

// Of each variant what its settings say together: the gravest.
std::vector<Badge> badges_of(const Subject& subject) {
  std::vector<Badge> badges;
  for (const VariantInfo& variant : subject.claim.info().variants) {
    const Verdict* gravest = nullptr;
    std::size_t settings = 0;
    std::size_t agreeing = 0;
    for (const ReportedVerdict& row : subject.verdicts) {
      if (row.verdict.variant != variant.variant) continue;
      ++settings;
      if (gravest == nullptr || gravest->status < row.verdict.status) gravest = &row.verdict;
    }
    if (gravest == nullptr) continue;
    for (const ReportedVerdict& row : subject.verdicts)
      agreeing += row.verdict.variant == variant.variant && row.verdict.status == gravest->status ? 1 : 0;
    badges.push_back({to_string(variant.variant),
                      fmt::format("{} at {} of {} setting{}", status_text(*gravest), agreeing, settings,
                                  settings == 1 ? "" : "s"),
                      gravest->status});
  }
  return badges;
}

std::string subtitle_of(const Subject& subject) {
  Verdict named;  // for its name alone
  named.claim = subject.claim.info().id;
  mark_own(named, subject.word);
  return fmt::format("{}, {}", name_of(named), subject.claim.info().kind);
}

}  // namespace

Page theorem_page(const Subject& subject, const Provenance& provenance, const VerifyOptions& options) {
  const ClaimInfo& info = subject.claim.info();
  Page page;
  page.title = info.title.empty() ? info.id : info.title;
  page.subtitle = subtitle_of(subject);
  page.provenance = fmt::format("attest {}, seed {}: {}", version(), provenance.seed, provenance.command);
  page.badges = badges_of(subject);
  const std::vector<NamedProof> proofs = proofs_of(subject, options);
  page.sections = {statement_section(info),         verdict_section(subject),
                   margin_section(subject, proofs), precision_section(subject, options),
                   variants_section(subject.claim), witness_section(subject),
                   worst_input_section(subject),    proof_section(subject, proofs),
                   choice_section(subject),         scope_section(subject),
                   weight_section(subject),         reproduction_section(subject, provenance)};
  return page;
}

}  // namespace attest::report
