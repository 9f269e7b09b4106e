#include <fmt/format.h>

#include <memory>

#include "claims/usage_error.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/input_option.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/text.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/variants.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/version.hpp"

namespace attest {

namespace {

struct RunArguments {
  explicit RunArguments(const CommandLine& line)
      : claim(line.word("claim")),
        variant(line.value("--variant")),
        words(line.words("parameters")),
        input(line.value("--input")),
        common(line) {}

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
  text += labelled("verdict", document["verdict"].get<std::string>());
  return document.contains("reason") ? text + labelled("reason", document["reason"].get<std::string>())
                                     : text;
}

}  // namespace

ExitStatus run_run(const Context& context, const CommandLine& line) {
  const RunArguments arguments(line);
  arguments.common.check();
  const Format format = arguments.common.chosen_text_or_json();
  const Claim& claim = theorem_argument(context, arguments.claim);
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
  output.write(format == Format::json ? json_text(document) : run_text(document, parameters.to_string()));
  output.commit();
  return exit_status_of(status_from_string(document["verdict"].get<std::string>()).value());
}

}  // namespace attest
