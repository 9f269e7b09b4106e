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
#include "tools/attest/dataset_parts.hpp"
#include "tools/attest/dataset_writer.hpp"
#include "tools/attest/generate_theorem.hpp"
#include "tools/attest/interrupt.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/progress.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/streams.hpp"
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
        splits(line.value("--splits")),
        common(line) {}

  std::string task;
  std::vector<std::string> words;
  std::optional<std::string> count;
  std::optional<std::string> variant;
  std::optional<std::string> splits;
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

// False where the run was interrupted.
template <class Writer>
bool write_all(Writer writer, const Dataset& dataset, const Parameters& parameters, const DatasetPart& part,
               const CommonOptions& common) {
  // Examples and their count do not share a terminal.
  const bool shown = common.progress_shown() && (part.output->to_file() || !is_terminal(STDOUT_FILENO));
  Progress progress(shown, "generate " + dataset.name);
  std::uint64_t done = 0;
  const auto sink = [&](const Example& example) {
    writer.add(example);
    if (++done % 1024 == 0) progress.update(done, part.count);
  };
  ExampleFilter takes;
  if (part.splits != nullptr) {
    takes = [&](const Example& example) {
      return part.takes(original_of(example, dataset.rearranged), common.chosen_seed());
    };
  }
  const auto& interrupted = interrupt_flag();
  dataset.generate(
      parameters, part.count, common.chosen_seed(), sink, [&] { return interrupted.load(); }, takes);
  if (interrupted) return false;
  writer.finish();
  return true;
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
    return generate_of_theorem(context,
                               {arguments.task, arguments.variant, arguments.words, arguments.count,
                                arguments.splits, kind == FileKind::npy},
                               common);
  }
  if (arguments.variant)
    throw UsageError("--variant", *arguments.variant, "nothing: a dataset has no variants");
  const Dataset& dataset = find_dataset(arguments.task);
  const Parameters parameters = parse_parameters(dataset.parameters, arguments.words);
  const ExampleShape shape = dataset.shape(parameters);
  if (!arguments.count) throw UsageError("--count: missing, expected the number of examples");
  const std::uint64_t count = read_count("--count", *arguments.count, 1, dataset.most);
  const std::vector<DatasetPart> parts = dataset_parts(arguments.splits, count, common);
  const Provenance provenance{context.command, common.chosen_seed()};
  for (const DatasetPart& part : parts) {
    const bool written = kind == FileKind::npy
                             ? write_all(NpyWriter(shape, part.count, part.named(provenance),
                                                   common.chosen_max_bytes(), *part.output),
                                         dataset, parameters, part, common)
                             : write_all(JsonLinesWriter(dataset, parameters, part.count, part.to_json(),
                                                         provenance, *part.output),
                                         dataset, parameters, part, common);
    // Files that are not complete do not appear.
    if (!written) return exit_after_signal(interrupt_signal());
  }
  for (const DatasetPart& part : parts) part.output->commit();
  return exit_holds;
}

}  // namespace attest
