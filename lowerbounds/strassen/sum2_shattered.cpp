#include "lowerbounds/strassen/sum2_shattered.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "lowerbounds/strassen/shattered_claim.hpp"

namespace attest {

// Seed 000, lines 249-269: m = 2l, A = {1..l/2}, the rows p^i = (1,..,1,2i,1,..,1) with 2i at place i, for i
// in [l/2], and q_{l/2+i} = 2l - 2i - 1 if c_i = 1, and 1 otherwise.
//
// Why it works for l >= 4. The letters are 2i with 2 <= 2i <= l, odd numbers up to 2l - 3, and 1; none is
// m - 2 = 2l - 2, which is even and larger than l unless l = 2. A pair with sum -1 mod 2l has an odd sum, so
// it is 2i and an odd number: 2i + 1 = 2l - 1 would need i = l - 1 > l/2, and 2i + (2l - 2j - 1) = -1 mod 2l
// means i = j. So Sum2(p^i + q) = 1 exactly if 2l - 2i - 1 is in q, that is c_i = 1. (For c_i = 0 the print
// says that only 1 and 2i appear. That forgets the letters 2l - 2j - 1 of other ones; they do no harm.)
//
// For l = 2 the only row is (2), and 2 = m - 2 is excluded. Nothing can be put in its place: over {1, 3} all
// sums are even, Sum2[2,4] is the constant 0, and its split-VC dimension is 0.
ShatteringSet sum2_shattering_set(int l) {
  ShatteringSet set;
  for (int i = 1; i <= l / 2; ++i) {
    set.row_positions.push_back(i);
    LemmaWord row(l / 2, 1);
    row[i - 1] = 2 * i;
    set.rows.push_back(row);
  }
  set.column = [l](const Pattern& c) {
    LemmaWord q(l / 2, 1);
    for (std::size_t i = 1; i <= c.size(); ++i) q[i - 1] = c[i - 1] ? 2 * l - 2 * static_cast<int>(i) - 1 : 1;
    return q;
  };
  return set;
}

// A = {1}, rows (x) for x = 2..l-1, and a column with l - 1 letters that contains 2l - 1 - x exactly if the
// pattern has a 1 at x; all x = 2..l-1 would do, more than 12 are used only to exceed l/2. The partners
// l..2l-3 are larger than the rows, so no pair lies within a column; 1 pairs with the excluded 2l - 2 only.
ShatteringSet sum2_one_letter_set(int l) {
  ShatteringSet set;
  set.row_positions = {1};
  for (int x = 2; x <= l - 1 && (x <= 13 || x <= l / 2 + 2); ++x) set.rows.push_back({x});
  set.column = [l](const Pattern& c) {
    LemmaWord q(l - 1, 1);
    for (std::size_t i = 0; i < c.size(); ++i) {
      if (c[i]) q[i] = 2 * l - 3 - static_cast<int>(i);  // the partner of x = i + 2
    }
    return q;
  };
  return set;
}

TwoNumbers count_two_numbers(const LemmaFunction& f, const ShatteringSet& set) {
  TwoNumbers count;
  for (std::uint64_t rank = 0; rank >> set.rows.size() == 0; ++rank) {
    const Pattern c = pattern_of_rank(rank, set.rows.size());
    const LemmaWord column = set.column(c);
    for (std::size_t i = 0; i < c.size(); ++i) {
      if (c[i]) continue;
      ++count.cases;
      const LemmaWord word = merge(set, set.rows[i], column, f.length());
      const int even = 2 * static_cast<int>(i + 1);
      const auto other =
          std::find_if(word.begin(), word.end(), [even](int x) { return x != 1 && x != even; });
      if (other == word.end()) continue;
      ++count.others;
      if (count.example.empty()) {
        count.example = fmt::format("for c = {} and i = {} the word {} has the number {} too",
                                    pattern_text(c), i + 1, word_text(word), *other);
      }
    }
  }
  return count;
}

namespace {

ClaimInfo sum2_shattered_entry() {
  ClaimInfo info;
  info.id = "strassen/sum2-shattered";
  info.kind = "lowerbound";
  info.paper = "strassen";
  info.title = "The split-VC dimension of Sum2[l,2l] is at least l/2";
  info.statement =
      "Sum2[l,m] on words of length l over [m-1] without m-2 is 1 if p_j + p_k = -1 mod m for some j, k. For "
      "even l "
      "and m = 2l its split-VC dimension is at least l/2: for A = {1..l/2} the rows p^i = (1..1, 2i, 1..1) "
      "are "
      "shattered by the columns with q_{l/2+i} = 2l - 2i - 1 where c_i = 1 and 1 elsewhere.";
  info.source = {"000_bd1f352bd128419d.txt", "Lemma 3.7", 245, 269};
  info.variants = {
      {Variant::printed, "Rows and columns as printed.", {}},
      {Variant::repaired,
       "As printed, for even l >= 4.",
       {"l >= 4 is added: for l = 2 the row (2) uses the excluded value m - 2 = 2, Sum2[2,4] is the "
        "constant 0 on words over {1, 3}, and its split-VC dimension is 0."}}};
  info.parameters = {integer_parameter(
      "l", 2, 32, "length of the words, even; the modulus is 2l, and there are 2^(l/2) patterns")};
  for (const int l : {2, 4, 6, 8, 20}) {
    info.standard_sizes.push_back({{fmt::format("l={}", l)},
                                   l != 6 && l != 20,
                                   {{Variant::printed, l == 2 ? Status::refuted : Status::holds},
                                    {Variant::repaired, l == 2 ? Status::not_applicable : Status::holds}}});
  }
  return info;
}

class Sum2Shattered : public ShatteredClaim {
 public:
  Sum2Shattered() : ShatteredClaim(sum2_shattered_entry()) {}

 protected:
  ShatteredSetting setting(Variant variant, const Parameters& parameters) const override {
    const int l = static_cast<int>(parameters.integer("l"));
    if (l % 2 != 0) throw UsageError("l", parameters.text("l"), "an even number, as the lemma has it");
    ShatteredSetting s;
    s.f = sum2_function(l, 2 * l);
    s.set = sum2_shattering_set(l);
    if (variant == Variant::repaired && l < 4) s.excluded = "the repaired lemma is for l >= 4";
    s.bound = l / 2;
    s.bound_text = "l/2";
    s.column_rule = "q_{l/2+i} = 2l - 2i - 1 if c_i = 1, else 1";
    if (l >= 6) s.larger = sum2_one_letter_set(l);
    return s;
  }

  // A sentence of the proof, not of the lemma.
  void examine_further(Variant, const ShatteredSetting& s, const std::function<bool()>& stop,
                       Verdict& verdict) const override {
    verdict.notes.push_back(
        "line 269: \"1 and 2il\" is read as 1 and 2i, \"p_i + q\" as p^i + q; both are probably damage in "
        "transcription");
    if (s.set.rows.size() > 16 || stop()) return;
    const TwoNumbers count = count_two_numbers(s.f, s.set);
    if (count.others == 0) return;
    verdict.checks.push_back(informative(
        refuted(Kind::display, "two-numbers",
                fmt::format("line 269 says that where c_i = 0 only 1 and 2i appear; in {} of {} cases other "
                            "numbers do: {}. No sum is spoiled by it",
                            count.others, count.cases, count.example))));
  }
};

}  // namespace

std::unique_ptr<Claim> strassen_sum2_shattered_claim() {
  return std::make_unique<Sum2Shattered>();
}

}  // namespace attest
