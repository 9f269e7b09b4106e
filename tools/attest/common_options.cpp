#include "tools/attest/common_options.hpp"

#include <unistd.h>

#include <limits>

#include "claims/usage_error.hpp"
#include "tools/attest/arguments.hpp"
#include "tools/attest/interrupt.hpp"
#include "tools/attest/output.hpp"

namespace attest {

namespace {

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

}  // namespace

void CommonOptions::add_to(CLI::App& command) {
  const std::string group = "Common options";
  command
      .add_option("--format", format,
                  "text, json, csv, latex or markdown (default: text, or by --out's ending)")
      ->group(group);
  command.add_option("--out", out, "write to FILE instead of standard output (-)")
      ->type_name("FILE")
      ->group(group);
  command.add_option("--threads", threads, "number of threads (default: all)")->type_name("N")->group(group);
  command.add_option("--seed", seed, "seed of everything random")
      ->type_name("S")
      ->capture_default_str()
      ->group(group);
  command.add_option("--progress", progress, "auto, always or never; on standard error")
      ->type_name("WHEN")
      ->capture_default_str()
      ->group(group);
  command.add_flag("--quiet", quiet, "nothing on standard error but errors")
      ->group(group)
      ->disable_flag_override();
  command.add_option("--budget", budget, "stop after this many seconds")->type_name("SECONDS")->group(group);
  command.add_option("--part", part, "only the inputs whose rank is R modulo M")
      ->type_name("R/M")
      ->group(group);
  command.add_flag("--first", first, "stop at the first counterexample")
      ->group(group)
      ->disable_flag_override();
  command.add_option("--failing", failing, "list up to N failing inputs")->type_name("N")->group(group);
  command.add_option("--max-bytes", max_bytes, "write no file larger than this")
      ->type_name("N")
      ->capture_default_str()
      ->group(group);
}

void CommonOptions::check() const {
  chosen_format();
  chosen_seed();
  progress_shown();
  verify_options();
  chosen_max_bytes();
}

std::string CommonOptions::chosen_out() const {
  if (out && out->empty()) throw UsageError("--out", *out, "a file name, or - for standard output");
  return !out || *out == "-" ? "" : *out;
}

Format CommonOptions::chosen_format() const {
  return format ? read_format(*format) : format_from_path(chosen_out());
}

Format CommonOptions::chosen_text_or_json() const {
  const Format chosen = chosen_format();
  if (chosen == Format::text || chosen == Format::json) return chosen;
  if (format) throw UsageError("--format", *format, "text or json for this command");
  throw UsageError("--out", *out, "an ending for text or json (.txt, .json), or --format text or json");
}

std::uint64_t CommonOptions::chosen_seed() const {
  return read_count("--seed", seed, 0, most);
}

std::uint64_t CommonOptions::chosen_max_bytes() const {
  return read_bytes("--max-bytes", max_bytes);
}

bool CommonOptions::progress_shown() const {
  if (progress == "always") return !quiet;
  if (progress == "never") return false;
  if (progress == "auto") return !quiet && isatty(STDERR_FILENO) != 0;
  throw UsageError("--progress", progress, "one of: auto, always, never");
}

VerifyOptions CommonOptions::verify_options() const {
  VerifyOptions options;
  if (threads) options.threads = static_cast<int>(read_count("--threads", *threads, 1, 1024));
  if (part) options.part = read_part(*part);
  if (budget) options.budget_seconds = read_seconds("--budget", *budget);
  if (failing) options.failing_limit = read_count("--failing", *failing, 0, 1000000);
  options.first = first;
  options.interrupted = &interrupt_flag();
  return options;
}

}  // namespace attest
