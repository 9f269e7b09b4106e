#include <fmt/format.h>

#include <memory>

#include "claims/papers.hpp"
#include "claims/quotes.hpp"
#include "claims/usage_error.hpp"
#include "theorems/claim_info.hpp"
#include "theorems/read.hpp"
#include "theorems/theorem_texts.hpp"
#include "theorems/write.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/every_size.hpp"
#include "tools/attest/listing.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/text.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/theorem_files.hpp"
#include "tools/attest/variants.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/verdict_text.hpp"
#include "tools/attest/version.hpp"
#include "tools/attest/weights_text.hpp"

namespace attest {

namespace {

struct ShowArguments {
  explicit ShowArguments(const CommandLine& line)
      : claim(line.word("claim")),
        variant(line.value("--variant")),
        words(line.words("parameters")),
        common(line) {}

  std::string claim;
  std::optional<std::string> variant;
  std::vector<std::string> words;
  CommonOptions common;
};

// Where `run` takes more than the other commands.
std::string run_limit(const ParameterSpec& spec, const std::vector<ParameterSpec>& of_run) {
  for (const ParameterSpec& wide : of_run) {
    if (wide.name == spec.name && wide.maximum != spec.maximum)
      return fmt::format(" (`run`: to {})", wide.maximum->str());
  }
  return "";
}

// `every_size`: of each variant, or nothing.
Remarks info_remarks(const Claim& claim, const std::vector<std::string>& every_size, Format format) {
  const ClaimInfo& info = claim.info();
  const std::vector<ParameterSpec> of_run = claim.run_parameters();
  Remarks all;
  all.emplace_back("statement", info.statement);
  if (const Paper* paper = paper_of_seed(info.source.seed)) all.emplace_back("paper", citation(*paper));
  all.emplace_back("source", source_text(info.source));
  if (const auto quote = quoted_statement(info.id))
    all.emplace_back(place_of(*quote), format == Format::text ? quote->text : "`" + quote->text + "`");
  for (const auto& spec : info.parameters) {
    all.emplace_back(
        "parameter",
        fmt::format("{}: {}{}{}. {}", spec.name, spec.expectation(), run_limit(spec, of_run),
                    spec.default_value ? " (default " + *spec.default_value + ")" : "", spec.meaning));
  }
  for (const auto& variant : info.variants) {
    all.emplace_back(to_string(variant.variant), variant.summary);
    for (const auto& change : variant.changes) all.emplace_back("  changes", change);
    const std::string proved =
        every_size.empty() ? "" : every_size[static_cast<std::size_t>(&variant - info.variants.data())];
    if (!proved.empty()) all.emplace_back("  every size", proved);
  }
  return all;
}

Json paper_json(const std::string& seed) {
  const Paper* paper = paper_of_seed(seed);
  if (paper == nullptr) return {};
  return {{"title", paper->title},
          {"authors", paper->authors},
          {"year", paper->year ? Json(*paper->year) : Json()},
          {"arxiv", paper->arxiv ? Json(*paper->arxiv) : Json()}};
}

// The theorem's own text in the one layout, all variants in it.
ExitStatus show_text(const Context& context, const ShowArguments& arguments) {
  if (arguments.variant)
    throw UsageError("--variant", *arguments.variant, "nothing: the text holds all variants");
  if (!arguments.words.empty())
    throw UsageError("argument", arguments.words.front(), "nothing: the text is one for all sizes");
  theorems::TheoremText text;
  if (is_theorem_file(arguments.claim)) {
    text = read_theorem_files({arguments.claim}).front().theorem;
  } else {
    const Claim& claim = context.catalogue.find(arguments.claim);
    if (arguments.claim == "poly/root-finding")
      throw UsageError(
          "--format", "theorem",
          "text or json: its text is one for each polynomial (attest new root-finding p=.. writes it)");
    // Of a claim whose checks are C++ the text says everything but them.
    text = dynamic_cast<const theorems::TextClaim*>(&claim) == nullptr
               ? theorems::read_theorem(find_claim_text(claim.info().id)->source_text())
               : catalogue_theorem(arguments.claim);
  }
  Output output(arguments.common.chosen_out(), arguments.common.chosen_max_bytes());
  output.write(theorems::write(text));
  output.commit();
  return exit_holds;
}

// What the reader's own paper cites.
ExitStatus show_bibtex(const Context& context, const ShowArguments& arguments) {
  const Claim& claim = theorem_argument(context, arguments.claim);
  if (arguments.variant || !arguments.words.empty())
    throw UsageError("--format", "bibtex", "a claim alone: a paper has no variants and sizes");
  const Paper* paper = paper_of_seed(claim.info().source.seed);
  if (paper == nullptr) throw UsageError("--format", "bibtex", "a claim of a paper, which this is not");
  Output output(arguments.common.chosen_out(), arguments.common.chosen_max_bytes());
  output.write(bibtex(*paper));
  output.commit();
  return exit_holds;
}

}  // namespace

ExitStatus run_show(const Context& context, const CommandLine& line) {
  const ShowArguments arguments(line);
  arguments.common.check();
  if (arguments.common.format == "theorem") return show_text(context, arguments);
  if (arguments.common.format == "bibtex") return show_bibtex(context, arguments);
  const Format format = arguments.common.chosen_page({"theorem", "bibtex"});
  const Claim& claim = theorem_argument(context, arguments.claim);
  const ClaimInfo& info = claim.info();
  const Variant variant = chosen_variant(info, arguments.variant);
  // The weights need numbers; the statement alone does not.
  std::optional<Parameters> parameters;
  if (!arguments.words.empty()) parameters = parse_parameters(info.parameters, arguments.words);
  const Json weights = parameters ? claim.weights(variant, *parameters) : Json();
  if (parameters) parameters = claim.in_numbers(variant, *parameters);

  std::vector<std::string> every_size;  // that takes a moment: asked of the theorem, not with its weights
  for (const auto& entry : info.variants) {
    if (!parameters) every_size.push_back(every_size_line(claim, entry.variant));
  }
  Json variants = Json::array();
  for (const auto& entry : info.variants) {
    variants.push_back(
        {{"variant", to_string(entry.variant)},
         {"summary", entry.summary},
         {"changes", entry.changes},
         {"every_size",
          parameters || every_size[variants.size()].empty() ? Json() : Json(every_size[variants.size()])}});
  }
  Json document = {{"schema", claim.show_schema()},
                   {"version", version()},
                   {"command", context.command},
                   {"claim", info.id},
                   {"title", info.title},
                   {"statement", info.statement},
                   {"source",
                    {{"seed", info.source.seed},
                     {"statement", info.source.statement},
                     {"lines", {info.source.first_line, info.source.last_line}}}},
                   {"paper", paper_json(info.source.seed)},
                   {"variants", variants},
                   {"variant", to_string(variant)},
                   {"parameters", parameters ? parameters->to_json() : Json()},
                   {"weights", weights}};
  Output output(arguments.common.chosen_out(), arguments.common.chosen_max_bytes());
  const Provenance provenance{context.command, arguments.common.chosen_seed()};
  if (output.to_file()) output.write(provenance.first_line(format));
  if (format == Format::json) {
    output.write(json_text(document));
  } else {
    const std::string title = info.id + (info.title.empty() ? "" : ": " + info.title);
    Remarks all = info_remarks(claim, every_size, format);
    if (!parameters) {
      all.emplace_back(
          "weights", "`" +
                         shell_command({"attest", "show", arguments.claim, "--variant", to_string(variant)}) +
                         "`, followed by values of the parameters, prints those that it has");
    }
    std::string text =
        (format == Format::text ? title_line(title) : heading(title, format).substr(1)) + render(all, format);
    if (parameters) {
      const std::string what =
          fmt::format("Weights of the {} variant at {}", to_string(variant), parameters->to_string());
      const std::string shown =
          weights.empty() ? "  none are shown for this claim\n" : weights_text(weights, 2);
      text += (format == Format::text ? "\n" + title_line(what) : heading(what, format, 2)) +
              (format == Format::text ? wrapped_lines(shown) : verbatim(shown, format));
    }
    output.write(text);
  }
  output.commit();
  return exit_holds;
}

}  // namespace attest
