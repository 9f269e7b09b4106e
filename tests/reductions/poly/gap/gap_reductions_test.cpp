// The gap steps of seed 003: two routes to every target instance, brute force over messages, planted errors.
#include <catch2/catch.hpp>

#include <random>
#include <set>

#include "claims/usage_error.hpp"
#include "reductions/poly/gap/gap_check.hpp"
#include "reductions/poly/gap/gap_claim.hpp"
#include "reductions/poly/gap/gap_images.hpp"
#include "reductions/poly/gap/gap_print.hpp"
#include "reductions/reduction.hpp"

namespace gap_reductions_test {

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

GapTally all_pairs(std::size_t n, std::size_t d, const GapOptions& options) {
  GapChecker checker(2, d, options);
  GapTally tally;
  GapSources{Family::k_ip, 2, 2, n, d}.visit(
      [&](const InnerProducts& source) { return checker.check(source, {}, tally); });
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

namespace {

// Flips one coordinate of every vector of one set in every target instance; how many sources notice.
std::uint64_t noticed(const GapSources& sources, const GapOptions& options, std::size_t set,
                      std::size_t column) {
  GapChecker checker(sources.order, sources.d, options);
  checker.tamper = [set, column](std::uint64_t, InnerProducts& image) {
    for (std::size_t row = 0; row < image.sets[set].size(); ++row)
      image.sets[set].set(row, column, !image.sets[set].get(row, column));
  };
  GapTally tally;
  sources.visit([&](const InnerProducts& source) { return checker.check(source, {}, tally); });
  return tally.failing;
}

}  // namespace

TEST_CASE("A flipped coordinate in any block of any set is noticed", "[reductions][gap]") {
  struct Shape {
    GapSources sources;
    std::size_t columns;
    std::size_t dimension;
  };
  for (const Shape& shape :
       {Shape{{Family::k_ip, 2, 2, 1, 2}, 2, 8}, Shape{{Family::k_ip, 2, 2, 2, 2}, 1, 4},
        Shape{{Family::k_ip, 3, 3, 1, 2}, 1, 16}, Shape{{Family::ip_triangle, 3, 2, 1, 1}, 1, 6},
        Shape{{Family::directed_cycle, 4, 2, 1, 1}, 1, 8},
        Shape{{Family::hypergraph_ip, 4, 3, 1, 1}, 1, 16}}) {
    const GapOptions options = options_with(shape.columns, Rational(1, 2));
    InnerProducts empty{shape.sources.family,
                        shape.sources.order,
                        {},
                        constraints_of(shape.sources.family, shape.sources.sets, shape.sources.order),
                        {}};
    for (std::size_t s = 0; s < shape.sources.sets; ++s) empty.sets.emplace_back(1, shape.sources.d);
    const GapSizes sizes = gap_sizes(empty, options);
    if (shape.columns == 1) CHECK(sizes.dimension == Integer(shape.dimension));
    for (std::size_t set = 0; set < shape.sources.sets; ++set) {
      for (std::size_t column = 0; column < static_cast<std::size_t>(sizes.dimension); ++column) {
        INFO(name_of(shape.sources.family)
             << " T = " << shape.columns << " set " << set << " column " << column);
        CHECK(noticed(shape.sources, options, set, column) > 0);
      }
    }
  }
}

TEST_CASE("Vectors that change places in one group of coordinates are noticed", "[reductions][gap]") {
  // Every pair of sets stays what the gap step made, so only the inner products with their own vector see it.
  const GapSources sources{Family::ip_triangle, 3, 2, 2, 1};
  GapChecker checker(2, 1, options_with(1));
  checker.tamper = [](std::uint64_t, InnerProducts& image) {
    for (std::size_t column = 0; column < image.dimension() / 3; ++column) {
      const bool first = image.sets[0].get(0, column);
      image.sets[0].set(0, column, image.sets[0].get(1, column));
      image.sets[0].set(1, column, first);
    }
  };
  GapTally tally;
  sources.visit([&](const InnerProducts& source) { return checker.check(source, {}, tally); });
  CHECK(tally.faults.count("inner-products") == 1);
  CHECK(tally.faults.at("answers").sources > 0);
  CHECK(tally.faults.count("promise") == 0);
}

TEST_CASE("Merlin's messages are ranked in order and are as many as there are", "[reductions][gap]") {
  for (std::size_t k = 2; k <= 3; ++k) {
    for (std::size_t d = 1; d <= 4; ++d) {
      for (std::size_t columns = 1; columns <= std::min<std::size_t>(d, 2); ++columns) {
        const GapProtocol protocol = gap_protocol(k, d, columns, Rational(1, 5));
        Integer total = 0;
        for (long m = 0; m <= static_cast<long>(d); ++m) {
          const GapMessages messages(protocol, m);
          total += messages.count();
          GapMessage before;
          for (std::uint64_t rank = 0; rank < static_cast<std::uint64_t>(messages.count()); ++rank) {
            const GapMessage message = messages.at(rank);
            REQUIRE(messages.rank(message) == rank);
            REQUIRE(before < message);
            before = message;
            long sum = 0;
            for (std::size_t tau = 0; tau < columns; ++tau) sum += message_value(protocol, message, tau);
            REQUIRE(sum == m);
          }
          GapMessage wrong(protocol.degree + 1, 0);
          wrong[0] = m + 1;
          CHECK_THROWS_AS(messages.rank(wrong), std::invalid_argument);
        }
        // Any values in the columns, any others.
        Integer all = power(Integer(protocol.prime), protocol.degree + 1 - columns);
        for (const long room : protocol.room) all *= room + 1;
        CHECK(total == all);
      }
    }
  }
}

TEST_CASE("The values that 0/1 rows reach are those of all rows", "[reductions][gap]") {
  for (std::size_t columns = 1; columns <= 6; ++columns) {
    for (const Rational& epsilon : {Rational(1, 10), Rational(1, 2), Rational(4, 5)}) {
      const GapProtocol protocol = gap_protocol(2, columns, columns, epsilon);
      const GapOracle oracle(2, columns, columns, epsilon);
      CHECK(oracle.points() == static_cast<long>(protocol.points));
      CHECK(oracle.prime() == protocol.prime);
      for (std::size_t x = 0; x < protocol.points; ++x)
        CHECK(reachable_values(protocol, x).size() == oracle.reachable(static_cast<long>(x)));
    }
  }
}

TEST_CASE("T = auto takes the least number of coordinates in all instances together", "[reductions][gap]") {
  for (std::size_t d = 1; d <= 6; ++d) {
    InnerProducts source = k_inner_product({BitVectors(1, d), BitVectors(1, d)}, static_cast<long>(d / 2));
    const GapSizes chosen = gap_sizes(source, {});
    for (std::size_t columns = 1; columns <= d; ++columns) {
      const GapSizes other = gap_sizes(source, options_with(columns));
      CHECK(chosen.instances * chosen.dimension <= other.instances * other.dimension);
    }
    CHECK(chosen.protocol.columns == 1);
    CHECK(chosen.dimension == power(2, d));
  }
  // Sizes that nobody could write out are told, the instances are refused.
  const InnerProducts large = k_inner_product({BitVectors(2, 300), BitVectors(2, 300)}, 100);
  GapOptions options = options_with(1);
  CHECK(gap_images(large, options).count == 1);
  CHECK(gap_sizes(large, options).dimension == power(2, 300));
  CHECK_THROWS_AS(gap_images(large, options).instance(0), UsageError);
  options.columns = 20;
  CHECK(gap_images(large, options).count > power(2, 63));
  CHECK_THROWS_AS(gap_images(large, options).label(0), UsageError);
  options = options_with(1, Rational(1, 2), GapAlphabet::occurring);
  CHECK(std::get<InnerProducts>(gap_images(large, options).instance(0)).dimension() == 1);
}

TEST_CASE("The printed sets of Theorem C.8 turn no instances into yes instances", "[reductions][gap]") {
  const auto claim = poly_ip_triangle_to_gap_claim();
  const auto verdict = [&claim](Variant variant, const std::vector<std::string>& words) {
    return claim->verify(variant, parse_parameters(claim->info().parameters, words), {});
  };
  CHECK(verdict(Variant::printed, {"n=1", "d=1"}).status == Status::holds);
  const Verdict printed = verdict(Variant::printed, {"n=2", "d=1"});
  CHECK(printed.status == Status::refuted);
  CHECK(printed.counterexample["sets"] == Json::parse(R"([["0","1"],["0","1"],["0","1"]])"));
  CHECK(printed.counterexample["targets"] == Json::parse("[0,1,1]"));
  CHECK(verdict(Variant::repaired, {"n=2", "d=1"}).status == Status::holds);

  // By hand: b = c = 1 and c = a = 1 are forced, and then <a, b> = 1, not 0. The printed sets take a = 0 for
  // B and a = 1 for C.
  const BitVectors bits = BitVectors::from_rows({{0}, {1}});
  const InnerProducts source = inner_product_triangle({bits, bits, bits}, {0, 1, 1});
  CHECK_FALSE(solve_by_definition(source));
  GapOptions options = options_with(1);
  CHECK_FALSE(solve_by_definition(std::get<InnerProducts>(gap_images(source, options).instance(0))));
  CHECK(solve_by_definition(crossed_instance(source, options, 0)) == Tuple{0, 1, 1});
  options.combination = GapCombination::printed;
  const auto image = std::get<InnerProducts>(gap_images(source, options).instance(0));
  CHECK(image.sets[0].size() == 4);
  CHECK(solve_by_definition(image) == Tuple{1, 1, 3});  // a = (0, 1), b = (0, 1), c = (1, 1)
}

TEST_CASE("An inner product that is larger than Arthur's count is noticed, also where it keeps the promise",
          "[reductions][gap]") {
  GapChecker checker(2, 2, options_with(2, Rational(1, 3)));
  long raised = 0;
  checker.tamper = [&](std::uint64_t, InnerProducts& image) {
    for (std::size_t column = 0; column < image.dimension(); ++column) {
      if (image.sets[0].get(0, column) == image.sets[1].get(0, column)) continue;
      InnerProducts changed = image;
      for (BitVectors& set : changed.sets) set.set(0, column, true);
      if (promise_breach(changed) || satisfies(changed, {0, 0}) != satisfies(image, {0, 0})) continue;
      image = changed;
      ++raised;
      return;
    }
  };
  GapTally tally;
  GapSources{Family::k_ip, 2, 2, 1, 2}.visit(
      [&](const InnerProducts& source) { return checker.check(source, {}, tally); });
  REQUIRE(raised > 0);
  CHECK(tally.faults.count("inner-products") == 1);
  CHECK(tally.faults.count("promise") == 0);
}

TEST_CASE("Maps of solutions are essential to the repaired step alone", "[reductions][gap]") {
  const auto claim = poly_ip_triangle_to_gap_claim();
  for (const Variant variant : {Variant::printed, Variant::repaired}) {
    const Verdict verdict =
        claim->verify(variant, parse_parameters(claim->info().parameters, {"n=1", "d=1"}), {});
    std::size_t maps = 0;
    for (const Check& check : verdict.checks) {
      if (check.name != "forward" && check.name != "backward" && check.name != "candidates") continue;
      ++maps;
      CHECK(check.essential == (variant == Variant::repaired));
    }
    CHECK(maps == 3);
  }
}

}  // namespace gap_reductions_test
