#include <fmt/format.h>

#include <memory>

#include "claims/usage_error.hpp"
#include "tools/attest/command.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/timed_verify.hpp"
#include "tools/attest/variants.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/verdict_table.hpp"
#include "tools/attest/verdict_text.hpp"

namespace attest {

namespace {

struct VerifyArguments {
  std::string claim;
  std::optional<std::string> variant;
  std::vector<std::string> words;
  CommonOptions common;
};

ExitStatus run_verify(const Context& context, const VerifyArguments& arguments) {
  arguments.common.check();
  const Claim& claim = context.catalogue.find(arguments.claim);
  const auto variants = chosen_variants(claim.info(), arguments.variant);
  const auto settings = parse_parameter_ranges(claim.info().parameters, arguments.words);
  const Format format = arguments.common.chosen_format();
  Output output(arguments.common.chosen_out(), arguments.common.chosen_max_bytes());
  const Provenance provenance{context.command, arguments.common.chosen_seed()};
  if (output.to_file() && format == Format::text) output.write(provenance.first_line(format));
  TimedVerify verify(arguments.common);

  std::vector<Verdict> verdicts;
  std::vector<ExitStatus> statuses;
  for (const auto& parameters : settings) {
    for (const Variant variant : variants) {
      Verdict verdict = verify(claim, variant, parameters);
      statuses.push_back(exit_status_of(verdict.status));
      if (format == Format::json) output.write(json_line(verdict_document(verdict, context.command)));
      if (format == Format::text) output.write((verdicts.empty() ? "" : "\n") + verdict_text(verdict));
      verdicts.push_back(std::move(verdict));
    }
  }
  if (format != Format::json && format != Format::text) {
    const Table table = verdict_table(verdicts, true, format);
    output.write(output.to_file() ? provenance.render_file(table, format) : render(table, format));
  }
  output.commit();
  return gravest(statuses);
}

}  // namespace

Command add_verify(CLI::App& app, const Context& context) {
  const auto arguments = std::make_shared<VerifyArguments>();
  CLI::App* command =
      app.add_subcommand("verify", "run a theorem's construction on every input and say what was found");
  command->add_option("claim", arguments->claim, "the claim, as `attest list` names it");
  command->add_option("parameters", arguments->words, "name=value; an integer may be a range, n=2..5");
  command->add_option("--variant", arguments->variant, "printed, repaired or constructed (default: all)")
      ->type_name("V");
  arguments->common.add_to(*command);
  command->footer(
      "Examples:\n"
      "  attest verify strassen/function-composition n=3\n"
      "  attest verify poly/function-composition t=2 n=2..4 A2=auto --variant repaired\n"
      "  attest verify anna/ema-match2 N=3 M=4 domain=nonnegative --format json\n"
      "  attest verify strassen/function-composition n=5 --part 0/4 --out part0.json\n"
      "Exit status: 0 all hold, 1 something is refuted or ill-formed, 2 usage, 3 something is undecided.");
  return [&context, arguments] { return run_verify(context, *arguments); };
}

}  // namespace attest
