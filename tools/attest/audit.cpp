#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <memory>

#include "claims/usage_error.hpp"
#include "numeric/short_decimal.hpp"
#include "ranks/shared_work.hpp"
#include "tools/attest/audit_run.hpp"
#include "tools/attest/audit_summary.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/confirmed_rows.hpp"
#include "tools/attest/every_size.hpp"
#include "tools/attest/fault_lines.hpp"
#include "tools/attest/latex.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/text.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/verdict_table.hpp"
#include "verification/stop_reason.hpp"

namespace attest {

namespace {

struct AuditArguments {
  explicit AuditArguments(const CommandLine& line)
      : paper(line.value("--paper")),
        claims(line.words("claims")),
        quick(line.has("--quick")),
        full(line.has("--full")),
        all(line.has("--all")),
        certificates(line.has("--certificates")),
        kernel(line.has("--kernel")),
        common(line) {
    if (const auto claim = line.value("--claim")) claims.push_back(*claim);
  }
  std::optional<std::string> paper;
  std::vector<std::string> claims;  // as the user wrote them; empty: all
  bool quick;
  bool full;
  bool all;
  bool certificates;
  bool kernel;
  CommonOptions common;

  bool confirms() const { return certificates || kernel; }
};

// What fits a terminal; the other formats have every column, whatever was asked for.
Table audit_table_for_terminal(const std::vector<AuditRow>& rows, bool certificates, bool kernel) {
  Table table{{"claim", "variant", "parameters", "verdict", "inputs", "failing", "decision margin at least"},
              {}};
  for (const AuditRow& row : rows) {
    const Verdict& v = row.verdict;
    std::string verdict = to_string(v.status);
    if (v.status != row.recorded) verdict += fmt::format(" (on record: {})", to_string(row.recorded));
    const bool bounded = v.margins.decision_margin && !v.margins.decision_margin->lower.empty();
    table.rows.push_back({v.claim, to_string(v.variant), v.parameters.to_string(), verdict,
                          v.inputs.total_is_known ? short_count(v.inputs.total) : "-",
                          v.inputs.failing_is_known ? v.inputs.failing.str() : "-",
                          bounded ? short_bound(v.margins.decision_margin->lower, 5, false) : "-"});
    if (certificates) table.rows.back().push_back(row.certificates.word());
    if (kernel) table.rows.back().push_back(row.kernel.word());
  }
  if (certificates) table.header.emplace_back("certificates");
  if (kernel) table.header.emplace_back("kernel");
  return table;
}

Table audit_table(const std::vector<AuditRow>& rows, Format format) {
  std::vector<Verdict> verdicts;
  for (const auto& row : rows) verdicts.push_back(row.verdict);
  Table table = verdict_table(verdicts, true, format);
  // The record stands beside the verdict.
  table.header.insert(table.header.begin() + 4, "as recorded");
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const bool same = rows[r].verdict.status == rows[r].recorded;
    table.rows[r].insert(table.rows[r].begin() + 4,
                         same ? "yes" : fmt::format("no: {}", to_string(rows[r].recorded)));
    table.rows[r].push_back(every_size_text(rows[r].every_size));
    table.rows[r].push_back(rows[r].certificates.sentence());
    table.rows[r].push_back(rows[r].kernel.sentence());
  }
  table.header.insert(table.header.end(), {"every size", "certificates", "kernel"});
  return table;
}

// The reasons of everything that does not hold, equal ones of one claim and variant together.
std::vector<std::string> reasons(const std::vector<AuditRow>& rows) {
  std::vector<std::pair<std::string, std::vector<std::string>>> groups;  // (heading + reason, settings)
  for (const auto& row : rows) {
    const Verdict& v = row.verdict;
    if (!v.reason) continue;
    const std::string key =
        fmt::format("{} ({}): {}: {}", v.claim, to_string(v.variant), status_text(v), *v.reason);
    const auto known =
        std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == key; });
    if (known == groups.end()) {
      groups.push_back({key, {v.parameters.to_string()}});
    } else {
      known->second.push_back(v.parameters.to_string());
    }
  }
  std::vector<std::string> all;
  for (const auto& [key, settings] : groups)
    all.push_back(fmt::format("{} [{}]", key, fmt::join(settings, "; ")));
  return all;
}

std::string reasons_text(const std::vector<AuditRow>& rows) {
  std::string text;
  for (const std::string& reason : reasons(rows)) text += "- " + wrapped(reason, 2) + "\n";
  return text.empty() ? "" : "\nWhy, for all that does not hold:\n" + text;
}

// What a terminal gets, what is proved for every size, and the reasons.
std::string audit_in_latex(const std::vector<AuditRow>& rows, bool certificates, bool kernel) {
  Table table = audit_table_for_terminal(rows, certificates, kernel);
  table.header.emplace_back("every size");
  for (std::size_t r = 0; r < rows.size(); ++r) table.rows[r].push_back(every_size_text(rows[r].every_size));
  std::string text = latex_table(table);
  const std::vector<std::string> why = reasons(rows);
  if (!why.empty()) text += latex_list;
  for (const std::string& reason : why) text += "  \\item " + latex_prose(reason) + "\n";
  return text + (why.empty() ? "" : "\\end{itemize}\n");
}

// What differs from the record or was not decided is never left to --all.
std::string unconfirmed_text(const std::vector<AuditRow>& rows) {
  std::string text;
  for (const AuditRow& row : rows) {
    if (audit_status(row) == exit_holds) continue;
    const Verdict& v = row.verdict;
    text += wrapped(fmt::format("{} ({}) {}: {}, on record: {}", v.claim, to_string(v.variant),
                                v.parameters.to_string(), to_string(v.status), to_string(row.recorded)),
                    2) +
            "\n";
  }
  return text;
}

Json audit_document(const AuditRow& row, const std::string& command, std::uint64_t seed) {
  Json document = verdict_document(row.verdict, command, seed);
  document["recorded"] = to_string(row.recorded);
  document["every_size"] = every_size_json(row.every_size);
  document["certificates"] = row.certificates.document();
  document["kernel"] = row.kernel.document();
  const Verdict& v = row.verdict;
  add_lines({*row.claim, v.claim, v.variant, v.parameters, std::nullopt, std::nullopt, seed}, v, document);
  return document;
}

std::string where_the_rest_is(const std::string& command) {
  return wrapped(
             fmt::format(
                 "Every verdict and every reason: {} --all; one claim with its repair: attest show CLAIM.",
                 command),
             0) +
         "\n";
}

}  // namespace

ExitStatus run_audit(const Context& context, const CommandLine& line) {
  const AuditArguments arguments(line);
  arguments.common.check();
  const std::vector<Audited> audited = audited_claims(context, arguments.paper, arguments.claims);
  if (arguments.quick && arguments.full) throw UsageError("--quick, --full: got both, expected one of them");
  const Format format = arguments.common.chosen_format();
  Output output(arguments.common.chosen_out(), arguments.common.chosen_max_bytes());
  const Provenance provenance{context.command, arguments.common.chosen_seed()};
  if (output.to_file() && format == Format::text) output.write(provenance.first_line(format));

  std::vector<ExitStatus> statuses;
  // JSON is written verdict by verdict, unless each has to be confirmed first.
  const bool json = format == Format::json;
  const AuditPlan plan{arguments.quick, !json || arguments.confirms()};
  const auto write = [&](const AuditRow& row) {
    output.write(json_line(audit_document(row, context.command, provenance.seed)));
  };
  auto rows = run_audited(context, audited, plan, arguments.common, [&](const AuditRow& row) {
    statuses.push_back(audit_status(row));
    if (json && !arguments.confirms()) write(row);
  });
  if (!ranks::follows()) confirm(arguments.certificates, arguments.kernel, arguments.common, rows);
  std::vector<ExitStatus> confirmed;
  if (arguments.certificates) confirmed.push_back(status_of_confirmed(rows, &AuditRow::certificates));
  if (arguments.kernel) confirmed.push_back(status_of_confirmed(rows, &AuditRow::kernel));
  if (json && arguments.confirms()) std::for_each(rows.begin(), rows.end(), write);
  if (format == Format::text) {
    // What was not begun is counted, not listed.
    std::vector<AuditRow> begun;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(begun),
                 [](const AuditRow& row) { return row.begun; });
    output.write(
        arguments.all
            ? render(audit_table_for_terminal(rows, arguments.certificates, arguments.kernel), format) +
                  reasons_text(rows)
            : audit_summary(begun));
    std::map<Status, int> counts;
    for (const auto& row : rows) ++counts[row.verdict.status];
    const auto as_recorded = std::count(statuses.begin(), statuses.end(), exit_holds);
    std::string counted_line = fmt::format("{} verdicts: {} holds, {} refuted, {} ill-formed, {} undecided",
                                           rows.size(), counts[Status::holds], counts[Status::refuted],
                                           counts[Status::ill_formed], counts[Status::undecided]);
    if (counts[Status::not_applicable] != 0)
      counted_line += fmt::format(", {} not applicable", counts[Status::not_applicable]);
    output.write("\n" + wrapped(fmt::format("{}; {} as recorded.", counted_line, as_recorded), 0) + "\n");
    const auto not_begun =
        std::find_if(rows.begin(), rows.end(), [](const AuditRow& row) { return !row.begun; });
    if (not_begun != rows.end())
      output.write(wrapped(fmt::format("{} of them were {}.", rows.size() - begun.size(),
                                       not_begun->verdict.reason.value()),
                           0) +
                   "\n");
    if (arguments.certificates) output.write(confirmed_text(rows, "certificates", &AuditRow::certificates));
    if (arguments.kernel) output.write(confirmed_text(rows, "kernel", &AuditRow::kernel));
    if (!arguments.all) output.write(unconfirmed_text(begun) + where_the_rest_is(context.command));
  } else if (format != Format::json) {
    if (format == Format::latex) {
      output.write((output.to_file() ? provenance.first_line(format) : "") +
                   audit_in_latex(rows, arguments.certificates, arguments.kernel));
    } else {
      const Table table = audit_table(rows, format);
      output.write(output.to_file() ? provenance.render_file(table, format) : render(table, format));
    }
  }
  output.commit();
  statuses.insert(statuses.end(), confirmed.begin(), confirmed.end());
  return gravest(statuses);
}

}  // namespace attest
