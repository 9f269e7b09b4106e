#include "tools/attest/report/settings_axis.hpp"

namespace attest::report {

namespace {

// The name of the one parameter in which the settings differ; empty where it is none or several.
std::string varied_name(const Subject& subject) {
  std::string name;
  if (subject.verdicts.empty()) return name;
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

constexpr const char* several = "setting";

}  // namespace

SettingsAxis::SettingsAxis(const Subject& subject) : name_(varied_name(subject)) {
  if (name_.empty()) name_ = several;
  for (const ReportedVerdict& row : subject.verdicts) {
    const std::string place = called(row.verdict.parameters);
    if (std::find(places_.begin(), places_.end(), place) == places_.end()) places_.push_back(place);
  }
}

std::string SettingsAxis::called(const Parameters& parameters) const {
  return name_ == several ? parameters.to_string() : parameters.text(name_);
}

std::vector<Series> SettingsAxis::joined(const std::vector<Series>& all) {
  std::vector<Series> result;
  for (const Series& series : all) {
    const auto same = std::find_if(result.begin(), result.end(),
                                   [&](const Series& known) { return known.values == series.values; });
    if (same == result.end()) {
      result.push_back(series);
    } else {
      same->name += ", " + series.name;
    }
  }
  return result;
}

std::size_t SettingsAxis::place_of(const Parameters& parameters) const {
  return static_cast<std::size_t>(std::find(places_.begin(), places_.end(), called(parameters)) -
                                  places_.begin());
}

void SettingsAxis::add(std::vector<Series>& all, const std::string& series, const Parameters& parameters,
                       double value) const {
  auto found = std::find_if(all.begin(), all.end(), [&](const Series& s) { return s.name == series; });
  if (found == all.end()) {
    all.push_back({series, std::vector<std::optional<double>>(places_.size())});
    found = std::prev(all.end());
  }
  found->values[place_of(parameters)] = value;
}

}  // namespace attest::report
