#include <catch2/catch.hpp>

#include "claims/catalogue.hpp"
#include "reductions/poly/hardness/displayed_bounds.hpp"
#include "reductions/poly/hardness/gap_to_attention.hpp"
#include "reductions/poly/hardness/hardness_checks.hpp"
#include "reductions/poly/hardness/hardness_layouts.hpp"

namespace attention_layout_test {

using namespace attest;  // NOLINT(google-build-using-namespace)

namespace {

AttentionPolynomial poly(const std::string& text) {
  return AttentionPolynomial::parse(text);
}

}  // namespace

TEST_CASE("Monomials are ordered by degree, then by the smallest variable in which they differ",
          "[reductions]") {
  const auto m = monomials_by_preference(poly("x3*x4 + x2*x3*x4 + x1*x4 + x1*x3*x4 + x1*x2"));
  const std::vector<MonomialSet> expected{{0, 2, 3}, {1, 2, 3}, {0, 1}, {0, 3}, {2, 3}};
  CHECK(m == expected);
  CHECK(divides({0, 2}, {0, 1, 2}));
  CHECK_FALSE(divides({0, 3}, {0, 1, 2}));
}

TEST_CASE("The coefficients s_i are those worked out by hand", "[reductions]") {
  // x1x2x3: -1. x1x2: -1 and +1 from x1x2x3's own block, whose highest variable x1 it has. x3x4: -1.
  CHECK(gap_kip_layout(Variant::printed, poly("x1*x2*x3*x4 + x1*x2*x3 + x1*x2 + x3*x4"), 4).s ==
        std::vector<long>{1, -1, 0, -1});
  // x2x3 has not the highest variable x1 of x1x2x3: its block counts 1.
  CHECK(gap_kip_layout(Variant::printed, poly("x1*x2*x3*x4 + x1*x2*x3 + x2*x3"), 4).s ==
        std::vector<long>{1, -1, -2});
  const std::string symmetric = "x1*x2*x3 + x1*x2*x4 + x1*x3*x4 + x2*x3*x4";
  CHECK(gap_hypergraph_layout(Variant::printed, poly(symmetric + " + x1*x2"), 4, 3).s.back() == -4);
  CHECK(gap_hypergraph_layout(Variant::repaired, poly(symmetric + " + x1*x2"), 4, 3).s.back() == -2);
}

TEST_CASE("Every repaired layout gives the expected value on every choice of rows, as polynomials",
          "[reductions]") {
  std::vector<AttentionLayout> layouts{gap_triangle_layout()};
  for (const std::string h : {"x1*x2", "x2*x4", "x1*x2*x3 + x1*x2 + x1*x3 + x2*x3",
                              "x1*x2*x3*x4 + x1*x2*x3 + x1*x2*x4 + x2*x3 + x1*x2",
                              "x2*x3*x4*x5 + x2*x3*x4 + x3*x4*x5 + x3*x4 + x1*x3*x4 + x1*x2*x3*x6"}) {
    const auto polynomial = poly(h);
    layouts.push_back(gap_kip_layout(Variant::repaired, polynomial, polynomial.degree()));
  }
  // All 16 choices of lower monomials over three variables and one outside.
  for (int mask = 0; mask < 16; ++mask) {
    std::string h = "x1*x2*x3";
    const char* lower[] = {" + x1*x2", " + x1*x3", " + x2*x3", " + x2*x4"};
    for (int i = 0; i < 4; ++i) h += ((mask >> i) & 1) != 0 ? lower[i] : "";
    layouts.push_back(gap_kip_layout(Variant::repaired, poly(h), 3));
    // The print's identity holds as well: only the last block is at fault.
    CHECK(identity_check(gap_kip_layout(Variant::printed, poly(h), 3), "").status == Status::holds);
    CHECK(normalising_block_check(gap_kip_layout(Variant::printed, poly(h), 3), "").status ==
          Status::refuted);
  }
  const std::string symmetric = elementary_symmetric(5, 4).to_string();
  for (const std::string lower :
       {"", " + x1*x2*x3 + x1*x2", " + x1*x2*x3 + x2*x3*x4 + x2*x3 + x1*x2*x6 + x3*x6"})
    layouts.push_back(gap_hypergraph_layout(Variant::repaired, poly(symmetric + lower), 5, 4));
  for (const std::string h :
       {"x1*x2 + x2*x3 + x3*x4 + x1*x4 + x1*x3 + x2*x4", "x2*x5 + x3*x5 + x3*x4 + x2*x4 + x1*x2"})
    layouts.push_back(gap_cycle_layout(Variant::repaired, poly(h), 4));
  for (const AttentionLayout& layout : layouts) {
    INFO(layout.h.to_string());
    CHECK(identity_check(layout, "").status == Status::holds);
    CHECK(normalising_block_check(layout, "").status == Status::holds);
    CHECK(every_pattern_check(layout, "every-tuple").status == Status::holds);
  }
}

TEST_CASE("A wrong coefficient, block or row of a layout is refuted by the symbolic checks", "[reductions]") {
  const AttentionLayout right = gap_kip_layout(Variant::repaired, poly("x1*x2*x3 + x1*x2 + x2*x3"), 3);
  for (std::size_t j = 0; j < 3; ++j) {
    for (std::size_t block = 0; block < right.blocks(); ++block) {
      for (int field = 0; field < 4; ++field) {
        AttentionLayout wrong = right;
        LayoutBlock& here = wrong.q[j][block];
        (field == 0   ? here.upper.vector
         : field == 1 ? here.upper.ones
         : field == 2 ? here.lower.ones
                      : here.lower.unscaled_ones) += 1;
        INFO("variable " << j + 1 << ", block " << block + 1 << ", field " << field);
        CHECK(every_pattern_check(wrong, "").status == Status::refuted);
      }
    }
  }
}

TEST_CASE("A layout is shown block by block as it was worked out by hand", "[reductions]") {
  // Items 2 to 4 of Lemma E.8. The first block has B a^j. x1x2 and x2x3 divide x1x2x3 and neither the other, so that both have
  // s_i = -1, at their highest variable, x1 and x2, and B a^j at the other one; the variable that is missing has zeros. The last
  // block has B 1 in all of Q^(1), and in the lower rows of the others (with B: repaired).
  const Json shown = layout_json(gap_kip_layout(Variant::repaired, poly("x1*x2*x3 + x1*x2 + x2*x3"), 3));
  const Json expected = {{"h", "x1*x2 + x1*x2*x3 + x2*x3"},
                         {"monomials in their order", "x1 x2 x3, x1 x2, x2 x3"},
                         {"scale", "1/d~, d~ = 4 d"},
                         {"Q^(1), upper rows", "B a^1 | -1 B a^1 | 0 | B 1"},
                         {"Q^(1), lower rows", "0 | 0 | 0 | B 1"},
                         {"Q^(2), upper rows", "B a^2 | B a^2 | -1 B a^2 | 0"},
                         {"Q^(2), lower rows", "0 | 0 | 0 | B 1"},
                         {"V^(2), first column", "1 in the upper rows, 0 in the lower"},
                         {"Q^(3), upper rows", "B a^3 | 0 | B a^3 | 0"},
                         {"Q^(3), lower rows", "0 | 0 | 0 | B 1"},
                         {"V^(3), first column", "1 in the upper rows, 0 in the lower"}};
  CHECK(shown == expected);
}

}  // namespace attention_layout_test
