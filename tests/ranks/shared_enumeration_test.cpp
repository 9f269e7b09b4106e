// An enumeration that several ranks share, against one run; and with ranks that die, lie, repeat themselves or talk nonsense, which may
// cost the result and never make it another one.
#include <catch2/catch.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "claims/json.hpp"
#include "claims/stop.hpp"
#include "fixtures.hpp"
#include "numeric/checked.hpp"
#include "ranks/ranks_of_threads.hpp"
#include "verification/kept_enumeration.hpp"

namespace attest::ranks::tests {
namespace {

constexpr std::size_t listed_inputs = 3;

// Counts to a few thousand inputs a second, so that every rank gets its share.
class SlowJudge : public Judge {
 public:
  explicit SlowJudge(std::unique_ptr<Judge> judge) : judge_(std::move(judge)) {}
  std::size_t run_length() const override { return judge_->run_length(); }
  void judge(std::span<const Symbol> word, std::size_t first_changed, std::size_t count, InputIndex index,
             const std::atomic<bool>& stop, Tally& tally) override {
    std::this_thread::sleep_for(std::chrono::microseconds(20 * count));
    judge_->judge(word, first_changed, count, index, stop, tally);
  }

 private:
  std::unique_ptr<Judge> judge_;
};

struct Outcome {
  EnumerationResult result;
  Traffic traffic;
  std::vector<std::string> lost;
  std::vector<std::optional<EnumerationResult>> of_followers;
};

EnumerationResult run_of(const LayerSetting& setting, const VerifyOptions& options, const std::string& key) {
  const SharedWorkRequest request(key);
  return enumerate(
      setting.task().space(), [&] { return std::make_unique<SlowJudge>(setting.make_judge()); }, options,
      nullptr);
}

VerifyOptions options_of(const std::atomic<bool>& stop) {
  VerifyOptions options;
  options.threads = 1;
  options.failing_limit = listed_inputs;
  options.interrupted = &stop;
  return options;
}

Outcome shared(const std::function<fixtures::Setting()>& make, Post& post, Pulse pulse = patient) {
  Outcome outcome;
  outcome.of_followers.resize(static_cast<std::size_t>(post.size()));
  Ended ended = run_as_ranks(post, pulse, [&](int rank, const std::atomic<bool>& stop) {
    const auto setting = make();
    const VerifyOptions options = options_of(stop);
    if (rank > 0) {
      outcome.of_followers[static_cast<std::size_t>(rank)] = run_of(*setting, options, "the work");
      return;
    }
    const RunLimit limit(options);
    outcome.result = run_of(*setting, options, "the work");
  });
  outcome.traffic = ended.traffic;
  outcome.lost = std::move(ended.lost);
  return outcome;
}

EnumerationResult alone(const std::function<fixtures::Setting()>& make) {
  const std::atomic<bool> stop{false};
  const auto setting = make();
  return enumerate(
      setting->task().space(), [&] { return setting->make_judge(); }, options_of(stop));
}

bool same(const Tally& a, const Tally& b) {
  return a.checked == b.checked && a.index_sum == b.index_sum && a.failing == b.failing &&
         a.undecided == b.undecided && a.extra == b.extra && a.failing_list == b.failing_list &&
         a.worst == b.worst && a.worst_index == b.worst_index && a.error_bound == b.error_bound &&
         a.margin_bound == b.margin_bound && a.least_gap == b.least_gap && a.fell_back == b.fell_back;
}

fixtures::Setting failing() {
  return fixtures::setting_of("anna/ema-match2", Variant::printed, {"N=5", "M=5"});
}

}  // namespace

TEST_CASE("Ranks that share an enumeration say what one run says", "[ranks]") {
  const std::vector<std::function<fixtures::Setting()>> settings{failing,
                                                                 [] { return fixtures::strassen(3); }};
  std::uint64_t handed = 0;
  for (const auto& make : settings) {
    const EnumerationResult whole = alone(make);
    for (const int ranks : {2, 4}) {
      Post post(ranks);
      const Outcome outcome = shared(make, post);
      CHECK(outcome.lost.empty());
      CHECK(outcome.result.complete());
      CHECK(same(outcome.result.tally, whole.tally));
      for (int rank = 1; rank < ranks; ++rank) {
        const auto& theirs = outcome.of_followers[static_cast<std::size_t>(rank)];
        REQUIRE(theirs);
        CHECK(theirs->complete());
        CHECK(same(theirs->tally, whole.tally));
      }
      handed += outcome.traffic.ranges;
    }
  }
  CHECK(handed > 0);
}

TEST_CASE("A rank that is gone ends the run with what was covered", "[ranks]") {
  const EnumerationResult whole = alone(failing);
  for (const int answers : {0, 2}) {
    Post post(3);
    int heard = 0;
    post.tamper([&](int from, std::string text) -> std::vector<std::string> {
      if (from == 2 && text.find("\"answer\"") != std::string::npos && heard++ == answers) return {};
      if (from == 2 && heard > answers) return {};
      return {std::move(text)};
    });
    const Outcome outcome = shared(failing, post, impatient);
    REQUIRE(!outcome.lost.empty());
    CHECK(outcome.lost.front().find("rank 2 of 3 is lost: nothing was heard of it") == 0);
    CHECK_FALSE(outcome.result.complete());
    CHECK(outcome.result.cause == StopCause::lost_rank);
    CHECK(outcome.result.tally.checked < whole.tally.checked);
  }
}

TEST_CASE("A rank that lies is lost, and nothing of what it says is believed", "[ranks]") {
  const EnumerationResult whole = alone(failing);
  using Change = std::function<std::vector<std::string>(const Json& answer)>;
  const auto changed = [](Json answer, const std::string& pointer, const Json& value) {
    answer[Json::json_pointer(pointer)] = value;
    return std::vector{answer.dump()};
  };
  const std::vector<std::pair<std::string, Change>> lies{
      {"another range",
       [&](const Json& a) { return changed(a, "/range/1", a["range"][1].get<std::uint64_t>() + 1); }},
      {"a range that is shorter",
       [&](const Json& a) { return changed(a, "/range/0", a["range"][0].get<std::uint64_t>() + 1); }},
      {"another piece of work", [&](const Json& a) { return changed(a, "/key", "other work"); }},
      {"twice",
       [&](const Json& a) {
         return std::vector{a.dump(), a.dump()};
       }},
      {"a range that is none", [&](const Json& a) { return changed(a, "/range/1", -1); }},
      {"nothing", [&](const Json& a) { return changed(a, "/says", nullptr); }},
      {"no JSON", [&](const Json& a) { return std::vector{a.dump().substr(1)}; }},
      {"an unknown word", [&](const Json& a) { return changed(a, "/is", "hello"); }},
      {"one input more",
       [&](const Json& a) {
         Json more = a;
         more["says"]["tally"]["checked"] =
             std::to_string(std::stoull(a["says"]["tally"]["checked"].get<std::string>()) + 1);
         return std::vector{more.dump()};
       }},
      {"all but one input, truly",
       [&](const Json& a) {
         Json fewer = a;
         const auto less = [&](const std::string& pointer) {
           Json& number = fewer[Json::json_pointer(pointer)];
           number = std::to_string(std::stoull(number.get<std::string>()) - 1);
         };
         less("/says/ranges/0/1");
         less("/says/tally/checked");
         return std::vector{fewer.dump()};
       }},
      {"fewer inputs, truly",
       [&](const Json& a) {
         Json fewer = a;
         fewer["says"]["ranges"] = Json::array();
         return std::vector{fewer.dump()};
       }},
  };
  for (const auto& [what, lie] : lies) {
    INFO(what);
    std::atomic<int> told{0};
    const auto lied_to = [&, tell = lie] {
      Post post(3);
      post.tamper([&](int from, std::string text) -> std::vector<std::string> {
        const Json json = Json::parse(text);
        if (from != 1 || json["is"] != "answer") return {std::move(text)};
        ++told;
        return tell(json);
      });
      return shared(failing, post);
    };
    Outcome outcome = lied_to();
    // On a busy machine the others may have seen everything before rank 1 is awake.
    for (int again = 0; told == 0 && again < 50; ++again) {
      CHECK(outcome.result.complete());
      CHECK(same(outcome.result.tally, whole.tally));
      outcome = lied_to();
    }
    REQUIRE(told > 0);
    REQUIRE(!outcome.lost.empty());  // the others stop with rank 0 here, since a process has one clock

    CHECK(outcome.lost.front().find("rank 1 of 3 is lost: ") == 0);
    // What was twice the same may have come in whole before the second was heard.
    if (outcome.result.complete()) {
      CHECK(same(outcome.result.tally, whole.tally));
    } else {
      CHECK(outcome.result.tally.checked < whole.tally.checked);
    }
  }
}

// What it says is consistent, and of as many inputs as it was given, but of other ones: one to the right, or to the left at the end.
TEST_CASE("A rank that saw other inputs than it was given is lost", "[ranks]") {
  const auto right = [] {
    return fixtures::setting_of("anna/ema-match2", Variant::repaired, {"N=5", "M=5"});
  };
  const auto total = to_size(right()->task().space().size());
  Post post(3);
  std::atomic<int> told{0};
  post.tamper([&](int from, std::string text) -> std::vector<std::string> {
    Json json = Json::parse(text);
    if (from != 1 || json["is"] != "answer") return {std::move(text)};
    ++told;
    Json& says = json["says"];
    const auto of = [](const Json& number) { return std::stoull(number.get<std::string>()); };
    const bool at_end = of(says["ranges"][0][1]) == total;
    const std::uint64_t by = at_end ? ~std::uint64_t{0} : 1;  // modulo 2^64
    const auto shift = [&](Json& number, std::uint64_t times) {
      number = std::to_string(of(number) + by * times);
    };
    for (std::size_t end : {0U, 1U}) shift(says["ranges"][0][end], 1);
    shift(says["tally"]["index_sum"], of(says["tally"]["checked"]));
    shift(says["tally"]["worst_index"], 1);
    for (Json& condition : says["tally"]["conditions"]) {
      if (of(condition[0]) != 0) shift(condition[1], 1);
    }
    return {json.dump()};
  });
  const Outcome outcome = shared(right, post);
  REQUIRE(told > 0);
  REQUIRE(!outcome.lost.empty());
  CHECK_THAT(outcome.lost.front(), Catch::Contains("an answer for other inputs than were given"));
}

TEST_CASE("Ranks that count other inputs are lost before they are given any", "[ranks]") {
  Post post(2);
  std::atomic<bool> stop{false};
  std::vector<std::string> lost;
  Leader leader(
      std::make_unique<MemoryLink>(post, 0), patient,
      Leader::Events{[&](const std::string& why) { lost.push_back(why); }, [](const std::string&) {}});
  Follower follower(std::make_unique<MemoryLink>(post, 1), patient, stop);
  const auto work =
      leader.open("k", "10 inputs", {{0, 10}}, [](IndexRange, const Json&) { FAIL("an answer"); });
  std::thread asks([&] {
    CHECK(std::holds_alternative<std::monostate>(follower.ask("k", "11 inputs")));
    follower.finish("done");
  });
  work->wait([] { return false; });
  for (int k = 0; k < 2000 && lost.empty(); ++k) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  work->close(nullptr);
  leader.finish();
  asks.join();
  REQUIRE(lost.size() == 1);
  CHECK(lost.front() == "rank 1 of 2 is lost: it counts other inputs than rank 0");
}

}  // namespace attest::ranks::tests
