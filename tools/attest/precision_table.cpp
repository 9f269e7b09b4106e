#include "tools/attest/precision_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "claims/deadline.hpp"
#include "claims/usage_error.hpp"
#include "constructions/precision/problem_of_claim.hpp"
#include "precision/chosen_inputs.hpp"
#include "precision/precision_study.hpp"
#include "tools/attest/arguments.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/precision_ladders.hpp"
#include "tools/attest/precision_options.hpp"
#include "tools/attest/progress.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/shared_command.hpp"
#include "tools/attest/study_options.hpp"
#include "tools/attest/text.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/version.hpp"

namespace attest {

namespace {

constexpr std::size_t drawn_at_a_size = 30;
constexpr long enumerated_to = 5000;  // inputs of a size; of larger ones some are drawn

struct TableAsked {
  std::vector<FloatFormat> formats;
  std::vector<EvaluationModel> models;
  std::uint64_t seed;
  std::size_t most;  // as --sample says
};

// What one format does on a ladder under one model.
struct Reached {
  std::optional<long> right_to;  // every input of every size up to here
  std::optional<long> drawn_to;  // beyond it, no wrong input among those that were drawn
  std::optional<long> wrong_at;
  Json first_wrong;
  bool stopped = false;
};

std::string reached_text(const Reached& reached) {
  std::vector<std::string> parts;
  if (reached.right_to) parts.push_back(fmt::format("right to {}", *reached.right_to));
  if (reached.drawn_to) parts.push_back(fmt::format("drawn right to {}", *reached.drawn_to));
  if (reached.wrong_at) parts.push_back(fmt::format("wrong at {}", *reached.wrong_at));
  if (reached.stopped) parts.emplace_back("stopped");
  return fmt::format("{}", fmt::join(parts, ", "));
}

// Sizes with their problems, which all formats share.
struct Rung {
  long size;
  std::unique_ptr<PrecisionProblem> problem;
  std::optional<std::vector<Integer>> ranks;  // those that are drawn, where not all are looked at
};

std::vector<Rung> rungs_of(const PrecisionLadder& ladder, const Claim& claim, const TableAsked& asked) {
  std::vector<Rung> rungs;
  for (const std::vector<std::string>& words : ladder.sizes) {
    const Parameters parameters = parse_parameters(claim.info().parameters, words);
    Rung rung{parameters.integer(ladder.varied), precision_problem(claim, ladder.variant, parameters), {}};
    const Task& task = rung.problem->task();
    if (task.space().size() > enumerated_to) rung.ranks = drawn_ranks(task, asked.most, asked.seed);
    rungs.push_back(std::move(rung));
  }
  return rungs;
}

Reached climb(const std::vector<Rung>& rungs, const EvaluationModel& model, const FloatFormat& format,
              StudyOptions options) {
  Reached reached;
  options.first = true;
  for (const Rung& rung : rungs) {
    options.ranks = rung.ranks;
    const FormatAnswer answer = evaluate_on(*rung.problem, model, format, options);
    if (answer.first_wrong) {
      reached.wrong_at = rung.size;
      reached.first_wrong =
          rung.problem->task().to_json(rung.problem->task().space().unrank(*answer.first_wrong));
      break;
    }
    if (!answer.all_right()) {
      reached.stopped = true;
      break;
    }
    if (!rung.ranks && !reached.drawn_to)
      reached.right_to = rung.size;
    else
      reached.drawn_to = rung.size;
  }
  return reached;
}

Json reached_json(const Reached& reached) {
  const auto or_null = [](const std::optional<long>& size) { return size ? Json(*size) : Json(); };
  return {{"right_to", or_null(reached.right_to)},
          {"drawn_right_to", or_null(reached.drawn_to)},
          {"wrong_at", or_null(reached.wrong_at)},
          {"first_wrong", reached.first_wrong},
          {"stopped", reached.stopped}};
}

}  // namespace

ExitStatus run_precision_table(const Context& context, const CommandLine& line) {
  const CommonOptions common(line);
  common.check();
  for (const char* option : {"--variant", "--chart", "--input", "--no-least", "--temperature", "--first"}) {
    if (line.has(option)) throw UsageError(option, line.value(option).value_or(""), "a claim beside it");
  }
  const Format format = common.chosen_format();
  const auto given_formats = line.value("--formats");
  const auto given_models = line.value("--models");
  TableAsked asked{chosen_formats(given_formats ? *given_formats : "bf16,fp16,e4m3,e5m2,fp32"),
                   given_models ? chosen_models(given_models) : std::vector{EvaluationModel::tensor_core},
                   common.chosen_seed(), drawn_at_a_size};
  if (const auto sample = line.value("--sample")) asked.most = read_count("--sample", *sample, 1, 1000000);
  check_offered(asked.formats, asked.models, given_formats);
  Output output(common.chosen_out(), common.chosen_max_bytes());
  const Provenance provenance{context.command, common.chosen_seed()};

  const VerifyOptions run = common.verify_options();
  const Deadline deadline(run);
  const SharedCommand shared(context);
  StudyOptions options = study_options(run, deadline);
  options.shared = shared.work();
  Progress progress(common.progress_shown());

  Table table{{"construction", "size"}, {}};
  if (asked.models.size() > 1) table.header.emplace_back("model");
  for (const FloatFormat& one : asked.formats) table.header.push_back(one.name);
  Json constructions = Json::array();
  for (const PrecisionLadder& ladder : precision_ladders()) {
    progress.look_at(ladder.claim);
    const std::vector<Rung> rungs = rungs_of(ladder, context.catalogue.find(ladder.claim), asked);
    for (const EvaluationModel& model : asked.models) {
      std::vector<std::string> row{ladder.claim, ladder.fixed.empty()
                                                     ? ladder.varied
                                                     : fmt::format("{} ({})", ladder.varied, ladder.fixed)};
      if (asked.models.size() > 1) row.push_back(to_string(model));
      Json entry = {{"claim", ladder.claim},     {"variant", to_string(ladder.variant)},
                    {"fixed", ladder.fixed},     {"varied", ladder.varied},
                    {"model", to_string(model)}, {"formats", Json::object()}};
      for (const FloatFormat& one : asked.formats) {
        if (!model.offers(one)) {
          row.emplace_back("-");
          continue;
        }
        const Reached reached = climb(rungs, model, one, options);
        row.push_back(reached_text(reached));
        entry["formats"][one.name] = reached_json(reached);
      }
      table.rows.push_back(std::move(row));
      constructions.push_back(std::move(entry));
    }
    if (deadline.reached()) break;
  }
  progress.clear();
  if (format == Format::json) {
    output.write(json_line({{"schema", "attest/precision-table/1"},
                            {"version", version()},
                            {"command", context.command},
                            {"complete", deadline.reason().empty()},
                            {"constructions", std::move(constructions)}}));
  } else if (format == Format::text) {
    if (output.to_file()) output.write(provenance.first_line(format));
    output.write(render(table, format));
    output.write(title_line(fmt::format(
        "right to: every input of every size up to there is right; drawn right to: none of {} inputs drawn at "
        "a size with more than {} is wrong; wrong at: the first size looked at with a wrong input. One "
        "construction, with the inputs: attest precision CLAIM k=v ..",
        asked.most, enumerated_to)));
    if (!deadline.reason().empty()) output.write(labelled("stopped", deadline.reason()));
  } else {
    output.write(output.to_file() ? provenance.render_file(table, format) : render(table, format));
  }
  output.commit();
  return deadline.reason().empty() ? exit_holds : exit_undecided;
}

}  // namespace attest
