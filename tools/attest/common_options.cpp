#include "tools/attest/common_options.hpp"

#include <unistd.h>

#include <algorithm>
#include <limits>

#include "claims/usage_error.hpp"
#include "ranks/shared_work.hpp"
#include "tools/attest/arguments.hpp"
#include "tools/attest/color.hpp"
#include "tools/attest/interrupt.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/rank.hpp"
#include "tools/attest/streams.hpp"

namespace attest {

namespace {

constexpr std::uint64_t largest_seed = std::numeric_limits<std::uint64_t>::max();

}  // namespace

CommonOptions::CommonOptions(const CommandLine& line)
    : format(line.value("--format")),
      out(line.value("--out")),
      threads(line.value("--threads")),
      seed(line.value("--seed").value_or(default_seed)),
      progress(line.value("--progress").value_or("never")),
      color(line.value("--color")),
      quiet(line.has("--quiet")),
      budget(line.value("--budget")),
      part(line.value("--part")),
      by(line.value("--by")),
      margin(line.value("--margin")),
      count(line.has("--count") && line.value("--count").value_or("").empty()),
      first(line.has("--first")),
      failing(line.value("--failing")),
      max_bytes(line.value("--max-bytes").value_or("1G")) {}

void CommonOptions::check() const {
  chosen_seed();
  progress_shown();
  verify_options();
  cover_options();
  chosen_max_bytes();
  use_color(color_shown());
}

std::string CommonOptions::chosen_out() const {
  if (out && out->empty()) throw UsageError("--out", *out, "a file name, or - for standard output");
  return !out || *out == "-" ? "" : *out;
}

Format CommonOptions::chosen_format() const {
  return format ? read_format(*format) : format_from_path(chosen_out());
}

Format CommonOptions::chosen_page(const std::vector<std::string>& others) const {
  if (format) {
    std::vector<std::string> known{"text", "json", "markdown", "latex"};
    known.insert(known.end(), others.begin(), others.end());
    if (std::find(known.begin(), known.end(), *format) == known.end())
      throw UsageError("--format", *format, one_of(*format, known));
    return read_format(*format);
  }
  const Format chosen = chosen_format();
  if (chosen == Format::csv) throw UsageError("--out", *out, "an ending for text, json, markdown or latex");
  return chosen;
}

std::uint64_t CommonOptions::chosen_seed() const {
  return read_count("--seed", seed, 0, largest_seed);
}

std::uint64_t CommonOptions::chosen_max_bytes() const {
  return read_bytes("--max-bytes", max_bytes);
}

bool CommonOptions::progress_shown() const {
  if (progress == "always") return !quiet;
  if (progress == "never") return false;
  if (progress == "auto") return !quiet && is_terminal(STDERR_FILENO);
  throw UsageError("--progress", progress, one_of(progress, {"auto", "always", "never"}));
}

bool CommonOptions::color_shown() const {
  if (!color || *color == "never") return false;
  if (*color == "always") return true;
  if (*color == "auto") return chosen_out().empty() && terminal_has_color();
  throw UsageError("--color", *color, one_of(*color, {"auto", "always", "never"}));
}

VerifyOptions CommonOptions::verify_options() const {
  VerifyOptions options;
  if (ranks::crew() != nullptr) options.threads = threads_of_a_rank();
  if (threads) options.threads = static_cast<int>(read_count("--threads", *threads, 1, 1024));
  if (part) options.part = read_part(*part);
  if (by) {
    options.method = read_method(*by);
    if (part && options.method.peek() == Method::automatic)
      throw UsageError("--by", *by, "enumeration or cover with --part: each cuts in its own way");
  } else if (part) {
    options.method = Method::enumeration;
  }
  if (budget) options.budget_seconds = read_seconds("--budget", *budget);
  if (ranks::follows()) options.budget_seconds.reset();  // rank 0 looks at the clock
  if (failing) options.failing_limit = read_count("--failing", *failing, 0, 1000000);
  options.first = first;
  options.interrupted = &interrupt_flag();
  return options;
}

cover::Options CommonOptions::cover_options() const {
  cover::Options options;
  if (margin) options.margin = read_ratio("--margin", *margin);
  options.count = count;
  return options;
}

}  // namespace attest
