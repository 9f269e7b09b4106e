#include <fmt/format.h>

#include <cctype>

#include "claims/usage_error.hpp"
#include "claims/user_json.hpp"
#include "claims/whole_claim.hpp"
#include "tools/attest/arguments.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/explained_input.hpp"
#include "tools/attest/explained_walk.hpp"
#include "tools/attest/explanation_report.hpp"
#include "tools/attest/fault_lines.hpp"
#include "tools/attest/input_option.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/reduce_explained.hpp"
#include "tools/attest/replay.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/timed_verify.hpp"
#include "tools/attest/variants.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/verdict_table.hpp"
#include "tools/attest/verdict_walk.hpp"
#include "tools/attest/version.hpp"
#include "tools/attest/weights_option.hpp"

namespace attest {

namespace {

// The words of --input that only this command has.
const std::vector<std::string> found_by_run{"worst", "counterexample"};

struct ExplainArguments {
  explicit ExplainArguments(const CommandLine& line)
      : claim(line.word("claim")),
        variant(line.value("--variant")),
        words(line.words("parameters")),
        input(line.value("--input")),
        token(line.value("--token")),
        weights(line.value("--weights")),
        tuples(line.value("--tuples").value_or("5")),
        common(line) {
    for (const char* option : {"--threads", "--budget", "--progress"}) {
      if (line.has(option)) of_a_run.emplace_back(option);
    }
    for (const char* option : {"--token", "--tuples", "--weights"}) {
      if (line.has(option)) of_a_layer.emplace_back(option);
    }
  }

  std::string claim;
  std::optional<std::string> variant;
  std::vector<std::string> words;
  // Nothing: the counterexample where a run of the setting finds one, else the worst input, or some instance of what has none.
  std::optional<std::string> input;
  std::optional<std::string> token;
  std::optional<std::string> weights;
  std::string tuples;
  CommonOptions common;
  std::vector<std::string> of_a_run;    // given, and of use only where the setting is verified
  std::vector<std::string> of_a_layer;  // given, and of use only for a layer of attention
};

// 7, [1,2], 1,2 or (1,2); ITEM 3 or "ITEM 3".
Json token_of(std::string text) {
  const std::string given = text;
  if (text.size() > 2 && text.starts_with('"') && text.ends_with('"')) text = text.substr(1, text.size() - 2);
  if (!text.empty() && text.find_first_of("\"'\\") == std::string::npos &&
      std::isalpha(static_cast<unsigned char>(text[0])) != 0)
    return text;
  if (text.starts_with('(') && text.ends_with(')')) text = "[" + text.substr(1, text.size() - 2) + "]";
  if (text.find(',') != std::string::npos && !text.starts_with('[')) text = "[" + text + "]";
  if (text.empty() || text.find_first_not_of("0123456789,[] ") != std::string::npos)
    throw UsageError("--token", given, "a token as `attest run` prints it: 7, or 1,2");
  try {
    return parse_user_json(text, "--token");
  } catch (const UsageError&) {
    throw UsageError("--token", given, "a token as `attest run` prints it: 7, or 1,2");
  }
}

std::string other_variants(const ClaimInfo& info, Variant variant) {
  std::string names;
  for (const VariantInfo& other : info.variants) {
    if (other.variant != variant)
      names += (names.empty() ? "" : ", ") + std::string(to_string(other.variant));
  }
  return names.empty() ? "" : "; other variants: " + names;
}

// What a run says of the whole setting; `said` where that is not that it holds.
Json setting_of(const ExplainedInput& explained, const Verdict& verdict) {
  Json said;
  if (verdict.status != Status::holds)
    said = fmt::format("{}{}{}", to_string(verdict.status),
                       verdict.kind ? fmt::format(" ({})", to_string(*verdict.kind)) : "",
                       verdict.reason ? ": " + *verdict.reason : "");
  Json setting = {{"verdict", to_string(verdict.status)},
                  {"kind", verdict.kind ? Json(to_string(*verdict.kind)) : Json()},
                  {"reason", verdict.reason ? Json(*verdict.reason) : Json()},
                  {"said", said}};
  add_lines(explained, verdict, setting);
  return setting;
}

// The input that a run of the setting finds, "rank:R"; null where none was asked for and none decides.
Json found_input(const ExplainArguments& arguments, const ExplainedInput& explained, const Verdict& verdict) {
  const bool worst = arguments.input == "worst";
  for (const Json* found : {&verdict.counterexample, &verdict.worst_input}) {
    if (arguments.input && worst != (found == &verdict.worst_input)) continue;
    if (found->is_object() && found->contains("rank")) return "rank:" + (*found)["rank"].get<std::string>();
  }
  const std::string setting = fmt::format("{} ({}) {}: {}{}", explained.word, to_string(explained.variant),
                                          explained.parameters.to_string(), to_string(verdict.status),
                                          verdict.reason ? ": " + *verdict.reason : "");
  if (!arguments.input) return {};
  if (worst) {
    throw UsageError("--input", "worst",
                     fmt::format("a setting whose verdict has a worst input; {}", setting));
  }
  throw UsageError("--input", "counterexample",
                   fmt::format("a setting that an input refutes; {}{}{}", setting,
                               verdict.status == Status::holds ? " (--input worst has the least margin)" : "",
                               other_variants(explained.claim.info(), explained.variant)));
}

// What a run of the setting finds, as `run` takes it.
Json counterexample_of(const ExplainArguments& arguments, const ExplainedInput& explained,
                       const Verdict& verdict) {
  const std::optional<Json> input = refuted_input(explained.claim, verdict, explained.seed);
  if (input) return *input;
  if (!arguments.input) return "random";
  throw UsageError("--input", "counterexample",
                   fmt::format("a setting that one instance refutes; {} ({}) {}: {}{}{}", explained.word,
                               to_string(explained.variant), explained.parameters.to_string(),
                               to_string(verdict.status), verdict.reason ? ": " + *verdict.reason : "",
                               other_variants(explained.claim.info(), explained.variant)));
}

// One instance; where none was asked for and there is none, what was examined in its place.
Walkthrough walk_of_instance(const ExplainArguments& arguments, const ExplainedInput& explained,
                             const Json& input, const std::optional<Verdict>& verdict) {
  try {
    return explained_walk(explained.claim, explained.variant, explained.parameters, input, explained.seed);
  } catch (const NothingToRun& nothing) {
    if (arguments.input || !verdict) throw;
    return verdict_walk(explained, *verdict, nothing.why());
  } catch (const UsageError& error) {  // of a whole family: one member at a time has instances
    if (arguments.input || !verdict) throw;
    return verdict_walk(explained, *verdict, error.what());
  }
}

// A construction that has heads, of which this walk shows what they put out: the command that prints them.
std::optional<std::string> heads_shown_by(const ExplainedInput& explained) {
  if (explained.claim.info().kind != "construction") return std::nullopt;
  try {
    if (explained.claim.weights(explained.variant, explained.parameters).empty()) return std::nullopt;
  } catch (const UsageError&) {  // none at this setting
    return std::nullopt;
  }
  std::vector<std::string> words{"attest", "show", explained.word, "--variant", to_string(explained.variant)};
  for (std::string& parameter : parameter_words(explained.parameters)) words.push_back(std::move(parameter));
  return fmt::format("tuples and weights are not walked through here; `{}` prints what they are made of",
                     shell_command(words));
}

// What is no layer of attention.
ExitStatus explain_walk(const Context& context, const ExplainArguments& arguments,
                        ExplainedInput& explained) {
  if (!arguments.of_a_layer.empty())
    throw UsageError(fmt::format("{}: only for a layer of attention, which {} is not",
                                 arguments.of_a_layer.front(), explained.word));
  if (arguments.input == "worst")
    throw UsageError("--input", "worst",
                     "JSON, rank:R, random or counterexample: this is no layer of attention");
  Json setting;
  std::optional<Verdict> verdict;
  if (!arguments.input || arguments.input == "counterexample") {
    verdict = TimedVerify(arguments.common)(explained.claim, explained.variant, explained.parameters);
    explained.parameters = verdict->parameters;
    setting = setting_of(explained, *verdict);
  }
  const Json input = verdict ? counterexample_of(arguments, explained, *verdict)
                             : input_option(*arguments.input, found_by_run);
  Walkthrough walk = walk_of_instance(arguments, explained, input, verdict);
  walk.title = fmt::format("{} ({}) {}", explained.word, to_string(explained.variant),
                           explained.parameters.to_string());
  const bool drawn = input == "random" && (walk.remarks.empty() || walk.remarks.front().first != "no input");
  if (drawn)
    walk.remarks.emplace(walk.remarks.begin(), "instance",
                         fmt::format("drawn at random, seed {}", explained.seed));
  if (const auto heads = heads_shown_by(explained)) walk.remark("heads", *heads);
  if (setting.is_object()) walk.data["setting"] = setting;
  if (setting.is_object() && setting["verdict"] != to_string(walk.verdict) && !setting["said"].is_null()) {
    Remarks said{{"setting", setting["said"].get<std::string>()}};
    for (auto& quote : quote_remarks(setting["quotes"], true)) said.push_back(std::move(quote));
    walk.remarks.insert(walk.remarks.begin(), said.begin(), said.end());
  }
  return write_walk(context, arguments.common, walk);
}

}  // namespace

ExitStatus run_explain(const Context& context, const CommandLine& line) {
  const ExplainArguments arguments(line);
  arguments.common.check();
  const Format format = arguments.common.chosen_page();
  const Claim& claim = theorem_argument(context, arguments.claim);
  const Variant variant = chosen_variant(claim.info(), arguments.variant);
  ExplainedInput explained{claim,
                           arguments.claim,
                           variant,
                           parse_parameters(claim.run_parameters(), arguments.words),
                           arguments.weights,
                           std::nullopt,
                           arguments.common.chosen_seed(),
                           read_count("--tuples", arguments.tuples, 1, 1000)};
  const bool verified = !arguments.input || arguments.input == "worst" || arguments.input == "counterexample";
  if (!verified && !arguments.of_a_run.empty())
    throw UsageError(arguments.of_a_run.front() +
                     ": only with --input worst or counterexample, which verify the setting");
  if (!explained.has_layer()) return explain_walk(context, arguments, explained);
  std::optional<Json> token;
  if (arguments.token) token = token_of(*arguments.token);
  if (arguments.weights)
    explained.weights = read_weights(claim, variant, {explained.parameters}, *arguments.weights);
  Output output(arguments.common.chosen_out(), arguments.common.chosen_max_bytes());
  Json setting;
  Json input;
  if (verified) {
    TimedVerify verify(arguments.common);
    if (explained.weights) verify.use_weights(*explained.weights);
    const Verdict verdict = verify(claim, variant, explained.parameters);
    explained.parameters = verdict.parameters;  // where a search has found some
    setting = setting_of(explained, verdict);
    input = found_input(arguments, explained, verdict);
    if (input.is_null())
      return write_walk(
          context, arguments.common,
          verdict_walk(explained, verdict,
                       "no output of an input decides this setting; --input takes JSON, rank:R or "
                       "random all the same, where there is a layer"));
  } else {
    input = input_option(*arguments.input, found_by_run);
  }

  Json document = {{"schema", "attest/explanation/1"}, {"version", version()}, {"command", context.command}};
  document.update(explained.document(input, token));
  if (setting.is_object()) document["setting"] = setting;
  explained.parameters = claim.in_numbers(variant, explained.parameters);
  document["parameters"] = explained.parameters.to_json();
  const Provenance provenance{context.command, arguments.common.chosen_seed()};
  if (format == Format::json) {
    output.write(json_text(document));
  } else {
    if (output.to_file()) output.write(provenance.first_line(format));
    std::string title = document["claim"].get<std::string>();
    if (const Json& own = document["own"]; own.is_object())
      title += fmt::format(" ({}, sha256 {})", own["file"].get<std::string>(),
                           own["sha256"].get<std::string>().substr(0, 12));
    title += fmt::format(" ({}) {}", to_string(variant), explained.parameters.to_string());
    output.write(explanation_report(document, title, format));
  }
  output.commit();
  return exit_status_of(status_from_string(document["verdict"].get<std::string>()).value());
}

}  // namespace attest
