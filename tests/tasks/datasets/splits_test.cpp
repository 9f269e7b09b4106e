#include "tasks/datasets/splits.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "claims/usage_error.hpp"
#include "tasks/datasets/dataset.hpp"

namespace attest {

namespace {

using Key = std::vector<std::int64_t>;

// Of every part the originals that its file has.
std::vector<std::set<Key>> originals(const std::string& task, const std::vector<std::string>& words,
                                     const Splits& splits, std::uint64_t count, std::uint64_t seed) {
  const Dataset& dataset = find_dataset(task);
  std::vector<std::set<Key>> result;
  for (std::size_t part = 0; part < splits.parts().size(); ++part) {
    result.emplace_back();
    std::uint64_t examples = 0;
    dataset.generate(
        parse_parameters(dataset.parameters, words), count, seed,
        [&](const Example& example) {
          Key key(example.x.begin(), example.x.end());
          if (task.starts_with("match")) std::sort(key.begin(), key.end());
          key.insert(key.end(), example.col.begin(), example.col.end());
          result.back().insert(key);
          ++examples;
        },
        [] { return false; },
        [&](const Example& example) {
          return splits.part_of(original_of(example, dataset.rearranged), seed) == part;
        });
    CHECK(examples == count);
  }
  return result;
}

}  // namespace

TEST_CASE("Counts of parts are proportional and add up", "[datasets]") {
  const Splits splits = Splits::parse("train=8,validation=1,test=1");
  CHECK(splits.counts(10) == std::vector<std::uint64_t>{8, 1, 1});
  CHECK(splits.counts(19) == std::vector<std::uint64_t>{15, 2, 2});
  for (std::uint64_t count = 10; count < 200; ++count) {
    const auto counts = splits.counts(count);
    CHECK(counts[0] + counts[1] + counts[2] == count);
    CHECK(10 * counts[0] <= 8 * count);
    CHECK(10 * counts[0] + 10 > 8 * count);
  }
  CHECK_THROWS_AS(splits.counts(5), UsageError);
}

TEST_CASE("Parts that are none are refused", "[datasets]") {
  for (const char* text : {"", "train", "train=1", "train=1,train=2", "a=0,b=1", "a=1,b=-1", "a=1,,b=1",
                           "a=1,b=1,", "a/b=1,c=1", "=1,b=1", "a=1000001,b=1", "a=1.5,b=1"})
    CHECK_THROWS_AS(Splits::parse(text), UsageError);
}

TEST_CASE("An input is in one part, and parts have their shares of all inputs", "[datasets]") {
  const Splits splits = Splits::parse("a=3,b=1");
  for (const std::uint64_t seed : {1, 2, 3}) {
    std::map<std::size_t, int> counts;
    for (std::int64_t x = 0; x < 10; ++x) {
      for (std::int64_t y = 0; y < 10; ++y) {
        for (std::int64_t z = 0; z < 10; ++z) ++counts[splits.part_of(Key{x, y, z}, seed)];
      }
    }
    // 250 on average, standard deviation 13.7
    CHECK(counts[0] + counts[1] == 1000);
    CHECK(counts[1] > 180);
    CHECK(counts[1] < 320);
  }
}

TEST_CASE("The parts of a dataset share no original, however few inputs there are", "[datasets]") {
  const Splits splits = Splits::parse("train=2,test=1");
  for (const auto& [task, words] :
       {std::pair<std::string, std::vector<std::string>>{"function-composition", {"N_min=2", "N_max=3"}},
        {"relation-composition", {"N_min=2", "N_max=3"}},
        {"quotient-composition", {"N_min=2", "N_max=2"}},
        {"match3", {"N_min=6", "N_max=7", "M=5"}},
        {"match2", {"N=6", "M=7"}}}) {
    INFO(task);
    const auto parts = originals(task, words, splits, 200, 5);
    for (const Key& key : parts[0]) CHECK(parts[1].count(key) == 0);
    CHECK(parts[1].size() > 1);
    CHECK(parts[0].size() > 1);
  }
}

TEST_CASE("A part that no input belongs to is told and not waited for", "[datasets]") {
  const Dataset& dataset = find_dataset("function-composition");
  CHECK_THROWS_AS(dataset.generate(
                      parse_parameters(dataset.parameters, {"N_min=2", "N_max=2"}), 1, 1,
                      [](const Example&) {}, [] { return false; }, [](const Example&) { return false; }),
                  UsageError);
}

TEST_CASE("Match3's examples are shuffled: the bins do not stand one behind the other", "[datasets]") {
  const Dataset& dataset = find_dataset("match3");
  std::vector<long> ones;
  dataset.generate(
      parse_parameters(dataset.parameters, {}), 400, 3,
      [&](const Example& e) {
        ones.push_back(4 * std::count(e.y.begin(), e.y.end(), 1) / static_cast<long>(e.y.size()));
      },
      [] { return false; }, nullptr);
  long changes = 0;
  for (std::size_t k = 1; k < ones.size(); ++k) changes += std::min(3L, ones[k]) != std::min(3L, ones[k - 1]);
  CHECK(changes > 200);  // about 300 of 399; bin by bin there are 3
}

}  // namespace attest
