// The record of each command: its arguments, options, notes, examples and exit statuses.
#pragma once

#include "tools/attest/command_spec.hpp"

namespace attest {

CommandSpec audit_command();
CommandSpec bench_command();
CommandSpec bound_command();
CommandSpec check_command();
CommandSpec explain_command();
CommandSpec export_command();
CommandSpec fmt_command();
CommandSpec generate_command();
CommandSpec help_command();
CommandSpec list_command();
CommandSpec merge_command();
CommandSpec new_command();
CommandSpec plan_command();
CommandSpec precision_command();
CommandSpec prove_command();
CommandSpec reduce_command();
CommandSpec repair_command();
CommandSpec report_command();
CommandSpec run_command();
CommandSpec shatter_command();
CommandSpec show_command();
CommandSpec verify_command();

}  // namespace attest
