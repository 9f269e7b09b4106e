#include "reductions/poly/hardness/gap_to_attention.hpp"

#include <fmt/format.h>

#include <functional>

#include "claims/parameter_specs.hpp"
#include "claims/usage_error.hpp"
#include "reductions/poly/hardness/attention_check.hpp"
#include "reductions/poly/hardness/hardness_layouts.hpp"

namespace attest {

namespace {

using problems::Family;
using problems::InnerProducts;

using LayoutOf = std::function<AttentionLayout(Variant, const InnerProducts&, const Parameters&)>;

const InnerProducts& gap_instance_of(const Instance& source, Family family) {
  const auto* gap = std::get_if<InnerProducts>(&source);
  const std::string wanted = fmt::format("a gap instance of {}", problems::name_of(family));
  if (gap == nullptr) throw UsageError("instance", "another kind of problem", wanted);
  if (gap->family != family || !gap->epsilon)
    throw UsageError("instance", problems::name_of(gap->family), wanted);
  const long m = gap->constraints.front().target;
  if (m < 1)
    throw UsageError("m", std::to_string(m),
                     "a target of at least 1 (with m = 0 the promise makes every tuple a "
                     "solution)");
  for (const auto& set : gap->sets) {
    if (set.size() == 0) throw UsageError("instance", "an empty set", "at least one vector in every set");
  }
  return *gap;
}

std::vector<ParameterSpec> parameters_of(bool takes_h, const std::string& which) {
  std::vector<ParameterSpec> specs;
  if (takes_h) {
    const ParameterSpec h =
        automatic(polynomial_parameter("h", "the attention polynomial; auto is " + which));
    specs.push_back(h);
  }
  const ParameterSpec power = automatic(rational_parameter(
      "Bk", 0,
      "B^k for the degree k of h; auto is the least integer for which the proved bounds separate twofold"));
  specs.push_back(power);
  return specs;
}

// "B a - B 1": one block of a row, a the vector it carries and 1 the vector of ones.
std::string said_row(const LayoutRow& row) {
  std::string text;
  const auto add = [&](long coefficient, const std::string& what) {
    if (coefficient == 0) return;
    const long size = coefficient < 0 ? -coefficient : coefficient;
    const char* const sign = coefficient < 0 ? (text.empty() ? "-" : " - ") : (text.empty() ? "" : " + ");
    text += sign + (size == 1 ? std::string() : fmt::format("{} ", size)) + what;
  };
  add(row.vector, "B a");
  add(row.ones, "B 1");
  add(row.unscaled_ones, "1");
  return text.empty() ? "0" : text;
}

Labels labels_of(const AttentionLayout& layout, std::size_t n, std::size_t d) {
  Labels labels;
  labels.set = [layout](std::size_t matrix) {
    const auto set = layout.set_of(matrix);
    return set ? fmt::format("set {}", *set + 1) : std::string("no set");
  };
  labels.vector = [layout, n](std::uint64_t, std::size_t matrix, std::size_t row) {
    const auto set = layout.set_of(matrix);
    if (row >= n) return std::string("normalising");
    return set ? fmt::format("vector {} of set {}", row + 1, *set + 1) : std::string("no vector");
  };
  labels.coordinates = [layout, d] {
    std::vector<CoordinateBlock> blocks;
    for (std::size_t b = 0; b < layout.blocks(); ++b) blocks.push_back({fmt::format("block {}", b + 1), d});
    return blocks;
  };
  labels.blocks = [layout](std::size_t matrix, bool upper) {
    std::vector<std::string> texts;
    for (const LayoutBlock& block : layout.q.at(matrix))
      texts.push_back(said_row(upper ? block.upper : block.lower));
    return texts;
  };
  return labels;
}

class GapToAttention : public Reduction {
 public:
  GapToAttention(ReductionInfo info, Family family, LayoutOf layout_of)
      : info_(std::move(info)), family_(family), layout_of_(std::move(layout_of)) {}

  const ReductionInfo& info() const override { return info_; }

  Images images(Variant variant, const Instance& source, const Parameters& parameters) const override {
    const InnerProducts& gap = gap_instance_of(source, family_);
    const AttentionLayout layout = layout_of_(variant, gap, parameters);
    if (!layout.defects.empty())
      throw UsageError("variant", to_string(variant),
                       "repaired: the print defines no matrices, " + layout.defects.front());
    std::size_t n = 0;
    for (const auto& set : gap.sets) n = std::max(n, set.size());
    const GapShape shape = shape_of(layout, static_cast<long>(n), static_cast<long>(gap.dimension()),
                                    gap.constraints.front().target, *gap.epsilon);
    const std::string& text = parameters.text("Bk");
    const Rational power =
        text == "auto" ? Rational(sufficient_power(shape, output_bounds(shape, proved_bounds(shape)).ratio))
                       : *rational_from_string(text);
    const std::optional<std::size_t> first = layout.set_of(0);
    Images images;
    images.count = 1;
    images.instance = [layout, &gap, power](std::uint64_t) -> Instance {
      return attention_of(layout, gap, power);
    };
    images.label = [](std::uint64_t) { return std::string(); };
    images.forward = [&gap, first](const Solution& solution) -> Located {
      const auto* tuple = std::get_if<problems::Tuple>(&solution);
      if (tuple == nullptr || !problems::satisfies(gap, *tuple))
        throw UsageError("solution", "no solution of the gap instance", "one index for each set");
      return {0, AttentionRow{first ? (*tuple)[*first] : 0}};
    };
    // Proof of Lemma E.8: a row above the threshold belongs to a solution that uses its vector; the others of
    // the tuple are found by search.
    images.backward = [&gap, first](const Located& located) -> Solution {
      const auto* row = std::get_if<AttentionRow>(&located.solution);
      if (row == nullptr) throw UsageError("solution", "no row", "a row of the attention output");
      const auto tuple = solution_at(gap, first, row->row);
      if (!tuple)
        throw UsageError("solution", fmt::format("row {}", row->row + 1), "a row above the threshold");
      return *tuple;
    };
    images.labels = labels_of(layout, n, gap.dimension());
    images.sizes = {{"n", shape.n},
                    {"d", shape.d},
                    {"m", shape.m},
                    {"epsilon", to_string(shape.epsilon)},
                    {"h", layout.h.to_string()},
                    {"rows", 2 * shape.n},
                    {"columns", shape.width()},
                    {"matrices", shape.t},
                    {"B^k", to_string(power)},
                    {"k", shape.k}};
    return images;
  }

 private:
  ReductionInfo info_;
  Family family_;
  LayoutOf layout_of_;
};

}  // namespace

AttentionPolynomial attention_polynomial_from(const std::string& text, const AttentionPolynomial& otherwise) {
  if (text == "auto") return otherwise;
  try {
    return AttentionPolynomial::parse(text);
  } catch (const std::invalid_argument& error) {
    throw UsageError("h", text, fmt::format("an attention polynomial ({})", error.what()));
  }
}

AttentionPolynomial elementary_symmetric(std::size_t variables, std::size_t k) {
  std::vector<std::vector<std::size_t>> monomials;
  for (const auto& constraint : problems::constraints_of(Family::hypergraph_ip, variables, k))
    monomials.push_back(constraint.members);
  return {variables, std::move(monomials)};
}

AttentionPolynomial cycle_polynomial(std::size_t r) {
  std::vector<std::vector<std::size_t>> monomials;
  for (std::size_t i = 0; i < r; ++i) monomials.push_back({i, (i + 1) % r});
  return {r, std::move(monomials)};
}

std::unique_ptr<Reduction> gap_ip_triangle_to_strassen() {
  ReductionInfo info{
      "gap-ip-triangle-to-strassen",
      "poly/gap-ip-triangle-to-strassen",
      Problem::gap_ip_triangle,
      Problem::attention,
      parameters_of(false, ""),
      "Theorem C.10: Strassen attention tells whether three vectors have all inner products m."};
  return std::make_unique<GapToAttention>(
      std::move(info), Family::ip_triangle,
      [](Variant, const InnerProducts&, const Parameters&) { return gap_triangle_layout(); });
}

std::unique_ptr<Reduction> gap_kip_to_poly() {
  ReductionInfo info{
      "gap-kip-to-poly",
      "poly/gap-kip-to-poly",
      Problem::gap_kip,
      Problem::attention,
      parameters_of(true, "x1*...*xk"),
      "Lemma E.8: poly-attention of degree k tells whether k vectors have the inner product m."};
  return std::make_unique<GapToAttention>(
      std::move(info), Family::k_ip,
      [](Variant variant, const InnerProducts& gap, const Parameters& parameters) {
        const std::size_t k = gap.sets.size();
        return gap_kip_layout(
            variant, attention_polynomial_from(parameters.text("h"), AttentionPolynomial::tensor(k)), k);
      });
}

std::unique_ptr<Reduction> gap_hypergraph_to_poly() {
  ReductionInfo info{
      "gap-hypergraph-to-poly",
      "poly/gap-hypergraph-to-poly",
      Problem::gap_hypergraph_ip,
      Problem::attention,
      parameters_of(true, "the elementary symmetric polynomial of degree k in t_0 variables"),
      "Lemma E.13: poly-attention that contains an elementary symmetric polynomial tells whether t_0 "
      "vectors have all inner products of order k equal to m."};
  return std::make_unique<GapToAttention>(
      std::move(info), Family::hypergraph_ip,
      [](Variant variant, const InnerProducts& gap, const Parameters& parameters) {
        const std::size_t t_0 = gap.sets.size();
        return gap_hypergraph_layout(
            variant, attention_polynomial_from(parameters.text("h"), elementary_symmetric(t_0, gap.order)),
            t_0, gap.order);
      });
}

std::unique_ptr<Reduction> gap_cycle_to_poly() {
  ReductionInfo info{
      "gap-cycle-to-poly",
      "poly/gap-cycle-to-poly",
      Problem::gap_ip_dir_cycle,
      Problem::attention,
      parameters_of(true, "the cycle x1*x2 + ... + xr*x1"),
      "Lemma E.18: poly-attention of degree 2 with a cycle in its graph tells whether r vectors in a "
      "cycle have inner products m."};
  return std::make_unique<GapToAttention>(
      std::move(info), Family::directed_cycle,
      [](Variant variant, const InnerProducts& gap, const Parameters& parameters) {
        const std::size_t r = gap.sets.size();
        return gap_cycle_layout(variant, attention_polynomial_from(parameters.text("h"), cycle_polynomial(r)),
                                r);
      });
}

}  // namespace attest
