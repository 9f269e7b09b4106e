#include <catch2/catch.hpp>

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>

#include "claims/usage_error.hpp"
#include "lowerbounds/communication/branches.hpp"
#include "lowerbounds/communication/factorised.hpp"
#include "lowerbounds/communication/pointer_jumping.hpp"

namespace branches_test {

using namespace attest;

namespace {

std::vector<std::uint32_t> candidate_monomials(int variables) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t set = 0; set < 1U << variables; ++set) {
    if (std::popcount(set) >= 2) all.push_back(set);
  }
  return all;
}

// Definition A.5 read off: the most parts into which x_2, ..., x_t fall so that every monomial keeps to one.
int most_branches(const std::vector<std::uint32_t>& monomials, int variables) {
  std::vector<int> part(static_cast<std::size_t>(variables), 0);
  int best = 0;
  const auto search = [&](const auto& self, int at, int parts) -> void {
    if (at == variables) {
      for (const std::uint32_t monomial : monomials) {
        std::set<int> met;
        for (int i = 1; i < variables; ++i) {
          if ((monomial >> i & 1U) != 0) met.insert(part[static_cast<std::size_t>(i)]);
        }
        if (met.size() > 1) return;
      }
      best = std::max(best, parts);
      return;
    }
    for (int p = 0; p <= parts; ++p) {
      part[static_cast<std::size_t>(at)] = p;
      self(self, at + 1, std::max(parts, p + 1));
    }
  };
  search(search, 1, 0);
  return best;
}

// The least of a set's copies under renaming of the variables other than x_1 (bit 0).
std::vector<std::uint32_t> canonical(const std::vector<std::uint32_t>& monomials, int variables) {
  std::vector<int> name(static_cast<std::size_t>(variables));
  std::iota(name.begin(), name.end(), 0);
  std::vector<std::uint32_t> least;
  do {
    std::vector<std::uint32_t> copy;
    for (const std::uint32_t monomial : monomials) {
      std::uint32_t renamed = 0;
      for (int i = 0; i < variables; ++i) {
        if ((monomial >> i & 1U) != 0) renamed |= 1U << name[static_cast<std::size_t>(i)];
      }
      copy.push_back(renamed);
    }
    std::sort(copy.begin(), copy.end());
    if (least.empty() || copy < least) least = copy;
  } while (std::next_permutation(name.begin() + 1, name.end()));
  return least;
}

std::vector<std::uint32_t> chosen(const std::vector<std::uint32_t>& candidates, std::uint32_t subset) {
  std::vector<std::uint32_t> monomials;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if ((subset >> i & 1U) != 0) monomials.push_back(candidates[i]);
  }
  return monomials;
}

bool all_occur(const std::vector<std::uint32_t>& monomials, int variables) {
  std::uint32_t occurring = 1;
  for (const std::uint32_t monomial : monomials) occurring |= monomial;
  return occurring == (1U << variables) - 1;
}

SeparablePolynomial parse(const std::string& text) {
  return separable_polynomial_from_string("h", text);
}

}  // namespace

TEST_CASE(
    "Branches are the finest separation that shares only x_1, for every polynomial in up to 4 variables",
    "[communication]") {
  for (int variables = 2; variables <= 4; ++variables) {
    const auto candidates = candidate_monomials(variables);
    for (std::uint32_t subset = 1; subset < 1U << candidates.size(); ++subset) {
      const auto monomials = chosen(candidates, subset);
      if (!all_occur(monomials, variables)) continue;
      const auto branches = branches_of({monomials, variables});
      REQUIRE(static_cast<int>(branches.size()) == most_branches(monomials, variables));
      REQUIRE(std::accumulate(branches.begin(), branches.end(), 0U) == (1U << variables) - 2);
    }
  }
}

TEST_CASE("The census of branches counts what an enumeration finds", "[communication]") {
  for (int m = 1; m <= 3; ++m) {
    const auto candidates = candidate_monomials(m + 1);
    std::uint64_t labelled = 0;
    std::set<std::vector<std::uint32_t>> different;
    for (std::uint32_t subset = 1; subset < 1U << candidates.size(); ++subset) {
      const auto monomials = chosen(candidates, subset);
      if (!all_occur(monomials, m + 1) || most_branches(monomials, m + 1) != 1) continue;
      ++labelled;
      different.insert(canonical(monomials, m + 1));
    }
    std::uint64_t census_labelled = 0;
    std::uint64_t census_unlabelled = 0;
    for (const auto& each : branch_census(m)) {
      census_labelled += each.labelled;
      census_unlabelled += each.unlabelled;
    }
    CHECK(census_labelled == labelled);
    CHECK(census_unlabelled == different.size());
  }
}

TEST_CASE("The census of branches with four variables beside x_1 counts what an enumeration finds",
          "[communication][.][exhaustive]") {
  const auto candidates = candidate_monomials(5);
  REQUIRE(candidates.size() == 26);
  // Components by doubling: the monomials' variables other than x_1, joined until nothing moves.
  std::uint64_t connected = 0;
  for (std::uint32_t subset = 1; subset < 1U << 26U; ++subset) {
    std::uint32_t reached = 2;  // x_2
    for (bool grows = true; grows;) {
      grows = false;
      for (std::uint32_t rest = subset; rest != 0; rest &= rest - 1) {
        const std::uint32_t others = candidates[static_cast<std::size_t>(std::countr_zero(rest))] & ~1U;
        if ((others & reached) != 0 && (others & ~reached) != 0) {
          reached |= others;
          grows = true;
        }
      }
    }
    if (reached == 30) ++connected;
  }
  std::uint64_t labelled = 0;
  for (const auto& each : branch_census(4)) labelled += each.labelled;
  CHECK(labelled == connected);
  CHECK(connected == 67092384);
}

TEST_CASE("Polynomials are read and refused", "[communication]") {
  CHECK(parse("x1x2+x2x3").monomials == std::vector<std::uint32_t>{3, 6});
  CHECK(parse("x_1*x_2 + x_2*x_3").monomials == std::vector<std::uint32_t>{3, 6});
  CHECK(parse("x2x3").variables == 3);
  CHECK(branches_of(parse("x1x2+x2x3+x3x4+x1x5x6")) == std::vector<std::uint32_t>{14, 48});
  CHECK(branches_of(parse("x1x2+x1x3+x1x4")).size() == 3);
  for (const char* text : {"", "x1", "x1x1", "x1x2+x1x2", "x1x2+", "2x1x2", "x1x3", "x0x1", "x1x17", "y",
                           "x1x2-x3x4", "x1x99999999999999999999"}) {
    INFO(text);
    CHECK_THROWS_AS(parse(text), UsageError);
  }
}

TEST_CASE(
    "Products do not help: two variables that meet put a pair of functions out of a myopic player's reach",
    "[communication]") {
  for (int t = 2; t <= 5; ++t) {
    for (int size = 2; size <= t; ++size) {
      const Protocol myopic = myopic_branch_protocol(t, size);
      const Protocol forehead = forehead_branch_protocol(t, t, size);
      for (const auto& each : branch_census(size - 1)) {
        const auto unreachable = out_of_reach(myopic, each.graph, t);
        CHECK(unreachable.empty() == (size == 2));
        CHECK(out_of_reach(forehead, each.graph, t).empty());
      }
    }
  }
}

TEST_CASE("Products do help where the two functions sit on variables that x keeps apart", "[communication]") {
  // x_2 and x_4 meet only through x_3: with x_3 on x, the sums over x_2 in f_3 and x_4 in f_4 are two
  // factors.
  const auto h = parse("x1x2+x2x3+x3x4");
  const EdgeSet path = branch_graph(h, branches_of(h).front());
  const Protocol protocol = myopic_branch_protocol(4, 4);
  const auto unreachable = out_of_reach(protocol, path, 4);
  const auto has = [&](const BlockTuple& tuple) {
    return std::find(unreachable.begin(), unreachable.end(), tuple) != unreachable.end();
  };
  CHECK_FALSE(has({2, 4, 3}));
  CHECK(has({2, 3, 4}));
  CHECK(has({2, 0, 3}));
}

}  // namespace branches_test
