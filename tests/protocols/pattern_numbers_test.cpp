// Numbers of message patterns against the list of all patterns, and patterns as inputs of a task.
#include "protocols/pattern_numbers.hpp"

#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"
#include "constructions/anna/routing.hpp"
#include "numeric/integer.hpp"
#include "protocols/pattern_task.hpp"

namespace attest::mpc::pattern_numbers_test {

TEST_CASE("Patterns are numbered in the order in which they are listed", "[mpc]") {
  for (const RoundLimits limits : {RoundLimits{1, 1, 2}, RoundLimits{1, 3, 2}, RoundLimits{2, 2, 2},
                                   RoundLimits{2, 3, 1}, RoundLimits{3, 1, 3}, RoundLimits{3, 2, 1}}) {
    INFO(limits.q << " " << limits.s << " " << limits.letters);
    const PatternNumbers numbers(limits);
    const PatternTask task(limits);
    Integer seen = 0;
    Pattern raised;
    for_every_pattern(limits.q, limits.s, limits.letters, [&](const Pattern& pattern) {
      REQUIRE(numbers.pattern(seen) == pattern);
      REQUIRE(numbers.rank(pattern) == seen);
      if (seen == 0 || !numbers.raise_words(raised)) raised = pattern;
      REQUIRE(raised == pattern);
      const Word word = task.space().unrank(seen);
      REQUIRE(task.pattern(word) == pattern);
      REQUIRE(task.from_json(task.to_json(word)) == word);
      ++seen;
      return true;
    });
    CHECK(seen == numbers.count());
    CHECK(task.space().size() == seen);
    CHECK_FALSE(task.has_other_words());
    CHECK_THROWS_AS(numbers.pattern(seen), std::out_of_range);
    CHECK_THROWS_AS(numbers.pattern(-1), std::out_of_range);
  }
}

TEST_CASE("A pattern whose number has more than 32 bits is a word of several symbols", "[mpc]") {
  const RoundLimits limits{5, 4, 16};
  const PatternTask task(limits);
  const Integer count = task.numbers().count();
  REQUIRE(count > (Integer(1) << 64));
  CHECK(task.has_other_words());
  CHECK(task.space().size() >= count);
  for (const Integer& rank : {Integer(0), Integer(1) << 31, Integer(1) << 32, Integer(1) << 63,
                              Integer(1) << 64, Integer(count / 3), Integer(count - 1)}) {
    const Word word = task.space().unrank(rank);
    CHECK(task.standing(word) == Standing::judged);
    const Pattern pattern = task.pattern(word);
    CHECK(task.numbers().rank(pattern) == rank);
    CHECK(task.from_json(task.to_json(word)) == word);
  }
  const Word behind = task.space().unrank(count);
  CHECK(task.standing(behind) == Standing::excluded);
  CHECK_THROWS_WITH(task.pattern(behind), Catch::Contains("a rank from 0 to " + Integer(count - 1).str()));
}

TEST_CASE("What is judged of a machine tells messages apart", "[mpc]") {
  const PatternTask task({2, 3, 2});
  CHECK(task.judged_of({}) == std::vector<long>{0, 0, 0, 0, 0, 0});
  CHECK(task.judged_of({{1, {0, 1}}, {2, {1}}}) == std::vector<long>{1, 1, 0, 2, 2, 2});
  CHECK(task.judged_of({{1, {0, 1}}}) != task.judged_of({{1, {0}}, {1, {1}}}));
  // Machine 2 sends the words 1, 0 to machine 1: of six numbers for each machine.
  const Word word = task.from_json(Json::parse(R"({"messages": [{"from": 2, "to": 1, "words": [1, 0]}]})"));
  std::vector<long> truths;
  for (std::size_t which = 0; which < task.judged_positions().size(); ++which)
    truths.push_back(task.truth(word, which));
  CHECK(truths == std::vector<long>{2, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0});
  CHECK(task.position_name(7) == Json::parse("[2, 2]"));
}

TEST_CASE("Parts of routing are put together to the whole", "[mpc]") {
  const auto claim = anna_routing_claim();
  const Parameters parameters = parse_parameters(claim->info().parameters, {"q=2", "s=2"});
  const Verdict whole = claim->verify(Variant::constructed, parameters, {});
  CHECK(whole.status == Status::holds);
  CHECK(whole.inputs.checked == 161);
  std::vector<Json> parts;
  for (unsigned long r = 0; r < 4; ++r) {
    VerifyOptions options;
    options.part = {r, 4, true};
    parts.push_back(to_json(claim->verify(Variant::constructed, parameters, options)));
    CHECK(parts.back()["inputs"]["checked"] == (r == 0 ? "41" : "40"));
  }
  Json expected = to_json(whole);
  Json merged = to_json(claim->merge(Variant::constructed, parameters, parts, {}));
  for (Json* document : {&expected, &merged}) document->erase("seconds");
  CHECK(merged == expected);
}

}  // namespace attest::mpc::pattern_numbers_test
