#include <catch2/catch.hpp>

#include "fixtures.hpp"
#include "oracles/direct_evaluation.hpp"

namespace attest::tasks_test {

namespace {

fixtures::Setting match2(long N, long M, const char* domain) {
  return fixtures::setting_of(
      "anna/ema-match2", Variant::printed,
      {fmt::format("N={}", N), fmt::format("M={}", M), fmt::format("domain={}", domain)});
}

}  // namespace

TEST_CASE("Match2 has M^N inputs over 1..M and (M+1)^N over 0..M", "[tasks]") {
  CHECK(match2(4, 5, "positive")->task().space().size() == 625);
  CHECK(match2(4, 5, "nonnegative")->task().space().size() == 1296);
}

TEST_CASE("Ranking counts the words in lexicographic order and unranking undoes it", "[tasks]") {
  const auto setting = match2(7, 2, "positive");
  const Task& task = setting->task();
  Integer rank = 0;
  oracle::for_each_word(7, 2, [&](const std::vector<long>& numbers) {
    Word word;
    for (const long number : numbers) word.push_back(static_cast<Symbol>(number - 1));
    CHECK(task.space().rank(word) == rank);
    CHECK(task.space().unrank(rank) == word);
    CHECK(task.from_json(task.to_json(word)) == word);
    ++rank;
  });
  CHECK(rank == task.space().size());
  CHECK_THROWS_AS(task.space().unrank(rank), std::out_of_range);
  CHECK_THROWS_AS(task.space().unrank(Integer(-1)), std::out_of_range);
}

TEST_CASE("Advancing by a step is adding it to the rank", "[tasks]") {
  const InputSpace space({3, 2, 5, 1, 4});
  const auto size = static_cast<long>(space.size());
  for (long from = 0; from < size; ++from) {
    for (long step = 1; from + step < size; ++step) {
      Word word = space.unrank(Integer(from));
      const Word before = word;
      const std::size_t first_changed = space.advance(word, static_cast<std::uint64_t>(step));
      REQUIRE(space.rank(word) == from + step);
      REQUIRE(std::equal(word.begin(), word.begin() + static_cast<long>(first_changed), before.begin()));
      REQUIRE(word[first_changed] != before[first_changed]);
    }
  }
}

TEST_CASE("All truths of a run at once are the truths one by one", "[tasks]") {
  const auto setting = match2(3, 4, "nonnegative");
  const Task& task = setting->task();
  const Symbol symbols = task.space().alphabet_size(task.space().length() - 1);
  for (Integer rank = 0; rank < task.space().size(); rank += symbols) {
    Word word = task.space().unrank(rank);
    for (std::size_t which = 0; which < task.judged_positions().size(); ++which) {
      std::vector<double> all(symbols);
      (*task.row_truths(which))(word, all);
      for (Symbol s = 0; s < symbols; ++s) {
        Word here = word;
        here.back() = s;
        REQUIRE(all[s] == static_cast<double>(task.truth(here, which)));
      }
    }
  }
}

TEST_CASE("Match2's answers follow Definition 5.1", "[tasks]") {
  for (const auto domain : {"positive", "nonnegative"}) {
    for (long M = 1; M <= 5; ++M) {
      const auto setting = match2(3, M, domain);
      const Task& task = setting->task();
      for (Integer rank = 0; rank < task.space().size(); ++rank) {
        const Word word = task.space().unrank(rank);
        const Json numbers = task.to_json(word)["p"];
        for (std::size_t i = 0; i < 3; ++i) {
          long found = 0;
          for (const auto& other : numbers) {
            const long sum = numbers[i].get<long>() + other.get<long>();
            if (sum == 0 || sum == M || sum == 2 * M) found = 1;  // all multiples of M up to 2M
          }
          REQUIRE(task.truth(word, i) == found);
        }
      }
    }
  }
}

}  // namespace attest::tasks_test
