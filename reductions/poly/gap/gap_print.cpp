#include "reductions/poly/gap/gap_print.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/whole_claim.hpp"
#include "reductions/poly/gap/gap_check.hpp"

namespace attest {

namespace {

using problems::BitVectors;
using problems::Family;
using problems::InnerProducts;

// Lines 1682, 1690, 1696 have 0^d in the sets, line 1678 the length 3d', line 1706 has 0^{d'}.
Check zeros_check(const GapSources& space, const GapOptions& options) {
  InnerProducts source{Family::ip_triangle, 2, {}, problems::constraints_of(Family::ip_triangle, 3, 2), {}};
  for (int s = 0; s < 3; ++s) source.sets.emplace_back(space.n, space.d);
  const Integer width = gap_sizes(source, options).widths.front();
  if (width == Integer(space.d))
    return informative(holds("zeros", Evidence::enumeration, "d' = d here, so 0^d is 0^{d'}"));
  return informative(ill_formed(
      "zeros",
      fmt::format("the sets of lines 1682-1696 have 0^d, so length 2d' + d = {}, where line 1678 has 3d' "
                  "= {}, and their blocks do not stand below each other; 0^(d') is meant (line 1706)",
                  to_string(Integer(2) * width + Integer(space.d)), to_string(Integer(3) * width))));
}

// Lemma C.9 speaks of the sets of a pair, not of which vector comes from which.
Check lemma_check(const GapSources& space, const GapOptions& options, const Deadline& deadline) {
  const std::string name = "lemma-as-stated";
  Check check =
      informative(holds(name, Evidence::enumeration,
                        "at this size the statement of Lemma C.9, which does not say which vector is the "
                        "image of which, is enough"));
  space.visit([&](const InnerProducts& source) {
    if (deadline.reached()) {
      check = informative(undecided(name, deadline.reason()));
      return false;
    }
    if (problems::solve_by_definition(source)) return true;
    const Images images = gap_images(source, options);
    for (const std::uint64_t target :
         images.candidates ? images.candidates() : std::vector<std::uint64_t>{0}) {
      if (!problems::solve_by_definition(crossed_instance(source, options, target))) continue;
      check = informative(refuted(
          Kind::statement, name,
          fmt::format("with the images of set 1 in reverse order in one of its two groups every pair of sets "
                      "is still what Lemma C.9 gives, but the no instance {} becomes yes: the no case needs "
                      "the lemma vector by vector",
                      instance_json(source).dump())));
      return false;
    }
    return true;
  });
  return check;
}

// Theorem E.7: "for any target inner product m in {0, ..., c log n}".
Check any_target_check(const GapSources& space, const GapOptions& options) {
  std::uint64_t kept = 0;
  std::uint64_t yes = 0;
  space.visit([&](const InnerProducts& source) {
    if (source.constraints.front().target != 0) return true;
    const InnerProducts gap =
        problems::gap_version(source.family, source.order, source.sets, 0, options.epsilon);
    if (problems::promise_breach(gap)) return true;
    ++kept;
    if (problems::solve_by_definition(gap)) ++yes;
    return true;
  });
  const std::string text = fmt::format(
      "with m = 0 the promise leaves the inner product 0 alone: of {} instances that keep it, {} are yes",
      kept, yes);
  if (yes < kept) return informative(holds("any-target", Evidence::enumeration, text));
  return informative(refuted(Kind::statement, "any-target",
                             text + "; so for m = 0 the answer is always yes, and \"for any m in {0, ...}\" "
                                    "is false there (perhaps \"some\" is meant)"));
}

}  // namespace

InnerProducts crossed_instance(const InnerProducts& source, const GapOptions& options, std::uint64_t target) {
  GapOptions pairs = options;
  pairs.combination = GapCombination::printed;
  const auto all = std::get<InnerProducts>(gap_images(source, pairs).instance(target));
  std::vector<BitVectors> sets;
  for (std::size_t s = 0; s < all.sets.size(); ++s) {
    const std::size_t n = source.sets[s].size();
    BitVectors chosen(n, all.dimension());
    for (std::size_t j = 0; j < n; ++j) {
      const std::size_t row = j * n + (s == 0 ? n - 1 - j : j);
      for (std::size_t column = 0; column < all.dimension(); ++column)
        chosen.set(j, column, all.sets[s].get(row, column));
    }
    sets.push_back(std::move(chosen));
  }
  return problems::gap_version(all.family, all.order, std::move(sets), all.constraints.front().target,
                               options.epsilon);
}

void add_print_checks(const GapSources& space, const GapOptions& options, Variant variant,
                      const Deadline& deadline, Verdict& verdict) {
  std::vector<std::string> choices = {
      "sets are lists of n vectors, repetitions allowed; the order of a list does not matter",
      "epsilon is the one asked for; with T = 1 every inner product is m' = 1 or 0"};
  const auto note = [&verdict](const char* text) { verdict.notes.emplace_back(text); };
  switch (space.family) {
    case Family::k_ip:
      note(
          "finite version: q and d' are exact numbers. With T about sqrt(d) both are n^o(1), how slowly "
          "`attest "
          "show` prints; d' = O(d) is not reached with one prime field and alphabet field or reachable");
      if (verdict.claim == "poly/kip-to-gap") verdict.checks.push_back(any_target_check(space, options));
      break;
    case Family::ip_triangle:
      if (variant == Variant::printed) {
        verdict.checks.push_back(zeros_check(space, options));
        choices.emplace_back(
            "0^d in the sets is read as 0^(d'), as line 1706 has it (perhaps transcription)");
        choices.emplace_back(
            "a solution of the source goes to the rows (j, j); a solution (j, j') of the target comes back "
            "as j");
      } else {
        verdict.checks.push_back(lemma_check(space, options, deadline));
      }
      choices.emplace_back("the gap step of poly/ip-to-gap-ip stands for Lemma C.9");
      note(
          "line 1761 has a_AB^k for a_AC^k, lines 1765 and 1772 c_BC^k for c_AC^k and c_BC^j (perhaps "
          "transcription)");
      note(
          "the properties are labelled (1), (2b), (2c) and cited as (1), (2a), (2b) (perhaps transcription)");
      note(
          "q^3 instances are right for one target m; with three targets the number is the product of the "
          "three "
          "numbers of messages");
      note("the theorem says that c and c' exist; for hardness (Lemma C.7) c has to exist for every c'");
      break;
    case Family::hypergraph_ip:
      note("line 2612 names the sets of the gap instances B^1..B^k; t sets are meant");
      note(
          "Definition E.9 numbers the targets up to binomial(t, r) where it counts binomial(t, k) subsets "
          "(perhaps "
          "transcription)");
      note("Lemma C.9 is cited for pairs; the corollary uses it for k sets");
      break;
    case Family::directed_cycle:
      note("the id is ours: the corollary is no row of its own in the chain's list");
      note(
          "line 2885 takes both blocks of A^i from A^i and A^(i+1); block i-1 belongs to A^(i-1) and A^i. "
          "Indices mod r run "
          "over 0..r-1 where i is in 1..r");
      break;
  }
  verdict.details["choices"] = choices;
}

}  // namespace attest
