#include <algorithm>
#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"
#include "constructions/dat/continuous_setting.hpp"
#include "constructions/dat/dat_claims.hpp"
#include "numeric/checked.hpp"

namespace attest::dat_continuous_select_test {
namespace {

// The integral from l to r of a polynomial of degree at most k, from its values at k + 1 points (Lagrange's form, multiplied out).
template <class Function>
Rational integral(const Rational& l, const Rational& r, long k, Function&& f) {
  const auto points = static_cast<std::size_t>(k + 1);
  const auto node = [&](std::size_t i) {
    return k == 0 ? l : Rational(l + (r - l) * static_cast<long>(i) / k);
  };
  Rational sum = 0;
  for (std::size_t i = 0; i < points; ++i) {
    std::vector<Rational> basis{1};
    for (std::size_t j = 0; j < points; ++j) {
      if (j == i) continue;
      std::vector<Rational> next(basis.size() + 1, Rational(0));
      for (std::size_t p = 0; p < basis.size(); ++p) {
        next[p + 1] += basis[p] / (node(i) - node(j));
        next[p] -= basis[p] * node(j) / (node(i) - node(j));
      }
      basis = next;
    }
    Rational low = 0;
    Rational high = 0;
    for (std::size_t p = basis.size(); p-- > 0;) {
      low = (low + basis[p] / static_cast<long>(p + 1)) * l;
      high = (high + basis[p] / static_cast<long>(p + 1)) * r;
    }
    sum += f(node(i)) * (high - low);
  }
  return sum;
}

// Over pieces between these points, in each of which f is a polynomial of degree at most k. Values are taken inside the pieces.
template <class Function>
Rational piecewise(std::vector<Rational> cuts, const Rational& to, long k, Function&& f) {
  cuts.push_back(0);
  cuts.push_back(to);
  std::sort(cuts.begin(), cuts.end());
  Rational sum = 0;
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    if (cuts[i] < 0 || cuts[i + 1] > to || cuts[i] == cuts[i + 1]) continue;
    sum += integral(cuts[i], cuts[i + 1], k, f);
  }
  return sum;
}

// The share of [0, 1] within t of x.
Rational share(const Rational& x, const Rational& t) {
  return std::max(Rational(0),
                  Rational(std::min(Rational(1), Rational(x + t)) - std::max(Rational(0), Rational(x - t))));
}

// The gap's law from the shares alone: the selected object is one of n, its distance's density is the share's slope.
Rational probability_by_integration(Utility utility, long n, const Rational& e) {
  const auto given_x = [&](const Rational& x) {
    const auto density_times = [&](const Rational& t) {
      // The slope is constant in each piece; at its ends it is taken from the inside by the caller's choice of pieces.
      const Rational others = utility == Utility::nearest ? Rational(1 - share(x, t + e))
                              : t >= e                    ? share(x, t - e)
                                                          : Rational(0);
      Rational product = n;
      for (long j = 1; j < n; ++j) product *= others;
      return product;
    };
    std::vector<Rational> cuts{x, 1 - x, x - e, 1 - x - e, x + e, 1 - x + e, e};
    cuts.push_back(0);
    cuts.push_back(1);
    std::sort(cuts.begin(), cuts.end());
    Rational sum = 0;
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
      if (cuts[i] < 0 || cuts[i + 1] > 1 || cuts[i] == cuts[i + 1]) continue;
      const Rational slope = (share(x, cuts[i + 1]) - share(x, cuts[i])) / (cuts[i + 1] - cuts[i]);
      // Where the others' share jumps from not allowed to allowed (t = e) it is 0 from both sides.
      sum += slope * integral(cuts[i], cuts[i + 1], n - 1, density_times);
    }
    return sum;
  };
  return 2 *
         piecewise({e, e / 2, (1 - e) / 2, Rational(1, 2) - e, 1 - 2 * e, 1 - e}, Rational(1, 2), n, given_x);
}

Verdict verdict_of(const std::vector<std::string>& words) {
  const auto claim = dat_continuous_select_claim();
  return claim->verify(Variant::constructed, parse_parameters(claim->info().parameters, words), {});
}

ContinuousSetting setting_of(const std::vector<std::string>& words) {
  return continuous_setting(parse_parameters(dat_continuous_select_claim()->info().parameters, words));
}

Status check_status(const Verdict& verdict, const std::string& name) {
  for (const Check& check : verdict.checks)
    if (check.name == name) return check.status;
  throw std::out_of_range(name);
}

TEST_CASE("The gap's probability is what integrating the law of distances gives",
          "[dat][continuous-select]") {
  for (const long n : {2, 3, 4, 6}) {
    for (const Rational& e : {Rational(0), Rational(1, 10), Rational(1, 4), Rational(1, 3), Rational(1, 2),
                              Rational(3, 5), Rational(9, 10), Rational(1)}) {
      for (const Utility utility : {Utility::nearest, Utility::farthest}) {
        INFO("n = " << n << ", e = " << to_string(e));
        CHECK(gap_probability(utility, n, e) == probability_by_integration(utility, n, e));
      }
      if (e == 1) continue;  // an empty range
      CHECK(gap_probability(Utility::largest, n, e) == integral(e, 1, n - 1, [&](const Rational& t) {
              Rational product = n;
              for (long j = 1; j < n; ++j) product *= t - e;
              return product;
            }));
    }
  }
  CHECK(gap_probability(Utility::nearest, 1, Rational(1, 2)) == 1);
  CHECK(gap_probability(Utility::nearest, 2, Rational(1, 2)) == Rational(1, 8));
}

TEST_CASE("eta=auto is the greatest of its grid with probability 1 - eps", "[dat][continuous-select]") {
  for (const char* utility : {"utility=nearest", "utility=farthest", "utility=largest"}) {
    for (const char* n : {"n=2", "n=7", "n=64"}) {
      const ContinuousSetting setting = setting_of({n, utility, "eps=1/10", "L_u=3", "m=1", "beta=1"});
      CHECK(setting.probability() >= Rational(9, 10));
      CHECK(gap_probability(setting.utility, setting.n, *setting.next_eta / 3) < Rational(9, 10));
      CHECK(*setting.next_eta * 1023 < setting.eta * 1024 + setting.eta);
    }
  }
}

TEST_CASE(
    "The networks' hats are those of the definition, at grid points, between them and in no other place",
    "[dat][continuous-select]") {
  for (const long m : {1, 2, 5}) {
    const HatNetwork network(m);
    CHECK(network.interpolates());
    for (long k = 0; k <= 6 * m; ++k) {
      const Rational z(k, 6 * m);
      const std::vector<Rational> hats = network.hats(z);
      REQUIRE(hats.size() == static_cast<std::size_t>(m + 1));
      for (long a = 0; a <= m; ++a)
        CHECK(hats[static_cast<std::size_t>(a)] ==
              std::max(Rational(0), Rational(1 - boost::multiprecision::abs(Rational(m * z - a)))));
    }
  }
}

TEST_CASE("Interpolation takes from a gap at most what is said, and that much in the middle of a cell",
          "[dat][continuous-select]") {
  for (const char* utility : {"utility=nearest", "utility=farthest", "utility=largest"}) {
    const ContinuousSetting setting = setting_of({"n=2", utility, "m=3", "beta=1", "L_u=2"});
    const InterpolatingLayer layer = setting.layer();
    const int sign = setting.utility == Utility::nearest ? 1 : -1;
    Rational greatest = 0;
    for (long i = 0; i <= 24; ++i) {
      for (long j = 0; j <= 24; ++j) {
        const HatPoint x = layer.point(Rational(i, 24));
        const HatPoint y = layer.point(Rational(j, 24));
        const Rational off = sign * (2 * utility_of(setting.utility, x.z, y.z) - layer.score(x, y));
        CHECK(off >= 0);
        greatest = std::max(greatest, off);
        CHECK(layer.relation(x, y) == y.z);
      }
    }
    CHECK(greatest == setting.score_error());
  }
}

TEST_CASE("Scores and relations of grid points are shown as they are, of few points",
          "[dat][continuous-select]") {
  const Json shown = InterpolatingLayer({Utility::nearest, 2, 3, 4, 5}).to_json();
  REQUIRE(shown["scores_at_grid_points"].size() == 5);
  for (long a = 0; a <= 4; ++a) {
    for (long b = 0; b <= 4; ++b)  // beta L_u times -|a/4 - b/4|
      CHECK(shown["scores_at_grid_points"][a][b] == to_string(Rational(-10 * std::abs(a - b), 4)));
    CHECK(shown["relations_at_grid_points"][a] == to_string(Rational(3 * a, 4)));
  }
  const Json long_one = InterpolatingLayer({Utility::nearest, 2, 3, 13, 5}).to_json();
  CHECK_FALSE(long_one.contains("scores_at_grid_points"));
  CHECK(long_one["m"] == 13);
}

// L (dist(x, hZ) + dist(y, hZ)) is 0 at all grid points and L h in the middle of a cell.
TEST_CASE("No smaller bound of a relation's interpolation would be right", "[dat][continuous-select]") {
  const ContinuousSetting setting = setting_of({"n=2", "m=4", "beta=1", "L_R=3"});
  const Rational middle(1, 8);
  CHECK(3 * (middle + middle) == setting.relation_error());
}

TEST_CASE("No input of the event is off by more than the bound, whether it serves or not",
          "[dat][continuous-select]") {
  for (const char* utility : {"utility=nearest", "utility=farthest", "utility=largest"}) {
    for (const char* beta : {"beta=1", "beta=7", "beta=60", "beta=400"}) {
      for (const char* m : {"m=1", "m=4", "m=13"}) {
        const ContinuousSetting setting = setting_of({"n=3", utility, beta, m, "eta=1/9"});
        const InterpolatingLayer layer = setting.layer();
        const Interval bound = error_bound(setting, 128);
        for (long code = 0; code < 8 * 8 * 8 * 8; ++code) {
          const HatPoint x = layer.point(Rational(code % 8, 7));
          const std::vector<HatPoint> y{layer.point(Rational(code / 8 % 8, 7)),
                                        layer.point(Rational(code / 64 % 8, 7)),
                                        layer.point(Rational(code / 512, 7))};
          const Selection selected = selection(setting.utility, x, y);
          if (*selected.gap <= Rational(1, 9)) continue;
          const Interval error =
              abs(layer.output(x, y, 128) - Interval(layer.true_relation(y[selected.place].z), 128));
          CHECK(compare(error, bound) != Ordering::greater);
        }
      }
    }
  }
}

TEST_CASE("beta=auto is the least temperature for which the bound serves", "[dat][continuous-select]") {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"n=2"},
                                             {"n=5", "utility=farthest"},
                                             {"n=64", "utility=largest", "L_R=3"},
                                             {"n=3", "eps=1/100"}}) {
    ContinuousSetting setting = setting_of(words);
    CHECK(bound_serves(setting) == true);
    setting.beta -= 1;
    CHECK(bound_serves(setting) == false);
  }
  CHECK(setting_of({"n=1"}).beta == 1);
  CHECK_THROWS_AS(setting_of({"n=2", "m=3"}), UsageError);           // L_R/m > eps
  CHECK_THROWS_AS(setting_of({"n=64", "eps=1/10000"}), UsageError);  // too many cells
  CHECK_THROWS_AS(setting_of({"n=2", "eps=1"}), UsageError);
}

TEST_CASE("On an interval a constructed layer selects and relates, and a colder one does not",
          "[dat][continuous-select]") {
  CHECK(verdict_of({"n=2"}).status == Status::holds);
  // Fine networks, temperatures around the one that exact networks need, log(9)/eta = 63.7.
  CHECK(verdict_of({"n=2", "m=1024", "beta=66"}).status == Status::holds);
  const Verdict cold = verdict_of({"n=2", "m=1024", "beta=63"});
  CHECK(cold.status == Status::refuted);
  CHECK(cold.kind == Kind::construction);
  CHECK(cold.inputs.failing == 0);  // of the inputs of the grid: the found one has a gap just above eta
  const auto claim = dat_continuous_select_claim();
  const Json run = claim->run(Variant::constructed, cold.parameters, cold.counterexample, 1);
  CHECK(run.at("verdict") == "refuted");
  // A gap that is too unlikely.
  const Verdict rare = verdict_of({"n=3", "eta=1/20"});
  CHECK(rare.status == Status::refuted);
  CHECK(rare.kind == Kind::constant);
  CHECK(check_status(rare, "error") == Status::holds);
  CHECK(check_status(verdict_of({"n=2", "eta=2", "beta=1", "m=1"}), "probability") == Status::refuted);
}

TEST_CASE("An input with a tie is outside of the event and not judged", "[dat][continuous-select]") {
  const auto claim = dat_continuous_select_claim();
  const Parameters parameters = parse_parameters(claim->info().parameters, {"n=2"});
  const Json tie = claim->run(Variant::constructed, parameters, {{"x", "1/2"}, {"y", {0, 1}}}, 1);
  CHECK(tie.at("verdict") == "not-applicable");
  CHECK_THROWS_AS(claim->run(Variant::constructed, parameters, {{"x", "-1/2"}, {"y", {0, 1}}}, 1),
                  UsageError);
  CHECK_THROWS_WITH(claim->run(Variant::constructed, parameters, {{"x", 2}, {"y", {0, 1}}}, 1),
                    Catch::Contains("a number from 0 to 1"));
  for (std::uint64_t seed = 1; seed < 20; ++seed)
    CHECK_NOTHROW(claim->run(Variant::constructed, parameters, "random", seed));
}

}  // namespace
}  // namespace attest::dat_continuous_select_test
