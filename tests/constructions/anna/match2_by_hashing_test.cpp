// Match2 by Algorithm 1: the probabilities against all draws of the hash functions, each followed collision by collision.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "claims/claim.hpp"
#include "claims/usage_error.hpp"
#include "constructions/anna/match2_setting.hpp"
#include "numeric/checked.hpp"
#include "tasks/datasets/labels.hpp"

namespace attest::match2_by_hashing_test {
namespace {

using Codes = std::vector<std::vector<std::vector<long>>>;  // [table][point] -> z values

// The construction once more, by modular arithmetic on signed residues; 0/0 is 0.
bool all_right(Variant variant, const std::vector<long>& x, long M, const Codes& codes, long factor = 0) {
  const auto n = static_cast<long>(x.size());
  const auto tables = static_cast<long>(codes.size());
  if (factor == 0) factor = tables * n;
  const auto signed_residue = [&](long a) {
    const long b = a % M;
    return 2 * b > M ? b - M : b;
  };
  for (const long a : x) {
    long count = 0;
    long sum = 0;
    bool partner = false;
    for (const long b : x) {
      partner = partner || (a + b) % M == 0;
      long query = a;
      long key = M - b;
      long value = 1;
      if (variant == Variant::repaired) {
        query = a % M;
        key = (M * M - b) % M;
      } else if (variant == Variant::constructed) {
        query = std::abs(signed_residue(a));
        key = std::abs(signed_residue(b));
        value = key == 0 || 2 * key == M ? 0 : (signed_residue(b) > 0 ? 1 : -1);
      }
      for (const auto& table : codes) {
        if (table[static_cast<std::size_t>(query)] != table[static_cast<std::size_t>(key)]) continue;
        ++count;
        sum += value;
      }
    }
    Rational output = count == 0 ? Rational(0) : Rational(sum, count);
    if (variant == Variant::constructed) {
      const Rational slack = factor * (1 - (output < 0 ? Rational(-output) : output));
      output = slack < 1 ? slack : Rational(1);
    }
    if (output != (partner ? 1 : 0)) return false;
  }
  return true;
}

// visit(digits): all words of this length over 0..base-1.
template <class Visit>
void all_words(std::size_t length, long base, const Visit& visit) {
  std::vector<long> word(length, 0);
  for (;;) {
    visit(word);
    std::size_t place = 0;
    while (place < length && word[place] == base - 1) word[place++] = 0;
    if (place == length) return;
    ++word[place];
  }
}

// All draws of l tables of z functions.
std::vector<Codes> all_draws(Match2Family family, long colours, long digits, std::size_t points, long z,
                             long l) {
  std::vector<Codes> draws;
  const bool colour = family == Match2Family::colours;
  const auto functions = static_cast<std::size_t>(z * l);
  all_words(
      colour ? functions * points : functions, colour ? colours : digits, [&](const std::vector<long>& word) {
        Codes codes(static_cast<std::size_t>(l), std::vector<std::vector<long>>(points));
        for (std::size_t f = 0; f < functions; ++f) {
          for (std::size_t point = 0; point < points; ++point) {
            const long value = colour ? word[f * points + point] : (static_cast<long>(point) >> word[f]) % 2;
            codes[f / static_cast<std::size_t>(z)][point].push_back(value);
          }
        }
        draws.push_back(std::move(codes));
      });
  return draws;
}

Rational share_right(Variant variant, const std::vector<long>& x, long M, const std::vector<Codes>& draws) {
  long right = 0;
  for (const Codes& codes : draws) right += all_right(variant, x, M, codes) ? 1 : 0;
  return Rational(right, static_cast<long>(draws.size()));
}

Rational computed(const HashedMatch2& match2, const TableLaw& law, const std::vector<long>& x, long z,
                  long l) {
  const RightWhen when = match2.right_when({x.begin(), x.end()});
  const Match2Kind kind{law.profile(when.apart), law.profile(when.meet), !when.meet.empty(), false, 1};
  return kind.right(law, z, l);
}

Verdict verify(Variant variant, const std::vector<std::string>& words) {
  const auto claim = anna_match2_claim();
  return claim->verify(variant, parse_parameters(claim->info().parameters, words), {});
}

const Check& check_of(const Verdict& verdict, const std::string& name) {
  for (const Check& check : verdict.checks) {
    if (check.name == name) return check;
  }
  throw std::out_of_range(name);
}

}  // namespace

TEST_CASE("The labels of Match2 are those of the dataset's generator", "[anna][match2-by-hashing]") {
  for (const long M : {1L, 2L, 3L, 6L}) {
    all_words(3, M, [&](const std::vector<long>& word) {
      std::vector<long> x;
      Numbers numbers;
      for (const long a : word) {
        x.push_back(a + 1);
        numbers.push_back(static_cast<int>(a + 1));
      }
      const Numbers labels = match2_labels(numbers, static_cast<int>(M));
      CHECK(match2_truth(x, M) == std::vector<long>(labels.begin(), labels.end()));
    });
  }
}

TEST_CASE("The probability is the share of all draws on which every label is right, for every input",
          "[anna][match2-by-hashing]") {
  struct Size {
    Match2Family family;
    long colours, N, M, z, l;
  };
  using enum Match2Family;
  for (const Size& s :
       {Size{colours, 2, 1, 3, 1, 2}, Size{colours, 2, 2, 1, 1, 2}, Size{colours, 2, 2, 4, 1, 2},
        Size{colours, 2, 2, 3, 2, 1}, Size{colours, 2, 3, 6, 1, 1}, Size{colours, 3, 2, 5, 1, 1},
        Size{colours, 4, 2, 4, 1, 1}, Size{bit_sampling, 2, 2, 2, 2, 2}, Size{bit_sampling, 2, 3, 6, 2, 2},
        Size{bit_sampling, 2, 3, 7, 3, 1}, Size{bit_sampling, 2, 2, 8, 1, 2}}) {
    for (const Variant variant : {Variant::printed, Variant::repaired, Variant::constructed}) {
      const HashedMatch2 match2(variant, s.N, s.M);
      const TableLaw law(s.family, s.colours, match2.largest_point());
      INFO(to_string(variant) << " " << s.colours << " N=" << s.N << " M=" << s.M << " z=" << s.z
                              << " l=" << s.l);
      const auto draws = all_draws(s.family, s.colours, law.digits(),
                                   static_cast<std::size_t>(match2.largest_point()) + 1, s.z, s.l);
      Rational least = 1;
      std::map<Rational, long> found;
      all_words(static_cast<std::size_t>(s.N), s.M, [&](std::vector<long> x) {
        for (long& a : x) ++a;
        const Rational share = share_right(variant, x, s.M, draws);
        REQUIRE(computed(match2, law, x, s.z, s.l) == share);
        ++found[share];
      });
      // The kinds are all inputs, each with its own probability.
      std::map<Rational, Integer> of_kinds;
      for (const Match2Kind& kind : match2_kinds(match2, law)) {
        of_kinds[kind.right(law, s.z, s.l)] += kind.inputs;
        CHECK(computed(match2, law, kind.numbers, s.z, s.l) == kind.right(law, s.z, s.l));
        const auto truth = match2_truth(kind.numbers, s.M);
        CHECK(kind.says_no == (std::find(truth.begin(), truth.end(), 0) != truth.end()));
      }
      REQUIRE(of_kinds.size() == found.size());
      for (const auto& [share, inputs] : found) CHECK(of_kinds[share] == inputs);
    }
  }
}

TEST_CASE("Algorithm 1 on given buckets and collisions that are counted say the same",
          "[anna][match2-by-hashing]") {
  for (const Variant variant : {Variant::printed, Variant::repaired, Variant::constructed}) {
    const long M = 4;
    const HashedMatch2 match2(variant, 2, M);
    const auto points = static_cast<std::size_t>(match2.largest_point()) + 1;
    all_words(2 * points, 3, [&](const std::vector<long>& word) {
      Codes codes(2, std::vector<std::vector<long>>(points));
      std::vector<std::vector<int>> bucket(2);
      for (std::size_t k = 0; k < word.size(); ++k) {
        codes[k / points][k % points] = {word[k]};
        bucket[k / points].push_back(static_cast<int>(word[k]));
      }
      const std::vector<long> x{1 + word[0], 1 + word[1] + word[2] % 2};
      CHECK(hashed_labels(match2, x, bucket).right(match2_truth(x, M)) == all_right(variant, x, M, codes));
    });
  }
}

TEST_CASE("By hand: three codes, M = 5", "[anna][match2-by-hashing]") {
  const HashedMatch2 repaired(Variant::repaired, 2, 5);
  const TableLaw law(Match2Family::colours, 3, 4);
  // Queries 1, 2 and keys 4, 3. Queries of one code, 3 * 2^2 of 81; of two, 3 * 2 * 1.
  CHECK(computed(repaired, law, {1, 2}, 1, 1) == Rational(2, 9));
  CHECK(computed(repaired, law, {1, 2}, 1, 2) == Rational(4, 81));
  CHECK(computed(repaired, law, {1, 1}, 1, 1) == Rational(2, 3));
  CHECK(computed(repaired, law, {1, 4}, 1, 1) == 1);
  CHECK(computed(repaired, law, {5, 5}, 1, 1) == 1);
  const HashedMatch2 constructed(Variant::constructed, 2, 5);
  CHECK(computed(constructed, law, {1, 2}, 1, 1) == 1);  // both on one side
  CHECK(computed(constructed, law, {1, 3}, 1, 1) == Rational(2, 3));
  CHECK(computed(constructed, law, {5, 1}, 1, 1) == Rational(2, 3));
  // x = M = 5 is right in the print only if 5 and 0 have one code in some table.
  const HashedMatch2 printed(Variant::printed, 2, 5);
  CHECK(computed(printed, law, {5, 5}, 1, 1) == Rational(1, 3));
  CHECK(computed(printed, law, {5, 5}, 1, 2) == Rational(5, 9));
}

TEST_CASE("Cells without colours are right for every draw, except of the print where M occurs",
          "[anna][match2-by-hashing]") {
  for (const Variant variant : {Variant::printed, Variant::repaired, Variant::constructed}) {
    const HashedMatch2 match2(variant, 3, 6);
    const TableLaw law(Match2Family::cells, 2, match2.largest_point());
    Codes codes(2);
    for (auto& table : codes) {
      for (long point = 0; point <= match2.largest_point(); ++point) table.push_back({point});
    }
    all_words(3, 6, [&](std::vector<long> x) {
      for (long& a : x) ++a;
      const bool right = all_right(variant, x, 6, codes);
      CHECK(computed(match2, law, x, 1, 2) == (right ? 1 : 0));
      const bool has_M = std::find(x.begin(), x.end(), 6) != x.end();
      CHECK(right == (variant != Variant::printed || !has_M));
    });
  }
}

TEST_CASE("Planted errors change a probability or a label", "[anna][match2-by-hashing]") {
  const auto draws = all_draws(Match2Family::colours, 2, 0, 6, 1, 1);
  const TableLaw law(Match2Family::colours, 2, 5);
  // The print's keys for the residue 0, and the residues' for the print.
  CHECK(share_right(Variant::printed, {5, 1}, 5, draws) !=
        computed(HashedMatch2(Variant::repaired, 2, 5), law, {5, 1}, 1, 1));
  // Without the condition that the print's M has to meet something.
  const RightWhen when = HashedMatch2(Variant::printed, 2, 5).right_when({1, 5});
  const Match2Kind forgetful{law.profile(when.apart), {}, false, false, 1};
  CHECK(forgetful.right(law, 1, 1) != share_right(Variant::printed, {5, 1}, 5, draws));
  // Sides that are not told apart from 0: 0 and 1 in one group.
  const Match2Kind merged{law.profile({{0, 1}}), {}, false, false, 1};
  CHECK(merged.right(law, 1, 1) != share_right(Variant::constructed, {5, 1}, 5, draws));
  // The readout of anna/ema-match2, with the factor N/2 = 1: 0 and 1 in one bucket average to 1/2, and the label of 0 becomes 1/2.
  const Codes together{{{0}, {0}, {0}}};
  CHECK_FALSE(all_right(Variant::constructed, {5, 4, 5}, 5, together, 1));
  const Codes apart_twice{{{0}, {1}, {2}}, {{0}, {1}, {2}}};
  CHECK(all_right(Variant::constructed, {5, 4, 5}, 5, apart_twice));
  // A point in two groups is no question that has an answer here.
  CHECK_THROWS_AS(law.profile({{1, 2}, {2}}), std::logic_error);
}

TEST_CASE("The number of inputs is M^N, and more tables make nothing better", "[anna][match2-by-hashing]") {
  for (const auto& [N, M] : {std::pair(5L, 12L), {12L, 7L}, {9L, 1000L}, {24L, 4096L}}) {
    for (const Variant variant : {Variant::printed, Variant::repaired, Variant::constructed}) {
      const HashedMatch2 match2(variant, N, M);
      const TableLaw law(Match2Family::colours, 16, match2.largest_point());
      Integer inputs = 0;
      for (const Match2Kind& kind : match2_kinds(match2, law)) {
        inputs += kind.inputs;
        if (!kind.meets) CHECK(kind.right(law, 3, 2) <= kind.right(law, 3, 1));
        if (!kind.meets) CHECK(kind.right(law, 3, 1) <= kind.right(law, 4, 1));
      }
      CHECK(inputs == power(Integer(M), static_cast<unsigned long>(N)));
    }
  }
}

TEST_CASE("Verdicts of Match2 by hashing", "[anna][match2-by-hashing]") {
  const Verdict printed = verify(Variant::printed, {"N=2", "M=5"});
  CHECK(printed.status == Status::ill_formed);
  CHECK(check_of(printed, "labels").status == Status::refuted);
  CHECK(printed.inputs.checked == 25);
  CHECK(printed.inputs.failing == 21);  // all but (1,4), (4,1), (2,3), (3,2)
  const Verdict repaired = verify(Variant::repaired, {"N=2", "M=5", "K=81", "z=1", "l=1"});
  CHECK(repaired.status == Status::holds);
  CHECK(repaired.evidence == Evidence::cover);
  // ((C-1)^2 + (C-1)(C-2)^2)/C^3 at C = 81
  CHECK(repaired.details["least_probability"]["exact"] ==
        to_string(Rational(6400 + 80L * 79 * 79, 81L * 81 * 81)));
  CHECK(check_of(repaired, "every-draw").status == Status::refuted);
  CHECK(check_of(verify(Variant::repaired, {"N=4", "M=9", "family=cells"}), "every-draw").status ==
        Status::holds);
  // One code too few for the proof, and nothing is claimed.
  CHECK(verify(Variant::repaired, {"N=2", "M=5", "K=79", "z=1"}).status == Status::not_applicable);
  CHECK(verify(Variant::repaired, {"N=2", "M=5", "K=80", "z=1"}).status == Status::holds);
  // Where so many tables are asked for that eta is above 1, neither.
  CHECK(verify(Variant::repaired, {"N=8", "M=64", "r=1/2"}).status == Status::not_applicable);
  // Near keys that share a cell half of the time cost 12 tables, and the printed eta does not bear them; one table it does.
  const Verdict many = verify(Variant::repaired, {"N=8", "M=64", "r=1/2", "K=5120"});
  CHECK(many.status == Status::holds);
  CHECK(check_of(many, "printed-eta").status == Status::refuted);
  CHECK_FALSE(check_of(many, "printed-eta").essential);
  CHECK(
      check_of(verify(Variant::repaired, {"N=8", "M=64", "r=1/2", "K=5120", "l=1"}), "printed-eta").status ==
      Status::holds);
  CHECK_THROWS_AS(verify(Variant::repaired, {"N=2", "M=5", "r=3/5"}), UsageError);         // c = 5/3
  CHECK_THROWS_AS(verify(Variant::repaired, {"N=2", "M=5", "r=1/2", "K=4"}), UsageError);  // rho >= 1/3
  CHECK_THROWS_AS(verify(Variant::repaired, {"N=2", "M=17", "family=bit-sampling"}), UsageError);
  CHECK_THROWS_AS(verify(Variant::repaired, {"N=2", "M=5", "family=cells", "K=99"}), UsageError);
}

TEST_CASE("One draw of the hash functions runs", "[anna][match2-by-hashing]") {
  const auto claim = anna_match2_claim();
  const auto run = [&](Variant variant, const std::vector<std::string>& words, const Json& input) {
    return claim->run(variant, parse_parameters(claim->info().parameters, words), input, 1);
  };
  const std::vector<std::string> size{"N=2", "M=5", "z=1", "l=1", "K=4"};
  // Queries 1, 2, keys 4, 3: 1 and 3 share a colour.
  const Json met = run(Variant::repaired, size, {{"p", {1, 2}}, {"colours", {{{1, 2, 3, 2, 4}}}}});
  CHECK(met["verdict"] == "refuted");
  const Json apart = run(Variant::repaired, size, {{"p", {1, 2}}, {"colours", {{{1, 2, 3, 1, 4}}}}});
  CHECK(apart["verdict"] == "holds");
  const Json divides = run(Variant::printed, size, {{"p", {1, 2}}, {"colours", {{{1, 2, 3, 1, 4, 1}}}}});
  CHECK(divides["verdict"] == "ill-formed");
  const Json digits = run(Variant::constructed, {"N=2", "M=8", "z=1", "l=2", "family=bit-sampling"},
                          {{"p", {1, 5}}, {"digits", {{1}, {2}}}});
  CHECK(digits["verdict"] == "refuted");  // points 1 and 3 agree in the lowest digit, of sides +1 and -1
}

}  // namespace attest::match2_by_hashing_test
