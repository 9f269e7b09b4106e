#include <fmt/format.h>

#include <memory>

#include "claims/usage_error.hpp"
#include "tools/attest/command.hpp"
#include "tools/attest/input_option.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/text.hpp"
#include "tools/attest/variants.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/version.hpp"

namespace attest {

namespace {

struct RunArguments {
  std::string claim;
  std::optional<std::string> variant;
  std::vector<std::string> words;
  std::optional<std::string> input;
  CommonOptions common;
};

// A claim that knows says so; a tie at exactly 1/2 is no decision and right all the same.
bool is_wrong(const Json& output) {
  if (output.contains("right")) return output["right"] == false;
  return output["decision"] != output["truth"];
}

std::string run_text(const Json& document, const std::string& parameters) {
  std::string text = fmt::format("{} ({}) {}\n", document["claim"].get<std::string>(),
                                 document["variant"].get<std::string>(), parameters);
  text += labelled(
      "input", fmt::format("{} (rank {})", document["input"].dump(), document["rank"].get<std::string>()));
  for (const auto& output : document["outputs"]) {
    text += labelled(
        fmt::format("token {}", output["position"].dump()),
        fmt::format("y in [{}, {}], decision {}, truth {}{}", output["value"]["lower"].get<std::string>(),
                    output["value"]["upper"].get<std::string>(),
                    output["decision"].is_null() ? "none (a tie)" : output["decision"].dump(),
                    output["truth"].dump(), is_wrong(output) ? "  <-- wrong" : ""));
    if (!output["winner"].is_null()) text += labelled("  winner", output["winner"].dump());
    if (output["score_gap"].is_object()) {
      text += labelled("  score gap",
                       fmt::format("{} in [{}, {}]", output["score_gap"]["exact"].get<std::string>(),
                                   output["score_gap"]["lower"].get<std::string>(),
                                   output["score_gap"]["upper"].get<std::string>()));
    }
  }
  return text + labelled("verdict", document["verdict"].get<std::string>());
}

ExitStatus run_run(const Context& context, const RunArguments& arguments) {
  arguments.common.check();
  const Format format = arguments.common.chosen_text_or_json();
  const Claim& claim = context.catalogue.find(arguments.claim);
  const Variant variant = chosen_variant(claim.info(), arguments.variant);
  const Parameters parameters = parse_parameters(claim.info().parameters, arguments.words);
  if (!arguments.input) throw UsageError("--input: missing, expected JSON, rank:R, random or @FILE");
  const Json input = input_option(*arguments.input);
  Output output(arguments.common.chosen_out(), arguments.common.chosen_max_bytes());
  const Provenance provenance{context.command, arguments.common.chosen_seed()};
  if (output.to_file() && format == Format::text) output.write(provenance.first_line(format));
  Json document = {{"schema", "attest/run/1"},      {"version", version()},
                   {"command", context.command},    {"claim", claim.info().id},
                   {"variant", to_string(variant)}, {"parameters", parameters.to_json()}};
  if (input == "random") document["seed"] = arguments.common.chosen_seed();
  document.update(claim.run(variant, parameters, input, arguments.common.chosen_seed()));
  output.write(format == Format::json ? document.dump(2) + "\n" : run_text(document, parameters.to_string()));
  output.commit();
  return exit_status_of(status_from_string(document["verdict"].get<std::string>()).value());
}

}  // namespace

Command add_run(CLI::App& app, const Context& context) {
  const auto arguments = std::make_shared<RunArguments>();
  CLI::App* command = app.add_subcommand("run", "one input through a construction");
  command->add_option("claim", arguments->claim, "the claim, as `attest list` names it");
  command->add_option("parameters", arguments->words, "name=value");
  command->add_option("--variant", arguments->variant, "printed, repaired or constructed (default: repaired)")
      ->type_name("V");
  command
      ->add_option("--input", arguments->input, "JSON, rank:R, random or @FILE (@- for standard input)")

      ->type_name("INPUT");
  arguments->common.add_to(*command);
  command->footer(
      "Examples:\n"
      "  attest run strassen/function-composition n=3 --input '{\"f\": [[2,1,3],[3,3,1]], \"x\": 2}'\n"
      "  attest run poly/function-composition t=3 n=2 A2=21 --input rank:84\n"
      "  attest run anna/ema-match2 N=3 M=4 --variant printed --input '{\"p\": [1,3,4]}' --format json");
  return [&context, arguments] { return run_run(context, *arguments); };
}

}  // namespace attest
