// The inputs that conditions leave, found by fixing symbols, against a look at every word.
#include "verification/listed_inputs.hpp"

#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "tasks/undefined_answer.hpp"
#include "theorems/instance.hpp"
#include "theorems/read.hpp"
#include "theorems/theorem_claim.hpp"
#include "verification/enumeration.hpp"

namespace attest::listed_inputs_test {

namespace {

// A head that averages three symbols a token; the first is to be told.
theorems::TheoremClaim average(const std::string& conditions) {
  const std::string text =
      "attest-theorem 1\n"
      "theorem average \"The average is the first symbol\"\n"
      "sizes n >= 1    limit verify n <= 60\n"
      "input w : [n] -> {0, 1, 2}\n" +
      conditions +
      "tokens i in [n] carry b = w(i)\n"
      "task at n, number: w(1)\n"
      "layer d = 2\n"
      "  encode (b, 1)\n"
      "  head softmax\n"
      "    query = (0)\n"
      "    key = (1)\n"
      "    value = (b)\n"
      "  out head.1 -> stream.1\n"
      "readout stream.1\n"
      "check output\n";
  return {theorems::read_theorem(language::SourceText("test.theorem", text)), "own:test", "test.theorem"};
}

std::unique_ptr<LayerSetting> setting_of(const theorems::TheoremClaim& claim, long n) {
  return theorems::make_setting(claim.text(), Variant::stated,
                                parse_parameters(claim.info().parameters, {fmt::format("n={}", n)}));
}

const std::vector<std::string> conditions = {
    "where w(1) = 0\n",
    "where w(n) = 0\n",
    "where w(1) = 2\njudged if w(n) != 1\n",
    "judged if w(n) = w(1)\n",
    "where (sum i in [n]: w(i)) = n\n",
    "where forall i in [n]: i <= 2 or w(i) = (w(i - 1) + w(i - 2)) mod 3\n",
    "where exists i in [n]: w(i) = 2\njudged if forall i in [n]: w(i) != 1\n",
    "where n = 0\n",
    "where n > 0\n",
};

ListLimits from_the_first_word() {
  ListLimits limits;
  limits.visited_space = 0;
  return limits;
}

}  // namespace

TEST_CASE("Fixing symbols finds the inputs that a look at every word finds", "[verification][listed]") {
  for (const std::string& condition : conditions) {
    const auto claim = average(condition);
    for (long n = 1; n <= 6; ++n) {
      const auto setting = setting_of(claim, n);
      const LayerTask& task = setting->task();
      std::vector<Word> judged;
      Integer inputs = 0;
      for (Integer rank = 0; rank < task.space().size(); ++rank) {
        const Word word = task.space().unrank(rank);
        const Standing standing = task.standing(word);
        if (standing != Standing::excluded) ++inputs;
        if (standing == Standing::judged) judged.push_back(word);
      }
      const auto list = list_inputs(task, from_the_first_word());
      INFO(condition << "n = " << n);
      REQUIRE(list);
      CHECK(list->judged == judged);
      CHECK(list->inputs == inputs);

      // And the list is observed as all words are.
      const auto make_judge = [&] { return setting->make_judge(); };
      const Observation all = observe(task, VerifyOptions(), enumerate(task.space(), make_judge, {}));
      const Observation listed = observe_listed(task, *list, make_judge, {});
      CHECK(to_json(listed) == to_json(all));
    }
  }
}

TEST_CASE("What is too much is not listed, to the word and to the box", "[verification][listed]") {
  const auto setting = setting_of(average("where w(1) = 0\n"), 5);  // 81 words behind 1 + 3 boxes
  ListLimits limits = from_the_first_word();
  limits.most_words = 81;
  limits.most_boxes = 4;
  CHECK(list_inputs(setting->task(), limits));
  limits.most_words = 80;
  CHECK_FALSE(list_inputs(setting->task(), limits));
  limits.most_words = 81;
  limits.most_boxes = 3;
  CHECK_FALSE(list_inputs(setting->task(), limits));
  limits = from_the_first_word();
  limits.visited_space = 242;
  CHECK(list_inputs(setting->task(), limits));
  limits.visited_space = 243;
  CHECK_FALSE(list_inputs(setting->task(), limits));
  CHECK_FALSE(list_inputs(setting_of(average(""), 5)->task(), from_the_first_word()));
}

TEST_CASE("A condition without a value is met on the way as it is in a look at every word",
          "[verification][listed]") {
  const auto setting = setting_of(average("where w(1) = 1 or 1/w(2) > 0\n"), 4);
  CHECK_THROWS_AS(list_inputs(setting->task(), from_the_first_word()), UndefinedAnswer);
  // Behind a condition that leaves the words out it is not asked for.
  CHECK(
      list_inputs(setting_of(average("where w(2) > 0 and 1/w(2) > 0\n"), 4)->task(), from_the_first_word()));
}

TEST_CASE("A theorem about 9 of 3^50 words is decided by them", "[verification][listed]") {
  const auto claim = average("where forall i in [n]: i <= 2 or w(i) = (w(i - 1) + w(i - 2)) mod 3\n");
  const Verdict verdict =
      claim.verify(Variant::stated, parse_parameters(claim.info().parameters, {"n=50"}), {});
  // By hand: the average of a series that is periodic of length 8 (or 0 throughout).
  long failing = 0;
  for (int a = 0; a < 3; ++a) {
    for (int b = 0; b < 3; ++b) {
      std::vector<int> w = {a, b};
      while (w.size() < 50) w.push_back((w[w.size() - 1] + w[w.size() - 2]) % 3);
      long sum = 0;
      for (const int x : w) sum += x;
      if (2 * std::abs(sum - 50 * a) >= 50) ++failing;
    }
  }
  CHECK(verdict.inputs.space == 9);
  CHECK(verdict.inputs.checked == 9);
  CHECK(verdict.inputs.failing == failing);
  CHECK(verdict.status == Status::refuted);
}

}  // namespace attest::listed_inputs_test
