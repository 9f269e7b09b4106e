// Several routes to one output: the definition summed term by term, the sum along the forest, the floating-point filter, the fast
// judge on any machine. They must agree, on every input at the smallest sizes.
#include <catch2/catch.hpp>

#include "attention/double_filter.hpp"
#include "fixtures.hpp"
#include "verification/enumeration.hpp"
#include "verification/layer_judge.hpp"
#include "verification/table_judge.hpp"
#include "verification/table_problem.hpp"

namespace attest::routes_test {
namespace {

using attention::HeadSums;

void check_routes(const LayerSetting& setting) {
  const attention::PreparedLayer& prepared = setting.prepared();
  REQUIRE(prepared.forest(0));
  const attention::Head& head = prepared.layer().heads.front();
  const InputSpace& space = setting.task().space();
  std::vector<attention::Kind> kinds(setting.task().tokens());
  for (Integer rank = 0; rank < space.size(); ++rank) {
    setting.task().kinds(space.unrank(rank), kinds);
    const auto last = static_cast<attention::Token>(kinds.size() - 1);
    for (const attention::Token receiver : {attention::Token{0}, last}) {
      const HeadSums definition = head_sums(head, prepared.scores(0), kinds, receiver);
      const HeadSums along =
          sums_along_forest(head, prepared.scores(0), *prepared.forest(0), kinds, receiver);
      REQUIRE(definition.counts == along.counts);
      REQUIRE(definition.values == along.values);
      REQUIRE(definition.best == along.best);
      REQUIRE(definition.gap == along.gap);
    }
  }
}

Tally tally_by(const LayerSetting& setting, const JudgeFactory& make_judge, int threads, Part part) {
  VerifyOptions options;
  options.threads = threads;
  options.part = part;
  options.failing_limit = 5;
  return enumerate(setting.task().space(), make_judge, options).tally;
}

void check_same_tally(const Tally& a, const Tally& b) {
  CHECK(a.checked == b.checked);
  CHECK(a.failing == b.failing);
  CHECK(a.undecided == b.undecided);
  CHECK(a.extra == b.extra);
  CHECK(a.failing_list == b.failing_list);
  CHECK(a.worst == b.worst);
  CHECK(a.worst_index == b.worst_index);
  CHECK(a.error_bound == b.error_bound);
  CHECK(a.least_gap == b.least_gap);
  CHECK(a.least_further_gaps == b.least_further_gaps);
}

class TableJudges {
 public:
  explicit TableJudges(const LayerSetting& setting) {
    setting.task().expect_many();
    problem_ = TableProblem::make(setting);
    REQUIRE(problem_);
    tables_ = make_layer_tables(*problem_, std::size_t{1} << 26);
    REQUIRE(tables_);
  }
  JudgeFactory on(Machine machine) const {
    return [this, machine] { return make_table_judge(*problem_, tables_, machine); };
  }

 private:
  std::unique_ptr<const TableProblem> problem_;
  std::shared_ptr<const LayerTables> tables_;
};

}  // namespace

TEST_CASE("The sum along the forest is the definition on every input", "[attention]") {
  for (const long n : {1, 2}) check_routes(*fixtures::strassen(n));
  check_routes(*fixtures::poly(2, 2, Rational(10)));
  check_routes(*fixtures::poly(3, 2, Rational(21)));
  check_routes(*fixtures::poly(2, 2, Rational(10), Variant::printed));
}

TEST_CASE("The sum along the forest is the definition on all 2187 inputs for n = 3",
          "[.][exhaustive][attention]") {
  check_routes(*fixtures::strassen(3));
  check_routes(*fixtures::poly(2, 3, Rational(14)));
}

TEST_CASE("The tables, the floating-point filter and the definition say the same on every input",
          "[verification]") {
  const auto check = [](const fixtures::Setting& setting) {
    const Tally exact =
        tally_by(*setting, [&] { return std::make_unique<LayerJudge>(*setting, nullptr); }, 2, {});
    const auto filter = attention::DoubleFilter::make(setting->prepared());
    REQUIRE(filter);
    const Tally filtered =
        tally_by(*setting, [&] { return std::make_unique<LayerJudge>(*setting, filter.get()); }, 2, {});
    const Tally tabled = tally_by(*setting, TableJudges(*setting).on(Machine::best), 2, {});
    for (const Tally* fast : {&filtered, &tabled}) {
      CHECK(fast->checked == exact.checked);
      CHECK(fast->failing == exact.failing);
      CHECK(fast->undecided == exact.undecided);
      CHECK(fast->extra == exact.extra);
      CHECK(fast->least_gap == exact.least_gap);
      // The fast judge's bound holds, and is not more than its proved error above the truth.
      CHECK(fast->error_bound >= exact.worst);
      CHECK(fast->error_bound - exact.worst < 1e-10);
    }
  };
  for (const long n : {1, 2, 3}) check(fixtures::strassen(n));
  for (const char* a2 : {"1/4", "4", "39/4", "30"}) {
    check(fixtures::poly(2, 2, *rational_from_string(a2)));
    check(fixtures::poly(3, 2, *rational_from_string(a2)));
    check(fixtures::poly(2, 2, *rational_from_string(a2), Variant::printed));
  }
}

TEST_CASE("The fast judge gives the same bits on every machine, with any number of threads",
          "[verification]") {
  for (const auto& make : {+[] { return fixtures::strassen(3); }, +[] { return fixtures::poly(3, 2, 9); },
                           +[] { return fixtures::poly(2, 3, 9); }}) {
    const fixtures::Setting setting = make();
    const TableJudges judges(*setting);
    const Tally reference = tally_by(*setting, judges.on(Machine::portable), 1, {});
    for (const int threads : {1, 2, 3}) {
      check_same_tally(tally_by(*setting, judges.on(Machine::portable), threads, {}), reference);
      check_same_tally(tally_by(*setting, judges.on(Machine::best), threads, {}), reference);
    }
  }
}

TEST_CASE("Parts of any modulus add up to the whole", "[verification]") {
  const fixtures::Setting setting = fixtures::poly(2, 3, Rational(9));
  const TableJudges tables(*setting);
  const JudgeFactory judges = tables.on(Machine::best);
  const Tally whole = tally_by(*setting, judges, 2, {});
  for (const unsigned long modulus : {2UL, 3UL, 7UL, 81UL, 2187UL, 3000UL}) {
    std::uint64_t checked = 0;
    std::uint64_t failing = 0;
    double worst = -1;
    double bound = 0;
    for (unsigned long residue = 0; residue < std::min(modulus, 100UL); ++residue) {
      const Tally part = tally_by(*setting, judges, 1, {residue, modulus});
      checked += part.checked;
      failing += part.failing.count;
      worst = std::max(worst, part.worst);
      bound = std::max(bound, part.error_bound);
    }
    if (modulus > 100) continue;  // only the first hundred parts were run
    CHECK(checked == whole.checked);
    CHECK(failing == whole.failing.count);
    CHECK(worst == whole.worst);
    CHECK(bound == whole.error_bound);
  }
}

TEST_CASE("Parts have sizes that differ by at most one and sum to the space", "[verification]") {
  for (const long space : {1, 2, 7, 32, 100}) {
    for (unsigned long modulus = 1; modulus < 12; ++modulus) {
      Integer sum = 0;
      for (unsigned long residue = 0; residue < modulus; ++residue) {
        const Integer size = part_size(Integer(space), {residue, modulus});
        CHECK((size == space / static_cast<long>(modulus) || size == space / static_cast<long>(modulus) + 1));
        sum += size;
      }
      CHECK(sum == space);
    }
  }
}

}  // namespace attest::routes_test
