#include <filesystem>
#include <memory>

#include "theorems/write.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/theorem_files.hpp"

namespace attest {

namespace {

struct FmtArguments {
  explicit FmtArguments(const CommandLine& line)
      : files(line.words("files")), check(line.has("--check")), common(line) {}

  std::vector<std::string> files;
  bool check;
  CommonOptions common;
};

}  // namespace

// All files are read before the first is written: one that cannot be read leaves all as they are.
ExitStatus run_fmt(const Context&, const CommandLine& line) {
  const FmtArguments arguments(line);
  arguments.common.check();
  const std::vector<TheoremFile> files = read_theorem_files(arguments.files);
  Output names("", arguments.common.chosen_max_bytes());
  bool changed = false;
  for (const TheoremFile& file : files) {
    const std::string text = theorems::write(file.theorem);
    if (file.path == "-" && !arguments.check) {
      names.write(text);
      continue;
    }
    if (text == file.text) continue;
    changed = true;
    if (!arguments.check) {
      const auto permissions = std::filesystem::status(file.path).permissions();
      Output output(file.path, arguments.common.chosen_max_bytes());
      output.write(text);
      output.commit();
      std::filesystem::permissions(file.path, permissions);
    }
    names.write((file.path == "-" ? "standard input" : file.path) + "\n");
  }
  names.commit();
  return arguments.check && changed ? exit_refuted : exit_holds;
}

}  // namespace attest
