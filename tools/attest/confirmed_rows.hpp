// The columns `certificates` and `kernel` of an audit.
#pragma once

#include <string>
#include <vector>

#include "tools/attest/audit_summary.hpp"
#include "tools/attest/common_options.hpp"

namespace attest {

// Asks the checkers of certificates, Coq's kernel or both of every row that was begun, however long that takes; an interruption ends it.
void confirm(bool certificates, bool kernel, const CommonOptions& common, std::vector<AuditRow>& rows);

using ConfirmationColumn = Confirmation AuditRow::*;

// How many of a program's answers there are of each word; below it those that are no success.
std::string confirmed_text(const std::vector<AuditRow>& rows, const std::string& name,
                           ConfirmationColumn column);

// The gravest of a column. Where nothing was accepted nothing is confirmed, which is undecided.
ExitStatus status_of_confirmed(const std::vector<AuditRow>& rows, ConfirmationColumn column);

}  // namespace attest
