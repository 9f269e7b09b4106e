#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <sstream>
#include <stdexcept>

#include "claims/deadline.hpp"
#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "lowerbounds/shattering/load_function.hpp"
#include "lowerbounds/shattering/named_functions.hpp"
#include "lowerbounds/shattering/shattered_set.hpp"
#include "lowerbounds/shattering/text_claim.hpp"
#include "lowerbounds/shattering/truth_table.hpp"
#include "numeric/workers.hpp"
#include "tools/attest/arguments.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/progress.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/read_file.hpp"
#include "tools/attest/shared_command.hpp"
#include "tools/attest/shatter_report.hpp"
#include "tools/attest/shattering_certificate.hpp"
#include "tools/attest/streams.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/variants.hpp"
#include "tools/attest/version.hpp"

namespace attest {

std::vector<NoteSpec> shatter_function_list() {
  std::vector<NoteSpec> notes{{"", "Functions:"}};
  for (const auto& f : named_functions()) {
    std::string names;
    for (const auto& spec : f.parameters) names += " " + spec.name;
    notes.push_back({f.name + names, f.definition});
  }
  return notes;
}

namespace {

// Functions with at most this many words have the VC dimension of every partition computed, not only the
// maximum.
constexpr std::uint64_t few_words = 4096;
constexpr std::size_t piece = 1 << 20;  // bytes written at a time

struct ShatterArguments {
  explicit ShatterArguments(const CommandLine& line)
      : function(line.word("function")),
        words(line.words("parameters")),
        truth_table(line.value("--truth-table")),
        partition(line.value("--partition")),
        enumerate(line.has("--enumerate")),
        every_partition(line.has("--every-partition")),
        certificate(line.value("--certificate")),
        variant(line.value("--variant")),
        common(line) {}

  std::string function;
  std::vector<std::string> words;
  std::optional<std::string> truth_table;
  std::optional<std::string> partition;
  bool enumerate;
  bool every_partition;
  std::optional<std::string> certificate;
  std::optional<std::string> variant;
  CommonOptions common;
};

WordFunction function_from_file(const std::string& path) {
  if (path == "-") return read_truth_table(standard_input(), "standard input");
  std::istringstream table(read_file(path, "--truth-table", path));  // noted: ranks must have the same
  return read_truth_table(table, path);
}

// Before the search: what has no certificate is refused.
template <class Record>
void take_record(const ShatterArguments& arguments, std::optional<Json>& record, const Record& made) {
  if (!arguments.certificate) return;
  const std::string& file = *arguments.certificate;
  if (file == "-" || file.empty() || file == arguments.common.out.value_or(""))
    throw UsageError("--certificate", file, "a file of its own");
  try {
    record = made();
  } catch (const theorems::certificates::NoCertificate& none) {
    throw UsageError(fmt::format("--certificate: {}", none.what()));
  }
}

// The function that a theorem file states behind `shatter`.
void take_from_theorem(const Context& context, const ShatterArguments& arguments, ShatterReport& report,
                       std::optional<Json>& record) {
  const Claim& claim = theorem_argument(context, arguments.function);
  const auto* stated = dynamic_cast<const TextShatteredClaim*>(&claim);
  if (stated == nullptr)
    throw UsageError("FUNCTION", arguments.function,
                     "a theorem file that states a function behind 'shatter'");
  const Variant variant = chosen_variant(claim.info(), arguments.variant);
  const Parameters parameters = parse_parameters(claim.info().parameters, arguments.words);
  report.function = stated->function(variant, parameters);
  report.definition = stated->definition(variant);
  report.parameters = parameters.to_json();
  take_record(arguments, record, [&] { return certified_function(*stated, variant, parameters); });
}

// `record`: of the function, for a certificate that is asked for.
ShatterReport asked_for(const Context& context, const ShatterArguments& arguments,
                        std::optional<Json>& record) {
  ShatterReport report;
  if (arguments.variant && !is_theorem_file(arguments.function))
    throw UsageError("--variant", *arguments.variant, "a theorem file as the function");
  if (arguments.truth_table) {
    if (!arguments.function.empty()) {
      throw UsageError("FUNCTION", arguments.function, "nothing beside --truth-table");
    }
    report.function = function_from_file(*arguments.truth_table);
    report.parameters = {{"file", *arguments.truth_table}};
    report.function.name = "truth-table";
  } else if (is_theorem_file(arguments.function)) {
    take_from_theorem(context, arguments, report, record);
    for (const auto& [name, value] : report.function.parameters) report.parameters[name] = value;
    return report;
  } else {
    std::vector<std::string> known;
    for (const auto& f : named_functions()) known.push_back(f.name);
    if (arguments.function.empty()) {
      throw UsageError(fmt::format("FUNCTION: missing, expected --truth-table FILE or one of: {}",
                                   fmt::join(known, ", ")));
    }
    report.function = named_function(arguments.function, arguments.words, arguments.common.chosen_seed());
    for (const auto& f : named_functions()) {
      if (f.name == report.function.name) report.definition = fmt::format("{} ({})", f.definition, f.source);
    }
    report.parameters = Json::object();
  }
  for (const auto& [name, value] : report.function.parameters) report.parameters[name] = value;
  take_record(arguments, record,
              [&] { return certified_function(report.function, arguments.common.chosen_seed()); });
  return report;
}

// "1,3" as a set of positions.
PositionSet read_partition(const std::string& text, std::size_t positions) {
  PositionSet set = 0;
  const UsageError error(
      "--partition", text,
      fmt::format("the positions of the rows, from 1 to {}, each once, separated by commas", positions));
  std::size_t begin = 0;
  while (!text.empty() && begin <= text.size()) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    std::uint64_t position = 0;
    try {
      position = read_count("--partition", text.substr(begin, comma - begin), 1, positions);
    } catch (const UsageError&) {
      throw error;
    }
    const PositionSet bit = position_bit(positions, position - 1);
    if ((set & bit) != 0) throw error;
    set |= bit;
    begin = comma + 1;
  }
  return set;
}

// Without knowing the function: the best of min(rows, log2 columns) over all |A|.
int upper_bound_by_size(std::size_t alphabet, std::size_t positions) {
  int best = 0;
  for (std::size_t a = 0; a <= positions; ++a) {
    const auto words = [&](std::size_t length) {
      std::uint64_t count = 1;
      for (std::size_t i = 0; i < length; ++i) count = std::min(count * alphabet, std::uint64_t{1} << 40);
      return count;
    };
    best = std::max(best, vc_at_most(words(positions - a), words(a)));
  }
  return best;
}

// Writes shattered sets as they come, in pieces.
class SetWriter {
 public:
  SetWriter(Output& output, std::vector<std::string> rows, bool json)
      : output_(output), rows_(std::move(rows)), json_(json) {}

  void write(const std::uint32_t* set, std::size_t size) {
    if (json_) {
      text_ += number_ == 0 ? "\n    [" : ",\n    [";
    } else {
      text_ += "{";
    }
    for (std::size_t k = 0; k < size; ++k) {
      if (k > 0) text_ += json_ ? "," : " ";
      text_ += rows_[set[k]];
    }
    text_ += json_ ? "]" : "}\n";
    ++number_;
    if (text_.size() >= piece) flush();
  }
  void flush() {
    output_.write(text_);
    text_.clear();
  }
  std::uint64_t number() const { return number_; }

 private:
  Output& output_;
  std::vector<std::string> rows_;
  bool json_;
  std::string text_;
  std::uint64_t number_ = 0;
};

// The list of all shattered sets; false if it was stopped.
bool list_sets(const ShatterReport& report, const SplitMatrix& split, Format format, const Stop& stop,
               Output& output) {
  const bool json = format == Format::json;
  std::vector<std::string> rows;
  for (const auto& word : split.row_words) {
    rows.push_back(json ? word_json(report.function, word).dump() : word_text(report.function, word));
  }
  SetWriter writer(output, std::move(rows), json);
  const bool complete = list_shattered(
      split.matrix, [&](const std::uint32_t* set, std::size_t size) { writer.write(set, size); }, stop);
  writer.flush();
  if (json) {
    output.write(fmt::format("\n  ],\n  \"listed\": \"{}\",\n  \"listing_complete\": {}\n}}\n",
                             writer.number(), complete));
  } else if (!complete) {
    output.write(fmt::format("stopped after {} sets\n", writer.number()));
  }
  return complete;
}

void search(ShatterReport& report, const ShatterArguments& arguments, const Deadline& deadline,
            std::unique_ptr<PartitionedFunction>& function, Progress& progress,
            const ranks::SharedWork* shared) {
  const Stop stop = [&] { return deadline.reached(); };
  LoadedFunction loaded = load_function(report.function, stop, shared);
  report.symmetries = loaded.symmetries;
  if (!loaded.function) {
    report.symmetries = "not known: the function was not evaluated to its end";
    report.result.upper = upper_bound_by_size(report.function.letters.size(), report.function.positions);
    report.stop_reason = deadline.reason();
    return;
  }
  SplitVcOptions options;
  options.only = report.partition;
  options.every_partition = report.every_partition = arguments.every_partition || loaded.words <= few_words;
  options.stop = stop;
  options.progress = [&](std::uint64_t done, std::uint64_t total) { progress.update(done, Integer(total)); };
  options.shared = shared;
  report.result = split_vc(*loaded.function, options);
  const bool unsettled = std::any_of(report.result.partitions.begin(), report.result.partitions.end(),
                                     [](const auto& p) { return p.settled_by == SettledBy::nothing; });
  if (unsettled) report.stop_reason = deadline.reason();
  // The set goes through the definition once more before anybody sees it.
  const auto& witness = report.result.witness;
  if (const auto why =
          why_not_shattered(report.function, positions_of(witness.rows, report.function.positions),
                            witness.set, witness.column)) {
    throw std::logic_error("the set that was found is not shattered: " + *why);
  }
  function = std::move(loaded.function);
}

// Whether it says all that was found; the budget is counted anew.
bool certify(const Json& record, const ShatterReport& report, const PartitionedFunction* function,
             const VerifyOptions& options, bool quiet, Output& file) {
  const RunLimit limit(options);
  std::string none = report.stop_reason;
  try {
    if (function != nullptr) {
      const auto written =
          write_found_set(record, report.function, report.result, *function, report.partition.has_value(),
                          [&](const std::string& line) { file.write(line); });
      file.commit();
      const std::string& open = written.not_in_it;
      if (!quiet || !open.empty())
        tell(fmt::format(
            "attest: certificate: {}{}", written.says,
            open.empty() ? "" : fmt::format("; not in it: that no larger set is shattered ({})", open)));
      return open.empty();
    }
  } catch (const theorems::certificates::NoCertificate& no) {
    none = no.what();
  } catch (const Stopped&) {
    none = stop_cause();
  }
  tell(fmt::format("attest: no certificate is written: {}", none));
  return false;
}

}  // namespace

ExitStatus run_shatter(const Context& context, const CommandLine& line) {
  const ShatterArguments arguments(line);
  arguments.common.check();
  const Format format = arguments.common.chosen_format();
  std::optional<Json> record;
  ShatterReport report = asked_for(context, arguments, record);
  if (arguments.partition) {
    if (report.function.positions > most_positions) {
      check_table_fits("FUNCTION", described(report.function), report.function.letters.size(),
                       report.function.positions);
    }
    report.partition = read_partition(*arguments.partition, report.function.positions);
  }
  Output output(arguments.common.chosen_out(), arguments.common.chosen_max_bytes());
  std::optional<Output> certificate;
  if (record)
    certificate.emplace(*arguments.certificate, arguments.common.chosen_max_bytes(), "--certificate");
  const VerifyOptions options = arguments.common.verify_options();
  const Deadline deadline(options);
  const Stop stop = [&] { return deadline.reached(); };

  std::unique_ptr<PartitionedFunction> function;
  std::optional<SplitMatrix> split;
  Progress progress(arguments.common.progress_shown(),
                    fmt::format("classes of partitions of {}", described(report.function)));
  const SharedCommand shared(context);
  Workers(options.threads).execute([&] {
    search(report, arguments, deadline, function, progress, shared.work());
    if (!arguments.enumerate || !report.stop_reason.empty()) return;
    progress.look_at(fmt::format("sets of rows of {}", described(report.function)));
    split = function->split(report.result.witness.rows);
    report.counts = count_shattered(split->matrix, split->row_count, stop);
    if (!report.counts->complete) {
      report.stop_reason = deadline.reason() + "; the counts are of the sets that were seen";
      split.reset();
    }
  });
  progress.clear();
  const bool certified =
      !certificate || certify(*record, report, function.get(), options, arguments.common.quiet, *certificate);

  const Provenance provenance{context.command, arguments.common.chosen_seed()};
  bool complete = report.stop_reason.empty();
  if (format == Format::json) {
    Json document = {{"schema", "attest/shatter/1"}, {"version", version()}, {"command", context.command}};
    if (report.function.name == "random") document["seed"] = arguments.common.chosen_seed();
    document.update(shatter_json(report));
    output.write(document_text(document, split.has_value()));
    if (split) {
      output.write(",\n  \"shattered\": [");
      complete = list_sets(report, *split, format, stop, output);
    }
  } else if (format == Format::text) {
    if (output.to_file()) output.write(provenance.first_line(format));
    output.write(shatter_text(report));
    if (report.counts)
      output.write("\nShattered sets of this partition:\n" + render(counts_table(*report.counts), format));
    if (split) {
      output.write("\n");
      complete = list_sets(report, *split, format, stop, output);
    }
  } else {
    const Table table = report.counts ? counts_table(*report.counts) : partition_table(report);
    output.write(output.to_file() ? provenance.render_file(table, format) : render(table, format));
  }
  output.commit();
  return complete && certified ? exit_holds : exit_undecided;
}

}  // namespace attest
