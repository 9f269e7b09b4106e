// Parts of a cover against the whole, and what a part cannot have seen.
#include "verification/cover/parts.hpp"

#include <catch2/catch.hpp>

#include <functional>

#include "claims/usage_error.hpp"
#include "fixtures.hpp"
#include "verification/cover/random_records.hpp"

namespace attest::cover_parts_test {
namespace {

cover::Covered covered(const cover::CoverProblem& problem, Part part) {
  VerifyOptions options;
  options.threads = 1;
  options.part = part;
  return cover::cover_all(problem, true, options);
}

const InputSpace& space_of(const cover::CoverProblem& problem) {
  return problem.task().space();
}

cover::Covered covered_by(const std::vector<Json>& verdicts, const cover::CoverProblem& problem, bool unique,
                          const Part& part) {
  return cover::covered_by(verdicts, problem, cover::starts_of(problem), unique ? problem.heads().size() : 0,
                           part);
}

Json verdict_with(const Json& tallies) {
  return {{"details", {{cover::tallies_field, tallies}}}};
}

std::vector<Json> parts_of(const cover::CoverProblem& problem, unsigned long modulus) {
  std::vector<Json> parts;
  for (unsigned long r = 0; r < modulus; ++r)
    parts.push_back(verdict_with(cover::to_json(covered(problem, {r, modulus, true}), space_of(problem))));
  return parts;
}

void check_same(const cover::Result& a, const cover::Result& b) {
  CHECK(a.complete());
  CHECK(a.tally.units == b.tally.units);
  CHECK(a.tally.units_met == b.tally.units_met);
  CHECK(a.tally.winners == b.tally.winners);
  CHECK(a.tally.wrong == b.tally.wrong);
  CHECK(a.tally.boxes == b.tally.boxes);
  CHECK(a.tally.leaves == b.tally.leaves);
  CHECK(a.tally.undecided == b.tally.undecided);
  REQUIRE(a.tally.first_wrong.has_value() == b.tally.first_wrong.has_value());
  if (!a.tally.first_wrong) return;
  CHECK(a.tally.first_wrong->word == b.tally.first_wrong->word);
  CHECK(a.tally.first_wrong->which == b.tally.first_wrong->which);
  CHECK(a.tally.first_wrong->start == b.tally.first_wrong->start);
  CHECK(a.tally.first_wrong->unit == b.tally.first_wrong->unit);
}

struct Seen {
  int wrong = 0;
  int ties = 0;
  int divided = 0;  // several parts that have units
  int without = 0;  // parts that have none
};

void compare(const cover::CoverProblem& problem, Seen& seen) {
  const cover::Covered whole = covered(problem, {});
  CHECK(whole.output.tally.units == whole.output.tally.units_met);
  for (unsigned long modulus = 1; modulus <= 5; ++modulus) {
    const std::vector<Json> parts = parts_of(problem, modulus);
    const cover::Covered together = covered_by(parts, problem, true, {});
    check_same(together.output, whole.output);
    REQUIRE(together.unique.size() == whole.unique.size());
    for (std::size_t h = 0; h < whole.unique.size(); ++h) {
      check_same(together.unique[h], whole.unique[h]);
      seen.ties += whole.unique[h].tally.first_wrong ? 1 : 0;
    }
    int with_units = 0;
    for (unsigned long r = 0; r < modulus; ++r) {
      const cover::Covered one = covered(problem, {r, modulus, true});
      with_units += one.output.tally.units != 0 ? 1 : 0;
      check_same(covered_by({parts[r]}, problem, true, {r, modulus, true}).output, one.output);
    }
    seen.divided += with_units > 1 ? 1 : 0;
    seen.without += static_cast<unsigned long>(with_units) < modulus ? 1 : 0;
  }
  seen.wrong += whole.output.tally.first_wrong ? 1 : 0;
}

}  // namespace

TEST_CASE("One to five parts of a cover are the whole, on 300 random records", "[verification][cover]") {
  Seen seen;
  for (unsigned k = 0; k < 300; ++k) {
    std::mt19937_64 random(20261126 + k);
    INFO("record " << k);
    const auto setting = k % 3 == 2 ? random_records::random_setting_of_some_words(random)
                                    : random_records::random_setting(random);
    compare(cover::CoverProblem(*setting), seen);
  }
  CAPTURE(seen.wrong, seen.ties, seen.divided, seen.without);
  CHECK(seen.wrong > 50);
  CHECK(seen.ties > 50);
  CHECK(seen.divided > 500);
  CHECK(seen.without > 0);
}

TEST_CASE("Parts along a forest, of heads looked at together and of winners are the whole",
          "[verification][cover]") {
  Seen seen;
  const auto look = [&](const std::string& claim, const std::vector<std::string>& sizes,
                        Variant variant = Variant::repaired) {
    INFO(claim);
    const auto setting = fixtures::setting_of(claim, variant, sizes);
    compare(cover::CoverProblem(*setting), seen);
  };
  look("strassen/function-composition", {"n=4"});
  look("poly/function-composition", {"t=2", "n=3", "A2=2"});
  look("strassen/match3", {"n=3", "m=5"});
  look("strassen/relation-composition", {"m=2"});
  look("strassen/quotient-composition", {"m=2", "factor=4"}, Variant::printed);
  CHECK(seen.divided >= 5 * 4);
}

TEST_CASE("What a part of a cover cannot have seen is refused", "[verification][cover]") {
  // Weakened, so that outputs are wrong.
  const auto setting =
      fixtures::setting_of("strassen/quotient-composition", Variant::printed, {"m=2", "factor=1"});
  const cover::CoverProblem problem(*setting);
  const Part part{1, 3, true};
  const cover::Covered one = covered(problem, part);
  const Json good = cover::to_json(one, space_of(problem));
  REQUIRE(one.output.tally.first_wrong.has_value());
  REQUIRE_NOTHROW(covered_by({verdict_with(good)}, problem, true, part));
  const auto refuses = [&](const std::string& field, const std::function<void(Json&)>& change) {
    INFO(field);
    Json changed = good;
    change(changed);
    REQUIRE(changed != good);
    CHECK_THROWS_AS(covered_by({verdict_with(changed)}, problem, true, part), UsageError);
  };
  for (const char* field :
       {"cases", "cases_done", "units", "units_met", "winners", "wrong", "boxes", "evaluated", "undecided"}) {
    refuses(field, [&](Json& json) { json["output"].erase(field); });
    refuses(field, [&](Json& json) { json["output"][field] = 1; });
    refuses(field, [&](Json& json) { json["output"][field] = "-1"; });
    refuses(field, [&](Json& json) { json["output"][field] = "9223372036854775807"; });
  }
  const std::string zero = "0";
  refuses("cases", [&](Json& json) { json["output"]["cases"] = "3"; });
  refuses("cases_done", [&](Json& json) { json["output"]["cases_done"] = zero; });
  refuses("cause", [&](Json& json) { json["output"]["cause"] = "interrupted"; });
  refuses("cause", [&](Json& json) { json["output"]["cause"] = Json(); });
  refuses("winners", [&](Json& json) { json["output"]["winners"] = zero; });
  refuses("wrong", [&](Json& json) { json["output"]["wrong"] = zero; });
  refuses("boxes", [&](Json& json) { json["output"]["boxes"] = zero; });
  refuses("first_wrong", [&](Json& json) { json["output"]["first_wrong"] = Json(); });
  refuses("unit of another part", [&](Json& json) {
    auto& first = json["output"]["first_wrong"];
    first["unit"] = std::to_string(one.output.tally.first_wrong->unit + 1);
  });
  refuses("unit", [&](Json& json) { json["output"]["first_wrong"]["unit"] = zero; });
  refuses("case", [&](Json& json) { json["output"]["first_wrong"]["case"] = "99999"; });
  refuses("rank", [&](Json& json) { json["output"]["first_wrong"]["rank"] = "99999999"; });
  // A right input in the place of the wrong one.
  for (Integer rank = 0; rank < space_of(problem).size(); ++rank) {
    const Word word = space_of(problem).unrank(rank);
    const std::size_t which = one.output.tally.first_wrong->which;
    if (setting->rightness_of(setting->evaluate(word, which), setting->task().truth(word, which)) !=
        Status::holds) {
      continue;
    }
    refuses("rank", [&](Json& json) { json["output"]["first_wrong"]["rank"] = rank.str(); });
    break;
  }
  refuses("unique", [&](Json& json) { json["unique"] = Json::array(); });
  refuses("unique", [&](Json& json) { json.erase("unique"); });
  refuses("output", [&](Json& json) { json["output"] = 7; });
  CHECK_THROWS_AS(covered_by({Json{{"details", Json::object()}}}, problem, true, part), UsageError);
  CHECK_THROWS_AS(covered_by({verdict_with(good)}, problem, false, part), UsageError);
  // Of another part.
  CHECK_THROWS_AS(covered_by({verdict_with(good)}, problem, true, {0, 3, true}), UsageError);
}

TEST_CASE("Parts of a cover that do not add up are refused", "[verification][cover]") {
  const auto setting =
      fixtures::setting_of("strassen/quotient-composition", Variant::printed, {"m=2", "factor=6"});
  const cover::CoverProblem problem(*setting);
  const std::vector<Json> good = parts_of(problem, 3);
  REQUIRE_NOTHROW(covered_by(good, problem, true, {}));
  // One of them twice in the place of another of the same size, and one that says that it was less.
  const auto with = [&](const std::function<void(Json&)>& change) {
    std::vector<Json> parts = good;
    change(parts[1]["details"][cover::tallies_field]["output"]);
    return parts;
  };
  const auto more = [](const Json& count, long by) {
    return std::to_string(std::stol(count.get<std::string>()) + by);
  };
  CHECK_THROWS_AS(covered_by(with([&](Json& o) { o["units"] = more(o["units"], -1); }), problem, true, {}),
                  UsageError);
  CHECK_THROWS_AS(
      covered_by(with([&](Json& o) { o["units_met"] = more(o["units_met"], 1); }), problem, true, {}),
      UsageError);
}

}  // namespace attest::cover_parts_test
