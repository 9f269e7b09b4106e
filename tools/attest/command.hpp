// What every subcommand gets and gives.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "claims/catalogue.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/exit_status.hpp"

namespace attest {

struct Context {
  const Catalogue& catalogue;
  std::string command;  // the command line, as a shell would take it
};

// Adds a subcommand to the program; the returned function runs it once the command line is parsed.
using Command = std::function<ExitStatus()>;

Command add_list(CLI::App& app, const Context& context);
Command add_show(CLI::App& app, const Context& context);
Command add_verify(CLI::App& app, const Context& context);
Command add_run(CLI::App& app, const Context& context);
Command add_audit(CLI::App& app, const Context& context);
Command add_shatter(CLI::App& app, const Context& context);
Command add_bound(CLI::App& app, const Context& context);
Command add_merge(CLI::App& app, const Context& context);
Command add_generate(CLI::App& app, const Context& context);
Command add_reduce(CLI::App& app, const Context& context);
Command add_bench(CLI::App& app, const Context& context);
Command add_precision(CLI::App& app, const Context& context);

}  // namespace attest
