#include "tools/attest/expectations.hpp"

#include <fmt/format.h>

#include "claims/usage_error.hpp"
#include "claims/user_json.hpp"
#include "language/refused_place.hpp"
#include "theorems/claim_info.hpp"
#include "theorems/proof/range_proof.hpp"
#include "theorems/theorem_claim.hpp"
#include "tools/attest/fault_lines.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/proof_report.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/text.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/timed_verify.hpp"
#include "tools/attest/variants.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/verdict_table.hpp"
#include "tools/attest/version.hpp"

namespace attest {

namespace {

// What a line expects of `attest prove`: holds at t=2 A2=14 every n >= 2.
struct ExpectedCorner {
  Variant variant = Variant::printed;
  bool proved = true;  // false: expected to stay undecided
  std::vector<std::string> words;
  theorems::Sizes from;
};

std::vector<ExpectedCorner> corners_of(const theorems::TheoremText& text, const ClaimInfo& info,
                                       const std::vector<Variant>& variants) {
  std::vector<ExpectedCorner> corners;
  for (const theorems::ExpectStatement& expect : text.expects) {
    for (const auto& setting : expect.settings) {
      if (setting.every.empty() || setting.full) continue;
      if (expect.verdict != "holds" && expect.verdict != "undecided") {
        throw language::RefusedPlace(expect.place,
                                     "'every' goes with holds or undecided; what is refuted fails at a size");
      }
      for (const Variant variant : variants) {
        if (!theorems::speaks_of(expect, variant, info.variants.size())) continue;
        ExpectedCorner corner{variant, expect.verdict == "holds", setting.words, {}};
        for (const auto& condition : setting.every)
          corner.from[language::to_string(condition->children[0])] =
              numerator_of(condition->children[1]->value);
        corners.push_back(std::move(corner));
      }
    }
  }
  return corners;
}

std::string words_text(const ExpectedCorner& corner) {
  std::string text;
  for (const std::string& word : corner.words) text += word + " ";
  text += "every";
  for (const auto& [name, least] : corner.from)
    text += fmt::format(" {} >= {}", name, attest::to_string(least));
  return text;
}

std::string status_text(Status status, const std::optional<Kind>& kind) {
  return kind ? fmt::format("{} ({})", to_string(status), to_string(*kind)) : to_string(status);
}

std::string missing_sizes(const ClaimInfo& info) {
  std::string text;
  for (const auto& spec : info.parameters) {
    if (!spec.default_value) text += fmt::format("{}{}=..", text.empty() ? "" : " ", spec.name);
  }
  return text;
}

}  // namespace

std::vector<ExpectedVerdict> expected_verdicts(const ClaimInfo& info, const std::vector<Variant>& variants) {
  std::vector<ExpectedVerdict> expected;
  for (const StandardSize& size : info.standard_sizes) {
    if (!size.quick) continue;
    for (const auto& [v, status] : size.recorded) {
      if (std::find(variants.begin(), variants.end(), v) == variants.end()) continue;
      expected.push_back({parse_parameters(info.parameters, size.words), v, status});
    }
  }
  return expected;
}

bool is_as_expected(const Verdict& verdict, const ExpectedVerdict& expected,
                    const std::optional<Kind>& kind) {
  return verdict.status == expected.status && (!kind || verdict.kind == kind);
}

ExitStatus run_expectations(const Claim& claim, const std::string& word,
                            const std::optional<std::string>& variant, const CommonOptions& common,
                            const Context& context) {
  const ClaimInfo& info = claim.info();
  const auto variants = chosen_variants(info, variant);
  const std::vector<ExpectedVerdict> expected = expected_verdicts(info, variants);
  const auto* file = dynamic_cast<const theorems::TextClaim*>(&claim);
  const auto* layered = dynamic_cast<const theorems::TheoremClaim*>(&claim);
  std::vector<ExpectedCorner> corners;
  if (file != nullptr) corners = corners_of(file->text(), info, variants);
  if (!corners.empty() && layered == nullptr)
    throw UsageError(
        fmt::format("{}: 'every' in an expect line speaks of a layer; a function has none", info.id));
  if (expected.empty() && corners.empty()) {
    throw UsageError(
        fmt::format("parameters: missing, expected {} (no expectation is on record that could be run)",
                    missing_sizes(info)));
  }
  const Format format = common.chosen_format();
  Output output(common.chosen_out(), common.chosen_max_bytes());
  const Provenance provenance{context.command, common.chosen_seed()};
  if (output.to_file() && format == Format::text) output.write(provenance.first_line(format));
  TimedVerify verify(common);
  verify.announce_nothing();
  verify.expect(expected.size());
  if (format == Format::json) {  // the others print nothing before the end
    for (const ExpectedVerdict& e : expected) verify.prepare(claim, e.variant, e.parameters);
  }
  std::vector<Verdict> verdicts;
  std::vector<ExitStatus> statuses;
  std::string text = title_line(fmt::format("{}: {}", info.id, info.title));
  for (const ExpectedVerdict& e : expected) {
    Verdict verdict = verify(claim, e.variant, e.parameters);
    mark_own(verdict, word);
    const theorems::Expectation said =
        file != nullptr ? theorems::expectation_of(file->text(), info, e.variant, e.parameters)
                        : theorems::Expectation();
    const auto& kind = said.kind;
    bool same = is_as_expected(verdict, e, kind);
    std::string replayed;
    for (const std::string& input : said.inputs) {
      const Json given = input.rfind("rank:", 0) == 0 ? Json(input) : parse_user_json(input, "expect");
      const bool fails =
          claim.run(e.variant, e.parameters, given, common.chosen_seed())["verdict"] == "refuted";
      replayed += fmt::format("; {} {}", input, fails ? "fails, as expected" : "does not fail");
      same = same && fails;
    }
    statuses.push_back(same                                  ? exit_holds
                       : verdict.status == Status::undecided ? exit_undecided
                                                             : exit_refuted);
    if (format == Format::json) {
      Json document = verdict_document(verdict, context.command, provenance.seed);
      add_lines({claim, word, e.variant, verdict.parameters, std::nullopt, std::nullopt, provenance.seed},
                verdict, document);
      document["recorded"] = to_string(e.status);
      output.write(json_line(document));
    }
    std::string line =
        fmt::format(
            "{} {}: {}, {}", to_string(e.variant), verdict.parameters.to_string(),
            status_text(verdict.status, verdict.kind),
            is_as_expected(verdict, e, kind) ? "as expected" : "expected " + status_text(e.status, kind)) +
        replayed;
    if (verdict.reason && verdict.status != Status::holds) line += ": " + *verdict.reason;
    text += wrapped("  " + line, 4) + "\n";
    verdicts.push_back(std::move(verdict));
  }
  for (const ExpectedCorner& corner : corners) {
    const theorems::RangeProof proof =
        theorems::prove_for_every_size(*layered, corner.variant, corner.words, common.verify_options());
    const bool proved = proof.main && proof.main->status == Status::holds;
    const bool same = proved == corner.proved && (!proved || proof.main->from == corner.from);
    statuses.push_back(same ? exit_holds : proved || !proof.refusal.empty() ? exit_refuted : exit_undecided);
    if (format == Format::json) {
      Json document = {{"schema", "attest/proof/1"}, {"version", version()}, {"command", context.command}};
      document.update(proof_document(proof));
      document["recorded"] = corner.proved ? "holds" : "undecided";
      output.write(json_line(document));
    }
    const std::string found =
        proved ? "proved from " + theorems::corner_text(*proof.main) + " on" : "not proved: " + proof.refusal;
    text += wrapped(fmt::format("  {} {}: {}{}", to_string(corner.variant), words_text(corner), found,
                                same            ? ", as expected"
                                : corner.proved ? "; expected a proof from there on"
                                                : "; expected none"),
                    4) +
            "\n";
  }
  const auto as_expected = std::count(statuses.begin(), statuses.end(), exit_holds);
  text += fmt::format("{} of {} verdicts as expected\n", as_expected, statuses.size());
  if (format == Format::text) output.write(text);
  if (format != Format::json && format != Format::text) {
    output.write(rendered_verdicts(verdicts, format, output.to_file() ? &provenance : nullptr));
  }
  output.commit();
  return gravest(statuses);
}

}  // namespace attest
