#include "tools/attest/precision_every_size.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/deadline.hpp"
#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "theorems/precision/bits_beside.hpp"
#include "theorems/theorem_claim.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/listing.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/progress.hpp"
#include "tools/attest/proof_report.hpp"
#include "tools/attest/proof_table.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/shared_command.hpp"
#include "tools/attest/study_options.hpp"
#include "tools/attest/text.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/variants.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/version.hpp"

namespace attest {

namespace {

using theorems::BitsBeside;
using theorems::SufficientBits;

std::string bits_from_text(const SufficientBits& bits) {
  std::string text;
  for (const auto& [name, from] : bits.from)
    text += (text.empty() ? "" : ", ") + name + " >= " + bits.said.at(name);
  return text;
}

std::string needed_text(const SufficientBits& bits) {
  return bits.needed ? bits.needed_text() : "not decided";
}

std::string run_text(const BitsBeside& beside) {
  if (!beside.run) return "";
  const FormatAnswer& run = *beside.run;
  const std::string inputs =
      run.total == beside.inputs ? "all" : fmt::format("{} drawn", to_string(run.total));
  if (run.all_right()) return inputs + " right";
  if (!run.complete()) return "stopped";
  return fmt::format("{} of {} right", to_string(run.right), inputs);
}

Table beside_table(const std::vector<BitsBeside>& rows) {
  Table table{{"parameters", "needed", "least found", "enough", "by", "run with so many bits"}, {}};
  for (const BitsBeside& one : rows) {
    const auto number = [](const std::optional<long>& bits) { return bits ? std::to_string(*bits) : "-"; };
    table.rows.push_back({one.at.to_string(), number(one.needed),
                          number(one.least ? one.least->bits : std::nullopt), number(one.enough),
                          !one.enough      ? ""
                          : one.by_formula ? "every size"
                                           : "margin",
                          run_text(one)});
  }
  return table;
}

Json bits_json(const SufficientBits& bits) {
  Json json = {{"claim", bits.proof.claim},
               {"variant", to_string(bits.proof.variant)},
               {"verdict", to_string(bits.proof.status)},
               {"refusal", bits.refusal.empty() ? Json() : Json(bits.refusal)},
               {"models", {"plain", "stored"}},
               {"from", Json()},
               {"least", Json()},
               {"bits", Json()},
               {"needed", bits.needed ? Json(bits.needed->to_string()) : Json()},
               {"needed_bits", bits.needed ? Json(bits.needed_text()) : Json()},
               {"growth", Json()},
               {"steps", Json::array()}};
  json["fixed"] = sizes_json(bits.proof.fixed);
  for (const auto& [name, value] : bits.proof.parameters) json["fixed"][name] = to_string(value);
  if (!bits.refusal.empty()) return json;
  json["from"] = sizes_json(bits.from, bits.said);
  json["least"] = bits.least.to_string();
  json["bits"] = bits.bits_text();
  json["growth"] = bits.growth_text();
  for (const auto& step : bits.steps)
    json["steps"].push_back({{"name", step.name}, {"statement", step.statement}});
  return json;
}

Json beside_json(const std::vector<BitsBeside>& rows) {
  Json json = Json::array();
  for (const BitsBeside& one : rows) {
    const auto number = [](const std::optional<long>& bits) { return bits ? Json(*bits) : Json(); };
    json.push_back({{"parameters", one.at.to_json()},
                    {"needed", number(one.needed)},
                    {"least_found", number(one.least ? one.least->bits : std::nullopt)},
                    {"enough", number(one.enough)},
                    {"by", !one.enough ? Json() : Json(one.by_formula ? "every-size" : "margin")},
                    {"inputs", to_string(one.inputs)},
                    {"run", one.run ? Json(to_string(one.run->total)) : Json()},
                    {"right", one.run ? Json(to_string(one.run->right)) : Json()}});
  }
  return json;
}

Remarks remarks_of(const SufficientBits& bits) {
  if (!bits.refusal.empty()) return {{"not proved", bits.refusal}};
  Remarks remarks{{"enough", fmt::format("{} bits, for {}: 2^p >= {}", bits.bits_text(), bits_from_text(bits),
                                         bits.least.to_string())},
                  {"models", "plain, and stored; exponents are unbounded"}};
  remarks.emplace_back(
      "needed",
      bits.needed && bits.needed->constant()
          ? "nothing that grows with the sizes: the largest answer does not"
      : bits.needed
          ? fmt::format(
                "{} bits: with 2^p < {} some answer is odd and above 2^p, and off by 1 from every number of p bits",
                bits.needed_text(), bits.needed->to_string())
          : "not decided: no largest answer is seen that an input reaches");
  remarks.emplace_back("so", bits.growth_text() + " bits");
  for (const auto& step : bits.steps) remarks.emplace_back(step.name, step.statement);
  return remarks;
}

std::string title_of(const SufficientBits& bits, const Claim& claim, Variant variant) {
  std::string title = fmt::format("{} ({})", claim.info().id, to_string(variant));
  if (!bits.proof.fixed.empty()) title += " " + theorems::to_string(bits.proof.fixed);
  for (const auto& [name, value] : bits.proof.parameters)
    title += fmt::format(" {} = {}", name, to_string(value));
  return title;
}

ExitStatus run_one(const Context& context, const CommandLine& line, const CommonOptions& common) {
  const std::string word = line.word("claim");
  const Claim& claim = theorem_argument(context, word);
  const auto* theorem = dynamic_cast<const theorems::TheoremClaim*>(&claim);
  if (theorem == nullptr) throw UsageError("--every-size", word, "a theorem whose layer is written as text");
  const Variant variant = chosen_variant(claim.info(), line.value("--variant"));
  const Format format = common.chosen_format();
  Output output(common.chosen_out(), common.chosen_max_bytes());
  const Provenance provenance{context.command, common.chosen_seed()};
  const VerifyOptions run = common.verify_options();
  const Deadline deadline(run);
  Progress progress(common.progress_shown(), "precision " + claim.info().id);
  SufficientBits bits = theorems::sufficient_bits(*theorem, variant, line.words("parameters"), run);
  bits.proof.claim = claim.info().id;
  bits.proof.variant = variant;
  const SharedCommand shared(context);
  StudyOptions options = study_options(run, deadline);
  options.shared = shared.work();
  const auto rows = theorems::bits_beside(*theorem, variant, bits, run, options, common.chosen_seed());
  progress.clear();
  if (format == Format::json) {
    Json json = {
        {"schema", "attest/precision-every-size/1"}, {"version", version()}, {"command", context.command}};
    json.update(bits_json(bits));
    json["sizes"] = beside_json(rows);
    json["complete"] = deadline.reason().empty();
    output.write(json_line(json));
  } else if (format == Format::csv) {
    output.write(output.to_file() ? provenance.render_file(beside_table(rows), format)
                                  : render(beside_table(rows), format));
  } else {
    const std::string title = title_of(bits, claim, variant);
    std::string text = output.to_file() ? provenance.first_line(format) : "";
    text += format == Format::text ? title_line(title) : heading(title, format, 3);
    text += render(remarks_of(bits), format);
    if (!rows.empty()) text += (format == Format::text ? "\n" : "") + render(beside_table(rows), format);
    if (!deadline.reason().empty()) text += render(Remarks{{"stopped", deadline.reason()}}, format);
    output.write(text);
  }
  output.commit();
  return bits.refusal.empty() && deadline.reason().empty() ? exit_holds : exit_undecided;
}

// Of the gallery those alone of which something is proved.
ExitStatus run_all(const Context& context, const CommonOptions& common) {
  const Format format = common.chosen_format();
  Output output(common.chosen_out(), common.chosen_max_bytes());
  const Provenance provenance{context.command, common.chosen_seed()};
  const VerifyOptions run = common.verify_options();
  const Deadline deadline(run);
  Progress progress(common.progress_shown());
  Table table{{"theorem", "variant", "enough", "from", "needed", "so", "or why nothing is proved"}, {}};
  Json entries = Json::array();
  const auto visit = [&](const std::string& name, const Claim& claim) {
    const auto* theorem = dynamic_cast<const theorems::TheoremClaim*>(&claim);
    if (theorem == nullptr || deadline.reached()) return;
    const Variant variant = chosen_variant(claim.info(), std::nullopt);
    SufficientBits bits;
    try {
      bits = theorems::sufficient_bits(*theorem, variant, {}, run);
    } catch (const UsageError& error) {
      bits.refusal = error.what();
    } catch (const Stopped&) {
      return;
    }
    bits.proof.claim = name;
    bits.proof.variant = variant;
    const bool proved = bits.refusal.empty();
    if (!proved && name.starts_with("examples/")) return;
    table.rows.push_back({name, to_string(variant), proved ? bits.bits_text() : "",
                          proved ? bits_from_text(bits) : "", proved ? needed_text(bits) : "",
                          proved ? bits.growth_text() : "", bits.refusal});
    entries.push_back(bits_json(bits));
  };
  EveryText{context, [&](const std::string& name) { progress.look_at(name); }, visit}.run();
  progress.clear();
  if (format == Format::json) {
    output.write(json_line({{"schema", "attest/precision-every-size-table/1"},
                            {"version", version()},
                            {"command", context.command},
                            {"complete", deadline.reason().empty()},
                            {"theorems", std::move(entries)}}));
  } else {
    output.write(output.to_file() ? provenance.render_file(table, format) : render(table, format));
    if (format == Format::text && !deadline.reason().empty())
      output.write(labelled("stopped", deadline.reason()));
  }
  output.commit();
  return deadline.reason().empty() ? exit_holds : exit_undecided;
}

}  // namespace

ExitStatus run_precision_every_size(const Context& context, const CommandLine& line) {
  const CommonOptions common(line);
  common.check();
  for (const char* option : {"--formats", "--models", "--chart", "--input", "--sample", "--no-least",
                             "--temperature", "--first"}) {
    if (line.has(option))
      throw UsageError(option, line.value(option).value_or(""), "no --every-size beside it");
  }
  if (!line.word("claim").empty()) return run_one(context, line, common);
  if (line.has("--variant"))
    throw UsageError("--variant", line.value("--variant").value_or(""), "a claim beside it");
  return run_all(context, common);
}

}  // namespace attest
