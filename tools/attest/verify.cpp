#include <fmt/format.h>

#include <memory>

#include "claims/usage_error.hpp"
#include "tools/attest/command.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/read_file.hpp"
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
  std::optional<std::string> weights;
  CommonOptions common;
};

// The weights of a document that `attest show CLAIM k=v --format json` prints, or of its "weights" alone.
Json read_weights(const Claim& claim, const std::string& path) {
  if (!claim.accepts_weights()) {
    throw UsageError("--weights", path,
                     "a claim whose weights can be replaced; " + claim.info().id + " has none");
  }
  Json document = Json::parse(read_file(path, "--weights", path), nullptr, false);
  if (document.is_discarded() || !document.is_object()) {
    throw UsageError("--weights", path,
                     "a JSON object as `attest show " + claim.info().id + " ... --format json` prints it");
  }
  if (!document.contains("weights")) return document;
  if (document.contains("claim") && document["claim"] != claim.info().id) {
    throw UsageError("--weights", path,
                     "weights of " + claim.info().id + ", not of " + document["claim"].dump());
  }
  if (!document["weights"].is_object()) {
    throw UsageError("--weights", path,
                     "a document with weights: give `attest show` values of the parameters");
  }
  return document["weights"];
}

ExitStatus run_verify(const Context& context, const VerifyArguments& arguments) {
  arguments.common.check();
  const Claim& claim = context.catalogue.find(arguments.claim);
  // One's own weights take the place of one variant's.
  const auto variants = arguments.weights ? std::vector{chosen_variant(claim.info(), arguments.variant)}
                                          : chosen_variants(claim.info(), arguments.variant);
  const auto settings = parse_parameter_ranges(claim.info().parameters, arguments.words);
  std::optional<Json> weights;
  if (arguments.weights) weights = read_weights(claim, *arguments.weights);
  if (weights && arguments.common.verify_options().part.given) {
    throw UsageError("--part", "with --weights",
                     "one of the two: parts with weights of one's own cannot be merged");
  }
  const Format format = arguments.common.chosen_format();
  Output output(arguments.common.chosen_out(), arguments.common.chosen_max_bytes());
  const Provenance provenance{context.command, arguments.common.chosen_seed()};
  if (output.to_file() && format == Format::text) output.write(provenance.first_line(format));
  TimedVerify verify(arguments.common);
  if (weights) verify.use_weights(std::move(*weights));
  verify.expect(settings.size() * variants.size());

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
  command
      ->add_option("--weights", arguments->weights,
                   "your own weights: a JSON file as `attest show CLAIM k=v --format json` prints it (- for "
                   "standard input)")
      ->type_name("FILE");
  arguments->common.add_to(*command);
  command->footer(
      "Examples:\n"
      "  attest verify strassen/function-composition n=3\n"
      "  attest verify poly/function-composition t=2 n=2..4 A2=auto --variant repaired\n"
      "  attest verify anna/ema-match2 N=3 M=4 domain=nonnegative --format json\n"
      "  attest verify strassen/function-composition n=5 --part 0/4 --out part0.json\n"
      "  attest show strassen/match3 n=3 m=5 --format json > mine.json; attest verify strassen/match3 n=3 "
      "m=5 --weights "
      "mine.json\n"
      "Exit status: 0 all hold, 1 something is refuted or ill-formed, 2 usage, 3 something is undecided.");
  return [&context, arguments] { return run_verify(context, *arguments); };
}

}  // namespace attest
