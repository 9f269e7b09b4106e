#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "claims/usage_error.hpp"
#include "theorems/theorem_texts.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/text.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/version.hpp"

namespace attest {

namespace {

struct ListArguments {
  explicit ListArguments(const CommandLine& line)
      : paper(line.value("--paper")), kind(line.value("--kind")), common(line) {}

  std::optional<std::string> paper;
  std::optional<std::string> kind;
  CommonOptions common;
};

// The file of the claim's text, from the repository's top: a theorem, or what a program of the catalogue decides; empty for a file of one's own.
std::string text_path(const std::string& id) {
  if (const TheoremSource* source = find_theorem_text(id)) return source->path;
  const TheoremSource* source = find_claim_text(id);
  return source == nullptr ? "" : source->path;
}

Json entry_json(const ClaimInfo& info) {
  Json variants = Json::array();
  for (const auto& variant : info.variants) variants.push_back(to_string(variant.variant));
  Json parameters = Json::array();
  for (const auto& spec : info.parameters) parameters.push_back(spec.to_json());
  return {{"id", info.id},
          {"kind", info.kind},
          {"paper", info.paper},
          {"title", info.title},
          {"source",
           {{"seed", info.source.seed},
            {"statement", info.source.statement},
            {"lines", {info.source.first_line, info.source.last_line}}}},
          {"text", text_path(info.id).empty() ? Json(nullptr) : Json(text_path(info.id))},
          {"variants", std::move(variants)},
          {"parameters", std::move(parameters)}};
}

void expect_one_of(const char* option, const std::optional<std::string>& value,
                   const std::vector<std::string>& known) {
  if (!value || std::find(known.begin(), known.end(), *value) != known.end()) return;
  throw UsageError(option, *value, one_of(*value, known));
}

// A few lines a claim: what to type, what it is and where its text is.
std::string entry_text(const ClaimInfo& info) {
  std::vector<std::string> variants;
  for (const auto& variant : info.variants) variants.emplace_back(to_string(variant.variant));
  std::string line = info.id;
  for (const auto& spec : info.parameters)
    line += spec.default_value ? fmt::format(" [{}={}]", spec.name, *spec.default_value) : " " + spec.name;
  const std::string path = text_path(info.id);
  return wrapped(line, 4, table_width()) + "\n    " +
         wrapped(fmt::format("{} ({}, {}; {}{})", info.title, info.kind, info.source.statement,
                             fmt::join(variants, ", "),
                             path.empty() ? "" : "; text " + path.substr(path.find('/') + 1)),
                 4, table_width()) +
         "\n";
}

}  // namespace

ExitStatus run_list(const Context& context, const CommandLine& line) {
  const ListArguments arguments(line);
  arguments.common.check();
  expect_one_of("--paper", arguments.paper, {"strassen", "anna", "dat", "poly", "ea"});
  expect_one_of("--kind", arguments.kind, {"construction", "algorithm", "reduction", "lowerbound", "task"});
  const Format format = arguments.common.chosen_format();
  Json all = Json::array();
  std::string text;
  Table table{{"claim", "kind", "title", "source", "variants", "parameters", "text"}, {}};
  for (const auto& claim : context.catalogue.claims()) {
    const ClaimInfo& info = claim->info();
    if (arguments.paper && info.paper != *arguments.paper) continue;
    if (arguments.kind && info.kind != *arguments.kind) continue;
    // The list is an array (contract): every entry says what it was made by.
    Json entry = entry_json(info);
    entry["version"] = version();
    entry["command"] = context.command;
    all.push_back(std::move(entry));
    text += entry_text(info);
    std::vector<std::string> variants;
    for (const auto& variant : info.variants) variants.emplace_back(to_string(variant.variant));
    std::vector<std::string> parameters;
    for (const auto& spec : info.parameters) {
      parameters.push_back(spec.default_value ? fmt::format("{}={}", spec.name, *spec.default_value)
                                              : spec.name);
    }
    table.rows.push_back({info.id, info.kind, info.title, info.source.statement,
                          fmt::format("{}", fmt::join(variants, ", ")),
                          fmt::format("{}", fmt::join(parameters, " ")), text_path(info.id)});
  }
  Output output(arguments.common.chosen_out(), arguments.common.chosen_max_bytes());
  const Provenance provenance{context.command, arguments.common.chosen_seed()};
  if (format == Format::json) {
    output.write(json_text(all));
  } else if (format == Format::text) {
    if (output.to_file()) output.write(provenance.first_line(format));
    output.write(text);
  } else {
    output.write(output.to_file() ? provenance.render_file(table, format) : render(table, format));
  }
  output.commit();
  return exit_holds;
}

}  // namespace attest
