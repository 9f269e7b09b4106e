// Lemma E.18 (003_fa68b7a15496b434.txt, lines 2906-2980).
//
// By hand, h = x1 x2 + x2 x3 + x3 x4 + x4 x1 + x1 x3 (a square with a chord), t_0 = 1, r = 4: Q^(1) has a^1
// in blocks 1 and 4, Q^(2) in 1 and 2, Q^(3) in 2 and 3, Q^(4) in 3 and 4. Neighbours share one block, 1 and
// 3 share none: upper rows give B^2 times the four inner products, and the chord nothing. In the last block
// all five products of lower rows are d B^2: lambda is 5, not r = 4.
#include <fmt/format.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "reductions/poly/hardness/hardness_layouts.hpp"

namespace attest {

namespace {

class CycleSearch {
 public:
  CycleSearch(const AttentionPolynomial& h, std::size_t r)
      : edges_(h.variables(), std::vector<bool>(h.variables(), false)), r_(r) {
    for (const auto& monomial : h.monomials()) {
      if (monomial.size() != 2) continue;
      edges_[monomial[0]][monomial[1]] = edges_[monomial[1]][monomial[0]] = true;
    }
  }

  // The lexicographically first, from its smallest vertex: later vertices are larger than the first one.
  std::optional<std::vector<std::size_t>> first() {
    for (std::size_t start = 0; start < edges_.size(); ++start) {
      path_ = {start};
      if (extend()) return path_;
    }
    return std::nullopt;
  }

 private:
  bool extend() {
    if (path_.size() == r_) return edges_[path_.back()][path_.front()];
    for (std::size_t next = path_.front() + 1; next < edges_.size(); ++next) {
      if (!edges_[path_.back()][next] || std::find(path_.begin(), path_.end(), next) != path_.end()) continue;
      path_.push_back(next);
      if (extend()) return true;
      path_.pop_back();
    }
    return false;
  }

  std::vector<std::vector<bool>> edges_;
  std::size_t r_;
  std::vector<std::size_t> path_;
};

std::vector<std::size_t> cycle_or_usage_error(const AttentionPolynomial& h, std::size_t r) {
  if (h.degree() != 2) throw UsageError("h", h.to_string(), "a polynomial of degree 2");
  if (const auto cycle = cycle_of_length(h, r)) return *cycle;
  std::string lengths;
  for (std::size_t other = 3; other <= h.variables(); ++other) {
    if (cycle_of_length(h, other)) lengths += fmt::format("{}{}", lengths.empty() ? "" : ", ", other);
  }
  throw UsageError(
      "h", h.to_string(),
      lengths.empty()
          ? "a polynomial whose graph has a cycle: this one is a tree polynomial (a forest), which "
            "Lemma E.18 excludes"
          : fmt::format("a polynomial whose graph has a cycle of length {}: this one has {}", r, lengths));
}

}  // namespace

std::optional<std::vector<std::size_t>> cycle_of_length(const AttentionPolynomial& h, std::size_t r) {
  if (r < 3) return std::nullopt;
  return CycleSearch(h, r).first();
}

AttentionLayout gap_cycle_layout(Variant variant, const AttentionPolynomial& h, std::size_t r) {
  const std::vector<std::size_t> cycle = cycle_or_usage_error(h, r);
  AttentionLayout layout = empty_layout(h, problems::Family::directed_cycle, 2, cycle, r + 1);
  layout.s.assign(h.monomials().size(), 1);
  const std::size_t t_0 = cycle.front() + 1;
  // Item 2: blocks 1 and r of the cycle's first variable. Item 3: blocks j-1 and j of Q^(j), for t_0 = 1
  // those of the cycle's (p-1)-th and p-th edge; blocks are 0-based here.
  layout.q[cycle[0]][0].upper.vector = layout.q[cycle[0]][r - 1].upper.vector = 1;
  for (std::size_t p = 1; p < r; ++p)
    layout.q[cycle[p]][p - 1].upper.vector = layout.q[cycle[p]][p].upper.vector = 1;
  add_normalising_block(layout, variant != Variant::printed);
  layout.choices = {
      "d~ = (r+1) d, as in the proof (line 2934) and the APAC of line 2897; lines 2898-2899 give the "
      "matrices "
      "(s+1) d columns",
      "a cycle on other variables than t_0, ..., t_0+r-1 is renamed to these, as \"without loss of "
      "generality\" "
      "allows; x_1 is the first one if it is on the cycle",
      "V^(t_0) of line 2970 does not exist for t_0 = 1 and is left out",
      "indices modulo r are taken from 1..r"};
  layout.notes = {
      "Eq. 19 and line 3013 end with the indices t_0+r-1, t_0+r where the cycle ends with t_0+r-2, t_0+r-1",
      "The exponents of eqs. 20 and 21 and of line 3038 begin with B^2/c where B^2 follows from the bounds "
      "on P "
      "and R; read as B^2 (perhaps transcription)",
      "Item 3 has no factor B in the last block (lines 2964-2966)"};
  if (variant == Variant::printed && t_0 > 1) {
    layout.defects.push_back(
        t_0 == 2
            ? fmt::format("line 2958: for t_0 = 2 the blocks i = j-1, j of Q^({}) are {} and {}, and block "
                          "{} is also defined as the final one",
                          r + 1, r, r + 1, r + 1)
            : fmt::format("line 2958: the blocks i = j-1, j of Q^({}) are {} and {}, of {} blocks",
                          t_0 + r - 1, t_0 + r - 2, t_0 + r - 1, r + 1));
    layout.defects.back() += "; read as i = j-t_0, j-t_0+1";
  }
  return layout;
}

}  // namespace attest
