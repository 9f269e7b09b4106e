// A cover whose cases several ranks share, against the same by one process.
#include <catch2/catch.hpp>

#include "fixtures.hpp"
#include "ranks/ranks_of_threads.hpp"
#include "verification/cover/method.hpp"
#include "verification/cover/parts.hpp"

namespace attest::ranks::tests {
namespace {

VerifyOptions of_one_thread(const std::atomic<bool>& stop) {
  VerifyOptions options;
  options.threads = 1;
  options.interrupted = &stop;
  return options;
}

// What is seen of a setting, with the first wrong input and first tie. Stopped for another rank that came too late.
Json covered(const LayerSetting& setting, const SharedWork* work, const std::atomic<bool>& stop) {
  const auto method = cover::method_for(setting);
  const cover::Covered all = method->cover_all(true, of_one_thread(stop), work);
  if (!all.output.complete() && work != nullptr && work->crew->follower) throw Stopped();
  return cover::to_json(all, setting.task().space());
}

const std::vector<std::function<fixtures::Setting()>>& settings() {
  static const std::vector<std::function<fixtures::Setting()>> all{
      [] { return fixtures::strassen(4); },
      // Wrong on some inputs, in several cases.
      [] { return fixtures::setting_of("strassen/function-composition", Variant::printed, {"n=4"}); },
      // A longer one, with several judged tokens.
      [] { return fixtures::setting_of("strassen/relation-composition", Variant::repaired, {"m=5"}); },
      // With ties.
      [] {
        return fixtures::setting_of("strassen/match3", Variant::repaired, {"n=4", "m=3"});
      },
  };
  return all;
}

}  // namespace

TEST_CASE("Ranks that share a cover say what one process says", "[ranks][cover]") {
  std::uint64_t handed = 0;
  for (const auto& make : settings()) {
    const std::atomic<bool> never{false};
    const auto setting = make();
    const Json expected = covered(*setting, nullptr, never);
    CHECK(expected["output"]["cases"] == expected["output"]["cases_done"]);
    for (const int ranks : {2, 4}) {
      Post post(ranks);
      const auto shared = on_ranks<Json>(post, [&](const SharedWork* work, const std::atomic<bool>& stop) {
        const auto mine = make();
        return covered(*mine, work, stop);
      });
      handed += shared.ended.traffic.ranges;
      expect_all(shared, [&](const Json& of_rank) { return of_rank == expected; });
    }
  }
  CHECK(handed > 0);
}

TEST_CASE("A rank that says of a case of a cover what cannot be is lost", "[ranks][cover]") {
  const std::vector<std::function<void(Json&)>> lies{
      [](Json& says) { says[0][0]["cases_done"] = "0"; },
      [](Json& says) {
        says[0][0]["cases_done"] = "0";
        says[0][0]["cause"] = "interrupted";
      },
      [](Json& says) { says[0][0]["winners"] = "0"; },
      [](Json& says) { says[0][0]["cause"] = "interrupted"; },
      [](Json& says) { says[0][0]["wrong"] = "1"; },
      [](Json& says) {
        says[0][0]["first_wrong"] = {{"case", "0"}, {"unit", "1"}, {"rank", "0"}};
        says[0][0]["wrong"] = says[0][0]["evaluated"] = "1";
      },
      [](Json& says) { says[0].erase(0); },
      [](Json& says) { says.push_back(Json()); },
      [](Json& says) { says = "nothing"; },
  };
  for (const auto& lie : lies) {
    expect_lost(lie, [&](const SharedWork* work, const std::atomic<bool>& stop) {
      const VerifyOptions options = of_one_thread(stop);
      std::optional<RunLimit> limit;  // of a process there is one: rank 0's
      if (work->crew->leader) limit.emplace(options);
      const auto setting = fixtures::setting_of("strassen/relation-composition", Variant::repaired, {"m=5"});
      const auto method = cover::method_for(*setting);
      return method->cover_all(false, options, work).output.complete();
    });
  }
}

}  // namespace attest::ranks::tests
