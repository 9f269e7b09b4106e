#include <fmt/format.h>

#include <algorithm>

#include "claims/whole_claim.hpp"
#include "tasks/datasets/balance.hpp"
#include "tasks/datasets/examination.hpp"
#include "tasks/datasets/labels.hpp"
#include "tasks/datasets/match3_bins.hpp"
#include "tasks/datasets/worked_examples.hpp"

namespace attest {

namespace {

// Definition of Match3 (line 229): all pairs (j, k), equal ones and i itself included.
template <class Sequence>
bool has_triple(const Sequence& x, std::size_t i, int M) {
  for (const int xj : x) {
    for (const int xk : x) {
      if ((x[i] + xj + xk) % M == 0) return true;
    }
  }
  return false;
}

// Definition 5.1 of seed 001: some j, i itself included.
bool has_partner(const Numbers& x, std::size_t i, int M) {
  return std::any_of(x.begin(), x.end(), [&](int xj) { return (x[i] + xj) % M == 0; });
}

// The labels of all sequences of up to `longest` numbers first..first+letters-1 against the definition, and
// under exchanging neighbours (which generates all permutations): labels move with their tokens.
template <class Labels, class Truth>
Check label_check(Verdict& verdict, const std::string& what, int longest, const std::vector<int>& moduli,
                  int first, const Labels& labels_of, const Truth& truth) {
  long visited = 0;
  long wrong = 0;
  for (const int M : moduli) {
    for (int n = 1; n <= longest; ++n) {
      for_each_sequence(n, M, [&](Numbers x) {
        for (int& value : x) value += first;
        const Numbers labels = labels_of(x, M);
        bool right = true;
        for (std::size_t i = 0; i < x.size(); ++i) {
          right = right && labels[i] == (truth(x, i, M) ? 1 : 0);
          if (i == 0) continue;
          Numbers swapped = x;
          Numbers moved = labels;
          std::swap(swapped[i - 1], swapped[i]);
          std::swap(moved[i - 1], moved[i]);
          right = right && labels_of(swapped, M) == moved;
        }
        ++visited;
        if (!right) ++wrong;
      });
    }
  }
  count_inputs(verdict, visited, wrong);
  if (wrong != 0)
    return refuted(Kind::construction, "labels",
                   fmt::format("{} of {} sequences get wrong labels", wrong, visited));
  return holds(
      "labels", Evidence::enumeration,
      fmt::format("the labels of all {} sequences of at most {} numbers for M = {}..{} are those of {}, "
                  "and permuting a sequence permutes them",
                  visited, longest, moduli.front(), moduli.back(), what));
}

// The sequence of Table 3 is cut off. A triple within what is printed proves a 1; without one, a 1 is open; a
// 0 with one would be wrong.
Check table3(Verdict& verdict) {
  std::vector<std::string> open;
  long proved = 0;
  long wrong = 0;
  for (std::size_t i = 0; i < printed::table3_X.size(); ++i) {
    const bool triple = has_triple(printed::table3_X, i, printed::table3_M);
    if (triple && printed::table3_Y[i] == 1) ++proved;
    if (triple && printed::table3_Y[i] == 0) ++wrong;
    if (!triple && printed::table3_Y[i] == 1) open.push_back(std::to_string(i));
  }
  count_inputs(verdict, static_cast<long>(printed::table3_X.size()), wrong);
  if (wrong != 0)
    return refuted(Kind::display, "example",
                   fmt::format("{} labels 0 of Table 3 belong to tokens with a triple", wrong));
  std::string which;
  for (const auto& index : open) which += (which.empty() ? "y_" : ", y_") + index;
  return holds(
      "example", Evidence::enumeration,
      fmt::format("nothing that Table 3 prints is contradicted: {} of its labels 1 have a triple among the "
                  "printed numbers (x_5 + x_7 + x_10 = 74 = 2*37), {} = 1 rests on numbers that are cut "
                  "off, no label 0 has a triple",
                  proved, which));
}

Json bins_json(const BinProbabilities& shares) {
  Json result = Json::object();
  const std::array<const char*, 4> names{"[0,25)", "[25,50)", "[50,75)", "[75,100]"};
  for (std::size_t b = 0; b < shares.size(); ++b) result[names[b]] = about(shares[b]);
  return result;
}

// Algorithm 3 with x_i uniform on {0..36}. Requiring at least `skewness` <= 40 percent of ones divides a
// bin's probability by one of at least that of the bin [75,100], so at most 5000 p_b/p_3 examples of bin b
// are expected among 5000 draws, and at least one turns up with at most that probability.
Check printed_match3_bins(Verdict& verdict) {
  const ZeroLabelledSets sets = zero_labelled_sets(37);
  BinProbabilities average{0, 0, 0, 0};
  Rational worst[3] = {0, 0, 0};
  for (long n = 30; n <= 35; ++n) {
    const BinProbabilities shares = match3_bins(n, 37, sets);
    for (std::size_t b = 0; b < 4; ++b) average[b] += shares[b] / 6;
    for (std::size_t b = 0; b < 3; ++b) worst[b] = std::max(worst[b], Rational(shares[b] / shares[3]));
  }
  verdict.details["bins of a uniform sequence"] = bins_json(average);
  const Rational rarest = 5000 * *std::min_element(std::begin(worst), std::end(worst));
  if (rarest >= 1)
    return undecided("bins", "the bound on the probability of an example in the rarest bin says nothing");
  return ill_formed(
      "bins",
      fmt::format(
          "\"randomly sample an example from bin\" needs an example there; with x_i uniform on {{0..36}} the "
          "5000 draws put one into [0,25), [25,50), [50,75) with probability at most {}, {}, {}",
          about(5000 * worst[0]), about(5000 * worst[1]), about(5000 * worst[2])));
}

// With values from {0, 1} (a subset that the repaired draw chooses with positive probability), a token 0 has
// the triple 0+0+0 and a token 1 has none, 1+u+v being 1, 2 or 3: k zeros make exactly k ones, for every k.
Check repaired_match3_bins(Verdict& verdict) {
  bool reached = true;
  long visited = 0;
  for (int n = 30; n <= 35; ++n) {
    std::array<bool, 4> shares{};
    for (int k = 1; k <= n; ++k) {
      Numbers x(static_cast<std::size_t>(n), 1);
      std::fill_n(x.begin(), k, 0);
      shares[static_cast<std::size_t>(bin_of(ones_in(match3_labels(x, 37)), n))] = true;
      ++visited;
    }
    reached = reached && shares == std::array<bool, 4>{true, true, true, true};
  }
  count_inputs(verdict, visited, reached ? 0 : 1);
  if (!reached) return refuted(Kind::constant, "bins", "sequences over {0, 1} do not reach all bins");
  return holds(
      "bins", Evidence::enumeration,
      "every bin has positive probability for n = 30..35 and M = 37 (sequences over {0, 1} reach all), so "
      "drawing until the bins are filled ends with probability 1");
}

}  // namespace

void examine_match3(Variant variant, Verdict& verdict) {
  const bool is_print = variant == Variant::printed;
  verdict.checks.push_back(table3(verdict));
  verdict.checks.push_back(
      label_check(verdict, "the definition of Match3", 4, {3, 4, 5, 6, 7}, 0, match3_labels,
                  [](const Numbers& x, std::size_t i, int M) { return has_triple(x, i, M); }));
  if (is_print) {
    verdict.checks.push_back(printed_match3_bins(verdict));
    verdict.counterexample = {{"check", "bins"}, {"bin", "[0,25)"}, {"examples in it", 0}};
    verdict.notes.emplace_back(
        "\"pseudo-random ... ensuring the percentage of tokens that satisfied Match3 condition is at least "
        "skewness\" "
        "does not say how; x_i ~ Uniform({0, ..., M-1}) is taken as printed and sequences below the "
        "percentage are "
        "drawn again. Table 3, where 9 stands at six of eleven places, is hardly such a draw");
    verdict.notes.emplace_back(
        "\"while size(bin) != D/4\" does not end for a D that 4 does not divide; the paper's 5*10^4 is not "
        "of that kind");
    verdict.notes.emplace_back(
        "numbers from [0, M-1] include 0, which Section 3.2.2 excludes because its label is always 1");
  } else {
    verdict.checks.push_back(repaired_match3_bins(verdict));
  }
}

void examine_match2(Variant variant, Verdict& verdict) {
  const bool is_print = variant == Variant::printed;
  constexpr long draws = 250;  // D/40 for D = 10000, the dataset size of line 975
  verdict.checks.push_back(
      label_check(verdict, "Definition 5.1", 4, {2, 3, 4, 5, 6, 7}, 1, match2_labels,
                  [](const Numbers& x, std::size_t i, int M) { return has_partner(x, i, M); }));
  const BinProbabilities bins = match2_bins(32, 37, true);
  const BinProbabilities without = match2_bins(32, 37, false);
  verdict.details["bins, numbers 1..37"] = bins_json(bins);
  verdict.details["bins, numbers 1..36"] = bins_json(without);
  // 250 independent draws leave all bins of a set B empty with probability (1 - p_B)^250; by inclusion and
  // exclusion over B.
  const auto some_empty = [](const BinProbabilities& p) {
    Rational result = 0;
    for (unsigned set = 1; set < 15; ++set) {
      Rational others = 1;
      int members = 0;
      for (std::size_t b = 0; b < 4; ++b) {
        if (((set >> b) & 1U) == 0) continue;
        others -= p[b];
        ++members;
      }
      const Rational term(power(numerator_of(others), draws), power(denominator_of(others), draws));
      result += members % 2 == 1 ? term : Rational(-term);
    }
    return result;
  };
  if (is_print && some_empty(bins) > 0) {
    verdict.checks.push_back(ill_formed(
        "bins",
        fmt::format(
            "\"randomly sample (X, Y) from bin\" needs an example there; the first loop stops after D/40 = "
            "{} draws and leaves some bin empty with probability {} (numbers 1..37) or {} (1..36)",
            draws, about(some_empty(bins)), about(some_empty(without)))));
    const Rational hit = 1 - Rational(power(Integer(36), 32), power(Integer(37), 32));
    verdict.checks.push_back(
        informative(refuted(Kind::constant, "domain",
                            fmt::format("the text draws x_i from {{1..36}}, the algorithm from "
                                        "{{1..M}} with M = 37; a sequence of the "
                                        "algorithm contains 37 with probability {}",
                                        about(hit)))));
    verdict.counterexample = {{"check", "bins"}, {"bin", "[0,25)"}, {"examples in it", 0}};
  } else {
    const bool positive = std::all_of(bins.begin(), bins.end(), [](const Rational& p) { return p > 0; });
    verdict.checks.push_back(
        positive
            ? holds("bins", Evidence::enumeration,
                    fmt::format(
                        "every bin has positive probability, the smallest {}: drawing until none is empty "
                        "ends with probability 1",
                        about(*std::min_element(bins.begin(), bins.end()))))
            : refuted(Kind::constant, "bins", "some bin has probability 0"));
  }
}

}  // namespace attest
