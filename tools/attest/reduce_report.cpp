#include "tools/attest/reduce_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "claims/counted_work.hpp"
#include "numeric/decimal.hpp"
#include "reductions/poly/hardness/attention_check.hpp"
#include "tools/attest/attention_files.hpp"
#include "tools/attest/color.hpp"
#include "tools/attest/listing.hpp"
#include "tools/attest/reduce_source.hpp"
#include "tools/attest/table.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/version.hpp"

namespace attest {

namespace {

std::vector<std::uint64_t> one_based(const std::vector<std::uint64_t>& path) {
  std::vector<std::uint64_t> shown;
  for (const std::uint64_t target : path) shown.push_back(target + 1);
  return shown;
}

std::string number_text(const WalkedInstance& instance) {
  return instance.path.empty() ? "source" : fmt::format("{}", fmt::join(one_based(instance.path), "."));
}

// The answer that the check found, where this instance was the source of a checked step.
const StepCheck* check_of(const ReduceReport& report, std::size_t step, std::size_t source) {
  if (!report.checked || step >= report.walk.steps.size()) return nullptr;
  const auto& checks = report.walk.steps[step].checks;
  return source < checks.size() ? &checks[source] : nullptr;
}

std::string comment_of(const ReduceReport& report, const std::string& what) {
  return fmt::format("attest {}, seed {}: {}\n{}", version(), report.provenance.seed,
                     report.provenance.command, what);
}

std::string what_text(const ReduceReport& report, std::size_t step, const WalkedInstance& instance) {
  std::string text = fmt::format("instance {} of step {}, {}", number_text(instance), step + 1,
                                 report.steps[step].reduction->info().name);
  if (!instance.label.empty()) text += ": " + instance.label;
  return text;
}

Json enclosure_of(const Interval& value) {
  const DecimalEnclosure decimal = decimal_enclosure(value);
  return {{"lower", decimal.lower}, {"upper", decimal.upper}};
}

// A row above the threshold is a yes, also where it is known up to gamma only. As natural logarithms: outputs
// of e^-480 are no doubles. Null where no threshold is known at this B.
Json threshold_json(const problems::AttentionInstance& instance, const Instance* source, bool printed) {
  const auto* gap = source == nullptr ? nullptr : std::get_if<problems::InnerProducts>(source);
  if (gap == nullptr || printed) return nullptr;
  const auto at = threshold_of(instance, *gap);
  if (!at) return nullptr;
  return {{"log_threshold", enclosure_of(log(at->threshold))}, {"log_gamma", enclosure_of(log(at->gamma))}};
}

// What the step made that target from.
const Instance* source_of(const ReduceReport& report, std::size_t step, const WalkedInstance& target) {
  for (const WalkedInstance* source : report.walk.sources_of(step)) {
    if (std::equal(source->path.begin(), source->path.end(), target.path.begin(), target.path.end() - 1))
      return source->instance.get();
  }
  return nullptr;
}

std::vector<NamedFile> files_of(const ReduceReport& report, const MatrixFiles& kinds,
                                const Instance& instance, const std::string& path, const std::string& what,
                                const Json& threshold) {
  const auto* attention = std::get_if<problems::AttentionInstance>(&instance);
  if (attention == nullptr) {
    return {
        {path + instance_file_ending(instance), instance_file_content(instance, comment_of(report, what))}};
  }
  std::vector<NamedFile> files;
  const auto add = [&](std::vector<NamedFile> more) {
    for (NamedFile& file : more) files.push_back({path + "/" + file.name, std::move(file.content)});
  };
  if (kinds.text) add(attention_text_files(*attention, report.provenance.first_line(Format::text)));
  if (kinds.npy) add(attention_npy_files(*attention, comment_of(report, what)));
  Json exact = attention_json(*attention);
  exact["version"] = version();
  exact["command"] = report.provenance.command;
  exact["seed"] = report.provenance.seed;
  exact["what"] = what;
  exact["decision"] = threshold;
  files.push_back({path + "/instance.json", json_text(exact, 1)});
  return files;
}

Json check_json(const StepCheck& check) {
  return {{"answer", check.source_solution ? "yes" : "no"},
          {"targets", to_string(check.targets)},
          {"solved", std::to_string(check.solved)},
          {"yes", std::to_string(check.yes)},
          {"promises_checked", std::to_string(check.promises)},
          {"defect", check.defect.empty() ? Json() : Json(check.defect)}};
}

}  // namespace

std::string instance_path(const ReduceReport& report, std::size_t step, const WalkedInstance& instance) {
  return fmt::format("{}-{}/{}", step + 1, report.steps[step].reduction->info().name, number_text(instance));
}

std::string reduce_text(const ReduceReport& report, Format format) {
  std::vector<std::string> names;
  for (const Step& step : report.steps) names.push_back(step.reduction->info().name);
  const std::string title = fmt::format("{}", fmt::join(names, ", "));
  Remarks all;
  all.emplace_back("source",
                   fmt::format("{}: {} ({})", name_of(report.steps.front().reduction->info().source),
                               described(*report.walk.source.instance), report.source_text));
  for (std::size_t k = 0; k < report.steps.size(); ++k) {
    const Step& step = report.steps[k];
    const WalkedStep& walked = report.walk.steps[k];
    std::string line = fmt::format("{} ({}): {} instance{} of {}", step.reduction->info().name,
                                   to_string(step.variant), to_string(walked.made),
                                   walked.made == 1 ? "" : "s", name_of(step.reduction->info().target));
    if (walked.sizes.empty()) {
      all.emplace_back(
          fmt::format("step {}", k + 1),
          fmt::format("{} ({}): not begun", step.reduction->info().name, to_string(step.variant)));
      continue;
    }
    if (Integer(walked.targets.size()) != walked.made)
      line += fmt::format(", {} kept", walked.targets.size());
    if (!walked.targets.empty()) {
      const WalkedInstance& first = walked.targets.front();
      line += fmt::format("; {}: {}", number_text(first), described(*first.instance));
      if (!first.label.empty()) line += fmt::format(" ({})", first.label);
    }
    all.emplace_back(fmt::format("step {}", k + 1), line);
    std::vector<std::string> sizes;
    for (const auto& [name, value] : walked.sizes.front().items())
      sizes.push_back(
          fmt::format("{} = {}", name, value.is_string() ? value.get<std::string>() : value.dump()));
    all.emplace_back("", fmt::format("{}", fmt::join(sizes, ", ")));
    if (!report.checked) continue;
    std::uint64_t solved = 0;
    std::uint64_t yes = 0;
    std::uint64_t promises = 0;
    std::uint64_t yes_sources = 0;
    for (const StepCheck& check : walked.checks) {
      solved += check.solved;
      yes += check.yes;
      promises += check.promises;
      yes_sources += check.source_solution ? 1 : 0;
    }
    std::string checked =
        fmt::format("{} of {} source{} yes; {} targets solved, {} yes", yes_sources, walked.checks.size(),
                    walked.checks.size() == 1 ? "" : "s", solved, yes);
    if (promises > 0) checked += fmt::format("; the promise looked at on every tuple of {}", promises);
    all.emplace_back("check", checked);
  }
  if (!report.stop_reason.empty()) all.emplace_back("stopped", report.stop_reason + "; nothing was written");
  if (report.checked) {
    const std::string word = to_string(report.verdict.status);
    all.emplace_back("verdict", fmt::format("{}: {}", format == Format::text ? colored_words(word) : word,
                                            report.verdict.reason));
  }
  return (format == Format::text ? title_line(title) : heading(title, format).substr(1)) +
         render(all, format);
}

Json reduce_json(const ReduceReport& report) {
  Json json = {{"schema", "attest/reduce/1"},
               {"version", version()},
               {"command", report.provenance.command},
               {"seed", report.provenance.seed},
               {"source",
                {{"problem", name_of(report.steps.front().reduction->info().source)},
                 {"from", report.source_text},
                 {"size", described(*report.walk.source.instance)},
                 {"file", "source" + instance_file_ending(*report.walk.source.instance)}}},
               {"steps", Json::array()}};
  for (std::size_t k = 0; k < report.steps.size(); ++k) {
    const Step& step = report.steps[k];
    const WalkedStep& walked = report.walk.steps[k];
    const auto sources = report.walk.sources_of(k);
    Json entry = {{"reduction", step.reduction->info().name},
                  {"claim", step.reduction->info().claim},
                  {"variant", to_string(step.variant)},
                  {"parameters", step.parameters.to_json()},
                  {"target", name_of(step.reduction->info().target)},
                  {"made", to_string(walked.made)},
                  {"sources", Json::array()},
                  {"instances", Json::array()}};
    for (std::size_t i = 0; i < walked.sizes.size(); ++i) {
      Json source = {{"number", number_text(*sources[i])}, {"sizes", walked.sizes[i]}};
      const StepCheck* check = check_of(report, k, i);
      source["check"] = check != nullptr ? check_json(*check) : Json();
      entry["sources"].push_back(std::move(source));
    }
    for (const WalkedInstance& target : walked.targets) {
      entry["instances"].push_back({{"number", number_text(target)},
                                    {"label", target.label},
                                    {"size", described(*target.instance)},
                                    {"path", instance_path(report, k, target)}});
    }
    json["steps"].push_back(std::move(entry));
  }
  json["stopped"] = report.stop_reason.empty() ? Json() : Json(report.stop_reason);
  json["verdict"] = report.checked ? Json(to_string(report.verdict.status)) : Json();
  json["reason"] = report.checked ? Json(report.verdict.reason) : Json();
  return json;
}

std::uint64_t bytes_of_files(const ReduceReport& report) {
  const auto bound = [](const Instance& instance) -> std::uint64_t {
    constexpr std::uint64_t comments = 4096;
    if (const auto* attention = std::get_if<problems::AttentionInstance>(&instance))
      return attention_files_bound(*attention);
    std::uint64_t bytes = comments;
    if (const auto* formula = std::get_if<problems::Cnf>(&instance)) {
      for (const auto& clause : formula->clauses) bytes += 24 + 9 * clause.literals.size();
    } else {
      for (const auto& set : std::get<problems::InnerProducts>(instance).sets)
        bytes += 1 + set.size() * (set.dimension() + 2);
    }
    return bytes;
  };
  std::uint64_t bytes = bound(*report.walk.source.instance);
  for (const WalkedStep& step : report.walk.steps) {
    for (const WalkedInstance& target : step.targets) bytes += bound(*target.instance);
  }
  return bytes;
}

bool write_files(const ReduceReport& report, const MatrixFiles& files, const std::function<bool()>& stop,
                 DirectoryOutput& output) {
  const auto write = [&](const Instance& instance, const std::string& path, const std::string& what,
                         const Json& threshold = nullptr) {
    for (const NamedFile& file : files_of(report, files, instance, path, what, threshold))
      output.write(file.name, file.content);
  };
  write(*report.walk.source.instance, "source", "the source");
  std::size_t instances = 0;
  for (const WalkedStep& step : report.walk.steps) instances += step.targets.size();
  CountedWork work(instances);
  std::uint64_t written = 0;
  for (std::size_t k = 0; k < report.walk.steps.size(); ++k) {
    for (const WalkedInstance& target : report.walk.steps[k].targets) {
      if (stop()) return false;
      work.reached(written++);
      Json threshold;
      if (const auto* attention = std::get_if<problems::AttentionInstance>(target.instance.get()))
        threshold = threshold_json(*attention, source_of(report, k, target),
                                   report.steps[k].variant == Variant::printed);
      write(*target.instance, instance_path(report, k, target), what_text(report, k, target), threshold);
    }
  }
  output.write("manifest.json", json_text(reduce_json(report), 1));
  return true;
}

}  // namespace attest
