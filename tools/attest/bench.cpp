#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <fstream>
#include <memory>

#include "algorithms/kernels/parallel.hpp"
#include "claims/deadline.hpp"
#include "claims/usage_error.hpp"
#include "tools/attest/arguments.hpp"
#include "tools/attest/bench_report.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/progress.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/version.hpp"

namespace attest {

std::vector<NoteSpec> bench_algorithm_list() {
  std::vector<NoteSpec> notes{{"", "Algorithms and their parameters:"}};
  for (const auto& algorithm : bench_algorithms()) {
    std::string names = "n=" + algorithm.sizes;
    for (const auto& spec : algorithm.parameters) {
      names += fmt::format(" {}={}", spec.name,
                           spec.type == ParameterType::named ? fmt::format("{}", fmt::join(spec.values, "|"))
                                                             : *spec.default_value);
    }
    notes.push_back({algorithm.name, algorithm.what + "; " + names});
  }
  notes.push_back({"",
                   "n is a list of sizes, ranges a..b and powers of two 2^a..2^b. Each size runs in a "
                   "process of its own: a "
                   "warm-up, then the best of several runs; peak memory is that process's. Operations are "
                   "exact, by formula. "
                   "Only the kernels of tree, forest and strassen use --threads. --max-bytes, if given, "
                   "limits memory too."});
  return notes;
}

namespace {

constexpr std::uint64_t largest_n = std::uint64_t{1} << 40;
constexpr std::size_t most_sizes = 64;
constexpr double announced_bytes = 1e9;

struct BenchArguments {
  explicit BenchArguments(const CommandLine& line)
      : algorithm(line.word("algorithm")),
        words(line.words("parameters")),
        repeat(line.value("--repeat").value()),
        max_bytes_given(line.has("--max-bytes")),
        common(line) {}

  std::string algorithm;
  std::vector<std::string> words;
  std::string repeat;
  bool max_bytes_given;
  CommonOptions common;
};

class Sizes {
 public:
  explicit Sizes(std::string text) : text_(std::move(text)) {
    std::size_t begin = 0;
    while (begin <= text_.size()) {
      const std::size_t comma = std::min(text_.find(',', begin), text_.size());
      add(text_.substr(begin, comma - begin));
      begin = comma + 1;
    }
  }
  const std::vector<long>& all() const { return sizes_; }

 private:
  UsageError error() const {
    return {"n", text_,
            fmt::format("up to {} sizes from 1 to 2^40: 512,1024 or 2..9 or 2^9..2^12 (powers of two)",
                        most_sizes)};
  }
  std::uint64_t number(const std::string& digits, std::uint64_t most) const {
    try {
      return read_count("n", digits, 0, most);
    } catch (const UsageError&) {
      throw error();
    }
  }
  static bool is_power(const std::string& item) { return item.rfind("2^", 0) == 0; }
  std::uint64_t size(const std::string& item) const {
    if (is_power(item)) return std::uint64_t{1} << number(item.substr(2), 40);
    const std::uint64_t value = number(item, largest_n);
    if (value == 0) throw error();
    return value;
  }
  void push(std::uint64_t n) {
    if (sizes_.size() == most_sizes) throw error();
    sizes_.push_back(static_cast<long>(n));
  }
  void add(const std::string& item) {
    const auto dots = item.find("..");
    if (dots == std::string::npos) return push(size(item));
    const std::string from = item.substr(0, dots);
    const std::string to = item.substr(dots + 2);
    const std::uint64_t first = size(from);
    const std::uint64_t last = size(to);
    if (first > last) throw error();
    const bool doubling = is_power(from) && is_power(to);
    for (std::uint64_t n = first; n <= last; n = doubling ? 2 * n : n + 1) push(n);
  }

  std::string text_;
  std::vector<long> sizes_;
};

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("model name", 0) == 0 && line.find(": ") != std::string::npos)
      return line.substr(line.find(": ") + 2);
  }
  return "unknown processor";
}

double physical_memory() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

std::string gigabytes(double bytes) {
  return fmt::format("{:.3g} GB", bytes / 1e9);
}

void check_fits(const BenchArguments& arguments, long n, double bytes) {
  if (arguments.max_bytes_given && bytes > static_cast<double>(arguments.common.chosen_max_bytes())) {
    throw UsageError("--max-bytes", arguments.common.max_bytes,
                     fmt::format("room for n={}, which holds about {}", n, gigabytes(bytes)));
  }
  if (bytes > physical_memory()) {
    throw UsageError("n", std::to_string(n),
                     fmt::format("a size that fits: it would hold about {}, this machine has {}",
                                 gigabytes(bytes), gigabytes(physical_memory())));
  }
}

// The words without n=.., which is returned.
std::string take_sizes(std::vector<std::string>& words, const std::string& default_sizes) {
  std::optional<std::string> sizes;
  std::vector<std::string> others;
  for (const auto& word : words) {
    if (word.rfind("n=", 0) != 0) {
      others.push_back(word);
      continue;
    }
    if (sizes) throw UsageError("n", word.substr(2), "each parameter once");
    sizes = word.substr(2);
  }
  words = std::move(others);
  return sizes.value_or(default_sizes);
}

void check_names(const std::vector<ParameterSpec>& specs, const std::vector<std::string>& words) {
  std::vector<std::string> known{"n"};
  for (const auto& spec : specs) known.push_back(spec.name);
  for (const auto& word : words) {
    const auto equals = word.find('=');
    const std::string name = word.substr(0, equals);
    if (equals != std::string::npos && equals > 0 &&
        std::find(known.begin(), known.end(), name) == known.end())
      throw UsageError("parameter", name, one_of(name, known));
  }
}

}  // namespace

ExitStatus run_bench(const Context& context, const CommandLine& line) {
  const BenchArguments arguments(line);
  const CommonOptions& common = arguments.common;
  common.check();
  const Format format = common.chosen_format();
  const BenchAlgorithm& algorithm = find_bench_algorithm(arguments.algorithm);
  auto words = arguments.words;
  const Sizes sizes(take_sizes(words, algorithm.sizes));
  check_names(algorithm.parameters, words);
  const Parameters parameters = parse_parameters(algorithm.parameters, words);
  MeasuredRuns runs;
  runs.repetitions = static_cast<int>(read_count("--repeat", arguments.repeat, 1, 1000));
  const VerifyOptions options = common.verify_options();
  const BenchContext bench{options.threads, common.chosen_seed()};

  // Every size is looked at before the first is run.
  std::vector<BenchRun> prepared;
  for (const long n : sizes.all()) {
    prepared.push_back(algorithm.prepare(parameters, n, bench));
    check_fits(arguments, n, prepared.back().bytes);
  }
  Output output(common.chosen_out(), common.chosen_max_bytes());
  const Deadline deadline(options);
  const auto stop = [&] { return deadline.reached(); };

  BenchReport report;
  report.algorithm = algorithm.name;
  report.parameters = parameters.to_json();
  kernels::KernelOptions kernel_options;
  kernel_options.threads = options.threads;
  report.threads = kernels::number_of_threads(kernel_options);
  report.processor = processor();
  report.instructions = kernels::to_string(kernels::best_instruction_set());
  {
    Progress progress(common.progress_shown(), "bench " + algorithm.name);
    for (std::size_t k = 0; k < prepared.size() && report.stop_reason.empty(); ++k) {
      const long n = sizes.all()[k];
      if (prepared[k].bytes >= announced_bytes && !common.quiet)
        progress.say(fmt::format("attest: n={} holds about {}", n, gigabytes(prepared[k].bytes)));
      progress.update(k, Integer(static_cast<long>(prepared.size())));
      auto measured = measure_in_child(prepared[k].load, runs, stop);
      if (measured) {
        report.rows.push_back({n, prepared[k].operations, prepared[k].bytes, std::move(*measured)});
      } else {
        report.stop_reason = fmt::format("{} at n={}", deadline.reason(), n);
      }
    }
  }

  const Provenance provenance{context.command, common.chosen_seed()};
  if (format == Format::json) {
    Json document = {{"schema", "attest/bench/1"},
                     {"version", version()},
                     {"command", context.command},
                     {"seed", common.chosen_seed()}};
    document.update(bench_json(report));
    output.write(json_text(document));
  } else if (format == Format::text) {
    if (output.to_file()) output.write(provenance.first_line(format));
    output.write(bench_text(report));
  } else {
    const Table table = bench_table(report, format);
    output.write(output.to_file() ? provenance.render_file(table, format) : render(table, format));
  }
  output.commit();
  return report.stop_reason.empty() ? exit_holds : exit_undecided;
}

}  // namespace attest
