#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>

#include "claims/deadline.hpp"
#include "claims/stop.hpp"
#include "claims/suggestion.hpp"
#include "claims/usage_error.hpp"
#include "numeric/workers.hpp"
#include "reductions/chain.hpp"
#include "reductions/explain/explained_step.hpp"
#include "reductions/problems/cnf_solver.hpp"
#include "tools/attest/arguments.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/input_option.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/progress.hpp"
#include "tools/attest/reduce_explained.hpp"
#include "tools/attest/reduce_report.hpp"
#include "tools/attest/reduce_source.hpp"
#include "tools/attest/replay.hpp"
#include "tools/attest/shared_command.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/timed_verify.hpp"
#include "tools/attest/variants.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/verdict_table.hpp"
#include "tools/attest/verdict_text.hpp"

namespace attest {

std::vector<NoteSpec> reduction_list() {
  std::vector<NoteSpec> notes{{"", "Reductions:"}};
  for (const auto& reduction : reductions()) {
    const ReductionInfo& info = reduction->info();
    std::vector<std::string> names;
    for (const ParameterSpec& spec : info.parameters) names.push_back(spec.name);
    notes.push_back({info.name, fmt::format("{}", fmt::join(names, " "))});
  }
  notes.push_back(
      {"",
       "A random formula: n=VARIABLES clauses=COUNT k=LITERALS; random sets of vectors: n=VECTORS "
       "d=DIMENSION "
       "sets=SETS density=P/Q. Files: DIMACS CNF and WCNF; sets of 0/1 vectors as text or JSON."});
  return notes;
}

namespace {

constexpr std::uint64_t large_files = std::uint64_t{1}
                                      << 24;  // bytes that are announced before they are written

struct ReduceArguments {
  explicit ReduceArguments(const CommandLine& line)
      : reduction(line.word("reduction")),
        words(line.words("parameters")),
        input(line.value("--input")),
        planted(line.value("--planted")),
        to(line.value("--to")),
        variant(line.value("--variant")),
        keep(line.value("--keep")),
        files(line.value("--files")),
        check(line.has("--check")),
        explain(line.has("--explain")),
        common(line) {}

  std::string reduction;
  std::vector<std::string> words;
  std::optional<std::string> input;
  std::optional<std::string> planted;
  std::optional<std::string> to;
  std::optional<std::string> variant;
  std::optional<std::string> keep;
  std::optional<std::string> files;
  bool check;
  bool explain;
  CommonOptions common;
};

// The specs of all steps and of a random source, each name once: a value that two of them know is for both.
std::vector<ParameterSpec> all_specs(const Chain& chain, bool drawn) {
  std::vector<ParameterSpec> specs;
  const auto add = [&](const std::vector<ParameterSpec>& more) {
    for (const ParameterSpec& spec : more) {
      const bool known =
          std::any_of(specs.begin(), specs.end(), [&](const auto& other) { return other.name == spec.name; });
      if (!known) specs.push_back(spec);
    }
  };
  if (drawn) add(instance_parameters(chain.front()->info().source));
  for (const Reduction* reduction : chain) add(reduction->info().parameters);
  return specs;
}

// The words that these specs know.
std::vector<std::string> words_for(const std::vector<ParameterSpec>& specs,
                                   const std::vector<std::string>& words) {
  std::vector<std::string> taken;
  for (const std::string& word : words) {
    const std::string name = word.substr(0, word.find('='));
    if (std::any_of(specs.begin(), specs.end(), [&](const auto& spec) { return spec.name == name; }))
      taken.push_back(word);
  }
  return taken;
}

// The weight that an assignment may falsify, where the reduction has such a parameter.
long most_falsified(const Parameters& parameters) {
  return parameters.to_json().contains("falsified") ? parameters.integer("falsified") : 0;
}

std::vector<Step> chosen_steps(const Context& context, const Chain& chain, const ReduceArguments& arguments) {
  std::vector<Step> steps;
  bool taken = false;
  for (const Reduction* reduction : chain) {
    const ClaimInfo& claim = context.catalogue.find(reduction->info().claim).info();
    Step step;
    step.reduction = reduction;
    // A variant that is asked for is for the steps that have it.
    const bool has = arguments.variant && claim.has(read_variant(*arguments.variant));
    taken = taken || has;
    step.variant = chosen_variant(claim, has ? arguments.variant : std::nullopt);
    const auto& specs = reduction->info().parameters;
    step.parameters = parse_parameters(specs, words_for(specs, arguments.words));
    step.most_falsified = most_falsified(step.parameters);
    steps.push_back(std::move(step));
  }
  if (arguments.variant && !taken)
    throw UsageError("--variant", *arguments.variant, "a variant that one of the reductions has");
  return steps;
}

Planted chosen_planting(const ReduceArguments& arguments) {
  if (!arguments.planted) return Planted::nothing;
  if (arguments.input) throw UsageError("--planted", *arguments.planted, "nothing beside --input");
  if (*arguments.planted == "yes") return Planted::yes;
  if (*arguments.planted == "no") return Planted::no;
  throw UsageError("--planted", *arguments.planted, one_of(*arguments.planted, {"yes", "no"}));
}

MatrixFiles chosen_files(const ReduceArguments& arguments) {
  if (!arguments.files) return {};
  const std::string& text = *arguments.files;
  MatrixFiles files{false, false};
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    const std::string word = text.substr(begin, comma - begin);
    if (word != "text" && word != "npy" && word != "json")
      throw UsageError(
          "--files", text,
          "some of text, npy, json, separated by commas" + maybe_meant(word, {"text", "npy", "json"}));
    files.text = files.text || word == "text";
    files.npy = files.npy || word == "npy";
    begin = comma + 1;
  }
  return files;
}

std::string reduction_names() {
  std::vector<std::string> names;
  for (const auto& reduction : reductions()) names.push_back(reduction->info().name);
  return fmt::format("{}", fmt::join(names, ", "));
}

// A formula whose assignments are looked at one by one must be small.
void require_solvable(const Instance& source, const char* option) {
  const auto* formula = std::get_if<problems::Cnf>(&source);
  if (formula == nullptr || formula->variables <= problems::most_variables_by_force) return;
  throw UsageError(
      option, fmt::format("a formula with {} variables", formula->variables),
      fmt::format("at most {} variables, since its assignments are looked at one by one (without "
                  "{} the chain takes more)",
                  problems::most_variables_by_force, option));
}

Instance chosen_source(const ReduceArguments& arguments, const Chain& chain, const Step& first) {
  const Problem problem = chain.front()->info().source;
  if (arguments.input) return instance_from_file(problem, *arguments.input);
  return drawn_instance(problem, parse_parameters(all_specs(chain, true), arguments.words),
                        chosen_planting(arguments), first.most_falsified, arguments.common.chosen_seed());
}

void refuse_beside_explain(const ReduceArguments& arguments) {
  if (arguments.check) throw UsageError("--check: not beside --explain, which checks what it shows");
  if (arguments.keep)
    throw UsageError("--keep", *arguments.keep, "nothing beside --explain: it shows one target");
  if (arguments.files)
    throw UsageError("--files", *arguments.files, "nothing beside --explain: it is one text");
}

ExitStatus explain_reduction(const Context& context, const ReduceArguments& arguments) {
  refuse_beside_explain(arguments);
  const std::uint64_t seed = arguments.common.chosen_seed();
  Progress progress(arguments.common.progress_shown(), "reduce " + arguments.reduction);
  const auto write = [&](const Walkthrough& walk) {
    progress.clear();
    return write_walk(context, arguments.common, walk);
  };
  if (const Claim* claim = whole_reduction(context, arguments.reduction)) {
    if (arguments.to) throw UsageError("--to", *arguments.to, "nothing: this reduction is in no chain");
    const std::optional<Json> input =
        arguments.input ? std::optional(input_option(*arguments.input)) : std::nullopt;
    return write(walk_of_claim(*claim, arguments.reduction, chosen_variant(claim->info(), arguments.variant),
                               parse_parameters(claim->run_parameters(), arguments.words), input,
                               chosen_planting(arguments), seed));
  }
  const Chain chain = find_chain(reductions(), arguments.reduction, arguments.to.value_or(""));
  parse_parameters(all_specs(chain, !arguments.input), arguments.words);
  const std::vector<Step> steps = chosen_steps(context, chain, arguments);
  const Instance source = chosen_source(arguments, chain, steps.front());
  require_solvable(source, "--explain");
  const VerifyOptions run = arguments.common.verify_options();
  const Deadline deadline(run);
  const RunLimit limit(run);
  ExplainOptions options;
  options.stop = [&] { return deadline.reached(); };
  Walkthrough walk = explain_chain(steps, source, options);
  std::vector<std::string> names;
  for (const Step& step : steps) names.push_back(step.reduction->info().name);
  walk.title =
      fmt::format("{}, one instance ({})", fmt::join(names, ", "),
                  arguments.input ? *arguments.input
                                  : fmt::format("random, seed {}{}", seed,
                                                arguments.planted ? ", planted " + *arguments.planted : ""));
  return write(walk);
}

// A reduction that is a claim by itself, on every source instance of the sizes: what `verify` says of it.
ExitStatus check_whole_reduction(const Context& context, const ReduceArguments& arguments,
                                 const Claim& claim) {
  const auto refuse = [&](const std::optional<std::string>& value, const char* option) {
    if (value) throw UsageError(option, *value, "nothing beside --check of all instances of these sizes");
  };
  refuse(arguments.input, "--input");
  refuse(arguments.planted, "--planted");
  refuse(arguments.to, "--to");
  refuse(arguments.keep, "--keep");
  refuse(arguments.files, "--files");
  const Format format = arguments.common.chosen_format();
  Output output(arguments.common.chosen_out(), arguments.common.chosen_max_bytes());
  const Provenance provenance{context.command, arguments.common.chosen_seed()};
  if (output.to_file() && format == Format::text) output.write(provenance.first_line(format));
  const auto settings = parse_parameter_ranges(claim.info().parameters, arguments.words);
  const Variant variant = chosen_variant(claim.info(), arguments.variant);
  TimedVerify verify(arguments.common);
  verify.expect(settings.size());
  std::vector<ExitStatus> ends;
  std::vector<Verdict> verdicts;
  for (const Parameters& parameters : settings) {
    Verdict verdict = verify(claim, variant, parameters);
    mark_own(verdict, arguments.reduction);
    if (!verify.out_of_time()) {
      const RunLimit limit = verify.rest();
      add_replay(claim, arguments.reduction, std::nullopt, verdict);
    }
    if (format == Format::json)
      output.write(json_line(verdict_document(verdict, context.command, provenance.seed)));
    if (format == Format::text) output.write((ends.empty() ? "" : "\n") + verdict_text(verdict, "", false));
    ends.push_back(exit_status_of(verdict.status));
    verdicts.push_back(std::move(verdict));
  }
  if (format != Format::json && format != Format::text)
    output.write(rendered_verdicts(verdicts, format, output.to_file() ? &provenance : nullptr));
  output.commit();
  return gravest(ends);
}

}  // namespace

ExitStatus run_reduce(const Context& context, const CommandLine& line) {
  const ReduceArguments arguments(line);
  arguments.common.check();
  if (arguments.reduction.empty())
    throw UsageError("REDUCTION: missing, expected one of: " + reduction_names());
  if (arguments.explain) return explain_reduction(context, arguments);
  // --out is a folder.
  const Format format = arguments.common.format ? arguments.common.chosen_page() : Format::text;
  if (const Claim* claim = whole_reduction(context, arguments.reduction)) {
    if (arguments.check) return check_whole_reduction(context, arguments, *claim);
    throw UsageError(
        fmt::format("REDUCTION: got \"{}\", whose instances become one instance each and no files; expected "
                    "--explain or --check beside it",
                    arguments.reduction));
  }
  const Chain chain = find_chain(reductions(), arguments.reduction, arguments.to.value_or(""));
  chosen_planting(arguments);  // a wrong one is found before any work
  const MatrixFiles files = chosen_files(arguments);
  WalkOptions options;
  if (arguments.keep) options.keep = read_count("--keep", *arguments.keep, 1, 1000000);
  options.check = arguments.check;

  const bool drawn = !arguments.input;
  parse_parameters(all_specs(chain, drawn), arguments.words);
  ReduceReport report;
  report.provenance = {context.command, arguments.common.chosen_seed()};
  report.steps = chosen_steps(context, chain, arguments);
  Instance source = chosen_source(arguments, chain, report.steps.front());
  if (arguments.check) require_solvable(source, "--check");
  report.source_text = drawn ? fmt::format("random, seed {}{}", arguments.common.chosen_seed(),
                                           arguments.planted ? ", planted " + *arguments.planted : "")
                             : *arguments.input;
  // Found before any work is done.
  std::unique_ptr<DirectoryOutput> folder;
  if (arguments.common.out) {
    folder = std::make_unique<DirectoryOutput>(*arguments.common.out, arguments.common.chosen_max_bytes());
  }

  const VerifyOptions run = arguments.common.verify_options();
  const Deadline deadline(run);
  const RunLimit limit(run);
  options.stop = [&] { return deadline.reached(); };
  Progress progress(arguments.common.progress_shown(), "reduce " + arguments.reduction);
  const SharedCommand shared(context);
  options.shared = shared.work();
  report.walk = Workers(run.threads).execute([&] { return walk(report.steps, std::move(source), options); });
  report.checked = arguments.check;
  if (report.checked) report.verdict = verdict_of(report.walk, report.steps);
  // What is known is printed; half of the instances are not written.
  if (report.walk.stopped) report.stop_reason = deadline.reason();

  if (folder && report.stop_reason.empty()) {
    const std::uint64_t bytes = bytes_of_files(report);
    if (bytes > large_files && !arguments.common.quiet)
      progress.say(fmt::format("writing up to {} MB to {}", bytes >> 20, *arguments.common.out));
    if (write_files(report, files, options.stop, *folder)) {
      folder->commit();
    } else {
      report.stop_reason = deadline.reason();
    }
  }
  progress.clear();
  Output output("", arguments.common.chosen_max_bytes());
  output.write(format == Format::json ? json_line(reduce_json(report)) : reduce_text(report, format));
  if (folder && report.stop_reason.empty() && format == Format::text)
    output.write(fmt::format("  written        {} bytes to {}\n", folder->bytes(), *arguments.common.out));
  output.commit();
  if (!report.stop_reason.empty() && !report.checked) return exit_undecided;
  return report.checked ? exit_status_of(report.verdict.status) : exit_holds;
}

}  // namespace attest
