#include "tools/attest/command_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/attest/command_specs.hpp"

namespace attest {

const std::vector<CommandSpec>& command_table() {
  static const std::vector<CommandSpec> table{
      audit_command(),  bench_command(),  bound_command(),    check_command(),     explain_command(),
      export_command(), fmt_command(),    generate_command(), help_command(),      list_command(),
      merge_command(),  new_command(),    plan_command(),     precision_command(), prove_command(),
      reduce_command(), repair_command(), report_command(),   run_command(),       shatter_command(),
      show_command(),   verify_command()};
  return table;
}

const CommandSpec* find_command(const std::string& name) {
  for (const CommandSpec& command : command_table()) {
    if (command.name == name) return &command;
  }
  return nullptr;
}

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const CommandSpec& command : command_table()) names.push_back(command.name);
  return names;
}

UsageError unknown_command(const std::string& word) {
  const std::string nearest = nearest_name(word, command_names());
  return {"command", word,
          nearest.empty() ? fmt::format("one of: {}", fmt::join(command_names(), ", "))
                          : fmt::format("a command (did you mean {}?)", nearest)};
}

}  // namespace attest
