// A run that is ended and gone on with, against one run: which inputs were visited is added up, kept as JSON, and nothing is visited twice.
#include "verification/visited.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "fixtures.hpp"
#include "verification/kept_enumeration.hpp"
#include "verification/visited_json.hpp"

namespace attest::visited_test {
namespace {

Tally of_so_many(const IndexRange& range) {
  Tally tally;
  tally.checked = range.size();
  for (InputIndex k = range.first; k < range.end; ++k) tally.index_sum += k;
  return tally;
}

void check_same(const Tally& a, const Tally& b) {
  CHECK(a.checked == b.checked);
  CHECK(a.index_sum == b.index_sum);
  CHECK(a.failing == b.failing);
  CHECK(a.undecided == b.undecided);
  CHECK(a.extra == b.extra);
  CHECK(a.conditions == b.conditions);
  CHECK(a.no_inputs == b.no_inputs);
  CHECK(a.not_judged == b.not_judged);
  CHECK(a.fell_back == b.fell_back);
  CHECK(a.failing_list == b.failing_list);
  CHECK(a.worst == b.worst);
  CHECK(a.worst_index == b.worst_index);
  CHECK(a.error_bound == b.error_bound);
  CHECK(a.margin_bound == b.margin_bound);
  CHECK(a.least_gap == b.least_gap);
  CHECK(a.least_further_gaps == b.least_further_gaps);
  CHECK(a.least_yes == b.least_yes);
  CHECK(a.greatest_no == b.greatest_no);
}

// One setting for each way in which inputs are judged: tables, exact sums, the filter, with inputs that fail, with inputs that are not
// judged and conditions of each input; the last one decides by a sign.
struct Judged {
  const char* what;
  fixtures::Setting setting;
};

std::vector<Judged> settings() {
  std::vector<Judged> result;
  result.push_back({"tables", fixtures::strassen(3)});
  result.push_back({"tables, failing", fixtures::poly(2, 3, Rational(1))});
  result.push_back(
      {"exact match, failing", fixtures::setting_of("anna/ema-match2", Variant::printed, {"N=3", "M=4"})});
  result.push_back({"exact match, a condition",
                    fixtures::setting_of("anna/ema-match2", Variant::repaired, {"N=3", "M=4"})});
  result.push_back(
      {"judged if",
       fixtures::changed_setting("strassen/function-composition", Variant::repaired, {"n=2"},
                                 {{"tokens  i in", "where   g(1) = 1\njudged if h(1) != 2\ntokens  i in"}})});
  result.push_back({"signs", fixtures::setting_of("strassen/match3", Variant::repaired, {"n=3", "m=4"})});
  return result;
}

constexpr std::size_t listed = 4;

VerifyOptions options_with(int threads) {
  VerifyOptions options;
  options.threads = threads;
  options.failing_limit = listed;
  return options;
}

Tally undivided(const LayerSetting& setting) {
  return enumerate(
             setting.task().space(), [&] { return setting.make_judge(); }, options_with(2))
      .tally;
}

// One input after the other, each by itself.
Tally one_by_one(const LayerSetting& setting, const IndexRange& range) {
  const auto judge = setting.make_judge();
  const std::atomic<bool> stop{false};
  Tally tally;
  tally.failing_limit = listed;
  for (InputIndex k = range.first; k < range.end; ++k) {
    judge->judge(setting.task().space().unrank(Integer(k)), 0, 1, k, stop, tally);
    tally.index_sum += k;
  }
  return tally;
}

// Judges as the setting does, until so many inputs of all threads were judged: then it is as if the user had stopped the run, at a word
// that may be half judged.
class Ended : public Judge {
 public:
  Ended(std::unique_ptr<Judge> judge, std::atomic<long>& left, std::atomic<bool>& interrupted)
      : judge_(std::move(judge)), left_(left), interrupted_(interrupted) {}
  void judge(std::span<const Symbol> word, std::size_t first_changed, std::size_t, InputIndex index,
             const std::atomic<bool>& stop, Tally& tally) override {
    if (left_.fetch_sub(1) <= 0) {
      interrupted_ = true;
      throw Stopped();
    }
    judge_->judge(word, first_changed, 1, index, stop, tally);
  }

 private:
  std::unique_ptr<Judge> judge_;
  std::atomic<long>& left_;
  std::atomic<bool>& interrupted_;
};

}  // namespace

TEST_CASE("Ranges are joined in whatever order they come", "[verification]") {
  const std::vector<IndexRange> pieces{{0, 2}, {2, 3}, {4, 7}, {7, 8}, {9, 10}};
  std::vector<std::size_t> order(pieces.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  do {
    Visited visited;
    std::vector<bool> seen(12, false);
    for (const std::size_t k : order) {
      visited.add(pieces[k], of_so_many(pieces[k]));
      for (InputIndex i = pieces[k].first; i < pieces[k].end; ++i) seen[i] = true;
      std::vector<bool> has;
      std::vector<bool> left(12, false);
      for (InputIndex i = 0; i < 12; ++i) has.push_back(visited.has(i));
      for (const IndexRange& range : visited.rest(12)) {
        REQUIRE(range.size() > 0);
        for (InputIndex i = range.first; i < range.end; ++i) left[i] = true;
      }
      REQUIRE(has == seen);
      left.flip();
      REQUIRE(left == seen);
    }
    REQUIRE(visited.ranges() == std::vector<IndexRange>{{0, 3}, {4, 8}, {9, 10}});
    REQUIRE(visited.tally().checked == 8);
    for (const IndexRange& again : {IndexRange{2, 3}, IndexRange{3, 5}, IndexRange{7, 9}, IndexRange{0, 12}})
      REQUIRE_THROWS_AS(visited.add(again, of_so_many(again)), std::logic_error);
    REQUIRE_THROWS_AS(visited.add({10, 12}, of_so_many({10, 11})), std::logic_error);
    visited.add({5, 5}, Tally());
    REQUIRE(visited.tally().checked == 8);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST_CASE("What a checkpoint says is read back as it was, to the last bit", "[verification]") {
  Tally tally = of_so_many({3, 8});
  tally.failing_limit = 2;
  tally.note_failing(4);
  tally.note_failing(7);
  tally.note_failing(3);
  tally.undecided.add(5);
  tally.extra.add(6);
  tally.conditions = {{}, {2, 4}};
  tally.fell_back = 3;
  tally.note_error(0.1, std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(), 6);
  tally.note_gap(power(10, 30));
  tally.note_gap(17, 2);
  tally.least_yes = std::nextafter(0.25, 1);
  Visited visited(2);
  visited.add({3, 8}, tally);
  for (const Integer& total : {Integer(8), Integer(9), power(10, 40)}) {
    const Visited again = visited_from_json(Json::parse(to_json(visited).dump()), total, 2);
    CHECK(again.ranges() == visited.ranges());
    check_same(again.tally(), visited.tally());
    CHECK(again.tally().failing_limit == 2);
  }
  CHECK_THROWS_AS(visited_from_json(to_json(visited), 7, 2), UsageError);  // of fewer inputs
  CHECK_THROWS_AS(visited_from_json(to_json(visited), 8, 3), UsageError);  // where three would be listed
  CHECK_NOTHROW(visited_from_json(to_json(Visited()), 0, 0));
}

TEST_CASE("What no run has kept is refused, field by field", "[verification]") {
  const auto setting = fixtures::poly(2, 3, Rational(1));
  Visited visited(listed);
  for (const IndexRange& range : {IndexRange{0, 10}, IndexRange{20, 31}})
    visited.add(range, one_by_one(*setting, range));
  const Json good = to_json(visited);
  const Integer total = setting->task().space().size();
  REQUIRE(good["tally"]["failing_list"].size() == listed);
  CHECK_NOTHROW(visited_from_json(good, total, listed));
  for (const auto& [field, value] : good["tally"].items()) {
    INFO(field);
    Json missing = good;
    missing["tally"].erase(field);
    CHECK_THROWS_AS(visited_from_json(missing, total, listed), UsageError);
    for (const Json& wrong : {Json("x"), Json(7), Json("-1"), Json("nan"), Json::array({"1"})}) {
      if (field == "worst" || field == "margin_bound" || field == "least_yes" || field == "greatest_no") {
        if (wrong == "-1") continue;  // may be
      }
      Json changed = good;
      changed["tally"][field] = wrong;
      INFO(wrong.dump());
      CHECK_THROWS_AS(visited_from_json(changed, total, listed), UsageError);
    }
  }
  const auto refused = [&](const std::string& path, const Json& value) {
    INFO(path << " " << value.dump());
    Json changed = good;
    changed[Json::json_pointer(path)] = value;
    CHECK_THROWS_AS(visited_from_json(changed, total, listed), UsageError);
  };
  refused("/ranges", Json::parse(R"([["20", "31"], ["0", "10"]])"));
  refused("/ranges", Json::parse(R"([["0", "10"], ["10", "21"]])"));  // to be joined
  refused("/ranges", Json::parse(R"([["0", "10"], ["9", "20"]])"));
  refused("/ranges", Json::parse(R"([["0", "10"], ["21", "32"]])"));  // as many, elsewhere
  refused("/ranges", Json::parse(R"([["0", "10"], ["20", "30"]])"));
  refused("/ranges", Json::parse(R"([["0", "10"], ["20", "99999999999999999999"]])"));
  refused("/ranges", Json::parse(R"([["0", "10", "20"]])"));
  refused("/ranges", "all");
  refused("/tally/checked", "22");
  refused("/tally/index_sum", "1");
  refused("/tally/failing/0", "22");
  refused("/tally/failing/0", "0");
  refused("/tally/failing/1", "15");  // between the ranges
  refused("/tally/undecided", Json::array({"1", "31"}));
  refused("/tally/undecided", Json::array({"21", "0"}));
  refused("/tally/extra", Json::array({"1", std::to_string(no_input)}));
  refused("/tally/failing_list/0", "1000");
  refused("/tally/failing_list", Json::array());
  refused("/tally/worst_index", "12");
  refused("/tally/no_inputs", "22");
  refused("/tally/fell_back", "22");
  refused("/tally/least_further_gaps", "1");
  refused("/tally/least_further_gaps", Json::array({"-1"}));
  refused("/tally/least_further_gaps", Json::array({Json(), "x"}));
  CHECK_THROWS_AS(visited_from_json(Json::array(), total, listed), UsageError);
  CHECK_THROWS_AS(visited_from_json({{"ranges", good["ranges"]}}, total, listed), UsageError);
}

TEST_CASE("Whatever was visited before, the rest completes it to what one run sees", "[verification]") {
  std::mt19937 random(20261127);
  for (const Judged& judged : settings()) {
    INFO(judged.what);
    const LayerSetting& setting = *judged.setting;
    const Tally whole = undivided(setting);
    const InputIndex inputs = whole.checked;
    check_same(whole, one_by_one(setting, {0, inputs}));
    for (int round = 0; round < 12; ++round) {
      // Alternately visited and not, the first round everything, the second nothing.
      std::vector<InputIndex> ends{0, inputs};
      for (int k = 0; round > 1 && k < 2 * round; ++k) ends.push_back(random() % (inputs + 1));
      std::sort(ends.begin(), ends.end());
      Visited visited(listed);
      const std::size_t begin = round == 0 ? 0 : round == 1 ? ends.size() : random() % 2;
      for (std::size_t k = begin; k + 1 < ends.size(); k += 2) {
        const IndexRange range{ends[k], ends[k + 1]};
        visited.add(range, one_by_one(setting, range));
      }
      Checkpoint checkpoint;
      checkpoint.found = to_json(visited);
      Json last;
      checkpoint.keep = [&](const Json& state) { last = state; };
      const auto result = enumerate(
          setting.task().space(), [&] { return setting.make_judge(); }, options_with(1 + round % 3),
          &checkpoint);
      CHECK(result.complete());
      check_same(result.tally, whole);
      const Visited kept = visited_from_json(last, Integer(inputs), listed);
      CHECK(kept.ranges() == std::vector<IndexRange>{{0, inputs}});
      check_same(kept.tally(), whole);
    }
  }
}

TEST_CASE("A run that is ended again and again at any input sees what one run sees", "[verification]") {
  for (const Judged& judged : settings()) {
    const LayerSetting& setting = *judged.setting;
    const Tally whole = undivided(setting);
    const long inputs = static_cast<long>(whole.checked);
    for (const long each : {inputs / 7 + 1, inputs / 3 + 1}) {
      INFO(judged.what << ", " << each << " inputs at a time");
      Checkpoint checkpoint;
      int runs = 0;
      for (bool complete = false; !complete; ++runs) {
        REQUIRE(runs < 20);
        std::atomic<long> left{each};
        std::atomic<bool> interrupted{false};
        VerifyOptions options = options_with(2);
        options.interrupted = &interrupted;
        const RunLimit limit(options);
        Json last;
        checkpoint.keep = [&](const Json& state) { last = state; };
        const auto result = enumerate(
            setting.task().space(),
            [&] { return std::make_unique<Ended>(setting.make_judge(), left, interrupted); }, options,
            &checkpoint);
        complete = result.complete();
        CHECK(result.cause == (complete ? StopCause::finished : StopCause::interrupted));
        if (complete) check_same(result.tally, whole);
        checkpoint.found = last;
      }
      CHECK(runs > 2);
    }
  }
}

TEST_CASE("A checkpoint that cannot be written ends the run", "[verification]") {
  const auto setting = fixtures::strassen(2);
  Checkpoint checkpoint;
  checkpoint.keep = [](const Json&) { throw std::runtime_error("no room"); };
  CHECK_THROWS_WITH(
      enumerate(
          setting->task().space(), [&] { return setting->make_judge(); }, options_with(2), &checkpoint),
      "no room");
}

}  // namespace attest::visited_test
