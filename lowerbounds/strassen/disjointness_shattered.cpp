#include "lowerbounds/strassen/disjointness_shattered.hpp"

#include <fmt/format.h>

#include "lowerbounds/strassen/shattered_claim.hpp"

namespace attest {

// Seed 000, lines 291-304: A = {1..m}, the rows a^1 = (1,0,...,0), ..., a^m = (0,...,0,1), and b_i = c_i.
//
// Disj(a^i, b) = b_i = c_i, for every m >= 1. The split-VC dimension is never more than m: let s pairs (a_i,
// b_i) be divided between A and B. A column either makes the function 1 (some pair lies within B and is 1, 1)
// or is told by its bits in the s divided pairs, so there are at most 2^s columns if s = m, and at most 2^s +
// 1 <= 2^(m-1) + 1 otherwise; the latter is less than 2^(m+1).
ShatteringSet disjointness_shattering_set(int m) {
  ShatteringSet set;
  for (int i = 1; i <= m; ++i) set.row_positions.push_back(i);
  for (int i = 0; i < m; ++i) {
    LemmaWord a(m, 0);
    a[i] = 1;
    set.rows.push_back(a);
  }
  set.column = [](const Pattern& c) { return LemmaWord(c.begin(), c.end()); };
  return set;
}

namespace {

ClaimInfo disjointness_shattered_entry() {
  ClaimInfo info;
  info.id = "strassen/disjointness-shattered";
  info.kind = "lowerbound";
  info.paper = "strassen";
  info.title = "The split-VC dimension of Disj_m is at least m";
  info.statement =
      "Disj_m(a, b) is 1 if a_i = b_i = 1 for some i. Its split-VC dimension is at least m: for A = {1..m} "
      "the m "
      "rows with a single 1 are shattered by the columns b = c.";
  info.source = {"000_bd1f352bd128419d.txt", "Lemma 3.9", 289, 304};
  info.variants = {{Variant::printed, "Rows and columns as printed.", {}}};
  info.parameters = {integer_parameter("m", 1, 20, "length of a and of b; there are 2^m patterns")};
  for (const int m : {1, 2, 3, 4, 5, 16}) {
    info.standard_sizes.push_back({{fmt::format("m={}", m)}, m <= 5, {{Variant::printed, Status::holds}}});
  }
  return info;
}

class DisjointnessShattered : public ShatteredClaim {
 public:
  DisjointnessShattered() : ShatteredClaim(disjointness_shattered_entry()) {}

 protected:
  ShatteredSetting setting(Variant, const Parameters& parameters) const override {
    const int m = static_cast<int>(parameters.integer("m"));
    ShatteredSetting s;
    s.f = disjointness_function(m);
    s.set = disjointness_shattering_set(m);
    s.bound = m;
    s.bound_text = "m";
    s.column_rule = "b_i = c_i";
    s.upper_bound = "split-VC(Disj_m) <= m";
    return s;
  }

  void examine_further(Variant, const ShatteredSetting&, const std::function<bool()>&,
                       Verdict& verdict) const override {
    verdict.notes.push_back(
        "line 285 writes the disjunction over k of (a_i and b_i); k and i are meant to be the same index");
    verdict.notes.push_back(
        "Disj_m is 1 where the two sets meet; what is called disjointness elsewhere is its complement");
  }
};

}  // namespace

std::unique_ptr<Claim> strassen_disjointness_shattered_claim() {
  return std::make_unique<DisjointnessShattered>();
}

}  // namespace attest
