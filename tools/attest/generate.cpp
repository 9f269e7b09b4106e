#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <filesystem>
#include <memory>

#include "claims/usage_error.hpp"
#include "tasks/datasets/dataset.hpp"
#include "tools/attest/arguments.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/dataset_writer.hpp"
#include "tools/attest/generate_theorem.hpp"
#include "tools/attest/interrupt.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/progress.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/theorem_argument.hpp"

namespace attest {

std::string generated_task_names() {
  std::vector<std::string> names;
  for (const Dataset& dataset : datasets()) names.push_back(dataset.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::vector<NoteSpec> generated_task_list() {
  std::vector<NoteSpec> notes{{"", "Tasks and their parameters:"}};
  for (const Dataset& dataset : datasets()) {
    std::vector<std::string> words;
    for (const auto& spec : dataset.parameters) words.push_back(spec.name + "=" + *spec.default_value);
    notes.push_back({dataset.name, fmt::format("{}", fmt::join(words, " "))});
  }
  notes.push_back(
      {"",
       "The first line of JSON lines describes the dataset, every other line is one example. A .npy file is "
       "one array with the fields n, x, y and col, shorter examples padded with -100 (query token: -1)."});
  return notes;
}

namespace {

struct GenerateArguments {
  explicit GenerateArguments(const CommandLine& line)
      : task(line.word("task")),
        words(line.words("parameters")),
        count(line.value("--count")),
        variant(line.value("--variant")),
        common(line) {}

  std::string task;
  std::vector<std::string> words;
  std::optional<std::string> count;
  std::optional<std::string> variant;
  CommonOptions common;
};

enum class FileKind { json_lines, npy };

// JSON lines unless the file is called .npy; other endings that mean a format are refused.
FileKind chosen_kind(const CommonOptions& common) {
  if (common.format) {
    if (common.chosen_format() == Format::json) return FileKind::json_lines;
    throw UsageError("--format", *common.format, "json (or --out FILE.npy) for this command");
  }
  const std::string path = common.chosen_out();
  if (std::filesystem::path(path).extension() == ".npy") return FileKind::npy;
  const Format by_ending = format_from_path(path);
  if (by_ending == Format::json || by_ending == Format::text) return FileKind::json_lines;
  throw UsageError("--out", path, "an ending for JSON lines or NumPy (.jsonl, .json, .npy)");
}

template <class Writer>
ExitStatus write_all(Writer writer, const Dataset& dataset, const Parameters& parameters, std::uint64_t count,
                     const CommonOptions& common, Output& output) {
  // Examples and their count do not share a terminal.
  const bool shown = common.progress_shown() && (output.to_file() || isatty(STDOUT_FILENO) == 0);
  Progress progress(shown, "generate " + dataset.name);
  std::uint64_t done = 0;
  const auto sink = [&](const Example& example) {
    writer.add(example);
    if (++done % 1024 == 0) progress.update(done, count);
  };
  const auto& interrupted = interrupt_flag();
  dataset.generate(parameters, count, common.chosen_seed(), sink, [&] { return interrupted.load(); });
  // A file that is not complete does not appear.
  if (interrupted) return exit_after_signal(interrupt_signal());
  writer.finish();
  output.commit();
  return exit_holds;
}

}  // namespace

ExitStatus run_generate(const Context& context, const CommandLine& line) {
  const GenerateArguments arguments(line);
  const CommonOptions& common = arguments.common;
  common.check();
  const FileKind kind = chosen_kind(common);
  if (arguments.task.empty()) throw UsageError("TASK: missing, expected one of: " + generated_task_names());
  const bool has_text = arguments.task.find('/') != std::string::npos && !is_theorem_file(arguments.task);
  if (has_text || is_theorem_file(arguments.task)) {
    if (kind == FileKind::npy)
      throw UsageError("--out", common.chosen_out(), "an ending for JSON lines (.jsonl)");
    return generate_of_theorem(context, {arguments.task, arguments.variant, arguments.words, arguments.count},
                               common);
  }
  if (arguments.variant)
    throw UsageError("--variant", *arguments.variant, "nothing: a dataset has no variants");
  const Dataset& dataset = find_dataset(arguments.task);
  const Parameters parameters = parse_parameters(dataset.parameters, arguments.words);
  const ExampleShape shape = dataset.shape(parameters);
  if (!arguments.count) throw UsageError("--count: missing, expected the number of examples");
  const std::uint64_t count = read_count("--count", *arguments.count, 1, dataset.most);
  Output output(common.chosen_out(), common.chosen_max_bytes());
  const Provenance provenance{context.command, common.chosen_seed()};
  if (kind == FileKind::npy) {
    return write_all(NpyWriter(shape, count, provenance, common.chosen_max_bytes(), output), dataset,
                     parameters, count, common, output);
  }
  return write_all(JsonLinesWriter(dataset, parameters, count, provenance, output), dataset, parameters,
                   count, common, output);
}

}  // namespace attest
