#include "lowerbounds/strassen/indexing_shattered.hpp"

#include <fmt/format.h>

#include "lowerbounds/strassen/shattered_claim.hpp"

namespace attest {

// Seed 000, lines 221-225: A = {1}; "the set of all n rows of M"; q_i = 1 if c_i = 1, and 2 if c_i = 0.
//
// Ind_n(i, q) = [q_i = 1] = c_i, so nothing is to be shown except that 2 is in [n]. For n = 1 it is not, and
// then Ind_1(1, 1) = 1 is the only value: no row takes the value 0, and the split-VC dimension is 0.
//
// It is never more than n. If p_1 is in A, a column is q restricted to B, and only the bits [q_i = 1] matter:
// at most 2^n columns. If p_1 is in B, a column (p_1, q_B) is constant or the function q -> [q_i = 1] for an
// i in A: at most n + 2 columns, and log2(n + 2) <= n for n >= 2.
ShatteringSet indexing_shattering_set(int n) {
  ShatteringSet set;
  set.row_positions = {1};
  for (int i = 1; i <= n; ++i) set.rows.push_back({i});
  set.column = [n](const Pattern& c) {
    LemmaWord q(n, 1);
    for (std::size_t i = 0; i < c.size(); ++i) q[i] = c[i] ? 1 : 2;
    return q;
  };
  return set;
}

namespace {

ClaimInfo indexing_shattered_entry() {
  ClaimInfo info;
  info.id = "strassen/indexing-shattered";
  info.kind = "lowerbound";
  info.paper = "strassen";
  info.title = "The split-VC dimension of Ind_n is at least n";
  info.statement =
      "Ind_n(p_1, q_1, ..., q_n) over [n] is 1 if q_{p_1} = 1, else 0. Its split-VC dimension is at least n: "
      "for "
      "A = {1} the columns shatter all n rows, with q_i = 1 where c_i = 1 and q_i = 2 where c_i = 0.";
  info.source = {"000_bd1f352bd128419d.txt", "Lemma 3.5", 219, 225};
  info.variants = {{Variant::printed, "Rows and columns as printed.", {}},
                   {Variant::repaired,
                    "As printed, for n >= 2.",
                    {"n >= 2 is added: for n = 1 the alphabet [1] has no 2, Ind_1 is the constant 1, and its "
                     "split-VC dimension is 0."}}};
  info.parameters = {integer_parameter("n", 1, 20, "size of the alphabet [n]; there are 2^n patterns")};
  for (const int n : {1, 2, 3, 4, 5, 16}) {
    info.standard_sizes.push_back({{fmt::format("n={}", n)},
                                   n <= 5,
                                   {{Variant::printed, n == 1 ? Status::refuted : Status::holds},
                                    {Variant::repaired, n == 1 ? Status::not_applicable : Status::holds}}});
  }
  return info;
}

class IndexingShattered : public ShatteredClaim {
 public:
  IndexingShattered() : ShatteredClaim(indexing_shattered_entry()) {}

 protected:
  ShatteredSetting setting(Variant variant, const Parameters& parameters) const override {
    const int n = static_cast<int>(parameters.integer("n"));
    ShatteredSetting s;
    s.f = indexing_function(n);
    s.set = indexing_shattering_set(n);
    if (variant == Variant::repaired && n < 2) s.excluded = "the repaired lemma is for n >= 2";
    s.bound = n;
    s.bound_text = "n";
    s.column_rule = "q_i = 1 if c_i = 1, and 2 if c_i = 0";
    s.upper_bound = "split-VC(Ind_n) <= n";
    return s;
  }
};

}  // namespace

std::unique_ptr<Claim> strassen_indexing_shattered_claim() {
  return std::make_unique<IndexingShattered>();
}

}  // namespace attest
