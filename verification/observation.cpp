#include "verification/observation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"
#include "verification/listed_inputs.hpp"

namespace attest {

namespace {

constexpr std::array<std::pair<StopCause, const char*>, 5> causes{{{StopCause::finished, "finished"},
                                                                   {StopCause::first_found, "first"},
                                                                   {StopCause::interrupted, "interrupted"},
                                                                   {StopCause::lost_rank, "lost rank"},
                                                                   {StopCause::budget, "budget"}}};

const char* cause_name(StopCause cause) {
  for (const auto& [value, name] : causes) {
    if (value == cause) return name;
  }
  return "";
}

Json nullable(const std::optional<Integer>& value) {
  return value ? Json(value->str()) : Json();
}

Json to_json(const CountedRanks& ranks) {
  return {{"count", ranks.count.str()}, {"first", nullable(ranks.first)}};
}

// Doubles are written in hexadecimal, exactly.
std::string hexadecimal(double value) {
  return fmt::format("{:a}", value);
}

UsageError malformed(const std::string& field) {
  return UsageError("details.enumeration." + field + ": missing or malformed in a verdict to be merged");
}

Integer read_integer(const Json& json, const std::string& field) {
  if (json.contains(field) && json[field].is_string()) {
    if (const auto value = integer_from_string(json[field].get<std::string>())) return *value;
  }
  throw malformed(field);
}

std::optional<Integer> read_nullable(const Json& json, const std::string& field) {
  if (json.contains(field) && json[field].is_null()) return std::nullopt;
  return read_integer(json, field);
}

CountedRanks read_ranks(const Json& json, const std::string& field) {
  if (!json.is_object()) throw malformed(field);
  return {read_integer(json, "count"), read_nullable(json, "first")};
}

CountedRanks read_ranks_of(const Json& json, const std::string& field) {
  if (!json.contains(field)) throw malformed(field);
  return read_ranks(json[field], field);
}

double read_double(const Json& json, const std::string& field) {
  if (!json.contains(field) || !json[field].is_string()) throw malformed(field);
  const std::string text = json[field].get<std::string>();
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(value)) throw malformed(field);
  return value;
}

// Of a number that is not negative; by halves, which both fit.
std::uint64_t modulo_2_64(const Integer& value) {
  const Integer half = Integer(1) << 32;
  const auto low = static_cast<std::uint64_t>(to_long(Integer(value % half)));
  const auto high = static_cast<std::uint64_t>(to_long(Integer(value / half % half)));
  return high << 32 | low;
}

std::uint64_t read_sum(const Json& json, const std::string& field) {
  const Integer value = read_integer(json, field);
  if (value < 0 || value >= (Integer(1) << 64)) throw malformed(field);
  return static_cast<std::uint64_t>(value);
}

void merge_into(CountedRanks& whole, const CountedRanks& part) {
  whole.count += part.count;
  if (part.first && (!whole.first || *part.first < *whole.first)) whole.first = part.first;
}

}  // namespace

InputCounts Observation::input_counts() const {
  InputCounts counts{space, total, checked, failing.count, undecided.count, not_judged};
  if (!no_inputs) return counts;
  // How many words are inputs is known once all have been looked at.
  counts.checked -= *no_inputs;
  counts.total = counts.space = counts.checked;
  counts.total_is_known = complete();
  counts.space_is_known = complete() && total == space;
  return counts;
}

namespace {

// What does not hang on how many words there are besides those that were judged.
template <class Rank>
Observation in_ranks(const Task& task, const EnumerationResult& result, const Rank& rank_of) {
  const Tally& tally = result.tally;
  const auto rank = [&](InputIndex index) -> std::optional<Integer> {
    if (index == no_input) return std::nullopt;
    return rank_of(index);
  };
  const auto ranks = [&](const Incidents& incidents) {
    return CountedRanks{Integer(incidents.count), rank(incidents.first)};
  };
  Observation o;
  o.space = task.space().size();
  o.failing = ranks(tally.failing);
  o.undecided = ranks(tally.undecided);
  o.extra = ranks(tally.extra);
  for (const Incidents& incidents : tally.conditions) o.conditions.push_back(ranks(incidents));
  o.fell_back = Integer(tally.fell_back);
  for (const InputIndex index : tally.failing_list) o.failing_ranks.push_back(*rank(index));
  o.worst = tally.worst;
  o.worst_rank = rank(tally.worst_index);
  o.error_bound = tally.error_bound;
  if (std::isfinite(tally.margin_bound)) o.margin_bound = tally.margin_bound;
  o.least_gaps = tally.least_gaps();
  if (std::isfinite(tally.least_yes)) o.least_yes = tally.least_yes;
  if (std::isfinite(tally.greatest_no)) o.greatest_no = tally.greatest_no;
  o.cause = result.cause;
  return o;
}

}  // namespace

Observation observe(const Task& task, const VerifyOptions& options, const EnumerationResult& result) {
  const Tally& tally = result.tally;
  Observation o = in_ranks(task, result, [&](InputIndex index) { return part_rank(options.part, index); });
  o.total = result.total;
  o.checked = Integer(tally.checked);
  if (task.has_other_words()) o.no_inputs = Integer(tally.no_inputs);
  if (task.judges_some_only()) o.not_judged = Integer(tally.not_judged);
  o.rank_sum = options.part.modulus * tally.index_sum + options.part.residue * tally.checked;
  return o;
}

Observation observe(const Task& task, const ListedInputs& list, const EnumerationResult& result) {
  Observation o =
      in_ranks(task, result, [&](InputIndex index) { return task.space().rank(list.judged[index]); });
  o.total = o.space;
  // Of the words outside of the list nothing is said before all of it was judged.
  o.checked = Integer(result.tally.checked);
  Integer no_inputs = 0;
  Integer not_judged = 0;
  if (result.tally.no_inputs != 0 || result.tally.not_judged != 0)
    throw std::logic_error("a word that the conditions were found to leave is not judged");
  if (result.complete()) {
    no_inputs = o.space - list.inputs;
    not_judged = list.inputs - Integer(list.judged.size());
    o.checked += no_inputs + not_judged;
    o.rank_sum = rank_sum_of(o.space, Part());
  }
  if (task.has_other_words()) o.no_inputs = no_inputs;
  if (task.judges_some_only()) o.not_judged = not_judged;
  return o;
}

Json to_json(const Observation& o) {
  Json failing = Json::array();
  for (const Integer& rank : o.failing_ranks) failing.push_back(rank.str());
  Json result = {{"space", o.space.str()},
                 {"total", o.total.str()},
                 {"checked", o.checked.str()},
                 {"failing", to_json(o.failing)},
                 {"undecided", to_json(o.undecided)},
                 {"extra", to_json(o.extra)},
                 {"handed_to_exact", o.fell_back.str()},
                 {"rank_sum", std::to_string(o.rank_sum)},
                 {"failing_ranks", std::move(failing)},
                 {"worst", hexadecimal(o.worst)},
                 {"worst_rank", nullable(o.worst_rank)},
                 {"error_bound", hexadecimal(o.error_bound)},
                 {"least_gaps", Json::array()},
                 {"cause", cause_name(o.cause)}};
  for (const auto& gap : o.least_gaps) result["least_gaps"].push_back(nullable(gap));
  for (const CountedRanks& counted : o.conditions) result["conditions"].push_back(to_json(counted));
  if (o.no_inputs) result["no_inputs"] = o.no_inputs->str();
  if (o.not_judged) result["not_judged"] = o.not_judged->str();
  if (o.margin_bound) result["margin_bound"] = hexadecimal(*o.margin_bound);
  if (o.least_yes) result["least_yes"] = hexadecimal(*o.least_yes);
  if (o.greatest_no) result["greatest_no"] = hexadecimal(*o.greatest_no);
  return result;
}

Observation observation_from_json(const Json& json) {
  if (!json.is_object()) throw malformed("");
  Observation o;
  o.space = read_integer(json, "space");
  o.total = read_integer(json, "total");
  o.checked = read_integer(json, "checked");
  o.failing = read_ranks_of(json, "failing");
  o.undecided = read_ranks_of(json, "undecided");
  o.extra = read_ranks_of(json, "extra");
  if (json.contains("conditions")) {
    if (!json["conditions"].is_array()) throw malformed("conditions");
    for (const Json& entry : json["conditions"]) o.conditions.push_back(read_ranks(entry, "conditions"));
  }
  if (json.contains("no_inputs")) o.no_inputs = read_integer(json, "no_inputs");
  if (json.contains("not_judged")) o.not_judged = read_integer(json, "not_judged");
  o.fell_back = read_integer(json, "handed_to_exact");
  o.rank_sum = read_sum(json, "rank_sum");
  if (!json.contains("failing_ranks") || !json["failing_ranks"].is_array()) throw malformed("failing_ranks");
  for (const auto& entry : json["failing_ranks"]) {
    const auto rank = entry.is_string() ? integer_from_string(entry.get<std::string>()) : std::nullopt;
    if (!rank) throw malformed("failing_ranks");
    o.failing_ranks.push_back(*rank);
  }
  o.worst = read_double(json, "worst");
  o.worst_rank = read_nullable(json, "worst_rank");
  o.error_bound = read_double(json, "error_bound");
  if (!json.contains("least_gaps") || !json["least_gaps"].is_array()) throw malformed("least_gaps");
  for (const Json& entry : json["least_gaps"])
    o.least_gaps.push_back(read_nullable({{"least_gaps", entry}}, "least_gaps"));
  if (json.contains("margin_bound")) o.margin_bound = read_double(json, "margin_bound");
  if (json.contains("least_yes")) o.least_yes = read_double(json, "least_yes");
  if (json.contains("greatest_no")) o.greatest_no = read_double(json, "greatest_no");
  const std::string cause = json.value("cause", "");
  const auto known =
      std::find_if(causes.begin(), causes.end(), [&](const auto& c) { return cause == c.second; });
  if (known == causes.end()) throw malformed("cause");
  o.cause = known->first;
  return o;
}

std::uint64_t rank_sum_of(const Integer& space, const Part& part) {
  const Integer count = part_size(space, part);
  return modulo_2_64(Integer(part.modulus) * (count * (count - 1) / 2) + Integer(part.residue) * count);
}

void check_observation(const Observation& o, const Integer& space, const Part& part) {
  const auto expect = [](bool condition, const std::string& field) {
    if (!condition)
      throw UsageError("details.enumeration." + field + ": impossible in this part of this run");
  };
  const auto in_part = [&](const std::optional<Integer>& rank) {
    return !rank || (*rank >= 0 && *rank < space && *rank % part.modulus == part.residue);
  };
  expect(o.space == space, "space");
  expect(o.total == part_size(space, part), "total");
  expect(o.checked >= 0 && o.checked <= o.total, "checked");
  expect(o.no_inputs.value_or(0) >= 0 && o.not_judged.value_or(0) >= 0 && o.judged() >= 0, "not_judged");
  const Integer judged = o.judged();
  const auto expect_counted = [&](const CountedRanks& ranks, const char* field) {
    expect(ranks.count >= 0 && ranks.count <= judged, field);
    expect(ranks.first.has_value() == (ranks.count != 0) && in_part(ranks.first), field);
  };
  expect_counted(o.failing, "failing");
  expect_counted(o.undecided, "undecided");
  expect_counted(o.extra, "extra");
  for (const CountedRanks& ranks : o.conditions) expect_counted(ranks, "conditions");
  expect(o.failing.count + o.undecided.count <= judged, "undecided");
  expect(o.fell_back >= 0 && o.fell_back <= judged, "handed_to_exact");
  expect(Integer(o.failing_ranks.size()) <= o.failing.count, "failing_ranks");
  for (std::size_t k = 0; k < o.failing_ranks.size(); ++k) {
    const Integer& rank = o.failing_ranks[k];
    expect(in_part(rank) && (k == 0 ? rank == *o.failing.first : rank > o.failing_ranks[k - 1]),
           "failing_ranks");
  }
  expect(o.worst_rank.has_value() == (judged != 0) && in_part(o.worst_rank), "worst_rank");
  expect(o.error_bound >= 0, "error_bound");
  for (const auto& gap : o.least_gaps) expect(!gap || *gap >= 0, "least_gaps");
  expect(o.margin_bound.has_value() == (judged != 0), "margin_bound");
  expect(!o.complete() || o.rank_sum == rank_sum_of(space, part), "rank_sum");
  // What is ill-formed is not begun, and ends so.
  expect(o.cause == StopCause::finished ? o.complete() || o.checked == 0 : !o.complete(), "cause");
}

std::vector<Observation> observations_of(const std::vector<Json>& parts, const InputSpace& space) {
  std::vector<Observation> result;
  for (const Json& part : parts) {
    result.push_back(observation_from_json(part.at("details").at("enumeration")));
    if (result.back().space != space.size()) {
      throw UsageError("inputs.space: not the input space of this setting");
    }
  }
  return result;
}

Observation merge(const std::vector<Observation>& parts, std::size_t failing_limit) {
  Observation whole;
  for (const Observation& part : parts) {
    whole.space = part.space;
    whole.total += part.total;
    whole.checked += part.checked;
    merge_into(whole.failing, part.failing);
    merge_into(whole.undecided, part.undecided);
    merge_into(whole.extra, part.extra);
    whole.conditions.resize(std::max(whole.conditions.size(), part.conditions.size()));
    for (std::size_t k = 0; k < part.conditions.size(); ++k)
      merge_into(whole.conditions[k], part.conditions[k]);
    if (part.no_inputs) whole.no_inputs = whole.no_inputs.value_or(0) + *part.no_inputs;
    if (part.not_judged) whole.not_judged = whole.not_judged.value_or(0) + *part.not_judged;
    whole.fell_back += part.fell_back;
    whole.rank_sum += part.rank_sum;
    whole.failing_ranks.insert(whole.failing_ranks.end(), part.failing_ranks.begin(),
                               part.failing_ranks.end());
    if (part.worst_rank && (!whole.worst_rank || part.worst > whole.worst ||
                            (part.worst == whole.worst && *part.worst_rank < *whole.worst_rank))) {
      whole.worst = part.worst;
      whole.worst_rank = part.worst_rank;
    }
    whole.error_bound = std::max(whole.error_bound, part.error_bound);
    if (part.margin_bound && (!whole.margin_bound || *part.margin_bound < *whole.margin_bound))
      whole.margin_bound = part.margin_bound;
    whole.least_gaps.resize(std::max(whole.least_gaps.size(), part.least_gaps.size()));
    for (std::size_t unit = 0; unit < part.least_gaps.size(); ++unit) {
      const auto& gap = part.least_gaps[unit];
      std::optional<Integer>& least = whole.least_gaps[unit];
      if (gap && (!least || *gap < *least)) least = gap;
    }
    if (part.least_yes && (!whole.least_yes || *part.least_yes < *whole.least_yes))
      whole.least_yes = part.least_yes;
    if (part.greatest_no && (!whole.greatest_no || *part.greatest_no > *whole.greatest_no)) {
      whole.greatest_no = part.greatest_no;
    }
    if (part.cause != StopCause::finished) whole.cause = part.cause;
  }
  std::sort(whole.failing_ranks.begin(), whole.failing_ranks.end());
  if (whole.failing_ranks.size() > failing_limit) whole.failing_ranks.resize(failing_limit);
  return whole;
}

}  // namespace attest
