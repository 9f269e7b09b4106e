#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "claims/usage_error.hpp"
#include "kernel/refutation.hpp"
#include "theorems/proof/shattered_range.hpp"
#include "theorems/theorem_claim.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/export_layer.hpp"
#include "tools/attest/kernel_text.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/progress.hpp"
#include "tools/attest/text.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/variants.hpp"

namespace attest {

namespace {

// Where all sizes are given: the refutation at this setting.
bool gives_every_size(const theorems::TheoremClaim& claim, const std::vector<std::string>& words) {
  const auto& sizes = claim.text().sizes;
  return !words.empty() && std::all_of(sizes.begin(), sizes.end(), [&](const auto& size) {
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return word.rfind(size.name + "=", 0) == 0; });
  });
}

std::string text_for_coq(const Claim& claim, Variant variant, const std::vector<std::string>& words,
                         const VerifyOptions& options, Status& status) {
  const auto* theorem = dynamic_cast<const theorems::TheoremClaim*>(&claim);
  if (theorem != nullptr && gives_every_size(*theorem, words)) {
    const Parameters parameters = parse_parameters(theorem->info().parameters, words);
    const Verdict verdict = theorem->verify(variant, parameters, options);
    status = Status::undecided;
    return theorems::coq::refutation_text(*theorem, verdict);
  }
  const theorems::RangeProof proof = *theorems::prove_claim(claim, variant, words, options);
  status = proof.status == Status::holds ? Status::undecided : proof.status;
  return kernel_text(claim, proof);
}

// Nothing is written where something has no place in the text.
ExitStatus export_to_coq(const Context& context, const CommandLine& line, const CommonOptions& common) {
  for (const char* option : {"--weights", "--dtype", "--vectors", "--seed"}) {
    if (line.has(option))
      throw UsageError(option, line.value(option).value_or(""), "nothing beside --to coq");
  }
  const Claim& claim = theorem_argument(context, line.word("claim"));
  if (!theorems::states_proof(claim))
    throw UsageError("claim", line.word("claim"),
                     "a theorem whose layer, or whose rows, are written as text");
  const Variant variant = chosen_variant(claim.info(), line.value("--variant"));
  Progress progress(common.progress_shown(), "export " + claim.info().id);
  Status status = Status::undecided;
  try {
    const std::string text =
        text_for_coq(claim, variant, line.words("parameters"), common.verify_options(), status);
    progress.clear();
    Output output(common.chosen_out(), common.chosen_max_bytes());
    output.write(text);
    output.commit();
  } catch (const proof::Refusal& refusal) {
    progress.clear();
    tell(fmt::format("attest export: {}", refusal.what()));
    return exit_status_of(status);
  }
  return exit_holds;
}

}  // namespace

ExitStatus run_export(const Context& context, const CommandLine& line) {
  const CommonOptions common(line);
  common.check();
  const std::vector<std::string> forms = export_forms();
  const auto form = line.value("--to");
  if (!form) throw UsageError("--to: missing, expected " + one_of("", forms));
  if (*form == "coq") return export_to_coq(context, line, common);
  for (const std::string& known : forms) {
    if (*form == known) return export_layer(context, line, common, known);
  }
  throw UsageError("--to", *form, one_of(*form, forms));
}

}  // namespace attest
