// Several routes to one output: the definition summed term by term, the factorised sum, intervals, the fast
// judge on any machine. They must agree, on every input at the smallest sizes.
#include <catch2/catch.hpp>
#include <random>

#include "attention/best_tuple.hpp"
#include "attention/certified_output.hpp"
#include "fixtures.hpp"
#include "verification/enumeration.hpp"
#include "verification/exact_judge.hpp"
#include "verification/table_judge.hpp"

namespace attest::routes_test {
namespace {

bool same(const ExponentialSum& a, const ExponentialSum& b) {
  ExponentialSum difference = a;
  for (const auto& [score, value] : b) difference[score] -= value;
  for (const auto& [score, value] : difference) {
    if (value != 0) return false;
  }
  return true;
}

void check_routes(const fixtures::Layer& layer) {
  const SoftmaxProblem& problem = *layer.problem;
  REQUIRE(problem.forest);
  const InputSpace& space = layer.task->space();
  for (Integer rank = 0; rank < space.size(); ++rank) {
    const Word word = space.unrank(rank);
    const std::size_t position = word.size() - 1;
    const Spectrum definition = spectrum_by_definition(problem.tokens, word, position);
    const Spectrum factorised = spectrum_along_forest(problem.tokens, *problem.forest, word, position);
    REQUIRE(same(definition.counts, factorised.counts));
    REQUIRE(same(definition.values, factorised.values));
    REQUIRE(definition.base == factorised.base);
    const Interval y =
        CertifiedOutput(problem.tokens, problem.forest, word, position).deviation(Rational(0), 80);
    const Interval z =
        CertifiedOutput(problem.tokens, std::nullopt, word, position).deviation(Rational(0), 80);
    REQUIRE(arb_overlaps(y.ball(), z.ball()) != 0);
    const auto along = best_tuple(problem.tokens, problem.forest, word, position);
    const auto term_by_term = best_tuple(problem.tokens, std::nullopt, word, position);
    REQUIRE(along.gap == term_by_term.gap);
    REQUIRE(along.gap == score_gap(definition));
    if (*along.gap != 0) REQUIRE(along.tokens == term_by_term.tokens);
  }
}

Tally tally_by(const fixtures::Layer& layer, const JudgeFactory& make_judge, int threads, Part part) {
  VerifyOptions options;
  options.threads = threads;
  options.part = part;
  options.failing_limit = 5;
  return enumerate(layer.task->space(), make_judge, options).tally;
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
}

JudgeFactory table_judges(const fixtures::Layer& layer, Machine machine) {
  const auto tables = make_layer_tables(*layer.problem, std::size_t{1} << 26);
  REQUIRE(tables);
  return [&layer, tables, machine] { return make_table_judge(*layer.problem, tables, machine); };
}

}  // namespace

TEST_CASE("The factorised sum is the definition on every input", "[attention]") {
  check_routes(fixtures::strassen(1));
  check_routes(fixtures::strassen(2));
  check_routes(fixtures::poly(2, 2, Rational(10)));
  check_routes(fixtures::poly(3, 2, Rational(21)));
  check_routes(fixtures::poly(2, 2, Rational(10), Variant::printed));
}

TEST_CASE("The factorised sum is the definition on all 2187 inputs for n = 3", "[.][exhaustive][attention]") {
  check_routes(fixtures::strassen(3));
  check_routes(fixtures::poly(2, 3, Rational(14)));
}

TEST_CASE("The fast judge and the exact judge say the same on every input", "[verification]") {
  const auto check = [](const fixtures::Layer& layer) {
    const Tally exact = tally_by(layer, [&] { return std::make_unique<ExactJudge>(*layer.problem); }, 2, {});
    const Tally fast = tally_by(layer, table_judges(layer, Machine::best), 2, {});
    CHECK(fast.checked == exact.checked);
    CHECK(fast.failing == exact.failing);
    CHECK(fast.undecided == exact.undecided);
    CHECK(fast.extra == exact.extra);
    CHECK(fast.least_gap == exact.least_gap);
    // The fast judge's bound holds, and is not more than its proved error above the truth.
    CHECK(fast.error_bound >= exact.worst);
    CHECK(fast.error_bound - exact.worst < 1e-10);
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
  for (const auto& layer :
       {fixtures::strassen(3), fixtures::poly(3, 2, Rational(9)), fixtures::poly(2, 3, Rational(9))}) {
    const Tally reference = tally_by(layer, table_judges(layer, Machine::portable), 1, {});
    for (const int threads : {1, 2, 3}) {
      check_same_tally(tally_by(layer, table_judges(layer, Machine::portable), threads, {}), reference);
      check_same_tally(tally_by(layer, table_judges(layer, Machine::best), threads, {}), reference);
    }
  }
}

TEST_CASE("Parts of any modulus add up to the whole", "[verification]") {
  const auto layer = fixtures::poly(2, 3, Rational(9));
  const auto judges = table_judges(layer, Machine::best);
  const Tally whole = tally_by(layer, judges, 2, {});
  for (const unsigned long modulus : {2UL, 3UL, 7UL, 81UL, 2187UL, 3000UL}) {
    std::uint64_t checked = 0;
    std::uint64_t failing = 0;
    double worst = -1;
    double bound = 0;
    for (unsigned long residue = 0; residue < std::min(modulus, 100UL); ++residue) {
      const Tally part = tally_by(layer, judges, 1, {residue, modulus});
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
