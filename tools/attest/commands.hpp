// What runs each subcommand (one file each), and the lists that its help shows.
#pragma once

#include <string>

#include "tools/attest/command_spec.hpp"

namespace attest {

ExitStatus run_audit(const Context& context, const CommandLine& line);
ExitStatus run_bench(const Context& context, const CommandLine& line);
ExitStatus run_bound(const Context& context, const CommandLine& line);
ExitStatus run_check(const Context& context, const CommandLine& line);
ExitStatus run_explain(const Context& context, const CommandLine& line);
ExitStatus run_export(const Context& context, const CommandLine& line);
ExitStatus run_fmt(const Context& context, const CommandLine& line);
ExitStatus run_new(const Context& context, const CommandLine& line);
ExitStatus run_generate(const Context& context, const CommandLine& line);
ExitStatus run_help(const Context& context, const CommandLine& line);
ExitStatus run_list(const Context& context, const CommandLine& line);
ExitStatus run_merge(const Context& context, const CommandLine& line);
ExitStatus run_plan(const Context& context, const CommandLine& line);
ExitStatus run_precision(const Context& context, const CommandLine& line);
ExitStatus run_prove(const Context& context, const CommandLine& line);
ExitStatus run_reduce(const Context& context, const CommandLine& line);
ExitStatus run_repair(const Context& context, const CommandLine& line);
ExitStatus run_report(const Context& context, const CommandLine& line);
ExitStatus run_run(const Context& context, const CommandLine& line);
ExitStatus run_shatter(const Context& context, const CommandLine& line);
ExitStatus run_show(const Context& context, const CommandLine& line);
ExitStatus run_verify(const Context& context, const CommandLine& line);

std::vector<NoteSpec> bench_algorithm_list();
std::vector<NoteSpec> generated_task_list();
std::string generated_task_names();
std::vector<NoteSpec> reduction_list();
std::vector<NoteSpec> shatter_function_list();
std::vector<std::string> template_names();  // the last one has parameters

}  // namespace attest
