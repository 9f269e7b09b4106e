#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <optional>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "theorems/proof/constant_window.hpp"
#include "theorems/proof/shattered_range.hpp"
#include "theorems/theorem_claim.hpp"
#include "theorems/written_claim.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/kernel_check.hpp"
#include "tools/attest/kernel_text.hpp"
#include "tools/attest/latex.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/progress.hpp"
#include "tools/attest/proof_report.hpp"
#include "tools/attest/proof_table.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/text.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/variants.hpp"
#include "tools/attest/verdict_document.hpp"

namespace attest {

namespace {

// Without a claim: a table of all texts. Refusals are no failure of the command.
ExitStatus prove_all(const Context& context, const CommonOptions& common) {
  const Format format = common.chosen_format();
  Progress progress(common.progress_shown(), "prove");
  const auto proofs = proofs_of_all(context, common.verify_options(), progress);
  progress.clear();
  Output output(common.chosen_out(), common.chosen_max_bytes());
  const Provenance provenance{context.command, common.chosen_seed()};
  if (format == Format::json) {
    Json json = {{"schema", "attest/proofs/1"}, {"version", ATTEST_VERSION}, {"command", context.command}};
    json["proofs"] = Json::array();
    for (const NamedProof& named : proofs) {
      Json one = {{"theorem", named.name}, {"missing", named.missing.empty() ? Json() : Json(named.missing)}};
      if (named.proof) one.update(proof_document(*named.proof));
      json["proofs"].push_back(std::move(one));
    }
    output.write(json_text(json));
  } else {
    // What was not begun is counted, in a text not listed.
    std::vector<NamedProof> listed;
    std::copy_if(proofs.begin(), proofs.end(), std::back_inserter(listed),
                 [&](const NamedProof& named) { return named.begun || format != Format::text; });
    output.write((output.to_file() ? provenance.first_line(format) : "") +
                 render(proof_table(listed), format));
  }
  output.commit();
  if (const auto left = std::count_if(proofs.begin(), proofs.end(), [](const auto& p) { return !p.begun; });
      left != 0) {
    tell(fmt::format("attest: {} of {} theorems were not begun: {}", left, proofs.size(),
                     stop_requested() ? "the run was interrupted" : budget_cause));
    return exit_undecided;
  }
  return exit_holds;
}

KernelVerdict kernel_verdict(const Claim& claim, const theorems::RangeProof& proof) {
  std::string text;
  try {
    text = kernel_text(claim, proof);
  } catch (const proof::Refusal& refusal) {
    return not_exported(refusal.what());
  }
  return KernelCheck()(text);
}

std::string kernel_line(const KernelVerdict& verdict, Format format) {
  if (format == Format::markdown)
    return fmt::format("\nCoq's kernel: {}\n", escaped(verdict.sentence(), Format::markdown));
  if (format == Format::latex)
    return fmt::format("\\noindent Coq's kernel: {}\n", latex_prose(verdict.sentence()));
  return render(Remarks{{"kernel", verdict.sentence()}}, Format::text);
}

theorems::RangeProof window_of(const Claim& claim, Variant variant, const std::vector<std::string>& words,
                               const std::string& constant, const VerifyOptions& options) {
  const auto* theorem = dynamic_cast<const theorems::TheoremClaim*>(&claim);
  if (theorem == nullptr)
    throw UsageError("--window", constant,
                     "a theorem about a layer: rows that are shattered have no such constant");
  return theorems::prove_with_window(*theorem, variant, words, constant, options);
}

}  // namespace

ExitStatus run_prove(const Context& context, const CommandLine& line) {
  const CommonOptions common(line);
  common.check();
  const std::string word = line.word("claim");
  const bool kernel = line.has("--kernel");
  const auto constant = line.value("--window");
  if (word.empty() && kernel) throw UsageError("--kernel: expected with one theorem");
  if (word.empty() && constant) throw UsageError("--window: expected with one theorem");
  if (word.empty()) return prove_all(context, common);
  const Claim& claim = theorem_argument(context, word);
  const bool written = dynamic_cast<const theorems::WrittenClaim*>(&claim) != nullptr;
  if (!theorems::states_proof(claim) && !written) {
    throw UsageError(
        "claim", word,
        is_theorem_file(word)
            ? "a theorem about a layer, or rows that are shattered; this one states a reduction, of which "
              "`attest verify` decides single sizes"
            : "a theorem whose layer, or whose rows, are written as text");
  }
  const Variant variant = chosen_variant(claim.info(), line.value("--variant"));
  const Format format = common.chosen_page();
  Progress progress(common.progress_shown(), "prove " + claim.info().id);
  const auto words = line.words("parameters");
  const theorems::RangeProof proof =
      constant ? window_of(claim, variant, words, *constant, common.verify_options())
               : *theorems::prove_claim(claim, variant, words, common.verify_options());
  std::optional<KernelVerdict> checked;
  if (kernel) checked = kernel_verdict(claim, proof);
  progress.clear();
  Output output(common.chosen_out(), common.chosen_max_bytes());
  const Provenance provenance{context.command, common.chosen_seed()};
  if (format == Format::json) {
    Json json = {{"schema", "attest/proof/1"}, {"version", ATTEST_VERSION}, {"command", context.command}};
    json.update(proof_document(proof));
    json["kernel"] = checked ? checked->document() : Json("not run");
    output.write(json_text(json));
  } else {
    output.write((output.to_file() ? provenance.first_line(format) : "") +
                 (format == Format::markdown ? proof_markdown(proof)
                  : format == Format::latex  ? proof_latex(proof)
                                             : proof_text(proof)) +
                 (checked ? kernel_line(*checked, format) : ""));
  }
  output.commit();
  const bool accepted = !checked || checked->status == KernelVerdict::Status::accepted;
  return gravest(
      {proof.status == Status::holds && !accepted ? exit_undecided : exit_status_of(proof.status)});
}

}  // namespace attest
