#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "claims/papers.hpp"
#include "claims/usage_error.hpp"
#include "theorems/claim_info.hpp"
#include "tools/attest/audit_run.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/expectations.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/report/catalogue_page.hpp"
#include "tools/attest/report/errata_page.hpp"
#include "tools/attest/report/html_page.hpp"
#include "tools/attest/report/markup_page.hpp"
#include "tools/attest/report/theorem_page.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/timed_verify.hpp"
#include "tools/attest/variants.hpp"

namespace attest {

namespace {

enum class PageFormat { html, markdown, latex };

// --format, else --out's ending.
PageFormat page_format(const CommandLine& line, const CommonOptions& common) {
  if (const auto given = line.value("--format")) {
    if (*given == "html") return PageFormat::html;
    if (*given == "markdown") return PageFormat::markdown;
    if (*given == "latex") return PageFormat::latex;
    throw UsageError("--format", *given, "one of: html, markdown, latex");
  }
  const std::string path = common.chosen_out();
  if (path.empty())
    throw UsageError(
        "--out: missing, expected FILE.html, FILE.md or FILE.tex; or --format html, markdown or latex");
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".html" || ending == ".htm") return PageFormat::html;
  if (ending == ".md") return PageFormat::markdown;
  if (ending == ".tex") return PageFormat::latex;
  throw UsageError("--out", path, "an ending .html, .md or .tex, or --format beside it");
}

// The settings that the reader gives, or those on record that the quick audit runs.
struct Asked {
  Parameters parameters;
  Variant variant;
  std::optional<ExpectedVerdict> recorded;
};

std::vector<Asked> asked_settings(const Claim& claim, const std::vector<Variant>& variants,
                                  const std::vector<std::string>& words) {
  std::vector<Asked> asked;
  const ClaimInfo& info = claim.info();
  if (words.empty()) {
    for (const ExpectedVerdict& each : expected_verdicts(info, variants))
      asked.push_back({each.parameters, each.variant, each});
    if (!asked.empty()) return asked;
  }
  for (const Parameters& parameters : parse_parameter_ranges(info.parameters, words)) {
    for (const Variant variant : variants) asked.push_back({parameters, variant, std::nullopt});
  }
  return asked;
}

ExitStatus status_of(const report::ReportedVerdict& row) {
  if (!row.recorded) return exit_status_of(row.verdict.status);
  if (row.as_recorded) return exit_holds;
  return row.verdict.status == Status::undecided ? exit_undecided : exit_refuted;
}

void write_page(Output& output, const report::Page& page, PageFormat format, const Provenance& provenance) {
  if (format == PageFormat::html) {
    output.write(report::html_page(page));
  } else {
    const Format markup = format == PageFormat::latex ? Format::latex : Format::markdown;
    output.write(provenance.first_line(markup) + report::markup_page(page, markup));
  }
  output.commit();
}

// What a paper's authors could use.
ExitStatus report_errata(const Context& context, const CommandLine& line, const CommonOptions& common,
                         const std::string& name, const std::vector<std::string>& others) {
  const PageFormat format = page_format(line, common);
  if (!others.empty())
    throw UsageError("argument", others.front(), "nothing beside --errata: it speaks of a paper");
  for (const char* option : {"--paper", "--variant"}) {
    if (const auto value = line.value(option))
      throw UsageError(option, *value, "nothing beside --errata, which names the paper");
  }
  const auto paper =
      std::find_if(papers().begin(), papers().end(), [&](const Paper& p) { return p.name == name; });
  if (paper == papers().end()) {
    std::vector<std::string> names;
    for (const Paper& known : papers()) names.push_back(known.name);
    throw UsageError("--errata", name, one_of(name, names));
  }
  const std::vector<Audited> audited = audited_claims(context, name, {});
  Output output(common.chosen_out(), common.chosen_max_bytes());
  std::vector<ExitStatus> statuses;
  const auto rows = run_audited(context, audited, {.quick = true, .counted = true}, common,
                                [&](const AuditRow& row) { statuses.push_back(audit_status(row)); });
  const Provenance provenance{context.command, common.chosen_seed()};
  write_page(output, report::errata_page(*paper, audited, rows, provenance), format, provenance);
  return gravest(statuses);
}

// Several claims, a paper's or all of them: what the quick audit finds.
ExitStatus report_catalogue(const Context& context, const CommandLine& line, const CommonOptions& common,
                            const std::vector<std::string>& claims) {
  const PageFormat format = page_format(line, common);
  if (const auto variant = line.value("--variant"))
    throw UsageError("--variant", *variant, "one theorem: a page of several has all variants");
  const std::vector<Audited> audited = audited_claims(context, line.value("--paper"), claims);
  Output output(common.chosen_out(), common.chosen_max_bytes());
  std::vector<ExitStatus> statuses;
  const auto rows = run_audited(context, audited, {.quick = true, .counted = true}, common,
                                [&](const AuditRow& row) { statuses.push_back(audit_status(row)); });
  const Provenance provenance{context.command, common.chosen_seed()};
  write_page(output, report::catalogue_page(audited, rows, provenance), format, provenance);
  return gravest(statuses);
}

ExitStatus report_theorem(const Context& context, const CommandLine& line, const CommonOptions& common,
                          const std::string& word, const std::vector<std::string>& words) {
  const PageFormat format = page_format(line, common);
  if (const auto paper = line.value("--paper"))
    throw UsageError("CLAIM, --paper: got both, expected one of them");
  const Claim& claim = theorem_argument(context, word);
  const auto variants = chosen_variants(claim.info(), line.value("--variant"));
  const std::vector<Asked> asked = asked_settings(claim, variants, words);
  Output output(common.chosen_out(), common.chosen_max_bytes());
  TimedVerify verify(common);
  if (words.empty()) verify.announce_nothing();
  verify.expect(asked.size());
  verify.count_all("report");
  for (const Asked& each : asked) verify.prepare(claim, each.variant, each.parameters);

  report::Subject subject{claim, word, {}, common.chosen_seed()};
  std::vector<ExitStatus> statuses;
  const auto* stated = dynamic_cast<const theorems::TextClaim*>(&claim);
  for (const Asked& each : asked) {
    report::ReportedVerdict row{verify(claim, each.variant, each.parameters), std::nullopt, true};
    mark_own(row.verdict, word);
    if (each.recorded) {
      const std::optional<Kind> kind =
          stated == nullptr
              ? std::nullopt
              : theorems::expectation_of(stated->text(), claim.info(), each.variant, each.parameters).kind;
      row.recorded = each.recorded->status;
      row.as_recorded = is_as_expected(row.verdict, *each.recorded, kind);
    }
    statuses.push_back(status_of(row));
    subject.verdicts.push_back(std::move(row));
  }
  const Provenance provenance{context.command, common.chosen_seed()};
  const report::Page page = report::theorem_page(subject, provenance, common.verify_options());
  write_page(output, page, format, provenance);
  return gravest(statuses);
}

}  // namespace

ExitStatus run_report(const Context& context, const CommandLine& line) {
  const CommonOptions common(line);
  common.check();
  std::vector<std::string> claims;
  std::vector<std::string> sizes;
  for (const std::string& word : line.words("claims and parameters"))
    (is_theorem_file(word) || word.find('=') == std::string::npos ? claims : sizes).push_back(word);
  if (const auto paper = line.value("--errata"))
    return report_errata(context, line, common, *paper, line.words("claims and parameters"));
  if (claims.size() == 1) return report_theorem(context, line, common, claims.front(), sizes);
  if (!sizes.empty()) throw UsageError("parameter", sizes.front(), "sizes with one claim alone");
  return report_catalogue(context, line, common, claims);
}

}  // namespace attest
