#include "tools/attest/proof_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "lowerbounds/shattering/text_claim.hpp"
#include "theorems/proof/shattered_range.hpp"
#include "theorems/read.hpp"
#include "theorems/theorem_claim.hpp"
#include "theorems/theorem_texts.hpp"
#include "tools/attest/example_texts.hpp"
#include "tools/attest/proof_report.hpp"
#include "tools/attest/theorem_files.hpp"
#include "tools/attest/variants.hpp"

namespace attest {

NamedProof named_proof(const std::string& name, const Claim& claim, Variant variant,
                       const VerifyOptions& options, const std::vector<std::string>& words) {
  NamedProof result;
  result.name = name;
  result.variant = variant;
  try {
    result.proof = theorems::prove_claim(claim, result.variant, words, options);
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
  auto texts = below_texts(proof);
  const auto open = open_texts(proof);
  texts.insert(texts.end(), open.begin(), open.end());
  if (texts.empty() && !proof.main) return proof.reason;
  return fmt::format("{}", fmt::join(texts, "; "));
}

std::size_t EveryText::sources() {
  return theorem_texts().size() + example_texts().size();
}

void EveryText::run() const {
  for (const TheoremSource& source : theorem_texts()) {
    look(source.id);
    const Claim& claim = context.catalogue.find(source.id);
    if (theorems::states_proof(claim)) visit(source.id, claim);
  }
  for (const TheoremSource& source : example_texts()) {
    look(source.path);
    TheoremFile file{source.path, source.text,
                     theorems::read_theorem(language::SourceText(source.path, source.text))};
    if (file.theorem.reduction) continue;
    const theorems::TheoremText text = file.theorem.extends.empty() ? file.theorem : whole_theorem(file);
    if (text.shatter) {
      visit(source.path, TextShatteredClaim(text, "own:" + text.id, source.path));
    } else {
      visit(source.path, theorems::TheoremClaim(text, "own:" + text.id, source.path));
    }
  }
}

std::vector<NamedProof> proofs_of_all(const Context& context, const VerifyOptions& options,
                                      Progress& progress) {
  std::vector<NamedProof> all;
  const std::size_t sources = EveryText::sources();
  std::size_t looked_at = 0;
  const auto look_at = [&](const std::string& name) {
    progress.relabel("prove " + name);
    progress.update(looked_at++, Integer(sources));
  };
  const auto begin = std::chrono::steady_clock::now();
  const auto add = [&](const std::string& name, const Claim& claim) {
    const Variant variant = chosen_variant(claim.info(), std::nullopt);
    VerifyOptions own = options;
    if (options.budget_seconds) {
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
      own.budget_seconds =
          (*options.budget_seconds - spent.count()) / static_cast<double>(sources - looked_at + 1);
    }
    const bool spent = own.budget_seconds.value_or(1) <= 0;
    if (spent || stop_requested()) {
      all.push_back({name, variant, std::nullopt,
                     fmt::format("not begun: {}", spent ? budget_cause : interruption_cause()), false});
    } else {
      all.push_back(named_proof(name, claim, variant, own));
    }
  };
  EveryText{context, look_at, add}.run();
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
