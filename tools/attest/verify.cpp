#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

#include "claims/input_files.hpp"
#include "claims/usage_error.hpp"
#include "claims/user_json.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/expectations.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/read_file.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/timed_verify.hpp"
#include "tools/attest/variants.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/verdict_table.hpp"
#include "tools/attest/verdict_text.hpp"
#include "tools/attest/watch.hpp"

namespace attest {

namespace {

struct VerifyArguments {
  explicit VerifyArguments(const CommandLine& line)
      : claim(line.word("claim")),
        variant(line.value("--variant")),
        words(line.words("parameters")),
        weights(line.value("--weights")),
        skip_impossible(line.has("--skip-impossible")),
        watch(line.has("--watch")),
        common(line) {}

  std::string claim;
  std::optional<std::string> variant;
  std::vector<std::string> words;
  std::optional<std::string> weights;
  bool skip_impossible;
  bool watch;
  CommonOptions common;
};

// What a document says beside its weights is what it is used for. The fields that only tell where it comes
// from are not compared.
void check_document(const Json& document, const Claim& claim, Variant variant,
                    const std::vector<Parameters>& settings) {
  static const std::set<std::string> origin{"version", "command", "title", "statement", "source", "variants"};
  const auto expect = [](const char* field, const Json& got, const Json& wanted) {
    if (got != wanted) throw UsageError(std::string("--weights: ") + field, got.dump(), wanted.dump());
  };
  for (const auto& [name, value] : document.items()) {
    if (name == "schema") {
      // Those of version 0.1 are read everywhere.
      if (value != "attest/show/1") expect("schema", value, claim.show_schema());
    } else if (name == "claim") {
      expect("claim", value, claim.info().id);
    } else if (name == "variant") {
      expect("variant", value, to_string(variant));
    } else if (name == "parameters") {
      for (const auto& parameters : settings) expect("parameters", value, parameters.to_json());
    } else if (name != "weights" && origin.count(name) == 0) {
      throw UsageError("--weights", name, "a document with the fields that `attest show` prints");
    }
  }
}

// What the verdict on a reader's weights is called.
Own own_weights(const std::string& path, const std::string& base) {
  const std::string hash = input_files().at(path);  // "sha256 ..."
  const bool catalogue = base.rfind("own:", 0) != 0;
  return {"weights", path, hash.substr(hash.find(' ') + 1), catalogue ? std::optional(base) : std::nullopt};
}

// The weights of a document that `attest show CLAIM k=v --format json` prints, or of its "weights" alone.
Json read_weights(const Claim& claim, Variant variant, const std::vector<Parameters>& settings,
                  const std::string& path) {
  if (!claim.accepts_weights()) {
    throw UsageError("--weights", path,
                     "a claim whose weights can be replaced; " + claim.info().id + " has none");
  }
  Json document = parse_user_json(read_file(path, "--weights", path, most_json_bytes), "--weights");
  if (!document.is_object()) {
    throw UsageError("--weights", path,
                     "a JSON object as `attest show " + claim.info().id + " ... --format json` prints it");
  }
  if (!document.contains("weights")) return document;
  check_document(document, claim, variant, settings);
  if (!document["weights"].is_object()) {
    throw UsageError("--weights", path,
                     "a document with weights: give `attest show` values of the parameters");
  }
  return document["weights"];
}

ExitStatus verify_once(const Context& context, const VerifyArguments& arguments) {
  const Claim& claim = theorem_argument(context, arguments.claim);
  // Without sizes what is on record is run; a claim that needs none is verified.
  const auto& specs = claim.info().parameters;
  const bool sizes_missing =
      arguments.words.empty() &&
      std::any_of(specs.begin(), specs.end(), [](const ParameterSpec& spec) { return !spec.default_value; });
  if (sizes_missing && !arguments.weights) {
    return run_expectations(claim, arguments.claim, arguments.variant, arguments.common, context);
  }
  // One's own weights take the place of one variant's.
  const auto variants = arguments.weights ? std::vector{chosen_variant(claim.info(), arguments.variant)}
                                          : chosen_variants(claim.info(), arguments.variant);
  const auto settings = parse_parameter_ranges(claim.info().parameters, arguments.words);
  std::optional<Json> weights;
  if (arguments.weights) weights = read_weights(claim, variants.front(), settings, *arguments.weights);
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
  // All of them before the first is run.
  std::vector<std::pair<Parameters, Variant>> runs;
  for (const auto& parameters : settings) {
    for (const Variant variant : variants) {
      try {
        if (settings.size() * variants.size() > 1) verify.check(claim, variant, parameters);
        runs.emplace_back(parameters, variant);
      } catch (const UsageError& error) {
        if (!arguments.skip_impossible) throw;
        fmt::print(stderr, "attest: left out: {} ({}): {}\n", parameters.to_string(), to_string(variant),
                   error.what());
      }
    }
  }
  if (runs.empty()) throw UsageError("parameters: no setting is left");
  verify.expect(runs.size());

  std::vector<Verdict> verdicts;
  std::vector<ExitStatus> statuses;
  for (const auto& [parameters, variant] : runs) {
    Verdict verdict = verify(claim, variant, parameters);
    if (arguments.weights) {
      verdict.own = own_weights(*arguments.weights, verdict.claim);
      verdict.claim = own_name(*verdict.own);
    }
    mark_own(verdict, arguments.claim);
    statuses.push_back(exit_status_of(verdict.status));
    if (format == Format::json)
      output.write(json_line(verdict_document(verdict, context.command, provenance.seed)));
    if (format == Format::text) output.write((verdicts.empty() ? "" : "\n") + verdict_text(verdict));
    verdicts.push_back(std::move(verdict));
  }
  if (format != Format::json && format != Format::text) {
    const Table table = verdict_table(verdicts, true, format);
    output.write(output.to_file() ? provenance.render_file(table, format) : render(table, format));
  }
  output.commit();
  return gravest(statuses);
}

}  // namespace

ExitStatus run_verify(const Context& context, const CommandLine& line) {
  const VerifyArguments arguments(line);
  arguments.common.check();
  if (!arguments.watch) return verify_once(context, arguments);
  if (!is_theorem_file(arguments.claim) || arguments.claim == "-")
    throw UsageError("--watch", arguments.claim, "a theorem file that can be saved");
  return watched(arguments.claim, [&] { return verify_once(context, arguments); });
}

}  // namespace attest
