#include "tools/attest/confirmed_rows.hpp"

#include <fmt/format.h>

#include <map>

#include "tools/attest/progress.hpp"
#include "tools/attest/text.hpp"

namespace attest {

void confirm(bool certificates, bool kernel, const CommonOptions& common, std::vector<AuditRow>& rows) {
  Progress progress(common.progress_shown(), "audit");
  KernelConfirmation of_kernel;
  std::uint64_t done = 0;
  for (AuditRow& row : rows) {
    if (certificates && row.begun) {
      progress.look_at("attest-check " + row.verdict.claim);
      progress.update(done, Integer(rows.size()));
      row.certificates = checked_certificate(*row.claim, row.verdict);
    }
    if (kernel && row.begun) {
      progress.look_at("coqc " + row.verdict.claim);
      progress.update(done, Integer(rows.size()));
      // A proof at another value than the row's auto is none of this row's.
      const bool of_row = row.every_size && row.every_size->chosen.empty();
      row.kernel = of_kernel(*row.claim, row.verdict, of_row ? row.every_size : std::nullopt);
    }
    ++done;
  }
}

std::string confirmed_text(const std::vector<AuditRow>& rows, const std::string& name,
                           ConfirmationColumn column) {
  std::map<std::string, int> counts;
  std::string failures;
  for (const AuditRow& row : rows) {
    const Confirmation& answer = row.*column;
    ++counts[answer.word()];
    if (exit_status_of(answer) == exit_holds) continue;
    // Of a program that is not there each verdict says the same.
    if (answer.status == Confirmation::Status::missing && counts["missing"] > 1) continue;
    failures += wrapped(fmt::format("{} ({}) {}: {}: {}", row.verdict.claim, to_string(row.verdict.variant),
                                    row.verdict.parameters.to_string(), name, answer.sentence()),
                        2) +
                "\n";
  }
  std::string counted;
  for (const char* word : {"accepted", "rejected", "undecided", "missing", "none", "not run"}) {
    if (counts[word] != 0) counted += fmt::format("{}{} {}", counted.empty() ? "" : ", ", counts[word], word);
  }
  return wrapped(fmt::format("{}: {}.", name, counted), 0) + "\n" + failures;
}

ExitStatus status_of_confirmed(const std::vector<AuditRow>& rows, ConfirmationColumn column) {
  std::vector<ExitStatus> statuses;
  bool any = false;
  for (const AuditRow& row : rows) {
    statuses.push_back(exit_status_of(row.*column));
    any = any || (row.*column).status == Confirmation::Status::accepted;
  }
  if (!any) statuses.push_back(exit_undecided);
  return gravest(statuses);
}

}  // namespace attest
