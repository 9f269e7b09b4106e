#include "verification/visited_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"

namespace attest {

namespace {

UsageError malformed(const std::string& what) {
  return UsageError(
      fmt::format("--checkpoint: expected a whole checkpoint; of the visited inputs, {}", what));
}

Json json_of(std::uint64_t value) {
  return std::to_string(value);
}

// In hexadecimal, exactly; infinities as "inf" and "-inf".
Json json_of(double value) {
  return fmt::format("{:a}", value);
}

Json json_of(const Incidents& incidents) {
  return {json_of(incidents.count), json_of(incidents.first)};
}

const Json& member(const Json& json, const char* field) {
  if (!json.is_object() || !json.contains(field)) throw malformed(fmt::format("no {}", field));
  return json[field];
}

const Json& array(const Json& json, const char* field) {
  const Json& found = member(json, field);
  if (!found.is_array()) throw malformed(fmt::format("{} is no list", field));
  return found;
}

std::uint64_t read_count(const Json& json, const char* field) {
  const auto value = json.is_string() ? integer_from_string(json.get<std::string>()) : std::nullopt;
  if (!value || *value < 0 || *value >= (Integer(1) << 64))
    throw malformed(fmt::format("{} is no count", field));
  return static_cast<std::uint64_t>(*value);
}

double read_double(const Json& json, const char* field) {
  const std::string text = json.is_string() ? json.get<std::string>() : "";
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || std::isnan(value))
    throw malformed(fmt::format("{} is no number", field));
  return value;
}

Incidents read_incidents(const Json& json, const char* field) {
  if (!json.is_array() || json.size() != 2) throw malformed(fmt::format("{} is no count", field));
  return {read_count(json[0], field), read_count(json[1], field)};
}

Json json_of(const Tally& tally) {
  Json result = {{"checked", json_of(tally.checked)},
                 {"index_sum", json_of(tally.index_sum)},
                 {"failing", json_of(tally.failing)},
                 {"undecided", json_of(tally.undecided)},
                 {"extra", json_of(tally.extra)},
                 {"conditions", Json::array()},
                 {"no_inputs", json_of(tally.no_inputs)},
                 {"not_judged", json_of(tally.not_judged)},
                 {"fell_back", json_of(tally.fell_back)},
                 {"failing_list", Json::array()},
                 {"worst", json_of(tally.worst)},
                 {"worst_index", json_of(tally.worst_index)},
                 {"error_bound", json_of(tally.error_bound)},
                 {"margin_bound", json_of(tally.margin_bound)},
                 {"least_gap", json_of(tally.least_gap)},
                 {"least_further_gaps", Json::array()},
                 {"least_yes", json_of(tally.least_yes)},
                 {"greatest_no", json_of(tally.greatest_no)}};
  for (const auto& gap : tally.least_further_gaps)
    result["least_further_gaps"].push_back(gap ? Json(gap->str()) : Json());
  for (const Incidents& incidents : tally.conditions) result["conditions"].push_back(json_of(incidents));
  for (const InputIndex index : tally.failing_list) result["failing_list"].push_back(json_of(index));
  return result;
}

Tally read_tally(const Json& json, std::size_t failing_limit) {
  const auto count = [&](const char* field) { return read_count(member(json, field), field); };
  const auto number = [&](const char* field) { return read_double(member(json, field), field); };
  const auto incidents = [&](const char* field) { return read_incidents(member(json, field), field); };
  Tally tally;
  tally.checked = count("checked");
  tally.index_sum = count("index_sum");
  tally.failing = incidents("failing");
  tally.undecided = incidents("undecided");
  tally.extra = incidents("extra");
  for (const Json& entry : array(json, "conditions"))
    tally.conditions.push_back(read_incidents(entry, "conditions"));
  tally.no_inputs = count("no_inputs");
  tally.not_judged = count("not_judged");
  tally.fell_back = count("fell_back");
  for (const Json& entry : array(json, "failing_list"))
    tally.failing_list.push_back(read_count(entry, "failing_list"));
  tally.failing_limit = failing_limit;
  tally.worst = number("worst");
  tally.worst_index = count("worst_index");
  tally.error_bound = number("error_bound");
  tally.margin_bound = number("margin_bound");
  tally.least_gap = number("least_gap");
  for (const Json& entry : array(json, "least_further_gaps")) {
    std::optional<Integer>& gap = tally.least_further_gaps.emplace_back();
    if (entry.is_null()) continue;
    if (entry.is_string()) gap = integer_from_string(entry.get<std::string>());
    if (!gap) throw malformed("least_further_gaps is no number");
  }
  tally.least_yes = number("least_yes");
  tally.greatest_no = number("greatest_no");
  return tally;
}

std::vector<IndexRange> read_ranges(const Json& json, const Integer& total) {
  std::vector<IndexRange> ranges;
  for (const Json& entry : json) {
    const Incidents pair = read_incidents(entry, "ranges");
    const IndexRange range{pair.count, pair.first};
    if (range.first >= range.end || Integer(range.end) > total ||
        (!ranges.empty() && range.first <= ranges.back().end))
      throw malformed("a range that is none of this setting");
    ranges.push_back(range);
  }
  return ranges;
}

// Modulo 2^64; the half is taken of the factor that is even.
std::uint64_t sum_of_indices(const IndexRange& range) {
  const std::uint64_t count = range.size();
  const std::uint64_t pairs = count % 2 == 0 ? count / 2 * (count - 1) : (count - 1) / 2 * count;
  return count * range.first + pairs;
}

// Whether such a tally can be of these inputs.
void check_tally(const Visited& all) {
  const Tally& tally = all.tally();
  const auto expect = [](bool condition, const char* field) {
    if (!condition) throw malformed(fmt::format("{} cannot be of them", field));
  };
  std::uint64_t checked = 0;
  std::uint64_t index_sum = 0;
  for (const IndexRange& range : all.ranges()) {
    checked += range.size();
    index_sum += sum_of_indices(range);
  }
  expect(tally.checked == checked, "checked");
  expect(tally.index_sum == index_sum, "index_sum");
  expect(tally.no_inputs <= checked && tally.not_judged <= checked - tally.no_inputs, "not_judged");
  const std::uint64_t judged = checked - tally.no_inputs - tally.not_judged;
  const auto expect_incidents = [&](const Incidents& incidents, const char* field) {
    expect(incidents.count <= judged, field);
    expect(incidents.count == 0 ? incidents.first == no_input : all.has(incidents.first), field);
  };
  expect_incidents(tally.failing, "failing");
  expect_incidents(tally.undecided, "undecided");
  expect_incidents(tally.extra, "extra");
  for (const Incidents& incidents : tally.conditions) expect_incidents(incidents, "conditions");
  expect(tally.undecided.count <= judged - tally.failing.count, "undecided");
  expect(tally.fell_back <= judged, "fell_back");
  const auto& list = tally.failing_list;
  expect(list.size() == std::min<std::uint64_t>(tally.failing.count, tally.failing_limit), "failing_list");
  expect(list.empty() || list.front() == tally.failing.first, "failing_list");
  for (std::size_t k = 0; k < list.size(); ++k)
    expect(all.has(list[k]) && (k == 0 || list[k] > list[k - 1]), "failing_list");
  expect(tally.worst_index == no_input || (judged != 0 && all.has(tally.worst_index)), "worst_index");
  expect(tally.error_bound >= 0, "error_bound");
  expect(tally.least_gap >= 0, "least_gap");
  const auto& gaps = tally.least_further_gaps;
  for (std::size_t unit = 0; unit < gaps.size(); ++unit)
    expect(!gaps[unit] || (unit == 0 ? *gaps[unit] > Tally::most_exact_gap : *gaps[unit] >= 0),
           "least_further_gaps");
}

}  // namespace

Json to_json(const Visited& visited) {
  Json ranges = Json::array();
  for (const IndexRange& range : visited.ranges())
    ranges.push_back({json_of(range.first), json_of(range.end)});
  return {{"ranges", std::move(ranges)}, {"tally", json_of(visited.tally())}};
}

Visited visited_from_json(const Json& json, const Integer& total, std::size_t failing_limit) {
  Visited visited(read_ranges(array(json, "ranges"), total),
                  read_tally(member(json, "tally"), failing_limit));
  check_tally(visited);
  return visited;
}

}  // namespace attest
