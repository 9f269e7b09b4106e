// anna/match2-by-hashing: what the text beside this file states, kind of input by kind of input.
//
// The repaired and the constructed variant fail with probability at most 0.1 l/N, below eta: a wrong label needs a query and a key that are
// far and meet in some table, of which there are at most N^2, each with probability at most p2^z <= 0.1/N^3 a table. Equal points meet in
// every table, so that l helps nobody here: the probability falls with l.
//
// That T(X) is Match2(X) for every draw no queries, keys, values and readout achieve where functions with equal values everywhere can be
// drawn, as of colours: with positive probability all points of all tables have one code. Then all N outputs are equal (Definition 2.2 has no residual), and X = (M, 1, .., 1)
// has the labels 1, 0, .., 0 for M >= 3.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "algorithms/hashing/lsh_setting.hpp"
#include "algorithms/hashing/partitions.hpp"
#include "claims/stop.hpp"
#include "claims/whole_claim.hpp"
#include "constructions/anna/match2_setting.hpp"
#include "numeric/short_decimal.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

Json probability_json(const Rational& value) {
  Json json = hashing::enclosure_json([&](Precision bits) { return Interval(value, bits); });
  const std::string text = to_string(value);
  if (text.size() <= 200) json["exact"] = text;
  return json;
}

// An input with these numbers: the last is repeated.
Json input_of(const std::vector<long>& numbers, long tokens) {
  Json p = Json::array();
  for (long i = 0; i < tokens; ++i)
    p.push_back(numbers[std::min(static_cast<std::size_t>(i), numbers.size() - 1)]);
  return {{"p", std::move(p)}};
}

Rational least_right(const std::vector<Match2Kind>& kinds, const TableLaw& law, long z, long l) {
  Rational least = 1;
  for (const Match2Kind& kind : kinds) {
    check_stop();
    least = std::min(least, kind.right(law, z, l));
  }
  return least;
}

// What right_when says, against Algorithm 1: all inputs of n tokens, modulus m, and all partitions of the points into buckets, which is all
// that hash functions can do; of n <= 2 all pairs of partitions too.
struct Compared {
  long runs = 0;
  long different = 0;
};

Compared compare_with_algorithm(const HashedMatch2& match2) {
  const auto apart = [](const PointGroups& groups, const std::vector<int>& bucket) {
    for (std::size_t a = 0; a < groups.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        for (const long x : groups[a]) {
          for (const long y : groups[b]) {
            if (bucket[static_cast<std::size_t>(x)] == bucket[static_cast<std::size_t>(y)]) return false;
          }
        }
      }
    }
    return true;
  };
  Compared result;
  const auto n = static_cast<std::size_t>(match2.tokens());
  std::vector<long> x(n, 1);
  for (;;) {
    std::set<long> points;
    for (const long token : x) points.insert({match2.query(token), match2.key(token)});
    std::vector<std::vector<int>> tables;
    for (const auto& blocks : hashing::partitions(points.size())) {
      std::vector<int> bucket(static_cast<std::size_t>(match2.largest_point()) + 1, -1);
      std::size_t k = 0;
      for (const long point : points) bucket[static_cast<std::size_t>(point)] = blocks[k++];
      tables.push_back(std::move(bucket));
    }
    const RightWhen when = match2.right_when({x.begin(), x.end()});
    const auto truth = match2_truth(x, match2.modulus());
    const auto visit = [&](const std::vector<std::vector<int>>& drawn) {
      bool all = true;
      bool never_meets = true;
      for (const auto& bucket : drawn) {
        all = all && apart(when.apart, bucket);
        never_meets = never_meets && apart(when.meet, bucket);
      }
      const bool right = all && (when.meet.empty() || !never_meets);
      ++result.runs;
      if (hashed_labels(match2, x, drawn).right(truth) != right) ++result.different;
    };
    for (const auto& first : tables) {
      check_stop();
      visit({first});
      if (n > 2) continue;
      for (const auto& second : tables) visit({first, second});
    }
    std::size_t place = 0;
    while (place < n && x[place] == match2.modulus()) x[place++] = 1;
    if (place == n) return result;
    ++x[place];
  }
}

class Match2ByHashing : public WholeClaim {
 public:
  Match2ByHashing() : WholeClaim(program_info("anna/match2-by-hashing")) {}

  Json run(Variant variant, const Parameters& parameters, const Json& given,
           std::uint64_t seed) const override {
    return run_match2(match2_setting(variant, parameters), given, seed);
  }

  Json weights(Variant variant, const Parameters& parameters) const override {
    return numbers(match2_setting(variant, parameters));
  }

 protected:
  void examine(Variant variant, const Parameters& parameters, const VerifyOptions&,
               Verdict& verdict) const override {
    const HashedMatch2Setting s = match2_setting(variant, parameters);
    const std::vector<Match2Kind> kinds = match2_kinds(s.match2, s.law);
    verdict.details["setting"] = numbers(s);
    verdict.details["choices"] = {
        "c = 1/r, so that c is as large as r is small; two different keys, whose distance is c r = 1 at least, count as far: p2 bounds how often keys at distance 1 meet, too",
        "T(X) = Match2(X) is read as: for each X all labels are right with probability 1 - eta at least",
        "bit sampling reads digits of the number to the base 2, so that embedding dimension 1 suffices; "
        "p1 and p2 are those of the points that occur",
        "of the print 0/0 is read as 0 in the check labels, as line 10 and Definition B.1 have it"};
    verdict.size = {1, 1, variant == Variant::constructed ? 12 : 0};
    if (variant == Variant::printed) verdict.checks.push_back(well_formed(s, kinds, verdict));
    const Check decided = labels(s, kinds, verdict);
    verdict.checks.push_back(decided);
    verdict.checks.push_back(by_algorithm(s));
    // Where the theorem says nothing, that its probability is computed rightly does not make it hold.
    Check& compared = verdict.checks.back();
    compared.essential = decided.status != Status::not_applicable || compared.status != Status::holds;
    if (variant != Variant::printed) {
      verdict.checks.push_back(informative(printed_eta(s, kinds)));
      verdict.checks.push_back(informative(every_draw(s, kinds)));
      functions_needed(s, kinds, verdict);
    }
    if (verdict.counterexample.is_null()) {
      for (const Check& check : verdict.checks) {
        if (check.essential && check.status == Status::refuted)
          verdict.counterexample = verdict.details["worst_input"];
      }
    }
  }

 private:
  static Json numbers(const HashedMatch2Setting& s) {
    return {{"z", s.z},
            {"l", s.l},
            {"p2", to_string(s.law.p2())},
            {"printed_eta", hashing::enclosure_json(s.printed_eta)},
            {"eta", hashing::enclosure_json(s.eta)}};
  }

  static Ordering against(const Rational& right, const hashing::Enclosure& eta) {
    return hashing::compare_enclosures([&](Precision bits) { return Interval(Rational(1 - right), bits); },
                                       eta);
  }

  // A label 0 is right only where line 12's count stays 0, and line 16 divides by it.
  static Check well_formed(const HashedMatch2Setting& s, const std::vector<Match2Kind>& kinds,
                           Verdict& verdict) {
    Integer without = 0;
    Integer all = 0;
    const Match2Kind* first = nullptr;
    for (const Match2Kind& kind : kinds) {
      all += kind.inputs;
      if (!kind.says_no) continue;
      without += kind.inputs;
      if (first == nullptr) first = &kind;
    }
    const std::string with_no =
        without == 0 ? std::string("no input of this size has a label 0")
                     : fmt::format("on the {} of {} inputs with a label 0 no draw gives all labels",
                                   without.str(), all.str());
    verdict.counterexample = input_of(
        first == nullptr ? std::vector<long>{s.match2.modulus()} : first->numbers, s.match2.tokens());
    return ill_formed(
        "well-formed",
        fmt::format(
            "all values are 1, so that the label 0 needs a query that meets no key, where line 16 divides 0 by 0: {}; it does so too at "
            "X = (M, .., M), whose keys 0 are not the query M, with probability {}",
            with_no,
            short_text(
                hashing::nth_power(s.law.apart(s.law.profile({{s.match2.modulus()}, {0}}), s.z), s.l))));
  }

  static Check labels(const HashedMatch2Setting& s, const std::vector<Match2Kind>& kinds, Verdict& verdict) {
    Rational least = 2;
    const Match2Kind* worst = nullptr;
    Integer space = 0, failing = 0, open = 0, below = 0;
    for (const Match2Kind& kind : kinds) {
      check_stop();
      const Rational right = kind.right(s.law, s.z, s.l);
      space += kind.inputs;
      if (right < least) {
        least = right;
        worst = &kind;
      }
      const Ordering order = against(right, s.eta);
      if (order == Ordering::undecided) open += kind.inputs;
      if (order == Ordering::greater) below += kind.inputs;
      // Of the print a label 0 is undefined where it is right.
      const bool undefined = s.match2.variant() == Variant::printed && kind.says_no;
      if (undefined || order == Ordering::greater) failing += kind.inputs;
    }
    const Integer inputs = power(Integer(s.match2.modulus()), static_cast<unsigned long>(s.match2.tokens()));
    if (space != inputs) throw std::logic_error("match2_kinds: the kinds are not all inputs");
    verdict.inputs = {inputs, inputs, inputs, failing, open};
    verdict.details["worst_input"] = input_of(worst->numbers, s.match2.tokens());
    verdict.details["least_probability"] = probability_json(least);
    const std::string text = fmt::format(
        "the least probability over all {} inputs that every label is right, exactly over all draws, is {}, on {}; eta "
        "= {} (z = {}, l = {})",
        space.str(), short_text(least), verdict.details["worst_input"].dump(), hashing::about(s.eta), s.z,
        s.l);
    if (s.z < s.least_z)
      return not_applicable(
          "labels", fmt::format("the proof takes z with p2^z <= 0.1/N^3, z >= {}; {}", s.least_z, text));
    if (against(0, s.eta) != Ordering::greater)
      return not_applicable("labels",
                            "eta is not below 1: as a bound of a probability it says nothing; " + text);
    if (below > 0)
      return refuted(Kind::construction, "labels",
                     fmt::format("on {} of {} inputs some label is wrong with probability more than eta; {}",
                                 below.str(), space.str(), text));
    if (open > 0) return undecided("labels", "4096 bits do not separate eta from a probability; " + text);
    return holds("labels", Evidence::cover, text);
  }

  // Beyond three tokens, or M = 6, the argument beside hashed_match2.hpp speaks; what is compared is then a smaller size.
  static Check by_algorithm(const HashedMatch2Setting& s) {
    const long N = std::min(s.match2.tokens(), 3L);
    const long M = std::min(s.match2.modulus(), 6L);
    const Compared found = compare_with_algorithm({s.match2.variant(), N, M});
    const std::string text = fmt::format(
        "Algorithm 1 itself at N = {}, M = {}, for all inputs and all ways in which {} can put the points into buckets, {} runs: "
        "the labels are right exactly where the groups of points are apart whose probability is computed{}",
        N, M, N <= 2 ? "one table or two" : "a table", found.runs,
        N == s.match2.tokens() && M == s.match2.modulus()
            ? ""
            : "; at other sizes by the argument beside the code");
    if (found.different > 0)
      return refuted(Kind::construction, "by-algorithm",
                     fmt::format("not in {} runs: {}", found.different, text));
    return holds("by-algorithm", Evidence::cover, text);
  }

  // With the l tables of the setting.
  static Check printed_eta(const HashedMatch2Setting& s, const std::vector<Match2Kind>& kinds) {
    const Rational least = least_right(kinds, s.law, s.z, s.l);
    const std::string text = fmt::format(
        "some label is wrong with probability {} at most, and is so on some input; printed eta = {}",
        short_text(Rational(1 - least)), hashing::about(s.printed_eta));
    switch (against(least, s.printed_eta)) {
      case Ordering::greater:
        return refuted(Kind::constant, "printed-eta", text);
      case Ordering::undecided:
        return undecided("printed-eta", text);
      default:
        return holds("printed-eta", Evidence::cover, text);
    }
  }

  static Check every_draw(const HashedMatch2Setting& s, const std::vector<Match2Kind>& kinds) {
    const char* name = "every-draw";
    const Rational least = least_right(kinds, s.law, s.z, s.l);
    if (least == 1) return holds(name, Evidence::cover, "T(X) = Match2(X) for every X, whatever is drawn");
    std::string text = fmt::format("T(X) is not Match2(X) for some X and some draws, of probability {}",
                                   short_text(Rational(1 - least)));
    if (s.law.family() == Match2Family::colours && s.match2.tokens() >= 2 && s.match2.modulus() >= 3)
      text +=
          "; no other queries, keys, values and readout are right for every draw, since all points may have one code in "
          "all tables, and then all outputs are equal";
    return refuted(Kind::construction, name, text);
  }

  // The least z with which all labels of every input are right with probability 1 - 1/N.
  static void functions_needed(const HashedMatch2Setting& s, const std::vector<Match2Kind>& kinds,
                               Verdict& verdict) {
    const long N = s.match2.tokens();
    if (N == 1) return;
    const Rational wanted(Integer(N - 1), Integer(N));
    for (const long l : {1L, s.l}) {
      long z = 1;
      while (least_right(kinds, s.law, z, l) < wanted) ++z;
      verdict.details["least_z_for_1-1/N"][fmt::format("l={}", l)] = z;
    }
  }
};

}  // namespace

std::unique_ptr<Claim> anna_match2_claim() {
  return std::make_unique<Match2ByHashing>();
}

}  // namespace attest
