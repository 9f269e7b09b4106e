#include "algorithms/hashing/anna.hpp"

#include <fmt/format.h>

#include <bit>
#include <catch2/catch.hpp>
#include <random>

#include "algorithms/hashing/data_sets.hpp"
#include "algorithms/hashing/hash_family.hpp"
#include "algorithms/hashing/partitions.hpp"
#include "algorithms/hashing/small_tables.hpp"
#include "algorithms/hashing/theorem_parameters.hpp"
#include "claims/usage_error.hpp"
#include "constructions/anna/lsh_claim.hpp"

namespace attest::hashing::anna_hashing_test {
namespace {

using Points = std::vector<std::uint64_t>;
using Coordinates = std::vector<std::vector<int>>;

// Every choice of z coordinates for each of l tables.
template <class Visit>
long for_each_choice(int d, std::size_t z, std::size_t l, const Visit& visit) {
  Coordinates choice(l, std::vector<int>(z, 0));
  for (long count = 1;; ++count) {
    visit(static_cast<const Coordinates&>(choice));
    std::size_t place = 0;
    while (place < z * l && choice[place / z][place % z] == d - 1) choice[place / z][place % z] = 0, ++place;
    if (place == z * l) return count;
    ++choice[place / z][place % z];
  }
}

// In how many tables query and key agree on every coordinate drawn: Algorithm 1 in one line.
long collisions(std::uint64_t q, std::uint64_t k, const Coordinates& choice) {
  return std::count_if(choice.begin(), choice.end(), [&](const std::vector<int>& g) {
    return std::all_of(g.begin(), g.end(), [&](int c) { return ((q ^ k) >> c & 1) == 0; });
  });
}

bool counts_are(const AnnaOutput<long>& output, const Points& q, const Points& k, const Coordinates& choice) {
  for (std::size_t i = 0; i < q.size(); ++i) {
    long count = 0;
    for (std::size_t j = 0; j < k.size(); ++j) {
      const long c = collisions(q[i], k[j], choice);
      if (output.sums(static_cast<long>(i), static_cast<long>(j)) != c) return false;
      count += c;
    }
    if (output.counts[i] != count) return false;
  }
  return true;
}

Rows<long> unit(long n) {
  return Rows<long>::Identity(n, n);
}

// Definition 3.3, written from its text, for the weights of one run.
bool definition_holds(const Points& q, const Points& k, const Rows<Rational>& w, int near, int far, long l) {
  for (std::size_t i = 0; i < q.size(); ++i) {
    long within = 0;
    for (const auto key : k) within += std::popcount(q[i] ^ key) < far ? 1 : 0;
    for (std::size_t j = 0; j < k.size(); ++j) {
      const int distance = std::popcount(q[i] ^ k[j]);
      const Rational weight = w(static_cast<long>(i), static_cast<long>(j));
      if (weight > 0 && distance >= far) return false;
      if (distance <= near && weight < Rational(1, (within - 1) * l + 1)) return false;
    }
  }
  return true;
}

Verdict verdict_of(Variant variant, const std::vector<std::string>& words) {
  const auto claim = anna_lsh_claim();
  return claim->verify(variant, parse_parameters(claim->info().parameters, words), {});
}

Check check_of(const Verdict& verdict, const std::string& name) {
  for (const Check& check : verdict.checks) {
    if (check.name == name) return check;
  }
  throw std::out_of_range(name);
}

}  // namespace

TEST_CASE("Algorithms 1 and 2 count collisions for every data set and every choice of coordinates",
          "[hashing]") {
  // d = 3, N = 2: 4096 data sets; one table of two coordinates, and two tables of one.
  long wrong = 0;
  for (unsigned data = 0; data < 4096; ++data) {
    const Points q{data & 7, data >> 3 & 7};
    const Points k{data >> 6 & 7, data >> 9 & 7};
    for (const std::size_t l : {1U, 2U}) {
      const long choices = for_each_choice(3, 3 - l, l, [&](const Coordinates& choice) {
        const CoordinateTables tables(q, k, choice);
        if (!counts_are(anna_algorithm_1(tables, 2, unit(2)), q, k, choice)) ++wrong;
        if (!counts_are(anna_algorithm_2(tables, 2, unit(2)), q, k, choice)) ++wrong;
      });
      if (choices != 9) ++wrong;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("Both algorithms give the same rational outputs with different numbers of queries and keys",
          "[hashing]") {
  std::mt19937_64 random(5);
  for (int run = 0; run < 50; ++run) {
    Points q, k;
    for (int i = 0; i < 7; ++i) q.push_back(random() % 16);
    for (int j = 0; j < 11; ++j) k.push_back(random() % 16);
    Coordinates choice(3);
    for (auto& g : choice) {
      for (int c = 0; c < 2; ++c) g.push_back(static_cast<int>(random() % 4));
    }
    Rows<Rational> V(11, 2);
    for (int j = 0; j < 11; ++j) {
      for (int a = 0; a < 2; ++a)
        V(j, a) = Rational(static_cast<long>(random() % 19) - 9, static_cast<long>(random() % 5) + 1);
    }
    const CoordinateTables tables(q, k, choice);
    const auto first = anna_algorithm_1(tables, 7, V);
    const auto second = anna_algorithm_2(tables, 7, V);
    CHECK(first.attention() == second.attention());
    CHECK(first.counts == second.counts);
    CHECK(first.operations.hash_evaluations == (7 + 11) * 3 * 2);
    CHECK(second.operations.hash_evaluations == (7 + 11) * 3 * 2);
    CHECK(first.operations.peak_entries <= 33);
    CHECK(second.operations.peak_entries <= 14);
  }
}

TEST_CASE("The exact failure probability is the share of all hash choices that break Definition 3.3",
          "[hashing]") {
  struct Setting {
    int d, near, far;
    std::size_t z, l;
  };
  for (const Setting& s : {Setting{3, 1, 3, 2, 2}, Setting{4, 1, 3, 2, 2}, Setting{4, 1, 3, 1, 4},
                           Setting{3, 1, 2, 2, 3}, Setting{4, 1, 4, 3, 1}}) {
    FailureProbability failure(s.d, s.near, s.far, static_cast<long>(s.z), static_cast<long>(s.l));
    std::mt19937_64 random(7);
    for (int run = 0; run < 4; ++run) {
      Points q, k;
      Differences differences = 0;
      for (int i = 0; i < 2; ++i) {
        q.push_back(random() % (1U << s.d));
        k.push_back(random() % (1U << s.d));
      }
      for (const auto x : q) {
        for (const auto y : k) differences |= Differences{1} << (x ^ y);
      }
      long broken = 0;
      const long choices = for_each_choice(s.d, s.z, s.l, [&](const Coordinates& choice) {
        const CoordinateTables tables(q, k, choice);
        const auto output = anna_algorithm_1(tables, 2, Rows<Rational>(Rows<Rational>::Identity(2, 2)));
        if (!definition_holds(q, k, output.attention(), s.near, s.far, static_cast<long>(s.l))) ++broken;
      });
      CHECK(failure.of(differences) == Rational(broken, choices));
    }
  }
}

TEST_CASE("Data sets up to symmetry stand for all ordered data sets", "[hashing]") {
  for (const auto& [N, d] : {std::pair{1L, 4L}, {2L, 3L}, {3L, 2L}, {3L, 3L}}) {
    Integer sum = 0;
    Integer count = 0;
    for_each_data_set(N, d, [&](const DataSet& data) {
      sum += data.multiplicity;
      ++count;
      return true;
    });
    CHECK(sum == data_set_space(N, d));
    CHECK(count == data_set_count(N, d));
  }
  // The multiset of failure probabilities, against all 4096 ordered data sets of N = 2, d = 3.
  FailureProbability failure(3, 1, 3, 3, 4);
  std::map<Rational, Integer> by_symmetry, directly;
  for_each_data_set(2, 3, [&](const DataSet& data) {
    by_symmetry[failure.of(data.differences)] += data.multiplicity;
    return true;
  });
  for (unsigned data = 0; data < 4096; ++data) {
    const unsigned q1 = data & 7, q2 = data >> 3 & 7, k1 = data >> 6 & 7, k2 = data >> 9;
    const Differences differences = Differences{1} << (q1 ^ k1) | Differences{1} << (q1 ^ k2) |
                                    Differences{1} << (q2 ^ k1) | Differences{1} << (q2 ^ k2);
    directly[failure.of(differences)] += 1;
  }
  CHECK(by_symmetry == directly);
}

TEST_CASE("Surjections and partitions are counted as known", "[hashing]") {
  CHECK(surjections(4, 2) == 14);
  CHECK(surjections(3, 3) == 6);
  CHECK(surjections(2, 3) == 0);
  CHECK(surjections(3, 0) == 0);
  CHECK(partitions(4).size() == 15);
  CHECK(partitions(6).size() == 203);
  CHECK(partitions(8).size() == 4140);
}

TEST_CASE("Collision probabilities agree with mpmath's integrals", "[hashing]") {
  CHECK(bit_sampling_collision(5, 2) == Rational(3, 5));
  const auto encloses = [](const Interval& value, const char* digits, long scale) {
    const Rational reference(*integer_from_string(digits),
                             power(Integer(10), static_cast<unsigned long>(scale)));
    const Rational error(1, power(Integer(10), static_cast<unsigned long>(scale - 1)));
    return compare(value, Rational(reference - error)) == Ordering::greater &&
           compare(value, Rational(reference + error)) == Ordering::less;
  };
  CHECK(encloses(p_stable_collision(4, 1, 128), "8005324324284998638634", 22));
  CHECK(encloses(p_stable_collision(4, 10, 128), "1574827827301014824947", 22));
  CHECK(encloses(p_stable_collision(1, 1, 128), "3687463803725072408862", 22));
  CHECK(encloses(p_stable_collision(3, 2, 128), "5071526844815626008899", 22));
  CHECK(encloses(hyperplane_collision(Rational(1, 4), 128), "9202138246504635408551", 22));
  CHECK(encloses(hyperplane_collision(Rational(3, 2), 128), "4601069123252317704276", 22));
  CHECK(hyperplane_collision(1, 128).contains(Rational(2, 3)));
  CHECK(hyperplane_collision(2, 128).contains(0));
}

TEST_CASE("z and l of the proof are those of an independent computation", "[hashing]") {
  struct Row {
    long N, d, z, printed_l, repaired_l;
  };
  for (const Row& row : {Row{1, 4, 2, 1, 3}, Row{1, 5, 3, 1, 4}, Row{1, 6, 4, 1, 4}, Row{2, 4, 4, 4, 11},
                         Row{2, 5, 5, 5, 10}, Row{2, 6, 7, 5, 12}, Row{3, 4, 5, 7, 19}}) {
    const TheoremParameters theorem(row.N, sensitive_family(Family::bit_sampling, row.d, 4, 1, 2));
    CHECK(theorem.least_z() == row.z);
    CHECK(theorem.least_l([&](Precision bits) { return theorem.displayed_p(bits); }) == row.printed_l);
    CHECK(theorem.least_l([&](Precision bits) { return theorem.near_collision(row.z, bits); }) ==
          row.repaired_l);
  }
}

TEST_CASE("With the proof's constants the printed failure probability is exceeded at N = 2", "[hashing]") {
  // z = 5 and the l = 10 that p1^z = (4/5)^5 asks for: eta is too small by the factor l/N^(3 rho).
  const Verdict printed = verdict_of(Variant::printed, {"N=2", "d=5", "z=5", "l=10"});
  CHECK(printed.status == Status::ill_formed);
  CHECK(check_of(printed, "near-pairs").status == Status::holds);
  CHECK(check_of(printed, "far-collision").status == Status::holds);
  CHECK(check_of(printed, "all-tables").status == Status::refuted);
  CHECK(check_of(printed, "probability").status == Status::refuted);
  CHECK(printed.inputs.failing == 377280);
  const Verdict repaired = verdict_of(Variant::repaired, {"N=2", "d=5"});
  CHECK(repaired.status == Status::holds);
  CHECK(repaired.inputs.checked == 1048576);
}

// N = 1, d = 5: a key at distance 2 = c r.
TEST_CASE("A query that meets no key within c r fails as often as its hash functions say", "[hashing]") {
  const auto claim = anna_lsh_claim();
  const auto check = [&](Variant variant, const std::vector<std::string>& words) -> std::optional<Check> {
    const Verdict verdict = claim->verify(variant, parse_parameters(claim->info().parameters, words), {});
    for (const Check& c : verdict.checks) {
      if (c.name == "no-key-met") return c;
    }
    return std::nullopt;
  };
  long missed = 0;
  const long draws = for_each_choice(5, 3, 1, [&](const Coordinates& choice) {
    if (collisions(0, 3, choice) == 0) ++missed;
  });
  CHECK(Rational(missed, draws) == Rational(98, 125));
  const auto once = check(Variant::printed, {"N=1", "d=5"});
  REQUIRE(once);
  CHECK(once->status == Status::refuted);
  CHECK_THAT(*once->reason, Catch::Contains("with probability 0.784;"));
  const auto four = check(Variant::printed, {"N=1", "d=5", "z=3", "l=4"});
  REQUIRE(four);
  CHECK(four->status == Status::refuted);  // (98/125)^4
  CHECK_THAT(*four->reason, Catch::Contains("with probability 0.377802; eta = 0.2"));
  CHECK(check(Variant::printed, {"N=1", "d=5", "z=3", "l=7"})->status ==
        Status::holds);  // (98/125)^7 = 0.182
  CHECK_FALSE(check(Variant::repaired, {"N=1", "d=5"}));
  // There is always a distance between r and c r: with c r < 2 the family has no quality.
  for (long d = 3; d <= 62; ++d)
    CHECK_THROWS_AS(check(Variant::printed, {"N=1", fmt::format("d={}", d), "c=19/10"}), UsageError);
}

TEST_CASE("One table or one function less than the proof asks for is noticed", "[hashing]") {
  const auto status = [](const char* z, const char* l, const char* check) {
    return check_of(verdict_of(Variant::repaired, {"N=2", "d=5", z, l}), check).status;
  };
  CHECK(status("z=5", "l=10", "near-pairs") == Status::holds);
  CHECK(status("z=5", "l=9", "near-pairs") == Status::refuted);
  CHECK(status("z=5", "l=10", "far-collision") == Status::holds);
  CHECK(status("z=4", "l=10", "far-collision") == Status::refuted);
  // The repaired eta is claimed for the proof's z and l, and for larger ones as long as it stays below 1.
  CHECK(status("z=5", "l=10", "probability") == Status::holds);
  CHECK(status("z=5", "l=9", "probability") == Status::not_applicable);
  CHECK(status("z=4", "l=10", "probability") == Status::not_applicable);
  CHECK(status("z=1000000", "l=1000000", "probability") == Status::not_applicable);
}

TEST_CASE("Where eta is no probability, or z and l are not the proof's, the headline claims nothing",
          "[hashing]") {
  const Verdict small = verdict_of(Variant::repaired, {"N=3", "d=4", "l=1", "z=1"});
  CHECK(small.status == Status::not_applicable);
  const Verdict printed = verdict_of(Variant::printed, {"N=3", "d=4", "l=1", "z=1"});
  CHECK(printed.status == Status::ill_formed);
}

TEST_CASE("What a family does not read is refused, not ignored", "[hashing]") {
  CHECK_THROWS_WITH(verdict_of(Variant::repaired, {"N=2", "w=3"}), Catch::Contains("only family=p-stable"));
  CHECK_THROWS_WITH(verdict_of(Variant::repaired, {"N=2", "family=hyperplane", "r=1/4", "c=4", "w=3"}),
                    Catch::Contains("only family=p-stable"));
  CHECK_THROWS_WITH(verdict_of(Variant::repaired, {"N=2", "family=p-stable", "c=10", "d=5"}),
                    Catch::Contains("only family=bit-sampling"));
}

TEST_CASE("What stands for data sets by symmetry is a cover, and a bound enumerates nothing", "[hashing]") {
  const Verdict grouped = verdict_of(Variant::repaired, {"N=2", "d=5"});
  CHECK(check_of(grouped, "probability").evidence == Evidence::cover);
  CHECK(grouped.evidence == Evidence::cover);
  const Verdict bounded = verdict_of(Variant::repaired, {"N=1", "family=p-stable", "c=10"});
  CHECK(bounded.status == Status::holds);
  CHECK(bounded.inputs.checked == 0);
  CHECK(bounded.evidence != Evidence::enumeration);
}

TEST_CASE(
    "anna/lsh: the other families rest on the union bound, and larger N is not claimed to be enumerated",
    "[hashing]") {
  const Verdict stable = verdict_of(Variant::printed, {"N=1", "family=p-stable", "c=10"});
  CHECK(check_of(stable, "probability").status == Status::refuted);
  const Verdict sphere = verdict_of(Variant::printed, {"N=2", "family=hyperplane", "r=1/4", "c=4"});
  CHECK(check_of(sphere, "probability").status == Status::undecided);
  CHECK(check_of(sphere, "remark-3.6").status == Status::refuted);
  const Verdict large = verdict_of(Variant::repaired, {"N=1000", "d=16", "c=12"});
  CHECK(large.status == Status::undecided);
  CHECK(check_of(large, "algorithms-agree").status == Status::undecided);
  CHECK(check_of(large, "conditions").evidence == Evidence::symbolic);
  CHECK(check_of(large, "probability").evidence == Evidence::symbolic);
}

TEST_CASE("A word for an integer parameter stays a word in JSON", "[hashing]") {
  const auto claim = anna_lsh_claim();
  const Json json = parse_parameters(claim->info().parameters, {"N=2", "l=7"}).to_json();
  CHECK(json["l"] == 7);
  CHECK(json["z"] == "auto");
}

TEST_CASE("Settings outside of Theorem 3.4 are refused", "[hashing]") {
  for (const auto& words : std::vector<std::vector<std::string>>{{"N=2", "d=3"},
                                                                 {"N=2", "c=3/2"},
                                                                 {"N=2", "r=1/2"},
                                                                 {"N=2", "d=6", "r=2", "c=7/4"},
                                                                 {"N=2", "family=hyperplane", "c=3"},
                                                                 {"N=2", "family=p-stable", "c=2"}}) {
    CHECK_THROWS_AS(verdict_of(Variant::repaired, words), UsageError);
  }
}

TEST_CASE("A skipped table, a dropped coordinate and weights that are not divided are caught", "[hashing]") {
  const Points q{0b0000, 0b0011};
  const Points k{0b0001, 0b0110};
  long skipped = 0, dropped = 0, undivided = 0;
  const long choices = for_each_choice(4, 2, 2, [&](const Coordinates& choice) {
    const auto right = anna_algorithm_2(CoordinateTables(q, k, choice), 2, unit(2));
    CHECK(counts_are(right, q, k, choice));
    const auto one_table = anna_algorithm_2(CoordinateTables(q, k, {choice[0]}), 2, unit(2));
    if (!counts_are(one_table, q, k, choice)) ++skipped;
    const auto one_coordinate =
        anna_algorithm_2(CoordinateTables(q, k, {{choice[0][0]}, {choice[1][0]}}), 2, unit(2));
    if (!counts_are(one_coordinate, q, k, choice)) ++dropped;
    const auto weights =
        anna_algorithm_1(CoordinateTables(q, k, choice), 2, Rows<Rational>(Rows<Rational>::Identity(2, 2)));
    // v_sum in place of v_sum/count.
    for (long i = 0; i < 2; ++i) {
      if (weights.sums.row(i).sum() > 1) {
        ++undivided;
        break;
      }
    }
  });
  CHECK(choices == 256);
  // By hand: 14 of the 16 draws of the second table put some pair together.
  CHECK(skipped == 16 * 14);
  CHECK(dropped == 207);
  CHECK(undivided == 192);
}

}  // namespace attest::hashing::anna_hashing_test
