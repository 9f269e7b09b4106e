#include "verification/cover/parts.hpp"

#include <fmt/format.h>

#include <limits>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"
#include "verification/cover/standing.hpp"
#include "verification/cover/start.hpp"

namespace attest::cover {

namespace {

UsageError malformed(const std::string& field) {
  return UsageError(
      fmt::format("details.{}.{}: missing or malformed in a verdict to be merged", tallies_field, field));
}

void expect(bool condition, const std::string& field) {
  if (!condition) {
    throw UsageError(fmt::format("details.{}.{}: impossible in this part of this run", tallies_field, field));
  }
}

Integer read_integer(const Json& json, const std::string& field) {
  if (json.is_object() && json.contains(field) && json[field].is_string()) {
    if (const auto value = integer_from_string(json[field].get<std::string>())) return *value;
  }
  throw malformed(field);
}

// Sums of those of a million parts do not overflow.
std::uint64_t read_count(const Json& json, const std::string& field) {
  const auto value = fits_long(read_integer(json, field));
  if (!value || *value < 0 || *value > std::numeric_limits<long>::max() / 1000000) throw malformed(field);
  return static_cast<std::uint64_t>(*value);
}

Json to_json(const Result& result, const InputSpace& space) {
  const Tally& tally = result.tally;
  Json json{{"cases", std::to_string(result.contexts)},
            {"cases_done", std::to_string(result.contexts_done)},
            {"cause", result.cause},
            {"units", std::to_string(tally.units)},
            {"units_met", std::to_string(tally.units_met)},
            {"winners", std::to_string(tally.winners)},
            {"wrong", std::to_string(tally.wrong)},
            {"boxes", std::to_string(tally.boxes)},
            {"evaluated", std::to_string(tally.leaves)},
            {"undecided", std::to_string(tally.undecided)},
            {"first_wrong", Json()}};
  if (const auto& wrong = tally.first_wrong) {
    json["first_wrong"] = {{"case", std::to_string(wrong->start)},
                           {"unit", std::to_string(wrong->unit)},
                           {"rank", space.rank(wrong->word).str()}};
  }
  return json;
}

Result result_from_json(const Json& json, const Goal& goal) {
  Result result;
  result.goal = goal;
  result.contexts = read_count(json, "cases");
  result.contexts_done = read_count(json, "cases_done");
  const Json cause = json.value("cause", Json());
  if (!cause.is_string()) throw malformed("cause");
  result.cause = cause.get<std::string>();
  Tally& tally = result.tally;
  tally.units = read_count(json, "units");
  tally.units_met = read_count(json, "units_met");
  tally.winners = read_count(json, "winners");
  tally.wrong = read_count(json, "wrong");
  tally.boxes = read_count(json, "boxes");
  tally.leaves = read_count(json, "evaluated");
  tally.undecided = read_count(json, "undecided");
  return result;
}

// Reads what a part says it has seen, compared with what such a part of this cover can have seen.
class Reader {
 public:
  Reader(const Questions& problem, const std::vector<Start>& starts, const Part& part)
      : problem_(problem), starts_(starts), part_(part) {}

  // Of so many cases.
  Result read(const Json& json, const Goal& goal, std::size_t cases) const {
    Result result = result_from_json(json, goal);
    Tally& tally = result.tally;
    expect(result.contexts == cases, "cases");
    expect(result.contexts_done <= result.contexts, "cases_done");
    expect(result.complete() ? result.cause.empty()
                             : result.cause == interrupted_cause || result.cause == lost_rank_cause ||
                                   result.cause == budget_cause,
           "cause");
    expect(tally.units <= tally.units_met, "units");
    expect(part_.modulus != 1 || tally.units == tally.units_met, "units");
    // A unit that was looked at begins with a box, and ends with some candidate closed or with one that is wrong.
    expect(!result.complete() || tally.winners + tally.wrong >= tally.units, "winners");
    expect(!result.complete() || tally.boxes >= tally.units, "boxes");
    expect(tally.undecided <= tally.leaves && (goal.output || tally.undecided == 0), "undecided");
    expect(tally.leaves <= tally.boxes, "evaluated");
    const Json first = json.value("first_wrong", Json());
    expect(first.is_null() == (tally.wrong == 0) && tally.wrong <= tally.leaves, "wrong");
    if (!first.is_null()) tally.first_wrong = read_wrong(first, goal, tally);
    return result;
  }

 private:
  Tally::Counterexample read_wrong(const Json& json, const Goal& goal, const Tally& tally) const {
    Tally::Counterexample wrong;
    wrong.start = read_count(json, "case");
    wrong.unit = read_count(json, "unit");
    expect(wrong.start < starts_.size(), "case");
    expect(wrong.unit >= 1 && wrong.unit <= tally.units_met &&
               (wrong.start + wrong.unit - 1) % part_.modulus == part_.residue,
           "unit");
    const Start& start = starts_[wrong.start];
    wrong.which = start.which;
    const Integer rank = read_integer(json, "rank");
    const LayerTask& task = problem_.task();
    expect(rank >= 0 && rank < task.space().size(), "rank");
    wrong.word = task.space().unrank(rank);
    for (std::size_t p = 0; p < wrong.word.size(); ++p) {
      expect(start.symbols[p] == free_symbol || static_cast<Symbol>(start.symbols[p]) == wrong.word[p],
             "rank");
    }
    expect(is_judged(problem_, wrong.word) && fails(wrong, goal), "rank");
    return wrong;
  }

  bool fails(const Tally::Counterexample& wrong, const Goal& goal) const {
    const LayerSetting& setting = problem_.setting();
    const attention::LayerOutput output = setting.evaluate(wrong.word, wrong.which);
    if (!goal.output) {
      const auto& gap = output.heads()[goal.head].gap;
      return gap && *gap == 0;
    }
    return setting.rightness_of(output, problem_.task().truth(wrong.word, wrong.which)) == Status::refuted;
  }

  const Questions& problem_;
  const std::vector<Start>& starts_;
  Part part_;
};

void merge_into(Result& whole, const Result& part) {
  if (whole.complete() && part.complete()) expect(whole.tally.units_met == part.tally.units_met, "units_met");
  const std::uint64_t met = std::max(whole.tally.units_met, part.tally.units_met);
  const auto place = [](const Tally::Counterexample& wrong) { return std::pair{wrong.start, wrong.unit}; };
  auto first = whole.tally.first_wrong;
  if (const auto& other = part.tally.first_wrong; other && (!first || place(*other) < place(*first)))
    first = other;
  whole.tally.merge(part.tally);
  whole.tally.units_met = met;
  whole.tally.first_wrong = std::move(first);
  whole.contexts += part.contexts;
  whole.contexts_done += part.contexts_done;
  if (whole.cause.empty()) whole.cause = part.cause;
}

}  // namespace

Json to_json(const Covered& covered, const InputSpace& space) {
  Json unique = Json::array();
  for (const Result& result : covered.unique) unique.push_back(to_json(result, space));
  return {{"output", to_json(covered.output, space)}, {"unique", unique}};
}

Json case_to_json(const std::vector<Result>& seen, std::size_t start, const InputSpace& space) {
  Json json = Json::array();
  for (Result result : seen) {
    result.contexts = 1;
    if (result.tally.first_wrong) result.tally.first_wrong->start = start;
    json.push_back(to_json(result, space));
  }
  return json;
}

std::vector<Result> case_from_json(const Json& json, const std::vector<Result>& empty, std::size_t start,
                                   const Questions& problem, const std::vector<Start>& starts,
                                   const Part& part) {
  if (!json.is_array() || json.size() != empty.size()) throw malformed("cases");
  const Reader reader(problem, starts, part);
  std::vector<Result> seen;
  for (std::size_t g = 0; g < empty.size(); ++g) {
    Result result = reader.read(json[g], empty[g].goal, 1);
    expect(result.complete(), "cases_done");
    expect(!result.tally.first_wrong || result.tally.first_wrong->start == start, "case");
    result.contexts = 0;
    seen.push_back(std::move(result));
  }
  return seen;
}

Covered covered_by(const std::vector<Json>& verdicts, const Questions& problem,
                   const std::vector<Start>& starts, std::size_t heads, const Part& part) {
  std::vector<Goal> goals{Goal{}};
  for (std::size_t h = 0; h < heads; ++h) goals.push_back(Goal{false, h});
  std::vector<Result> whole;
  for (std::size_t k = 0; k < verdicts.size(); ++k) {
    const Reader reader(problem, starts, part.given ? part : Part{k, verdicts.size(), true});
    const Json json = verdicts[k].at("details").value(tallies_field, Json());
    const Json of_heads = json.is_object() ? json.value("unique", Json()) : Json();
    if (!of_heads.is_array() || of_heads.size() + 1 != goals.size()) throw malformed("unique");
    for (std::size_t g = 0; g < goals.size(); ++g) {
      const Result result =
          reader.read(g == 0 ? json.value("output", Json()) : of_heads[g - 1], goals[g], starts.size());
      if (k == 0) {
        whole.push_back(result);
      } else {
        merge_into(whole[g], result);
      }
    }
  }
  for (const Result& result : whole) {
    const bool all = !part.given && result.complete();
    expect(!all || result.tally.units == result.tally.units_met, "units");
  }
  Covered covered{whole.at(0), {}};
  covered.unique.assign(whole.begin() + 1, whole.end());
  return covered;
}

}  // namespace attest::cover
