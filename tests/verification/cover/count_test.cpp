// Failing inputs by disjoint boxes against the definition on every input.
#include <catch2/catch.hpp>

#include <cstdlib>

#include "fixtures.hpp"
#include "verification/cover/count.hpp"
#include "verification/cover/random_records.hpp"

namespace attest::cover_count_test {
namespace {

Integer by_definition(const LayerSetting& setting) {
  Integer failing = 0;
  const InputSpace& space = setting.task().space();
  for (Integer rank = 0; rank < space.size(); ++rank) {
    const Word word = space.unrank(rank);
    if (setting.task().standing(word) != Standing::judged) continue;
    bool fails = false;
    for (std::size_t which = 0; which < setting.task().judged_positions().size() && !fails; ++which) {
      fails = setting.rightness_of(setting.evaluate(word, which), setting.task().truth(word, which)) ==
              Status::refuted;
    }
    if (fails) failing += 1;
  }
  return failing;
}

struct Seen {
  int none = 0;
  int some = 0;
  int all = 0;
  int together = 0;  // several failing inputs in fewer boxes than inputs
};

void compare(const LayerSetting& setting, Seen& seen) {
  const cover::CoverProblem problem(setting);
  const Integer expected = by_definition(setting);
  const cover::FailingCount counted = cover::count_failing(problem, 1000000);
  CAPTURE(counted.reason);
  REQUIRE(counted.failing.has_value());
  REQUIRE(*counted.failing == expected);
  const Integer all = setting.task().space().size();
  ++(expected == 0 ? seen.none : expected == all ? seen.all : seen.some);
  if (expected != 0 && all > 4 && Integer(counted.boxes) < all) ++seen.together;
}

}  // namespace

TEST_CASE("A cover counts the failing inputs of 1000 random records",
          "[verification][cover][.][exhaustive]") {
  const char* factor = std::getenv("ATTEST_TEST_MULTIPLIER");
  const int count = 1000 * (factor != nullptr ? std::max(1, std::atoi(factor)) : 1);
  Seen seen;
  for (int k = 0; k < count; ++k) {
    std::mt19937_64 random(20261301 + static_cast<unsigned>(k));
    INFO("record " << k);
    compare(*random_records::random_setting(random), seen);
  }
  CAPTURE(seen.none, seen.some, seen.all, seen.together);
  CHECK(seen.none > count / 20);
  CHECK(seen.some > count / 10);
  CHECK(seen.all > count / 100);
  CHECK(seen.together > count / 20);
}

TEST_CASE("Of some words only, a cover counts the failing ones among the judged, on 1000 random records",
          "[verification][cover][.][exhaustive]") {
  Seen seen;
  for (unsigned k = 0; k < 1000; ++k) {
    std::mt19937_64 random(20261401 + k);
    INFO("record " << k);
    compare(*random_records::random_setting_of_some_words(random), seen);
  }
  CAPTURE(seen.none, seen.some, seen.together);
  CHECK(seen.none > 100);
  CHECK(seen.some > 100);
  CHECK(seen.together > 50);
}

TEST_CASE("A cover counts the failing inputs of the catalogue's theorems at weakened scales",
          "[verification][cover][.][exhaustive]") {
  Seen seen;
  const auto check = [&](const char* id, Variant variant, const std::vector<std::string>& words) {
    INFO(id);
    CAPTURE(words);
    compare(*fixtures::setting_of(id, variant, words), seen);
  };
  check("strassen/relation-composition", Variant::repaired, {"m=1"});
  check("strassen/relation-composition", Variant::repaired, {"m=2"});
  for (const char* factor : {"factor=0", "factor=2", "factor=4", "factor=5"})
    check("strassen/quotient-composition", Variant::printed, {"m=2", factor});
  for (const char* a2 : {"A2=1/4", "A2=1", "A2=4", "A2=8", "A2=14"}) {
    check("poly/function-composition", Variant::repaired, {"t=2", "n=2", a2});
    check("poly/function-composition", Variant::repaired, {"t=3", "n=2", a2});
  }
  for (const char* m : {"m=4", "m=5"}) {
    check("strassen/match3", Variant::repaired, {"n=2", m});
    check("strassen/match3", Variant::printed, {"n=3", m});
  }
  CHECK(seen.some > 5);
}

TEST_CASE("A count that takes too many boxes says so", "[verification][cover]") {
  const auto setting =
      fixtures::setting_of("strassen/quotient-composition", Variant::printed, {"m=2", "factor=4"});
  const cover::FailingCount counted = cover::count_failing(cover::CoverProblem(*setting), 3);
  CHECK_FALSE(counted.failing);
  CHECK(counted.reason.find("3 disjoint boxes") != std::string::npos);
}

}  // namespace attest::cover_count_test
