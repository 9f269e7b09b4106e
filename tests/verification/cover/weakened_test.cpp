// The cover against enumeration at weakened scales: the scale of every head is divided until wrong outputs appear, and then nearly all
// tuples weigh alike. Both must say the same of which inputs fail, how many, how badly, and by which gaps.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <set>

#include "claims/usage_error.hpp"
#include "fixtures.hpp"
#include "numeric/decimal.hpp"
#include "theorems/texts.hpp"
#include "theorems/theorem_texts.hpp"
#include "verification/cover/count.hpp"
#include "verification/cover/margins.hpp"
#include "verification/cover/run.hpp"
#include "verification/enumeration.hpp"
#include "verification/observation.hpp"

namespace attest::cover_weakened_test {
namespace {

constexpr int weakened_scales = 20;
constexpr long most_inputs = 256;

struct Seen {
  std::set<std::string> theorems;  // that were compared
  std::set<std::string> failing;   // of which inputs failed
  int compared = 0;
  int hold = 0;
  int fail = 0;
  int ties = 0;
  int counted = 0;
  int uncounted = 0;
};

// Afterwards a score difference of one unit weighs exp(-4 (2/3)^k) in the first head; the others change by the same factor.
void weaken(LayerSetting& setting, int k) {
  const double unit = setting.prepared().scores(0).unit().enclosure(60).upper_double();
  const double factor = 4 * std::pow(2.0 / 3.0, k) / unit;
  const Rational rational(Integer(std::max(1L, std::lround(std::ldexp(factor, 30)))), Integer(1) << 30);
  setting.set_weights_reader([&](const Json&) {
    attention::Layer layer = setting.prepared().layer();
    for (attention::Head& head : layer.heads) head.scale = head.scale * Surd(rational);
    return record_of(std::move(layer));
  });
  setting.use_weights(setting.weights());
}

void check_intersect(const RealBounds& cover, const Interval& least, const Interval& most) {
  CAPTURE(cover.lower, cover.upper, least.lower_double(), most.upper_double());
  CHECK(compare(most, rational_from_decimal(cover.lower).value()) != Ordering::less);
  CHECK(compare(least, rational_from_decimal(cover.upper).value()) != Ordering::greater);
}

VerifyOptions one_thread() {
  VerifyOptions options;
  options.threads = 1;
  return options;
}

void compare_margins(const LayerSetting& setting, const Observation& o, const cover::MarginReport& report) {
  REQUIRE(o.worst_rank);
  const Word worst = setting.task().space().unrank(*o.worst_rank);
  const std::vector<PositionOutput> outputs = setting.all_outputs(worst);
  REQUIRE(report.margins.decision_margin);
  if (setting.task().decision() == Decision::nearest) {
    REQUIRE(report.margins.output_error);
    check_intersect(*report.margins.output_error, setting.worst_deviation(worst, outputs),
                    Interval::from_double(o.error_bound));
  } else if (o.margin_bound) {
    check_intersect(*report.margins.decision_margin, Interval::from_double(*o.margin_bound),
                    setting.least_margin(worst, outputs));
  }
  const auto gap = setting.least_gap(o);
  REQUIRE(report.margins.score_gap.has_value() == gap.has_value());
  if (gap) CHECK(report.margins.score_gap->exact == gap->to_string());
}

void compare(const LayerSetting& setting, const std::string& id, Seen& seen) {
  const cover::CoverProblem problem(setting);
  VerifyOptions options = one_thread();
  options.failing_limit = std::size_t{1} << 20U;
  const Task& task = setting.task();
  const EnumerationResult all = enumerate(
      task.space(), [&] { return setting.make_judge(); }, options);
  const Observation o = observe(task, options, all);
  REQUIRE(o.complete());
  REQUIRE(o.undecided.count == 0);

  const cover::Result output = cover::cover(problem, {}, options);
  REQUIRE(output.complete());
  REQUIRE(output.tally.undecided == 0);
  REQUIRE(output.tally.first_wrong.has_value() == (o.failing.count != 0));
  if (output.tally.first_wrong) {
    const auto& wrong = *output.tally.first_wrong;
    const attention::LayerOutput exact = setting.evaluate(wrong.word, wrong.which);
    CHECK(setting.rightness_of(exact, setting.task().truth(wrong.word, wrong.which)) == Status::refuted);
    CHECK(std::binary_search(o.failing_ranks.begin(), o.failing_ranks.end(), task.space().rank(wrong.word)));
    seen.failing.insert(id);
  }
  bool tie = false;
  for (std::size_t h = 0; h < problem.heads().size(); ++h) {
    const cover::Result unique = cover::cover(problem, {false, h}, options);
    REQUIRE(unique.complete());
    tie = tie || unique.tally.first_wrong;
  }
  const auto gap = setting.least_gap(o);
  CHECK(tie == (gap && gap->is_zero()));
  compare_margins(setting, o, cover::margins_by_cover(problem, o.failing.count == 0, 1.05, options));
  const cover::FailingCount counted = cover::count_failing(problem, 100000);
  if (counted.failing) CHECK(*counted.failing == o.failing.count);
  ++(counted.failing ? seen.counted : seen.uncounted);
  ++(o.failing.count == 0 ? seen.hold : seen.fail);
  if (tie) ++seen.ties;
  ++seen.compared;
  seen.theorems.insert(id);
}

using MakeSetting = std::function<fixtures::Setting()>;

// False where the cover takes no such setting.
bool compare_weakened(const MakeSetting& make, const std::string& id, int every, Seen& seen) {
  for (int k = 0; k < weakened_scales; k += every) {
    CAPTURE(id, k);
    const fixtures::Setting setting = make();
    if (!setting || !setting->runnable() || setting->match_layers() != nullptr || setting->stack() != nullptr)
      return false;
    weaken(*setting, k);
    try {
      const cover::CoverProblem problem(*setting);
    } catch (const UsageError&) {
      return false;
    }
    compare(*setting, id, seen);
  }
  return true;
}

// Every standard size with few enough inputs, in each variant that has a verdict on record there.
void compare_standard_sizes(const JudgedClaim& claim, Seen& seen) {
  const ClaimInfo& info = claim.info();
  if (info.parameters.empty()) return;  // a text of another kind: a map, a shattered set
  for (const StandardSize& size : info.standard_sizes) {
    const Parameters parameters = parse_parameters(info.parameters, size.words);
    for (const auto& [variant, recorded] : size.recorded) {
      const auto make = [&, of = variant]() -> fixtures::Setting {
        auto setting = claim.setting(of, parameters);
        if (dynamic_cast<LayerSetting*>(setting.get()) == nullptr) return nullptr;
        return fixtures::Setting(dynamic_cast<LayerSetting*>(setting.release()));
      };
      INFO(info.id << " " << to_string(variant) << " " << parameters.to_string());
      const fixtures::Setting whole = make();
      if (!whole || !whole->runnable() || whole->task().space().size() > most_inputs) continue;
      compare_weakened(make, info.id, 1, seen);
    }
  }
}

}  // namespace

TEST_CASE(
    "At weakened scales the cover says what enumeration says, for every theorem of catalogue and gallery",
    "[verification][cover][.][long]") {
  Seen seen;
  for (const TheoremSource& source : theorem_texts()) {
    if (source.path.rfind("constructions/", 0) != 0) continue;  // no layer
    const auto claim = theorem_of_text(source.id);
    if (const auto* judged = dynamic_cast<const JudgedClaim*>(claim.get()))
      compare_standard_sizes(*judged, seen);
  }
  const std::size_t of_catalogue = seen.theorems.size();
  for (const std::string& file : theorem_tests::files_below("examples", ".theorem")) {
    theorems::TheoremText text = theorem_tests::theorem(theorem_tests::file_text(file));
    if (!text.extends.empty() || text.shatter || text.reduction) continue;  // no layer of its own
    const theorems::TheoremClaim claim(
        std::move(text), file, file,
        [](Variant, const Parameters&, std::unique_ptr<LayerTask>) { return nullptr; });
    compare_standard_sizes(claim, seen);
  }
  WARN(seen.compared << " settings of " << of_catalogue << " theorems of the catalogue and "
                     << seen.theorems.size() - of_catalogue << " of the gallery, " << seen.failing.size()
                     << " of them with wrong outputs: " << seen.hold << " hold, " << seen.fail << " fail, "
                     << seen.ties << " have ties; failing inputs counted in " << seen.counted << " of "
                     << seen.counted + seen.uncounted);
  CHECK(of_catalogue >= 7);  // those with a standard size of so few inputs that the cover takes
  CHECK(seen.theorems.size() - of_catalogue >= 10);
  CHECK(seen.fail > seen.compared / 10);
  CHECK(seen.hold > seen.compared / 10);
  CHECK(seen.ties > 0);
}

TEST_CASE("At weakened scales the cover says what enumeration says, at a few settings",
          "[verification][cover][.][exhaustive]") {
  Seen seen;
  const auto check = [&](const char* id, Variant variant, const std::vector<std::string>& words) {
    CAPTURE(words);
    REQUIRE(compare_weakened([&] { return fixtures::setting_of(id, variant, words); }, id, 6, seen));
  };
  check("strassen/function-composition", Variant::repaired, {"n=2"});
  check("strassen/relation-composition", Variant::repaired, {"m=2"});
  check("strassen/quotient-composition", Variant::printed, {"m=2", "factor=5"});
  check("strassen/match3", Variant::repaired, {"n=2", "m=5"});
  check("strassen/match3", Variant::printed, {"n=2", "m=4"});
  check("poly/function-composition", Variant::repaired, {"t=3", "n=2", "A2=21"});
  CHECK(seen.hold >= 4);
  CHECK(seen.fail >= 4);
  CHECK(seen.counted == seen.compared);
}

}  // namespace attest::cover_weakened_test
