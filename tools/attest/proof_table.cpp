#include "tools/attest/proof_table.hpp"

#include <fmt/format.h>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "theorems/read.hpp"
#include "theorems/theorem_claim.hpp"
#include "theorems/theorem_texts.hpp"
#include "tools/attest/example_texts.hpp"
#include "tools/attest/proof_report.hpp"
#include "tools/attest/theorem_files.hpp"
#include "tools/attest/variants.hpp"

namespace attest {

NamedProof named_proof(const std::string& name, const theorems::TheoremClaim& claim, Variant variant,
                       const VerifyOptions& options) {
  NamedProof result;
  result.name = name;
  result.variant = variant;
  try {
    result.proof = theorems::prove_for_every_size(claim, result.variant, {}, options);
  } catch (const UsageError& error) {
    result.missing = error.what();
  } catch (const Stopped&) {
    result.missing = "not finished: " + stop_cause();
  }
  return result;
}

std::string remark(const NamedProof& named) {
  if (!named.proof) return named.missing;
  const theorems::RangeProof& proof = *named.proof;
  if (!proof.refusal.empty()) return proof.status == Status::refuted ? proof.reason : proof.refusal;
  std::string text;
  for (const auto* pieces : {&proof.below, &proof.open}) {
    for (const theorems::Piece& piece : *pieces) text += (text.empty() ? "" : "; ") + piece_text(piece);
  }
  return text;
}

std::vector<NamedProof> proofs_of_all(const Context& context, const VerifyOptions& options,
                                      Progress& progress) {
  std::vector<NamedProof> all;
  const std::size_t sources = theorem_texts().size() + example_texts().size();
  std::size_t looked_at = 0;
  const auto look_at = [&](const std::string& name) {
    progress.relabel("prove " + name);
    progress.update(looked_at++, Integer(sources));
  };
  const auto add = [&](const std::string& name, const theorems::TheoremClaim& claim) {
    all.push_back(named_proof(name, claim, chosen_variant(claim.info(), std::nullopt), options));
  };
  for (const TheoremSource& source : theorem_texts()) {
    look_at(source.id);
    const auto* claim = dynamic_cast<const theorems::TheoremClaim*>(&context.catalogue.find(source.id));
    if (claim != nullptr) add(source.id, *claim);
  }
  for (const TheoremSource& source : example_texts()) {
    look_at(source.path);
    TheoremFile file{source.path, source.text,
                     theorems::read_theorem(language::SourceText(source.path, source.text))};
    if (file.theorem.shatter || file.theorem.reduction) continue;  // no layer
    const theorems::TheoremText text = file.theorem.extends.empty() ? file.theorem : whole_theorem(file);
    add(source.path, theorems::TheoremClaim(text, "own:" + text.id, source.path));
  }
  return all;
}

Table proof_table(const std::vector<NamedProof>& proofs) {
  Table table{{"theorem", "variant", "every size", "from", "lemma", "bound", "below, or what is in the way"},
              {}};
  for (const NamedProof& named : proofs) {
    const theorems::RangeProof* proof = named.proof ? &*named.proof : nullptr;
    const bool main = proof != nullptr && proof->main;
    table.rows.push_back({named.name, to_string(named.variant),
                          proof == nullptr ? "undecided" : to_string(proof->status),
                          main ? from_text(*proof->main) : "", main ? proof->main->proof->lemma : "",
                          main ? proof->main->proof->bound : "", remark(named)});
  }
  return table;
}

}  // namespace attest
