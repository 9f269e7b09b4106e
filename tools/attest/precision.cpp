#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "claims/deadline.hpp"
#include "claims/usage_error.hpp"
#include "constructions/precision/problem_of_claim.hpp"
#include "numeric/decimal.hpp"
#include "precision/chosen_inputs.hpp"
#include "precision/sufficient_precision.hpp"
#include "tools/attest/arguments.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/input_option.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/precision_answer.hpp"
#include "tools/attest/precision_chart.hpp"
#include "tools/attest/precision_every_size.hpp"
#include "tools/attest/precision_options.hpp"
#include "tools/attest/precision_report.hpp"
#include "tools/attest/precision_table.hpp"
#include "tools/attest/progress.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/shared_command.hpp"
#include "tools/attest/study_options.hpp"
#include "tools/attest/text.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/variants.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/version.hpp"

namespace attest {

namespace {

constexpr std::size_t wrong_inputs_examined = 20;
constexpr long announced_from = 20000;  // inputs; each format, model and width runs them all

struct PrecisionArguments {
  explicit PrecisionArguments(const CommandLine& line)
      : claim(line.word("claim")),
        words(line.words("parameters")),
        variant(line.value("--variant")),
        formats(line.value("--formats")),
        models(line.value("--models")),
        chart(line.value("--chart")),
        input(line.value("--input")),
        sample(line.value("--sample")),
        without_least(line.has("--no-least")),
        temperature(line.has("--temperature")),
        common(line) {}

  std::string claim;
  std::vector<std::string> words;
  std::optional<std::string> variant;
  std::optional<std::string> formats;
  std::optional<std::string> models;
  std::optional<std::string> chart;
  std::optional<std::string> input;
  std::optional<std::string> sample;
  bool without_least;
  bool temperature;
  CommonOptions common;
};

// The margin is that of a verdict on every input.
void add_sufficient_width(const Claim& claim, const PrecisionProblem& problem, VerifyOptions options,
                          double elapsed, PrecisionReport& report) {
  report.no_analysis =
      !report.restriction.empty() ? "not asked: not all inputs were looked at" : problem.no_error_analysis();
  if (!report.no_analysis.empty()) return;
  if (options.budget_seconds) options.budget_seconds = std::max(0.001, *options.budget_seconds - elapsed);
  const Verdict& verdict = report.exact.emplace(claim.verify(report.variant, report.parameters, options));
  report.margin = problem.output_margin(verdict);
  if (!report.margin) return;
  const Rational margin = rational_from_decimal(report.margin->lower).value();
  report.sufficient = sufficient_precision(problem, margin, EvaluationModel::plain.greatest_width());
}

std::optional<std::size_t> sample_size(const PrecisionArguments& arguments) {
  if (!arguments.sample) return std::nullopt;
  if (arguments.input) throw UsageError("--sample", *arguments.sample, "no --input beside it");
  return read_count("--sample", *arguments.sample, 1, 1000000);
}

// Which inputs are looked at; in words in the report.
void restrict_inputs(const PrecisionProblem& problem, const PrecisionArguments& arguments,
                     StudyOptions& options, PrecisionReport& report) {
  const Task& task = problem.task();
  const std::uint64_t seed = arguments.common.chosen_seed();
  if (arguments.input) {
    const Word word = input_from(input_option(*arguments.input), task, seed);
    if (task.standing(word) == Standing::excluded)
      throw UsageError("--input", task.to_json(word).dump(), "an input of this theorem: " + task.promise());
    options.ranks = {task.space().rank(word)};
    report.restriction = fmt::format("one input, {}", task.to_json(word).dump());
  } else if (const auto count = sample_size(arguments); count && task.space().size() > *count) {
    options.ranks = drawn_ranks(task, *count, seed);
    report.restriction = fmt::format("{} inputs drawn with seed {}", options.ranks->size(), seed);
  }
}

PrecisionReport study(const Claim& claim, Variant variant, const Parameters& parameters,
                      const std::vector<FloatFormat>& formats, const std::vector<EvaluationModel>& models,
                      const PrecisionArguments& arguments, StudyOptions options, const Deadline& deadline,
                      Progress& progress) {
  PrecisionReport report;
  report.claim = &claim.info();
  report.variant = variant;
  report.parameters = parameters;
  const auto problem = precision_problem(claim, variant, parameters);
  if (!problem) {
    throw UsageError("CLAIM", claim.info().id,
                     "a claim with a layer that can be rounded; docs/precision.md names them");
  }
  if (arguments.temperature && !problem->has_scores())
    throw UsageError(
        "--temperature", claim.info().id,
        "a claim whose output depends on the scale of scores: that of exact and best matches does not");
  report.why_not_judged = problem->why_not_judged();
  if (const std::string promise = problem->task().promise(); !promise.empty())
    report.why_not_judged = "the theorem speaks of those alone that meet " + promise;
  report.space = problem->task().space().size();
  restrict_inputs(*problem, arguments, options, report);
  if (!options.ranks && report.space >= announced_from && !arguments.common.quiet) {
    progress.say(fmt::format("{} {}: every format, model and width runs {} inputs; {}", claim.info().id,
                             parameters.to_string(), to_string(report.space),
                             arguments.common.budget
                                 ? "until the budget is used up"
                                 : "Ctrl-C ends with what is known, --budget SECONDS does too"));
  }
  const auto began = std::chrono::steady_clock::now();
  for (const FloatFormat& format : formats) {
    for (const EvaluationModel& model : models) {
      if (deadline.reached()) break;
      if (!model.offers(format)) continue;
      FormatFinding finding;
      finding.answer = evaluate_on(*problem, model, format, options);
      if (finding.answer.first_wrong) {
        finding.first_wrong_input =
            problem->task().to_json(problem->task().space().unrank(*finding.answer.first_wrong));
        finding.steps = steps_that_lose(*problem, finding.answer, wrong_inputs_examined, options);
      }
      if (arguments.input && finding.answer.complete())
        finding.outputs = outputs_of(*problem, model, format, options.ranks->front());
      report.findings.push_back(std::move(finding));
    }
  }
  if (!arguments.without_least) {
    for (const EvaluationModel& model : models)
      report.least.push_back(least_precision(*problem, model, options));
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - began;
    add_sufficient_width(claim, *problem, arguments.common.verify_options(), elapsed.count(), report);
  }
  if (arguments.temperature) report.temperature = least_multiple(*problem, options);
  report.stop_reason = deadline.reason();
  return report;
}

}  // namespace

ExitStatus run_precision(const Context& context, const CommandLine& line) {
  if (line.has("--every-size")) return run_precision_every_size(context, line);
  if (line.word("claim").empty()) return run_precision_table(context, line);
  const PrecisionArguments arguments(line);
  arguments.common.check();
  const Format format = arguments.common.chosen_format();
  sample_size(arguments);
  const Claim& claim = theorem_argument(context, arguments.claim);
  const Variant variant = chosen_variant(claim.info(), arguments.variant);
  const auto settings = parse_parameter_ranges(claim.info().parameters, arguments.words);
  const auto formats = chosen_formats(arguments.formats);
  const auto models = chosen_models(arguments.models);
  check_offered(formats, models, arguments.formats);
  Output output(arguments.common.chosen_out(), arguments.common.chosen_max_bytes());
  std::unique_ptr<Output> chart;
  if (arguments.chart)
    chart = std::make_unique<Output>(*arguments.chart, arguments.common.chosen_max_bytes());
  const Provenance provenance{context.command, arguments.common.chosen_seed()};

  const VerifyOptions run = arguments.common.verify_options();
  const Deadline deadline(run);
  const SharedCommand shared(context);
  StudyOptions options = study_options(run, deadline);
  options.shared = shared.work();
  options.first = arguments.common.first;
  Progress progress(arguments.common.progress_shown());
  std::string shown;
  options.progress = [&](const std::string& what, std::uint64_t done, const Integer& total) {
    if (shown != what) progress.look_at(what);
    shown = what;
    progress.update(done, total);
  };
  std::vector<PrecisionReport> reports;
  for (const Parameters& parameters : settings) {
    try {
      reports.push_back(
          study(claim, variant, parameters, formats, models, arguments, options, deadline, progress));
    } catch (const std::length_error& error) {  // a size that evaluation cannot number
      throw UsageError(fmt::format("{} {}: {}", claim.info().id, parameters.to_string(), error.what()));
    }
    if (deadline.reached()) break;
  }
  progress.clear();
  std::string chart_text;
  if (chart) {
    if (reports.size() > 1 && !varied_parameter(reports).empty()) {
      chart_text = report::chart_file(precision_chart(reports, proved_bits(reports, claim, run)),
                                      fmt::format("attest {}: {}", version(), context.command));
    }
    if (chart_text.empty())
      throw UsageError("--chart", *arguments.chart,
                       "a range of one parameter, such as n=2..4, with least widths");
  }

  if (format == Format::json) {
    for (const PrecisionReport& report : reports) {
      Json document = {
          {"schema", "attest/precision/1"}, {"version", version()}, {"command", context.command}};
      document.update(precision_json(report));
      output.write(json_line(document));
    }
  } else if (format == Format::text) {
    if (output.to_file()) output.write(provenance.first_line(format));
    for (std::size_t k = 0; k < reports.size(); ++k)
      output.write((k == 0 ? "" : "\n") + precision_text(reports[k]));
    if (reports.size() > 1) {
      output.write("\n" + render(range_table(reports), format));
      for (const EvaluationModel& model : models) {
        if (const auto fit = fitted_slope(reports, model)) {
          output.write(title_line(fmt::format("  {}: about {:.1f} more bits where {} doubles (fitted)",
                                              to_string(model), fit->slope, fit->parameter)));
        }
      }
    }
    if (!arguments.input) {
      output.write("\n");
      for (const std::string& answer : answer_lines(reports)) output.write(title_line(answer));
    }
  } else {
    const Table table =
        reports.size() > 1 || formats.empty() ? range_table(reports) : format_table(reports.front());
    output.write(output.to_file() ? provenance.render_file(table, format) : render(table, format));
  }
  if (chart) {
    chart->write(chart_text);
    chart->commit();
  }
  output.commit();
  const bool complete = std::all_of(reports.begin(), reports.end(),
                                    [](const PrecisionReport& report) { return report.stop_reason.empty(); });
  return complete && reports.size() == settings.size() ? exit_holds : exit_undecided;
}

}  // namespace attest
