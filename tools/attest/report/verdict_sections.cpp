#include "tools/attest/report/verdict_sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "tools/attest/report/chart.hpp"
#include "tools/attest/verdict_table.hpp"

namespace attest::report {

namespace {

// The name of the one parameter in which the settings differ; empty where it is none or several.
std::string varied_name(const Subject& subject) {
  std::string name;
  const Json first = subject.verdicts.front().verdict.parameters.to_json();
  for (const auto& item : first.items()) {
    const bool differs =
        std::any_of(subject.verdicts.begin(), subject.verdicts.end(), [&](const ReportedVerdict& row) {
          const Json other = row.verdict.parameters.to_json();
          return !other.contains(item.key()) || other[item.key()] != item.value();
        });
    if (!differs) continue;
    if (!name.empty()) return "";
    name = item.key();
  }
  return name;
}

// For drawing alone.
std::optional<double> drawn(const std::string& decimal) {
  if (decimal.empty()) return std::nullopt;
  return std::strtod(decimal.c_str(), nullptr);
}

// The settings, each once, in their order, and of each variant where its verdicts stand among them.
struct Settings {
  std::vector<std::string> names;
  std::string axis;
};

Settings settings_of(const Subject& subject) {
  Settings settings;
  const std::string varied = varied_name(subject);
  settings.axis = varied.empty() ? "setting" : varied;
  for (const ReportedVerdict& row : subject.verdicts) {
    const Parameters& parameters = row.verdict.parameters;
    const std::string name = varied.empty() ? parameters.to_string() : parameters.text(varied);
    if (std::find(settings.names.begin(), settings.names.end(), name) == settings.names.end())
      settings.names.push_back(name);
  }
  return settings;
}

template <class Value>
std::vector<Series> series_of(const Subject& subject, const Settings& settings, const Value& value) {
  std::vector<Series> all;
  for (const ReportedVerdict& row : subject.verdicts) {
    const std::optional<double> drawn_value = value(row.verdict);
    if (!drawn_value) continue;
    const std::string variant = to_string(row.verdict.variant);
    auto found = std::find_if(all.begin(), all.end(), [&](const Series& s) { return s.name == variant; });
    if (found == all.end()) {
      all.push_back({variant, std::vector<std::optional<double>>(settings.names.size())});
      found = std::prev(all.end());
    }
    const Parameters& parameters = row.verdict.parameters;
    const std::string name =
        settings.axis == "setting" ? parameters.to_string() : parameters.text(settings.axis);
    const auto at = std::find(settings.names.begin(), settings.names.end(), name) - settings.names.begin();
    found->values[static_cast<std::size_t>(at)] = drawn_value;
  }
  return all;
}

std::string variants_text(const std::vector<Series>& all) {
  std::string text;
  for (const Series& series : all) text += (text.empty() ? "" : ", ") + series.name;
  return text;
}

void add_chart(Section& section, Chart chart, const std::string& caption) {
  chart.title += " (" + variants_text(chart.series) + ")";
  const std::string svg = chart_svg(chart);
  if (!svg.empty()) section.blocks.emplace_back(Drawn{svg, caption});
}

}  // namespace

Section verdict_section(const Subject& subject) {
  Section section{"What was found", {}};
  std::vector<Verdict> verdicts;
  for (const ReportedVerdict& row : subject.verdicts) verdicts.push_back(row.verdict);
  const Table all = verdict_table(verdicts, true, Format::markdown);
  Table table{{"variant", "setting", "verdict", "evidence", "inputs", "failing", "score gap", "error at most",
               "margin at least"},
              {}};
  const bool recorded = !subject.verdicts.empty() && subject.verdicts.front().recorded;
  if (recorded) table.header.emplace_back("as recorded");
  std::vector<std::pair<std::string, std::vector<std::string>>> reasons;  // why, and of which settings
  for (std::size_t k = 0; k < all.rows.size(); ++k) {
    const auto& row = all.rows[k];
    table.rows.push_back({row[1], row[2], row[3], row[4], row[6], row[7], row[8], row[9], row[10]});
    const ReportedVerdict& reported = subject.verdicts[k];
    if (recorded)
      table.rows.back().push_back(
          reported.as_recorded ? "yes" : fmt::format("no: {}", to_string(*reported.recorded)));
    if (row[11].empty()) continue;
    const std::string why = fmt::format("{}, {}: {}", row[1], row[3], row[11]);
    const auto known =
        std::find_if(reasons.begin(), reasons.end(), [&](const auto& r) { return r.first == why; });
    if (known == reasons.end()) {
      reasons.push_back({why, {row[2]}});
    } else {
      known->second.push_back(row[2]);
    }
  }
  section.blocks.emplace_back(Prose{
      "Each verdict speaks of its setting alone, where the evidence is enumeration or a cover of every input. The error is "
      "the largest, the margin the least of all inputs; both are rounded outward."});
  section.blocks.emplace_back(Tabled{"", table});
  if (!reasons.empty()) {
    Remarks remarks;
    for (const auto& [why, settings] : reasons)
      remarks.emplace_back(fmt::format("{}", fmt::join(settings, "; ")), why);
    section.blocks.emplace_back(Titled{"Reasons"});
    section.blocks.emplace_back(Listed{remarks});
  }
  Remarks beside;  // what is said beside the claim and could not be confirmed
  for (const ReportedVerdict& row : subject.verdicts) {
    for (const Check& check : row.verdict.checks) {
      if (check.essential || check.status == Status::holds || check.status == Status::not_applicable)
        continue;
      beside.emplace_back(
          fmt::format("{} {}", to_string(row.verdict.variant), row.verdict.parameters.to_string()),
          fmt::format("{} {}{}", check.name, to_string(check.status),
                      check.reason ? ": " + *check.reason : ""));
    }
  }
  if (!beside.empty()) {
    section.blocks.emplace_back(Titled{"Said beside the claim, and not confirmed at single sizes"});
    section.blocks.emplace_back(Listed{beside});
  }
  return section;
}

Section margin_section(const Subject& subject) {
  Section section{"Margins and errors", {}};
  if (subject.verdicts.empty()) return section;
  const Settings settings = settings_of(subject);
  Chart error{"Largest output error by " + settings.axis,
              settings.axis,
              "largest |y − truth|",
              settings.names,
              {},
              0.5,
              "1/2, from which on a number is wrong"};
  error.series = series_of(subject, settings, [](const Verdict& v) {
    return v.margins.output_error ? drawn(v.margins.output_error->upper) : std::nullopt;
  });
  add_chart(section, error, "The largest error of all inputs; from 1/2 on the number is wrong.");
  Chart margin{
      "Least decision margin by " + settings.axis, settings.axis, "least margin", settings.names, {}, 0.0,
      "0, below which an output is wrong"};
  margin.series = series_of(subject, settings, [](const Verdict& v) {
    return v.margins.decision_margin ? drawn(v.margins.decision_margin->lower) : std::nullopt;
  });
  add_chart(section, margin, "The least margin of all inputs; below 0 an output is wrong.");
  return section;
}

}  // namespace attest::report
