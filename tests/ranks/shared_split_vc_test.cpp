// The split-VC dimension of a function whose partitions several ranks share, against the same by one process.
#include <catch2/catch.hpp>

#include "lowerbounds/shattering/load_function.hpp"
#include "lowerbounds/shattering/named_functions.hpp"
#include "lowerbounds/shattering/split_vc.hpp"
#include "ranks/ranks_of_threads.hpp"

namespace attest::ranks::tests {
namespace {

SplitVc dimension(const SharedWork* work, const std::atomic<bool>& stop) {
  const Stop stopped = [&stop] { return stop.load(); };
  const LoadedFunction loaded = load_function(named_function("random", {"n=12"}, 1), stopped);
  SplitVcOptions options;
  options.every_partition = true;
  options.stop = stopped;
  options.shared = work;
  return split_vc(*loaded.function, options);
}

}  // namespace

TEST_CASE("Ranks that share the partitions of a function say what one process says", "[ranks][shatter]") {
  const std::atomic<bool> never{false};
  const SplitVc alone = dimension(nullptr, never);
  REQUIRE(alone.complete());
  for (const int ranks : {2, 4}) {
    Post post(ranks);
    const auto shared = on_ranks<SplitVc>(
        post, [](const SharedWork* work, const std::atomic<bool>& stop) { return dimension(work, stop); });
    expect_all(shared, [&](const SplitVc& of_rank) {
      return of_rank.lower == alone.lower && of_rank.upper == alone.upper &&
             of_rank.visited == alone.visited && of_rank.witness.set == alone.witness.set;
    });
  }
}

TEST_CASE("A rank that says of partitions what cannot be is lost", "[ranks][shatter]") {
  const std::vector<std::function<void(Json&)>> lies{
      [](Json& says) { says[0][2] = 0; },  // settled by nothing
      [](Json& says) { says[0][2] = 99; },  [](Json& says) { says[0][0] = says[0][1].get<int>() + 1; },
      [](Json& says) { says[0][0] = -1; },  [](Json& says) { says[0][1] = 1000; },
      [](Json& says) { says.erase(0); },    [](Json& says) { says.push_back(says[0]); },
      [](Json& says) { says = "nothing"; },
  };
  for (const auto& lie : lies) {
    expect_lost(lie, [](const SharedWork* work, const std::atomic<bool>& stop) {
      return dimension(work, stop).complete();
    });
  }
}

}  // namespace attest::ranks::tests
