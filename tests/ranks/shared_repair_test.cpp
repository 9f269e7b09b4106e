// A search for a repair that several ranks share, against one that one process makes.
#include <array>
#include <catch2/catch.hpp>

#include "ranks/ranks_of_threads.hpp"
#include "ranks/shared_loop.hpp"
#include "repair/repairs.hpp"
#include "theorems/texts.hpp"
#include "theorems/write.hpp"

namespace attest::shared_repair_test {
namespace {

using namespace attest::ranks;             // NOLINT(google-build-using-namespace)
using namespace attest::ranks::tests;      // NOLINT(google-build-using-namespace)
using namespace attest::theorems::repair;  // NOLINT(google-build-using-namespace)
using Outcome = RepairSearch::Outcome;

// A hard maximum that looks token n + 1's number up, with one error or two.
theorems::TheoremText lookup(const std::string& value) {
  return theorem_tests::theorem(
      "attest-theorem 1\ntheorem lookup \"The letter at a place\"\nsizes n >= 1\ninput a : [n] -> [2], x : [n]\n"
      "tokens i in [n + 1] carry num = if i <= n then a(i) else 0, at = if i <= n then i else x\n"
      "task at n + 1, number: a(x)\nlayer\n  embed num = num, at = at, pos = i, sq = i^2, one = 1, out = 0\n  head hard-maximum\n"
      "    query (i) = (at, one)\n    key (j) = (2*pos, sq)\n    value (j) = (out: " +
      value + ")\nreadout out\ncheck output\n");
}

struct Run {
  RepairSearch search;
  Journal journal;
};

// Every run of a claim has the process obey a flag of its caller (claims/stop.hpp), one run after the other. Here the runs of several
// threads overlap, so that what is obeyed may be another one's flag, also when that one has ended: the flags live on.
std::array<std::atomic<bool>, 4> flags{};

// Sets a rank's flag as soon as its run is to stop; afterwards none is set.
class Obeyed {
 public:
  Obeyed(std::size_t rank, const std::atomic<bool>& stop)
      : flag_(flags[rank]), thread_([this, &stop](const std::stop_token& token) {
          while (!token.stop_requested()) {
            if (stop) flag_ = true;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
          }
        }) {}
  ~Obeyed() {
    thread_.request_stop();
    thread_.join();
    flag_ = false;
  }
  Obeyed(const Obeyed&) = delete;
  Obeyed& operator=(const Obeyed&) = delete;

  const std::atomic<bool>& flag() const { return flag_; }

 private:
  std::atomic<bool>& flag_;
  std::jthread thread_;
};

Run searched(const SharedWork* shared, const std::atomic<bool>& stop, const theorems::TheoremText& text,
             std::optional<Journal> journal = std::nullopt, bool keeps = true) {
  const Obeyed obeyed(shared != nullptr && shared->follows() ? 1 : 0, stop);
  Run run;
  RepairOptions options;
  options.run.threads = 1;
  options.run.interrupted = &obeyed.flag();
  options.least_seconds_for_others = 1e9;  // else the clock decides what is found
  options.shared = shared;
  options.journal = std::move(journal);
  if (keeps) options.keep = [&](const Journal& kept) { run.journal = kept; };
  const ClaimOf factory = repair_tests::claim_of;
  run.search = search_repair(text, "stated", factory, options);
  return run;
}

// What each is said of, reasons and counts among it.
Json said(const RepairSearch& search) {
  const Tried& t = search.tried;
  Json json = {{"outcome", static_cast<int>(search.outcome)},
               {"complete", search.complete},
               {"tried",
                {t.made, t.repeated, t.unreadable, t.by_form, t.by_known_input, t.by_run, t.undecided,
                 t.verified, t.fell, t.proved}}};
  if (search.repair) json["repair"] = theorems::write(search.repair->text);
  for (const Repair& other : search.others) json["others"].push_back(theorems::write(other.text));
  return json;
}

const std::atomic<bool> never{false};

}  // namespace

TEST_CASE("Ranks find the repair that one process finds, count what it counts, and share the candidates",
          "[ranks][theorems][repair]") {
  std::uint64_t handed = 0;  // of one run it depends on who is faster
  for (const char* value : {"num", "pos"}) {
    const theorems::TheoremText text = lookup(value);
    const Run alone = searched(nullptr, never, text);
    REQUIRE(alone.search.outcome == Outcome::repaired);
    for (const int size : {2, 3}) {
      INFO(value << " by " << size << " ranks");
      Post post(size);
      std::optional<Run> first;
      const Ended ended = run_as_ranks(post, patient, [&](int rank, const std::atomic<bool>& stop) {
        const SharedWorkRequest request("the work");
        const SharedWork* shared = taken_shared_work();
        if (rank == 0) post.wait_for_all();
        Run run = searched(shared, stop, text, std::nullopt, rank == 0);
        if (rank == 0) first = std::move(run);
      });
      CHECK(ended.lost.empty());
      handed += ended.traffic.ranges;
      REQUIRE(first);
      CHECK(said(first->search) == said(alone.search));
      CHECK(to_json(first->journal)["decisions"] == to_json(alone.journal)["decisions"]);
    }
  }
  CHECK(handed > 0);
}

TEST_CASE("Ranks go on from the journal of one process, which rank 0 alone has read",
          "[ranks][theorems][repair]") {
  const theorems::TheoremText text = lookup("pos");
  const Run alone = searched(nullptr, never, text);
  Journal part = alone.journal;
  REQUIRE(part.decisions.size() > 300);
  // A whole one: nothing is left to be decided, and so nothing to be shared.
  Post post(2);
  std::optional<Run> first;
  const Ended ended = run_as_ranks(post, patient, [&](int rank, const std::atomic<bool>& stop) {
    const SharedWorkRequest request("the work");
    const SharedWork* shared = taken_shared_work();
    if (rank == 0) post.wait_for_all();
    Run run = searched(shared, stop, text, rank == 0 ? std::optional(part) : std::nullopt, rank == 0);
    if (rank == 0) first = std::move(run);
  });
  CHECK(ended.lost.empty());
  CHECK(ended.traffic.ranges == 0);
  REQUIRE(first);
  CHECK(said(first->search) == said(alone.search));
}

TEST_CASE("A rank that says of a candidate what cannot be is lost, and the search has no result",
          "[ranks][theorems][repair]") {
  const std::vector<std::function<void(Json&)>> lies{
      [](Json& says) { says = Json::array(); },
      [](Json& says) { says.push_back(says.at(0)); },
      [](Json& says) { says[0][0] = "guessed"; },
      [](Json& says) { says[0][1] = 1000; },
      [](Json& says) { says[0][1] = 900; },
      [](Json& says) { says[0][2] = -1; },
      [](Json& says) {
        says[0] = {"run", 0, 10, "", "12345678901234567890"};
      },
      [](Json& says) {
        says[0] = {"run", 0, 10, "", "-1"};
      },
      [](Json& says) {
        says[0] = {"run", 0};
      },
  };
  for (std::size_t k = 0; k < lies.size(); ++k) {
    INFO(k);
    expect_lost(lies[k], [&](const SharedWork* shared, const std::atomic<bool>& stop) {
      return searched(shared, stop, lookup("pos")).search.outcome == Outcome::repaired && !shared->follows();
    });
  }
}

TEST_CASE("A rank that says of a candidate that it holds is not believed", "[ranks][theorems][repair]") {
  Post post(2);
  post.tamper([&](int, std::string text) -> std::vector<std::string> {
    Json json = Json::parse(text);
    if (json["is"] == "answer") {
      for (Json& judged : json["says"]) judged = {"holds", 0, 0};
    }
    return {json.dump()};
  });
  const theorems::TheoremText text = lookup("num");
  const Run alone = searched(nullptr, never, text);
  std::optional<Run> first;
  run_as_ranks(post, patient, [&](int rank, const std::atomic<bool>& stop) {
    const SharedWorkRequest request("the work");
    const SharedWork* shared = taken_shared_work();
    if (rank == 0) post.wait_for_all();
    Run run = searched(shared, stop, text, std::nullopt, rank == 0);
    if (rank == 0) first = std::move(run);
  });
  REQUIRE(first);
  REQUIRE(first->search.repair);
  CHECK(theorems::write(first->search.repair->text) == theorems::write(alone.search.repair->text));
  CHECK(first->search.tried.fell > alone.search.tried.fell);
}

TEST_CASE("What rank 0 computes every rank is told, and where it fails nobody is", "[ranks]") {
  Post post(3);
  std::atomic<int> computed{0};
  const auto shared = on_ranks<long>(post, [&](const SharedWork* work, const std::atomic<bool>&) {
    long sum = 0;
    for (int k = 0; k < 20; ++k) {
      sum += told_by_first(work, "a number", [&] {
               ++computed;
               return Json(k * k);
             }).get<long>();
    }
    return sum;
  });
  CHECK(computed == 20);
  expect_all<long>(shared, [](long sum) { return sum == 2470; });
  CHECK(told_by_first(nullptr, "a number", [] { return Json(7); }) == 7);
  Post other(2);
  std::atomic<int> stopped{0};
  run_as_ranks(other, patient, [&](int rank, const std::atomic<bool>&) {
    const SharedWorkRequest request("the work");
    const SharedWork* work = taken_shared_work();
    if (rank == 0) other.wait_for_all();
    try {
      told_by_first(work, "a number", []() -> Json { throw Stopped(); });
    } catch (const Stopped&) {
      ++stopped;
    }
  });
  CHECK(stopped == 2);
}

}  // namespace attest::shared_repair_test
