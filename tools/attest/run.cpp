#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "claims/usage_error.hpp"
#include "theorems/theorem_claim.hpp"
#include "tools/attest/color.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/input_option.hpp"
#include "tools/attest/listing.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/text.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/variants.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/version.hpp"
#include "tools/attest/weights_option.hpp"
#include "verification/run_input.hpp"

namespace attest {

namespace {

struct RunArguments {
  explicit RunArguments(const CommandLine& line)
      : claim(line.word("claim")),
        variant(line.value("--variant")),
        words(line.words("parameters")),
        input(line.value("--input")),
        weights(line.value("--weights")),
        common(line) {}

  std::string claim;
  std::optional<std::string> variant;
  std::vector<std::string> words;
  std::optional<std::string> input;
  std::optional<std::string> weights;
  CommonOptions common;
};

// A tie is no decision and may be right all the same; a claim that knows says so.
std::string mark_of(const Json& output, Format format) {
  const auto mark = [&](const std::string& words) {
    return "  <-- " + (format == Format::text ? colored_words(words) : words);
  };
  if (output.contains("right")) return output["right"].get<bool>() ? "" : mark("wrong");
  if (output["decision"].is_null()) return mark("not decided");
  return output["decision"] == output["truth"] ? "" : mark("wrong");
}

// A long rank says nothing to a reader.
constexpr std::size_t longest_rank = 40;

// Large inputs and what is made of them are for JSON.
constexpr std::size_t longest_shown = 800;

std::string shown(const std::string& text) {
  if (text.size() <= longest_shown) return text;
  return fmt::format("{} ... ({} characters, all of them with --format json)", text.substr(0, longest_shown),
                     text.size());
}

std::string input_text(const Json& document) {
  const Json& rank = document["rank"];
  const std::string text = shown(document["input"].dump());
  if (rank.is_null() || rank.get<std::string>().size() > longest_rank) return text;
  return fmt::format("{} (rank {})", text, rank.get<std::string>());
}

std::string plain(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  const bool texts =
      value.is_array() && !value.empty() &&
      std::all_of(value.begin(), value.end(), [](const Json& each) { return each.is_string(); });
  return shown(texts ? fmt::format("{}", fmt::join(value.get<std::vector<std::string>>(), "; "))
                     : value.dump());
}

std::string real_text(const Json& value) {
  if (value.contains("exact")) return value["exact"].get<std::string>();
  return fmt::format("[{}, {}]", value["lower"].get<std::string>(), value["upper"].get<std::string>());
}

// Of a layer at a token, where its output is a vector: one number of it.
void add_coordinate(const Json& output, Format format, Remarks& all) {
  const Json& truth = output["truth"];
  all.emplace_back(
      fmt::format("token {}", output["position"].dump()),
      fmt::format("y_{} in [{}, {}], truth {}, within {}{}", output["coordinate"].dump(),
                  output["value"]["lower"].get<std::string>(), output["value"]["upper"].get<std::string>(),
                  truth.is_string() ? truth.get<std::string>() : truth.dump(),
                  output["within"].get<std::string>(), mark_of(output, format)));
}

// Of a layer at a token.
void add_token(const Json& output, Format format, Remarks& all) {
  if (output.contains("coordinate")) return add_coordinate(output, format, all);
  all.emplace_back(
      fmt::format("token {}", output["position"].dump()),
      fmt::format("y in [{}, {}], decision {}, truth {}{}", output["value"]["lower"].get<std::string>(),
                  output["value"]["upper"].get<std::string>(),
                  !output["decision"].is_null() ? output["decision"].dump()
                  : output.contains("right")    ? "none (a tie)"
                                                : "none",
                  output["truth"].dump(), mark_of(output, format)));
  if (!output["winner"].is_null()) all.emplace_back("  winner", output["winner"].dump());
  if (output["score_gap"].is_object()) {
    all.emplace_back("  score gap",
                     fmt::format("{} in [{}, {}]", output["score_gap"]["exact"].get<std::string>(),
                                 output["score_gap"]["lower"].get<std::string>(),
                                 output["score_gap"]["upper"].get<std::string>()));
  }
}

// Of a claim without a layer (claims/run_result.hpp).
void add_answer(const Json& output, Format format, Remarks& all) {
  const std::string where = plain(output["position"]);
  // No truth stands beside what was found: nothing was decided.
  const std::string mark = mark_of(output.contains("right") ? output : Json{{"decision", nullptr}}, format);
  const std::string value = output["value"].is_object() ? real_text(output["value"]) : "";
  const std::string truth = output["truth"].is_object() ? real_text(output["truth"]) : plain(output["truth"]);
  if (output["decision"].is_null() && !value.empty() && value == truth)
    return void(all.emplace_back(where, value + ", as it must be" + mark));
  const std::string decision =
      output["decision"].is_null() && !value.empty() ? "" : plain(output["decision"]);
  all.emplace_back(
      where, fmt::format("{}{}{}, truth {}{}", value, value.empty() || decision.empty() ? "" : ", decision ",
                         decision, truth, mark));
}

std::string run_report(const Json& document, const std::string& parameters, Format format) {
  const std::string title = fmt::format("{} ({}) {}", document["claim"].get<std::string>(),
                                        document["variant"].get<std::string>(), parameters);
  Remarks all{{"input", input_text(document)}};
  const bool layer = !document.contains("steps");
  if (!layer) {
    for (const auto& [name, value] : document["steps"].items()) all.emplace_back(name, plain(value));
  }
  for (const auto& output : document["outputs"])
    layer ? add_token(output, format, all) : add_answer(output, format, all);
  for (const auto& check : document.value("checks", Json::array())) {
    const auto word = check["verdict"].get<std::string>();
    all.emplace_back(check["name"].get<std::string>(),
                     fmt::format("{}{}{}", format == Format::text ? colored_words(word) : word,
                                 check["essential"].get<bool>() ? "" : " (informative)",
                                 check["reason"].is_null() ? "" : ": " + check["reason"].get<std::string>()));
  }
  const std::string verdict = document["verdict"].get<std::string>();
  all.emplace_back("verdict", format == Format::text ? colored_words(verdict) : verdict);
  if (document.contains("reason")) all.emplace_back("reason", document["reason"].get<std::string>());
  return (format == Format::text ? title_line(title) : heading(title, format).substr(1)) +
         render(all, format);
}

// The claim's layer with a reader's weights in it.
Json run_with_weights(const Claim& claim, Variant variant, const Parameters& parameters,
                      const std::string& file, const Json& input, std::uint64_t seed) {
  const Json weights = read_weights(claim, variant, {parameters}, file);
  const auto& judged = dynamic_cast<const JudgedClaim&>(claim);
  if (const auto* theorem = dynamic_cast<const theorems::TheoremClaim*>(&claim))
    theorem->refuse_automatic(variant, parameters);
  const auto setting = judged.setting_for_run(variant, parameters);
  setting->use_weights(weights);
  return run_input(*setting, input, seed);
}

}  // namespace

ExitStatus run_run(const Context& context, const CommandLine& line) {
  const RunArguments arguments(line);
  arguments.common.check();
  const Format format = arguments.common.chosen_page();
  const Claim& claim = theorem_argument(context, arguments.claim);
  const Variant variant = chosen_variant(claim.info(), arguments.variant);
  const Parameters parameters = parse_parameters(claim.run_parameters(), arguments.words);
  if (!arguments.input) throw UsageError("--input: missing, expected JSON, rank:R, random or @FILE");
  const Json input = input_option(*arguments.input);
  Output output(arguments.common.chosen_out(), arguments.common.chosen_max_bytes());
  const Provenance provenance{context.command, arguments.common.chosen_seed()};
  if (output.to_file()) output.write(provenance.first_line(format));
  Json document = {{"schema", "attest/run/1"},      {"version", version()},
                   {"command", context.command},    {"claim", claim.info().id},
                   {"variant", to_string(variant)}, {"parameters", parameters.to_json()}};
  if (input == "random") document["seed"] = arguments.common.chosen_seed();
  if (arguments.weights) {
    const std::uint64_t seed = arguments.common.chosen_seed();
    document.update(run_with_weights(claim, variant, parameters, *arguments.weights, input, seed));
    const Own own = own_weights(*arguments.weights, claim.info().id);
    document["claim"] = own_name(own);
    document["weights"] = {{"file", own.file}, {"sha256", own.sha256}, {"base", claim.info().id}};
  } else {
    document.update(claim.run(variant, parameters, input, arguments.common.chosen_seed()));
  }
  const Parameters shown = claim.in_numbers(variant, parameters);
  document["parameters"] = shown.to_json();
  output.write(format == Format::json ? json_text(document)
                                      : run_report(document, shown.to_string(), format));
  output.commit();
  return exit_status_of(status_from_string(document["verdict"].get<std::string>()).value());
}

}  // namespace attest
