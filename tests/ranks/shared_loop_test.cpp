// Loops that several ranks share: of plain numbers, of inputs in rounded arithmetic, of the targets of a reduction and of its sources,
// each against the same by one process.
#include "ranks/shared_loop.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>

#include "constructions/add_constructions.hpp"
#include "constructions/precision/problem_of_claim.hpp"
#include "fixtures.hpp"
#include "numeric/workers.hpp"
#include "precision/precision_study.hpp"
#include "ranks/ranks_of_threads.hpp"
#include "reductions/check_step.hpp"
#include "reductions/text/reduction_outcome.hpp"
#include "theorems/read.hpp"

namespace attest::ranks::tests {
namespace {

// So slowly that everybody gets a share.
std::vector<long> squares(const SharedWork* shared, const std::atomic<bool>& stop, std::size_t size,
                          std::optional<std::size_t> enough_at = std::nullopt) {
  std::vector<long> all(size, -1);
  std::atomic<bool> enough{false};
  SharedLoop loop;
  loop.all = {0, size};
  loop.compute = [&](IndexRange range) {
    for (std::size_t k = range.first; k < range.end; ++k) {
      all[k] = static_cast<long>(k * k);
      if (k == enough_at) enough = true;
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
  };
  loop.say = [&](IndexRange range) {
    Json json = Json::array();
    for (std::size_t k = range.first; k < range.end; ++k) json.push_back(all[k]);
    return json;
  };
  loop.take_in = [&](IndexRange range, const Json& says) {
    for (std::size_t k = range.first; k < range.end; ++k) {
      all[k] = says.at(k - range.first).get<long>();
      if (k == enough_at && all[k] >= 0) enough = true;
    }
  };
  loop.stop = [&] { return stop.load(); };
  loop.enough = [&] { return enough.load(); };
  if (run_loop(shared, "squares", loop) && !enough_at)
    CHECK(std::find(all.begin(), all.end(), -1) == all.end());  // it came to its end
  return all;
}

bool same(const FormatAnswer& a, const FormatAnswer& b) {
  return a.total == b.total && a.checked == b.checked && a.right == b.right && a.undecided == b.undecided &&
         a.unjudged == b.unjudged && a.first_wrong == b.first_wrong && a.stalls == b.stalls &&
         a.exponents.least == b.exponents.least && a.exponents.greatest == b.exponents.greatest;
}

std::unique_ptr<PrecisionProblem> composition(const std::string& n) {
  static const Catalogue catalogue = [] {
    Catalogue all;
    add_constructions(all);
    return all;
  }();
  const Claim& claim = catalogue.find("strassen/function-composition");
  return precision_problem(claim, Variant::repaired, parse_parameters(claim.info().parameters, {n}));
}

bool same(const std::optional<FailedInstance>& a, const std::optional<FailedInstance>& b) {
  return a.has_value() == b.has_value() &&
         (!a || (a->rank == b->rank && a->source == b->source && a->image == b->image &&
                 a->defect == b->defect && a->answer == b->answer));
}

bool same(const std::vector<AskedSentence>& a, const std::vector<AskedSentence>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.failing == y.failing && same(x.first, y.first);
  });
}

bool same(const ReductionOutcome& a, const ReductionOutcome& b) {
  return a.seen == b.seen && a.checked == b.checked && a.yes == b.yes && a.failing == b.failing &&
         same(a.first_wrong_answer, b.first_wrong_answer) &&
         same(a.first_wrong_letter, b.first_wrong_letter) && same(a.example, b.example) &&
         a.depends == b.depends && same(a.asserted, b.asserted) && same(a.free, b.free);
}

theorems::StatedReduction reduction_of(const std::string& lines) {
  const std::string text = "attest-theorem 1\ntheorem own-reduction\n" + lines;
  return theorems::stated_reduction(theorems::read_theorem(language::SourceText("own.theorem", text)),
                                    Parameters());
}

// A source of one solution and many targets, of which those on a list are wrong.
Images counted_images(std::uint64_t targets, const std::vector<std::uint64_t>& wrong) {
  Images images;
  images.count = targets;
  images.instance = [wrong](std::uint64_t target) {
    std::this_thread::sleep_for(std::chrono::microseconds(100));
    problems::Cnf formula;
    formula.variables = 1;
    formula.clauses = {{{1}, 1}};
    // Nothing satisfies it, but for the targets that are yes instances.
    const bool yes = target == 5 || std::find(wrong.begin(), wrong.end(), target) != wrong.end();
    if (!yes) formula.clauses.push_back({{-1}, 1});
    return Instance(formula);
  };
  images.forward = [](const Solution& solution) { return Located{5, solution}; };
  images.backward = [wrong](const Located& located) {
    problems::Assignment assignment = std::get<problems::Assignment>(located.solution);
    if (located.target != 5) assignment.front() = !assignment.front();
    return Solution(assignment);
  };
  return images;
}

StepCheck checked(const Images& images, const SharedWork* shared, const std::atomic<bool>& stop) {
  problems::Cnf source;
  source.variables = 1;
  source.clauses = {{{1}, 1}};
  return check_step(source, images, 0, {1 << 20, [&] { return stop.load(); }, shared});
}

bool same(const StepCheck& a, const StepCheck& b) {
  return a.targets == b.targets && a.solved == b.solved && a.yes == b.yes && a.undecided == b.undecided &&
         a.promises == b.promises && a.yes_target == b.yes_target && a.defect == b.defect &&
         a.defective == b.defective;
}

}  // namespace

TEST_CASE("Every rank has all entries of a shared loop", "[ranks]") {
  std::vector<long> expected(3000);
  for (std::size_t k = 0; k < expected.size(); ++k) expected[k] = static_cast<long>(k * k);
  std::uint64_t handed = 0;  // of one run it depends on who is faster
  for (const int ranks : {2, 4}) {
    Post post(ranks);
    const auto shared =
        on_ranks<std::vector<long>>(post, [&](const SharedWork* work, const std::atomic<bool>& stop) {
          squares(work, stop, 10);
          return squares(work, stop, expected.size());
        });
    handed += shared.ended.traffic.ranges;
    expect_all(shared, [&](const auto& of_rank) { return of_rank == expected; });
  }
  CHECK(handed > 0);
}

TEST_CASE("A shared loop that has enough ends before its last entry", "[ranks]") {
  Post post(3);
  const auto shared =
      on_ranks<std::vector<long>>(post, [&](const SharedWork* work, const std::atomic<bool>& stop) {
        return squares(work, stop, 100000, 1500);
      });
  CHECK(shared.ended.lost.empty());
  const auto& all = *shared.of_ranks[0];
  CHECK(all[1500] == 1500 * 1500);
  CHECK(all.back() == -1);
  expect_all(shared, [&](const auto& of_rank) { return of_rank == all; });
}

TEST_CASE("Ranks say of rounded arithmetic what one process says", "[ranks][precision]") {
  const auto three = composition("n=3");
  for (const char* format : {"e4m3", "fp16", "p5"}) {
    for (const bool first : {false, true}) {
      StudyOptions alone;
      alone.first = first;
      const FormatAnswer expected =
          evaluate_on(*three, EvaluationModel::plain, *float_format_from_name(format), alone);
      CHECK((first && expected.first_wrong ? expected.checked < expected.total : expected.complete()));
      for (const int ranks : {2, 3}) {
        Post post(ranks);
        const auto shared =
            on_ranks<FormatAnswer>(post, [&](const SharedWork* work, const std::atomic<bool>& stop) {
              StudyOptions options = alone;
              options.threads = ranks == 2 ? 2 : 1;
              options.shared = work;
              options.stop = [&] { return stop.load(); };
              const auto mine = composition("n=3");
              return evaluate_on(*mine, EvaluationModel::plain, *float_format_from_name(format), options);
            });
        INFO(format << (first ? ", first, " : ", ") << ranks << " ranks");
        expect_all(shared, [&](const auto& of_rank) { return same(of_rank, expected); });
      }
    }
  }
}

TEST_CASE("A search for the first wrong input finds the lowest, by any threads", "[precision]") {
  const auto problem = composition("n=3");
  const FloatFormat format = *float_format_from_name("e4m3");
  const FormatAnswer all = evaluate_on(*problem, EvaluationModel::plain, format, {});
  REQUIRE(all.first_wrong);
  for (const int threads : {1, 2, 3, 8}) {
    StudyOptions options;
    options.threads = threads;
    options.first = true;
    const FormatAnswer first = evaluate_on(*problem, EvaluationModel::plain, format, options);
    CHECK(first.first_wrong == all.first_wrong);
    CHECK(first.checked == *all.first_wrong + 1);
    CHECK(first.right == *all.first_wrong);
    CHECK_FALSE(first.exponents.least);
  }
}

TEST_CASE("Ranks find the lowest target that is wrong, and count what stands before it",
          "[ranks][reductions]") {
  const std::atomic<bool> never{false};
  for (const std::vector<std::uint64_t>& wrong :
       {std::vector<std::uint64_t>{}, {700}, {1900, 350, 351}, {0}, {2999}}) {
    const Images images = counted_images(3000, wrong);
    const StepCheck expected = checked(images, nullptr, never);
    const std::uint64_t lowest = wrong.empty() ? 3000 : *std::min_element(wrong.begin(), wrong.end());
    CHECK(expected.solved == std::min<std::uint64_t>(3000, lowest + 1));
    CHECK(expected.defect.empty() == wrong.empty());
    if (!wrong.empty()) CHECK(expected.defective == lowest);
    CHECK(expected.yes == (lowest > 5 ? 1U : 0U) + (wrong.empty() ? 0U : 1U));
    Post post(3);
    const auto shared = on_ranks<StepCheck>(post, [&](const SharedWork* work, const std::atomic<bool>& stop) {
      return checked(images, work, stop);
    });
    expect_all(shared, [&](const auto& of_rank) { return same(of_rank, expected); });
  }
}

TEST_CASE("A target that was left in the middle counts for no rank as looked at", "[ranks][reductions]") {
  Images images = counted_images(3000, {});
  images.instance = [instance = images.instance](std::uint64_t target) {
    if (follows() && target != 5) throw Stopped();  // although nobody has asked for a stop
    return instance(target);
  };
  Post post(2);
  std::optional<StepCheck> of_rank_0;
  const Ended ended = run_as_ranks(post, patient, [&](int rank, const std::atomic<bool>& stop) {
    const SharedWorkRequest request("the work");
    if (rank == 0) post.wait_for_all();
    try {
      const StepCheck check = Workers(1).execute([&] { return checked(images, taken_shared_work(), stop); });
      if (rank == 0) of_rank_0 = check;
    } catch (const Stopped&) {
    }
  });
  CHECK(ended.lost.size() == 1);  // it left with work in hand
  CHECK_FALSE((of_rank_0 && of_rank_0->complete()));
}

TEST_CASE("Ranks say of a reduction's instances what one process says", "[ranks][reductions]") {
  const std::vector<std::string> texts{
      // Right; every letter of the image is made of one of the source.
      "input a : [9] -> [3]\nreduction a(1) = 1\nimage b : [9] -> [3]\nmap b(i) = 4 - a(i)\n"
      "becomes b(1) = 3\ncheck answers, assert copied: forall i in [9]: b(i) + a(i) = 4\n",
      // The answers differ where a(2) = 3, which `where` leaves half of the time.
      "input a : [9] -> [3]\nwhere a(3) <= 2\nreduction a(1) = 1 and a(2) <= 2\nimage b : [9] -> [3]\n"
      "map b(i) = a(i)\nbecomes b(1) = 1\ncheck answers, assert small: b(9) <= 2\n",
      // A letter that there is not, late.
      "input a : [9] -> [3]\nreduction a(1) = 1\nimage b : [9] -> [3]\nmap b(i) = a(i) + ind(a(1) = 3 and a(i) = 3)\n"
      "becomes b(1) = 1\ncheck answers\n"};
  const std::atomic<bool> never{false};
  std::uint64_t handed = 0;
  for (const std::string& text : texts) {
    const theorems::StatedReduction reduction = reduction_of(text);
    const auto outcome = [&](const SharedWork* work, const std::atomic<bool>& stop) {
      return check_reduction_text(
          reduction, letters_of(reduction), [&] { return stop.load(); }, work);
    };
    const ReductionOutcome expected = Workers(1).execute([&] { return outcome(nullptr, never); });
    CHECK(expected.complete());
    CHECK(same(Workers(3).execute([&] { return outcome(nullptr, never); }), expected));
    Post post(3);
    const auto shared = on_ranks<ReductionOutcome>(post, outcome);
    handed += shared.ended.traffic.ranges;
    expect_all(shared, [&](const auto& of_rank) { return same(of_rank, expected); });
  }
  CHECK(handed > 0);
}

TEST_CASE("A rank that says of a loop what cannot be is lost", "[ranks]") {
  const auto problem = composition("n=3");
  const std::vector<std::function<void(Json&)>> of_inputs{
      [](Json& says) { says["checked"] = "0"; },
      [](Json& says) { says["right"] = "100000"; },
      [](Json& says) { says["first_wrong"] = says["first_wrong"].is_null() ? Json("3") : Json(); },
      [](Json& says) { says["unjudged"] = "-1"; },
      [](Json& says) { says = nullptr; },
  };
  for (const auto& lie : of_inputs) {
    expect_lost(lie, [&](const SharedWork* work, const std::atomic<bool>& stop) {
      StudyOptions options;
      options.shared = work;
      options.stop = [&] { return stop.load(); };
      const auto mine = composition("n=3");
      return evaluate_on(*mine, EvaluationModel::plain, *float_format_from_name("fp16"), options).complete();
    });
  }
  const Images images = counted_images(3000, {});
  const std::vector<std::function<void(Json&)>> of_targets{[](Json& says) { says.erase(0); },
                                                           [](Json& says) { says[0][0] = "no"; },
                                                           [](Json& says) { says = Json::object(); }};
  for (const auto& lie : of_targets) {
    expect_lost(lie, [&](const SharedWork* work, const std::atomic<bool>& stop) {
      return checked(images, work, stop).complete();
    });
  }
  const theorems::StatedReduction reduction = reduction_of(
      "input a : [9] -> [3]\nreduction a(1) = 1\nimage b : [9] -> [3]\nmap b(i) = a(i)\nbecomes b(1) = 1\ncheck answers\n");
  const std::vector<std::function<void(Json&)>> of_sources{
      [](Json& says) { says["seen"] = "1"; },
      [](Json& says) { says["checked"] = "100000000"; },
      [](Json& says) { says["failing"] = "1"; },
      [](Json& says) { says["depends"].erase(0); },
      [](Json& says) { says["example"]["rank"] = "-1"; },
      [](Json& says) { says["asserted"].push_back(Json()); },
  };
  for (const auto& lie : of_sources) {
    expect_lost(lie, [&](const SharedWork* work, const std::atomic<bool>& stop) {
      const ReductionOutcome outcome = Workers(1).execute([&] {
        return check_reduction_text(
            reduction, letters_of(reduction), [&] { return stop.load(); }, work);
      });
      return outcome.complete();
    });
  }
}

}  // namespace attest::ranks::tests
