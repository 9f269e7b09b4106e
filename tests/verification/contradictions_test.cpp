// Verdicts that contradict themselves: lies planted in judges, in tallies and in the counts of parts. Each
// must be an internal error (std::logic_error), or at least not a `holds`.
#include <catch2/catch.hpp>
#include <functional>

#include "claims/consistency.hpp"
#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "verification/exact_claim.hpp"

namespace attest::contradictions_test {
namespace {

// Three bits; the truth is the last one.
class LastBit : public Task {
 public:
  explicit LastBit(Decision decision, std::size_t length = 3)
      : Task(InputSpace(std::vector<Symbol>(length, 2))), decision_(decision) {}
  long first_symbol() const override { return 0; }
  std::vector<std::size_t> judged_positions() const override { return {space().length() - 1}; }
  long truth(std::span<const Symbol> word, std::size_t) const override { return word.back(); }
  Decision decision() const override { return decision_; }
  Json to_json(std::span<const Symbol> word) const override {
    return {{"x", Word(word.begin(), word.end())}};
  }
  Word from_json(const Json& input) const override { return input["x"].get<Word>(); }

 private:
  Decision decision_;
};

using Output = std::function<Rational(std::span<const Symbol>)>;
using JudgeOne = std::function<void(std::span<const Symbol>, InputIndex, Tally&)>;

// A judge that says of each input what it is told to.
class ToldJudge : public Judge {
 public:
  explicit ToldJudge(JudgeOne one) : one_(std::move(one)) {}
  void judge(std::span<const Symbol> word, std::size_t, std::size_t count, InputIndex index,
             const std::atomic<bool>&, Tally& tally) override {
    Word current(word.begin(), word.end());
    for (std::size_t k = 0; k < count; ++k, ++current.back(), ++index) one_(current, index, tally);
  }

 private:
  JudgeOne one_;
};

struct Plan {
  Decision decision = Decision::nearest;
  std::size_t length = 3;
  Output y = [](std::span<const Symbol> word) { return Rational(word.back()); };
  JudgeOne judge = nullptr;  // none: the judge of ExactSetting
};

class Planted : public ExactSetting {
 public:
  Planted(Variant variant, const Parameters& parameters, const Plan& plan)
      : ExactSetting(variant, parameters), plan_(plan), task_(plan.decision, plan.length) {}
  const Task& task() const override { return task_; }
  std::vector<ExactOutput> outputs(std::span<const Symbol> word) const override {
    return {{plan_.y(word), Json()}};
  }
  std::unique_ptr<Judge> make_judge() const override {
    if (!plan_.judge) return ExactSetting::make_judge();
    return std::make_unique<ToldJudge>(plan_.judge);
  }
  Size size() const override { return {}; }
  Json weights() const override { return Json::object(); }

 private:
  Plan plan_;
  LastBit task_;
};

class PlantedClaim : public JudgedClaim {
 public:
  explicit PlantedClaim(Plan plan) : JudgedClaim(entry()), plan_(std::move(plan)) {}
  std::unique_ptr<JudgedSetting> setting(Variant variant, const Parameters& parameters) const override {
    return std::make_unique<Planted>(variant, parameters, plan_);
  }

 private:
  static ClaimInfo entry() {
    ClaimInfo info;
    info.id = "test/last-bit";
    info.variants = {{Variant::constructed, "", {}}};
    return info;
  }
  Plan plan_;
};

Verdict verdict_of(const Plan& plan, VerifyOptions options = {}) {
  options.threads = 2;
  return PlantedClaim(plan).verify(Variant::constructed, Parameters(), options);
}

// What an honest judge of a right output says.
void right(InputIndex index, Tally& tally) {
  tally.note_error(0, 0, index);
  ++tally.checked;
}

bool all_ones(std::span<const Symbol> word) {
  return std::find(word.begin(), word.end(), Symbol{0}) == word.end();
}

}  // namespace

TEST_CASE("An honest judge of a right construction holds, with a positive margin",
          "[verification][contradiction]") {
  for (const Decision decision : {Decision::nearest, Decision::sign}) {
    const Verdict verdict = verdict_of({decision, 12});
    CHECK(verdict.status == Status::holds);
    CHECK(verdict.inputs.undecided == 0);
    CHECK_NOTHROW(check_consistency(verdict));
  }
}

TEST_CASE("A judge that calls a wrong output right contradicts the recomputed worst input",
          "[verification][contradiction]") {
  Plan plan;
  plan.y = [](std::span<const Symbol> word) { return Rational(word.back() + (all_ones(word) ? 1 : 0)); };
  CHECK(verdict_of(plan).status == Status::refuted);
  // It notes the error, but not that it is one: a margin below zero cannot hold.
  plan.judge = [&](std::span<const Symbol> word, InputIndex index, Tally& tally) {
    tally.note_error(all_ones(word) ? 1 : 0, all_ones(word) ? 1 : 0, index);
    ++tally.checked;
  };
  CHECK(verdict_of(plan).status == Status::undecided);
  // It claims a margin on top.
  plan.judge = [&](std::span<const Symbol> word, InputIndex index, Tally& tally) {
    tally.note_error(all_ones(word) ? 1 : 0, all_ones(word) ? 1 : 0, 0.25, index);
    ++tally.checked;
  };
  CHECK_THROWS_AS(verdict_of(plan), std::logic_error);
  // It claims that all errors are small.
  plan.y = [](std::span<const Symbol>) { return Rational(5); };
  plan.judge = [](std::span<const Symbol>, InputIndex index, Tally& tally) { right(index, tally); };
  CHECK_THROWS_AS(verdict_of(plan), std::logic_error);
}

TEST_CASE("A judge whose errors are larger than the true ones is caught at its worst input",
          "[verification][contradiction]") {
  Plan plan;
  plan.judge = [](std::span<const Symbol>, InputIndex index, Tally& tally) {
    tally.note_error(0.4, 0.4, index);
    ++tally.checked;
  };
  CHECK_THROWS_AS(verdict_of(plan), std::logic_error);
}

TEST_CASE("An undecided input in a complete run leaves it undecided, and is counted",
          "[verification][contradiction]") {
  Plan plan;
  plan.length = 13;  // several chunks, so that tallies are merged
  const InputIndex open = 5000;
  plan.judge = [&](std::span<const Symbol>, InputIndex index, Tally& tally) {
    if (index == open) tally.undecided.add(index);
    right(index, tally);
  };
  const Verdict verdict = verdict_of(plan);
  CHECK(verdict.status == Status::undecided);
  CHECK(verdict.inputs.checked == 8192);
  CHECK(verdict.inputs.failing == 0);
  CHECK(verdict.inputs.undecided == 1);
  CHECK(verdict.reason->find("rank 5000") != std::string::npos);
  // Beside a failing input it is still counted.
  plan.y = [](std::span<const Symbol> word) { return Rational(word.back() + (all_ones(word) ? 1 : 0)); };
  plan.judge = [&](std::span<const Symbol> word, InputIndex index, Tally& tally) {
    if (index == open) tally.undecided.add(index);
    if (all_ones(word)) tally.note_failing(index);
    tally.note_error(all_ones(word) ? 1 : 0, all_ones(word) ? 1 : 0, index);
    ++tally.checked;
  };
  const Verdict refuted = verdict_of(plan);
  CHECK(refuted.status == Status::refuted);
  CHECK(refuted.inputs.failing == 1);
  CHECK(refuted.inputs.undecided == 1);
}

TEST_CASE("A judge that loses an input, or counts one twice, is an internal error",
          "[verification][contradiction]") {
  Plan plan;
  plan.judge = [](std::span<const Symbol>, InputIndex index, Tally& tally) {
    right(index, tally);
    if (index == 5) --tally.checked;
  };
  CHECK_THROWS_AS(verdict_of(plan), std::logic_error);
  plan.judge = [](std::span<const Symbol>, InputIndex index, Tally& tally) {
    right(index, tally);
    if (index == 5) ++tally.checked;
  };
  CHECK_THROWS_AS(verdict_of(plan), std::logic_error);
}

TEST_CASE("Two lies that keep the count of inputs are seen in the sum of their ranks",
          "[verification][contradiction]") {
  const PlantedClaim claim{Plan()};
  const auto part = [&](unsigned long residue) {
    VerifyOptions options;
    options.part = {residue, 2, true};
    return to_json(claim.verify(Variant::constructed, Parameters(), options));
  };
  const auto merged = [&](const std::vector<Json>& parts) {
    return claim.merge(Variant::constructed, Parameters(), parts, {});
  };
  CHECK(merged({part(0), part(1)}).status == Status::holds);
  CHECK(merged({part(0), part(1)}).details["enumeration"]["rank_sum"] == "28");
  // The same part twice has as many inputs as both.
  CHECK_THROWS_AS(merged({part(0), part(0)}), std::logic_error);
}

TEST_CASE("A word that is no longer the one that was counted is an internal error",
          "[verification][contradiction]") {
  Plan plan;
  plan.length = 4;
  class Spoiler : public Judge {
   public:
    void judge(std::span<const Symbol> word, std::size_t, std::size_t, InputIndex index,
               const std::atomic<bool>&, Tally& tally) override {
      const_cast<Symbol&>(word.front()) ^= index == 3 ? 1U : 0U;
      right(index, tally);
    }
  };
  VerifyOptions options;
  options.threads = 1;
  CHECK_THROWS_AS(
      enumerate(
          LastBit(Decision::nearest, 4).space(), [] { return std::make_unique<Spoiler>(); }, options),
      std::logic_error);
}

TEST_CASE("A tie is wrong for a number and for a yes, and right for a no", "[verification][contradiction]") {
  Plan plan;
  plan.y = [](std::span<const Symbol> word) { return Rational(word.back()) + Rational(1, 2); };
  const Verdict number = verdict_of(plan);
  CHECK(number.status == Status::refuted);
  CHECK(number.kind == Kind::construction);
  CHECK(number.inputs.failing == 8);
  plan.decision = Decision::sign;
  plan.y = [](std::span<const Symbol>) { return Rational(0); };
  const Verdict sign = verdict_of(plan);
  CHECK(sign.status == Status::refuted);
  CHECK(sign.inputs.failing == 4);  // the yeses
  plan.y = [](std::span<const Symbol> word) { return Rational(word.back()); };
  const Verdict zero_on_no = verdict_of(plan);
  CHECK(zero_on_no.status == Status::holds);
  CHECK(zero_on_no.margins.decision_margin->lower.front() != '-');
}

TEST_CASE("Errors within 2^-200 of 1/2 are told from it", "[verification][contradiction]") {
  Plan plan;
  const Rational tiny = Rational(1) / Rational(power(2, 200));
  plan.y = [&](std::span<const Symbol> word) { return Rational(word.back()) + Rational(1, 2) - tiny; };
  const Verdict below = verdict_of(plan);
  CHECK(below.status == Status::holds);
  CHECK(below.margins.decision_margin->lower.rfind("6.2", 0) == 0);  // 2^-200 = 6.22e-61
  plan.y = [&](std::span<const Symbol> word) { return Rational(word.back()) + Rational(1, 2) + tiny; };
  CHECK(verdict_of(plan).status == Status::refuted);
}

TEST_CASE("A conclusion is refused where its parts contradict each other", "[claims][contradiction]") {
  Verdict good;
  good.status = Status::holds;
  good.inputs = {10, 10, 10, 0, 0};
  good.margins.decision_margin = RealBounds{"1.0e-01", "2.0e-01"};
  CHECK_NOTHROW(check_consistency(good));
  const auto refused = [&](const std::function<void(Verdict&)>& plant) {
    Verdict planted = good;
    plant(planted);
    CHECK_THROWS_AS(check_consistency(planted), std::logic_error);
  };
  refused([](Verdict& v) { v.inputs.undecided = 1; });
  refused([](Verdict& v) { v.inputs.checked = 9; });
  refused([](Verdict& v) { v.inputs.total = 11; });
  refused([](Verdict& v) { v.margins.decision_margin->upper = "-8.45e-01"; });
  refused([](Verdict& v) { v.margins.decision_margin->lower = "-1.0e-20"; });
  refused([](Verdict& v) {
    v.status = Status::refuted;
    v.inputs.failing = 6;
    v.inputs.undecided = 5;
  });
  Verdict zero = good;
  zero.margins.decision_margin = RealBounds{"0.0e+00", "0.0e+00"};
  CHECK_NOTHROW(check_consistency(zero));
}

TEST_CASE("Counts of a part that cannot be are refused with the field's name",
          "[verification][contradiction]") {
  const PlantedClaim claim{Plan()};
  const Observation good =
      observation_from_json(claim.verify(Variant::constructed, Parameters(), {}).details["enumeration"]);
  CHECK_NOTHROW(check_observation(good, 8, Part()));
  const auto refused = [&](const std::string& field, const std::function<void(Observation&)>& plant) {
    Observation planted = good;
    plant(planted);
    INFO(field);
    try {
      check_observation(planted, 8, Part());
      FAIL_CHECK("accepted");
    } catch (const UsageError& error) {
      CHECK(std::string(error.what()).find("enumeration." + field) != std::string::npos);
    }
  };
  refused("rank_sum", [](Observation& o) { ++o.rank_sum; });
  refused("margin_bound", [](Observation& o) { o.margin_bound.reset(); });
  refused("undecided", [](Observation& o) {
    o.failing = {5, Integer(0)};
    o.undecided = {4, Integer(0)};
  });
}

TEST_CASE("A run stops with what it knows, wherever it is", "[verification][stop]") {
  Plan plan;
  plan.length = 16;
  plan.y = [](std::span<const Symbol> word) {
    if (word[0] == 1) {
      for (;;) check_stop();  // a computation without an end
    }
    return Rational(word.back());
  };
  VerifyOptions options;
  options.budget_seconds = 0.1;
  const RunLimit limit(options);
  const auto start = std::chrono::steady_clock::now();
  const Verdict verdict = verdict_of(plan, options);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(2));
  CHECK(verdict.status == Status::undecided);
  CHECK(verdict.inputs.checked > 0);
  CHECK(verdict.inputs.checked < 65536);
}

}  // namespace attest::contradictions_test
