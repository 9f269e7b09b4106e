// What the parts of a divided run have observed, put together: field by field, in any order of the parts.
#include "verification/observation.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

namespace attest::observation_test {
namespace {

// Ranks that are R modulo 3 of a space of 30; the part of R = 1 was ended.
Observation part(long residue) {
  Observation o;
  o.space = 30;
  o.total = 10;
  o.checked = residue == 1 ? 4 : 10;
  o.fell_back = residue;
  o.rank_sum = static_cast<std::uint64_t>(100 + residue);
  o.worst_rank = Integer(residue);
  o.cause = residue == 1 ? StopCause::budget : StopCause::finished;
  return o;
}

std::vector<Observation> parts() {
  std::vector<Observation> all{part(0), part(1), part(2)};
  all[0].failing = {2, Integer(6)};
  all[0].failing_ranks = {6, 21};
  all[2].failing = {3, Integer(2)};
  all[2].failing_ranks = {2, 8, 29};
  all[1].undecided = {1, Integer(4)};
  all[2].undecided = {4, Integer(5)};
  all[1].extra = {2, Integer(1)};
  all[1].conditions = {{1, Integer(4)}, {0, std::nullopt}};
  all[2].conditions = {{2, Integer(2)}, {1, Integer(11)}};
  all[0].no_inputs = 1;
  all[2].no_inputs = 2;
  all[1].not_judged = 3;
  for (Observation& o : all) o.worst = 0.25;
  all[1].worst = 0.375;
  all[2].worst = 0.375;
  all[0].error_bound = 0.5;
  all[1].error_bound = 0.75;
  all[1].margin_bound = -0.25;
  all[2].margin_bound = 0.125;
  all[0].least_gaps = {Integer(7)};
  all[1].least_gaps = {std::nullopt, Integer(4)};
  all[2].least_gaps = {Integer(5), Integer(6)};
  all[0].least_yes = 2;
  all[1].least_yes = 1;
  all[0].greatest_no = -3;
  all[2].greatest_no = -2;
  return all;
}

void check_whole(const Observation& whole) {
  CHECK(whole.space == 30);
  CHECK(whole.total == 30);
  CHECK(whole.checked == 24);
  CHECK(whole.failing.count == 5);
  CHECK(whole.failing.first == Integer(2));
  CHECK(whole.failing_ranks == std::vector<Integer>{2, 6, 8, 21});
  CHECK(whole.undecided.count == 5);
  CHECK(whole.undecided.first == Integer(4));
  CHECK(whole.extra.count == 2);
  CHECK(whole.extra.first == Integer(1));
  REQUIRE(whole.conditions.size() == 2);
  CHECK(whole.conditions[0].count == 3);
  CHECK(whole.conditions[0].first == Integer(2));
  CHECK(whole.conditions[1].count == 1);
  CHECK(whole.conditions[1].first == Integer(11));
  CHECK(whole.no_inputs == Integer(3));
  CHECK(whole.not_judged == Integer(3));
  CHECK(whole.fell_back == 3);
  CHECK(whole.rank_sum == 303);
  CHECK(whole.worst == 0.375);
  CHECK(whole.worst_rank == Integer(1));  // of equal ones the first
  CHECK(whole.error_bound == 0.75);
  CHECK(whole.margin_bound == -0.25);
  CHECK(whole.least_gaps == std::vector<std::optional<Integer>>{Integer(5), Integer(4)});
  CHECK(whole.least_yes == 1);
  CHECK(whole.greatest_no == -2);
  CHECK(whole.cause == StopCause::budget);
  CHECK_FALSE(whole.complete());
}

}  // namespace

TEST_CASE("The whole has what its parts have, in whatever order they come", "[verification]") {
  std::vector<std::size_t> order{0, 1, 2};
  do {
    std::vector<Observation> all = parts();
    check_whole(merge({all[order[0]], all[order[1]], all[order[2]]}, 4));
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST_CASE("A whole of finished parts is finished, and has no field that none of them has", "[verification]") {
  const Observation whole = merge({part(0), part(2)}, 4);
  CHECK(whole.cause == StopCause::finished);
  CHECK(whole.complete());
  CHECK_FALSE(whole.no_inputs);
  CHECK_FALSE(whole.not_judged);
  CHECK_FALSE(whole.margin_bound);
  CHECK(whole.least_gaps.empty());
  CHECK_FALSE(whole.least_yes);
  CHECK_FALSE(whole.failing.first);
  CHECK(whole.undecided.count == 0);
}

}  // namespace attest::observation_test
