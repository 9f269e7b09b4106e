#include "lowerbounds/communication/tuple_run.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "lowerbounds/communication/coverage.hpp"
#include "lowerbounds/communication/pointer_jumping.hpp"

namespace attest::tuple_run_test {

namespace {

std::string verdict_on(const Protocol& protocol, const BlockTuple& tuple) {
  RunResult result(Json::object());
  add_tuple_run(protocol, tuple, result);
  return result.to_json()["verdict"];
}

}  // namespace

TEST_CASE("A tuple is right exactly where the coverage of all tuples says that it is summed once",
          "[lowerbounds][run]") {
  for (const Protocol& protocol : {printed_strassen_protocol(), repaired_strassen_protocol(),
                                   printed_branch_protocol(3, 3), forehead_branch_protocol(3, 3, 3)}) {
    const Coverage coverage = coverage_of(protocol);
    const auto among = [](const std::vector<BlockTuple>& list, const BlockTuple& tuple) {
      return std::find(list.begin(), list.end(), tuple) != list.end();
    };
    for (const BlockTuple& tuple : all_block_tuples(protocol)) {
      const bool unknown = std::any_of(coverage.summed_unknown.begin(), coverage.summed_unknown.end(),
                                       [&](const Coverage::Unknown& each) { return each.tuple == tuple; });
      const bool bad = among(coverage.uncovered, tuple) || among(coverage.repeated, tuple) || unknown;
      CHECK(verdict_on(protocol, tuple) == (bad ? "refuted" : "holds"));
    }
  }
}

TEST_CASE("A sum that a player forgets, makes twice or cannot know shows on its tuple",
          "[lowerbounds][run]") {
  const Protocol sound = repaired_strassen_protocol();
  const BlockTuple tuple = sound.players[0].sums.front();
  CHECK(verdict_on(sound, tuple) == "holds");
  Protocol forgotten = sound;
  forgotten.players[0].sums.erase(forgotten.players[0].sums.begin());
  CHECK(verdict_on(forgotten, tuple) == "refuted");
  Protocol twice = sound;
  twice.players[1].sums.push_back(tuple);
  CHECK(verdict_on(twice, tuple) == "refuted");
  Protocol ignorant = sound;
  ignorant.players[0].knows = 0;
  CHECK(verdict_on(ignorant, tuple) == "refuted");
}

}  // namespace attest::tuple_run_test
