// The split-VC dimension of a function whose words and partitions several ranks share, against the same by one process.
#include <algorithm>
#include <catch2/catch.hpp>

#include "lowerbounds/shattering/load_function.hpp"
#include "lowerbounds/shattering/multiset_function.hpp"
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

// sum2 l=7, which 12^7 words show to be symmetric; or not, where the word that is `odd` has the other value.
bool symmetric(const SharedWork* work, const std::atomic<bool>& stop, const WordOfLetters& odd = {}) {
  WordFunction f = named_function("sum2", {"l=7"}, 1);
  if (!odd.empty()) {
    f.value = [value = f.value, odd](const LetterIndex* word) {
      return value(word) != std::equal(odd.begin(), odd.end(), word);
    };
  }
  const MultisetFunction shared(
      f, [&stop] { return stop.load(); }, work);
  return shared.complete() && !shared.asymmetric_word();
}

}  // namespace

TEST_CASE("Ranks that share the words of a function find it symmetric, or not for one word",
          "[ranks][shatter]") {
  Integer ranges = 0;  // the scheduler decides which run has some
  for (const int ranks : {2, 4}) {
    for (const WordOfLetters& odd :
         {WordOfLetters{}, WordOfLetters{0, 0, 0, 0, 0, 1, 0}, WordOfLetters{11, 0, 3, 2, 1, 0, 0},
          WordOfLetters{11, 11, 11, 11, 11, 11, 10}}) {
      Post post(ranks);
      const auto shared = on_ranks<bool>(post, [&](const SharedWork* work, const std::atomic<bool>& stop) {
        return symmetric(work, stop, odd);
      });
      ranges += shared.ended.traffic.ranges;
      expect_all(shared, [&](bool is) { return is == odd.empty(); });
    }
  }
  CHECK(ranges > 0);
}

TEST_CASE("A rank that says of words what cannot be is lost", "[ranks][shatter]") {
  const std::vector<std::function<void(Json&)>> lies{
      [](Json& says) { says["asymmetric"] = {0, 1, 2, 3, 4, 5, 6}; },  // in its order
      [](Json& says) { says["asymmetric"] = {6, 5, 4, 3, 2, 1, 0}; },  // of the same value
      [](Json& says) {
        says["asymmetric"] = {1, 0};
      },                                                                // too short
      [](Json& says) { says["asymmetric"] = {1, 0, 2, 3, 4, 5, 12}; },  // no letter
      [](Json& says) { says["asymmetric"] = "none"; },
      [](Json& says) { says = "nothing"; },
  };
  for (const auto& lie : lies) {
    expect_lost(lie,
                [](const SharedWork* work, const std::atomic<bool>& stop) { return symmetric(work, stop); });
  }
}

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
