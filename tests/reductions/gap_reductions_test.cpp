// The gap steps of seed 003: two routes to every target instance, brute force over messages, planted errors.
#include <catch2/catch.hpp>

#include <random>
#include <set>

#include "claims/usage_error.hpp"
#include "reductions/poly/gap_check.hpp"
#include "reductions/poly/gap_images.hpp"
#include "reductions/reduction.hpp"

using namespace attest;            // NOLINT(google-build-using-namespace)
using namespace attest::problems;  // NOLINT(google-build-using-namespace)

namespace {

GapOptions options_with(std::size_t columns, const Rational& epsilon = Rational(1, 2),
                        GapAlphabet alphabet = GapAlphabet::reachable) {
  GapOptions options;
  options.epsilon = epsilon;
  options.columns = columns;
  options.alphabet = alphabet;
  return options;
}

BitVectors random_set(std::size_t n, std::size_t d, std::mt19937& random) {
  BitVectors set(n, d);
  for (std::size_t row = 0; row < n; ++row) {
    for (std::size_t j = 0; j < d; ++j) set.set(row, j, random() % 2 == 0);
  }
  return set;
}

}  // namespace

TEST_CASE("The protocol worked by hand: d = 2, T = 2, L = 1, p = 3", "[reductions][gap]") {
  const GapProtocol protocol = gap_protocol(2, 2, 2, Rational(1, 3));
  CHECK(protocol.rows == 1);
  CHECK(protocol.degree == 2);
  CHECK(protocol.points == 3);
  CHECK(protocol.prime == 3);
  CHECK(protocol.from_columns[2] == std::vector<long>{2, 2});  // A(2) = 2 A(1) - A(0)
  const InnerProducts source =
      k_inner_product({BitVectors::from_rows({{1, 1}, {1, 0}}), BitVectors::from_rows({{0, 1}, {0, 0}})}, 1);
  CHECK(GapMessages(protocol, 1).count() == 6);
  // a = (1,1): A = 1. b = (0,1): B = x. P = x: 0, 1, 2.
  CHECK(honest_message(protocol, source, source.constraints[0], {0, 0}) == GapMessage{0, 1, 2});
  const Images images = gap_images(source, options_with(2, Rational(1, 3)));
  CHECK(images.count == 6);
  const Located located = images.forward(Tuple{0, 0});
  CHECK(located.target == 2);
  const auto target = std::get<InnerProducts>(images.instance(2));
  // Blocks: x = 0 with alpha = 0, 1; x = 1 with alpha = 0, 1; x = 2 with alpha = 0, 1, 2.
  CHECK(target.sets[0].text(0) == "0101010");
  CHECK(target.sets[1].text(0) == "1101010");  // alpha 0 = 0; alpha 1 = 1; 2 alpha = 2
  CHECK(inner_product(target, target.constraints[0], {0, 0}) == 3);
}

namespace {

// All lists of n vectors in ascending order, as rows of bits.
std::vector<BitVectors> all_sets(std::size_t n, std::size_t d) {
  std::vector<BitVectors> sets;
  std::vector<std::size_t> codes(n, 0);
  while (true) {
    BitVectors set(n, d);
    for (std::size_t row = 0; row < n; ++row) {
      for (std::size_t j = 0; j < d; ++j) set.set(row, j, (codes[row] >> (d - 1 - j) & 1U) != 0);
    }
    sets.push_back(set);
    std::size_t i = n;
    while (i > 0 && codes[i - 1] + 1 == std::size_t{1} << d) --i;
    if (i == 0) return sets;
    const std::size_t next = codes[i - 1] + 1;
    for (; i <= n; ++i) codes[i - 1] = next;
  }
}

GapTally all_pairs(std::size_t n, std::size_t d, const GapOptions& options) {
  GapChecker checker(2, d, options);
  GapTally tally;
  for (const BitVectors& a : all_sets(n, d)) {
    for (const BitVectors& b : all_sets(n, d)) {
      for (long m = 0; m <= static_cast<long>(d); ++m) checker.check(k_inner_product({a, b}, m), {}, tally);
    }
  }
  return tally;
}

}  // namespace

TEST_CASE("Every pair of sets of two vectors in two dimensions keeps the promise under every message",
          "[reductions][gap]") {
  for (const GapAlphabet alphabet : {GapAlphabet::field, GapAlphabet::reachable, GapAlphabet::occurring}) {
    for (const std::size_t columns : {1, 2}) {
      const GapTally tally = all_pairs(2, 2, options_with(columns, Rational(1, 2), alphabet));
      CHECK(tally.sources == 300);  // 10 x 10 lists, 3 targets
      CHECK(tally.failing == 0);
      CHECK(tally.yes == 166);
      CHECK(tally.most_below == (columns == 1 ? 0 : 2));
    }
  }
}

TEST_CASE("The gap reductions are registered and refuse what they do not take", "[reductions][gap]") {
  std::set<std::string> names;
  for (const auto& reduction : reductions()) names.insert(reduction->info().name);
  for (const char* name :
       {"ip-to-gap-ip", "ip-triangle-to-gap", "kip-to-gap", "hypergraph-ip-to-gap", "cycle-to-gap"})
    CHECK(names.count(name) == 1);
  const BitVectors a = BitVectors::from_rows({{1, 1}});
  const InnerProducts pair = k_inner_product({a, a}, 1);
  CHECK_THROWS_AS(gap_images(pair, options_with(3)), UsageError);
  CHECK_THROWS_AS(gap_images(pair, options_with(0)), UsageError);
  CHECK_THROWS_AS(gap_images(k_inner_product({a, BitVectors(0, 2)}, 1)), UsageError);
  CHECK_THROWS_AS(gap_images(gap_version(Family::k_ip, 2, {a, a}, 1, Rational(1, 2))), UsageError);
  CHECK_THROWS_AS(gap_images(pair).instance(1), UsageError);
  CHECK_THROWS_AS(gap_images(pair).forward(Tuple{0, 0}), UsageError);  // the inner product is 2
  CHECK_THROWS_AS(gap_options(parse_parameters(gap_parameter_specs(), {"epsilon=1"})), UsageError);
  CHECK_THROWS_AS(gap_options(parse_parameters(gap_parameter_specs(), {"T=0"})), UsageError);
  const Parameters parameters = parse_parameters(gap_parameter_specs(), {});
  CHECK(parameters.to_json()["T"] == "auto");
  for (const auto& reduction : reductions()) {
    if (reduction->info().name != "ip-triangle-to-gap") continue;
    CHECK_THROWS_AS(reduction->images(Variant::repaired, pair, parameters), UsageError);
    CHECK_THROWS_AS(reduction->images(Variant::repaired, Cnf{}, parameters), UsageError);
  }
}

namespace {

std::vector<Tuple> solutions_of(const InnerProducts& instance) {
  std::vector<Tuple> solutions;
  Tuple tuple(instance.sets.size(), 0);
  while (true) {
    if (satisfies(instance, tuple)) solutions.push_back(tuple);
    std::size_t i = tuple.size();
    while (i > 0 && tuple[i - 1] + 1 == instance.sets[i - 1].size()) tuple[--i] = 0;
    if (i == 0) return solutions;
    ++tuple[i - 1];
  }
}

InnerProducts random_instance(Family family, std::size_t sets, std::size_t order, std::size_t n,
                              std::size_t d, bool planted, std::mt19937& random) {
  InnerProducts instance;
  instance.family = family;
  instance.order = order;
  for (std::size_t s = 0; s < sets; ++s) instance.sets.push_back(random_set(n, d, random));
  instance.constraints = constraints_of(family, sets, order);
  Tuple tuple;
  for (std::size_t s = 0; s < sets; ++s) tuple.push_back(random() % n);
  for (Constraint& constraint : instance.constraints)
    constraint.target =
        planted ? inner_product(instance, constraint, tuple) : static_cast<long>(random() % (d + 1));
  return instance;
}

}  // namespace

TEST_CASE("On larger random instances the candidates have exactly the source's solutions",
          "[reductions][gap]") {
  struct Shape {
    Family family;
    std::size_t sets, order, n, d, columns;
  };
  std::mt19937 random(20261121);
  int yes = 0;
  int no = 0;
  for (const Shape& shape :
       {Shape{Family::k_ip, 2, 2, 9, 7, 3}, Shape{Family::k_ip, 3, 3, 4, 4, 2},
        Shape{Family::k_ip, 4, 4, 2, 3, 1}, Shape{Family::ip_triangle, 3, 2, 3, 5, 2},
        Shape{Family::hypergraph_ip, 4, 3, 2, 3, 2}, Shape{Family::hypergraph_ip, 4, 2, 2, 4, 2},
        Shape{Family::directed_cycle, 5, 2, 2, 4, 2}}) {
    for (int trial = 0; trial < 6; ++trial) {
      const InnerProducts source =
          random_instance(shape.family, shape.sets, shape.order, shape.n, shape.d, trial % 2 == 0, random);
      GapOptions options = options_with(shape.columns);
      options.alphabet = GapAlphabet::occurring;
      const Images images = gap_images(source, options);
      std::vector<std::uint64_t> candidates = {0};
      if (images.candidates) candidates = images.candidates();
      if (candidates.size() > 300) candidates.resize(300);
      const std::vector<Tuple> wanted = solutions_of(source);
      ++(wanted.empty() ? no : yes);
      std::size_t found = 0;
      for (const std::uint64_t target : candidates) {
        const auto image = std::get<InnerProducts>(images.instance(target));
        REQUIRE_FALSE(promise_breach(image));
        for (const Tuple& tuple : solutions_of(image)) {
          ++found;
          CHECK(images.forward(images.backward({target, tuple})).target == target);
        }
      }
      if (candidates.size() < 300) CHECK(found == wanted.size());
      for (const Tuple& tuple : wanted) {
        const Located located = images.forward(tuple);
        CHECK(satisfies(std::get<InnerProducts>(images.instance(located.target)), tuple));
      }
    }
  }
  CHECK(yes >= 21);
  CHECK(no >= 5);
}
