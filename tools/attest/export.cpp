#include <fmt/format.h>

#include <cstdio>

#include "claims/usage_error.hpp"
#include "kernel/export.hpp"
#include "theorems/theorem_claim.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/export_layer.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/progress.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/variants.hpp"

namespace attest {

namespace {

// Nothing is written where something has no place in the text.
ExitStatus export_to_coq(const Context& context, const CommandLine& line, const CommonOptions& common) {
  for (const char* option : {"--weights", "--dtype", "--vectors", "--seed"}) {
    if (line.has(option))
      throw UsageError(option, line.value(option).value_or(""), "nothing beside --to coq");
  }
  const Claim& claim = theorem_argument(context, line.word("claim"));
  const auto* theorem = dynamic_cast<const theorems::TheoremClaim*>(&claim);
  if (theorem == nullptr)
    throw UsageError("claim", line.word("claim"), "a theorem whose layer is written as text");
  const Variant variant = chosen_variant(claim.info(), line.value("--variant"));
  Progress progress(common.progress_shown(), "export " + claim.info().id);
  const theorems::RangeProof proof =
      theorems::prove_for_every_size(*theorem, variant, line.words("parameters"), common.verify_options());
  progress.clear();
  try {
    const std::string text = theorems::coq::exported_text(*theorem, proof);
    Output output(common.chosen_out(), common.chosen_max_bytes());
    output.write(text);
    output.commit();
  } catch (const proof::Refusal& refusal) {
    fmt::print(stderr, "attest export: {}\n", refusal.what());
    return proof.status == Status::holds ? exit_undecided : exit_status_of(proof.status);
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
