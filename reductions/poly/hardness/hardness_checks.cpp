#include "reductions/poly/hardness/hardness_checks.hpp"

#include <fmt/format.h>

namespace attest {

namespace {

Polynomial power_of_b(std::size_t exponent) {
  Polynomial result(1);
  for (std::size_t i = 0; i < exponent; ++i) result = result * Polynomial::variable("B");
  return result;
}

std::string row_text(const LayoutRow& row, std::optional<std::size_t> set) {
  std::string text;
  const auto add = [&text](long factor, const std::string& what) {
    if (factor == 0) return;
    text += text.empty() ? "" : " + ";
    text += factor == 1 ? what : fmt::format("{} {}", factor, what);
  };
  if (set) add(row.vector, fmt::format("B a^{}", *set + 1));
  add(row.ones, "B 1");
  add(row.unscaled_ones, "1");
  return text.empty() ? "0" : text;
}

}  // namespace

Check well_formed_check(const AttentionLayout& layout) {
  std::string reason;
  for (const std::string& defect : layout.defects) reason += (reason.empty() ? "" : "; ") + defect;
  return reason.empty() ? holds("well-formed", Evidence::symbolic) : ill_formed("well-formed", reason);
}

Check identity_check(const AttentionLayout& layout, const std::string& where) {
  const std::vector<bool> upper(layout.chosen.size(), false);
  Polynomial claimed;
  for (const auto& constraint : problems::constraints_of(layout.family, layout.chosen.size(), layout.order)) {
    Polynomial product = power_of_b(layout.order);
    for (const std::size_t set : constraint.members)
      product = product * Polynomial::variable(fmt::format("a{}", set + 1));
    claimed += product;
  }
  const Polynomial rest = value_of_pattern(layout, upper) - claimed;
  if (rest.is_zero()) return holds("identity", Evidence::symbolic);
  return refuted(Kind::display, "identity",
                 fmt::format("{}: on upper rows h is the claimed B^{} sum plus {} in each coordinate", where,
                             layout.order, rest.to_string()));
}

Check normalising_block_check(const AttentionLayout& layout, const std::string& where) {
  Polynomial claimed;
  const std::vector<long> inside = monomials_inside(layout);
  for (std::size_t degree = 0; degree < inside.size(); ++degree)
    claimed += Polynomial(inside[degree]) * power_of_b(degree);
  for (const bool first_lower : {false, true}) {
    std::vector<bool> lower(layout.chosen.size(), true);
    lower.front() = first_lower;
    const Polynomial value = value_of_pattern(layout, lower);
    if (!(value == claimed))
      return refuted(Kind::display, "normalising-block",
                     fmt::format("{}: the normalising rows give h = d ({}), not d ({})", where,
                                 value.to_string(), claimed.to_string()));
  }
  return holds("normalising-block", Evidence::symbolic, fmt::format("h = d ({})", claimed.to_string()));
}

Check every_pattern_check(const AttentionLayout& layout, const std::string& name) {
  const std::size_t patterns = std::size_t{1} << layout.chosen.size();
  for (std::size_t pattern = 0; pattern < patterns; ++pattern) {
    std::vector<bool> lower;
    for (std::size_t i = 0; i < layout.chosen.size(); ++i) lower.push_back(((pattern >> i) & 1) != 0);
    const Polynomial rest = value_of_pattern(layout, lower) - expected_of_pattern(layout, lower);
    if (rest.is_zero()) continue;
    std::string where;
    for (std::size_t i = 0; i < lower.size(); ++i)
      where +=
          fmt::format("{}x{} {}", i == 0 ? "" : ", ", layout.chosen[i] + 1, lower[i] ? "lower" : "upper");
    return refuted(Kind::display, name,
                   fmt::format("{}: {} too much in each coordinate", where, rest.to_string()));
  }
  return holds(name, Evidence::symbolic, fmt::format("{} choices of upper and lower rows", patterns));
}

std::string lambda_text(const AttentionLayout& layout) {
  const std::vector<long> inside = monomials_inside(layout);
  std::string text = "lambda =";
  bool first = true;
  for (std::size_t degree = layout.order + 1; degree-- > 0;) {
    if (inside[degree] == 0) continue;
    text += fmt::format("{} {}", first ? "" : " +", inside[degree]);
    if (degree < layout.order) text += fmt::format(" B^-{}", layout.order - degree);
    first = false;
  }
  return text;
}

Check lambda_check(const AttentionLayout& layout, long claimed, const std::string& where) {
  const long actual = monomials_inside(layout)[layout.order];
  if (actual == claimed) return holds("lambda", Evidence::symbolic, lambda_text(layout));
  return refuted(
      Kind::constant, "lambda",
      fmt::format("{}: lambda tends to {}, not to {} ({})", where, actual, claimed, lambda_text(layout)));
}

Check coefficients_check(const AttentionLayout& layout, const std::string& where) {
  const Integer s = static_cast<long>(layout.s.size());
  std::string list;
  std::string wrong;
  for (std::size_t i = 1; i < layout.s.size(); ++i) {
    const long value = layout.s[i];
    list += fmt::format("{}s_{} = {}", list.empty() ? "" : ", ", i + 1, value);
    if (wrong.empty() && Integer(value < 0 ? -value : value) >= power(s, i + 1))
      wrong = fmt::format("|s_{}| = {} is not below s^{}", i + 1, value < 0 ? -value : value, i + 1);
  }
  if (!wrong.empty()) return refuted(Kind::constant, "coefficients", where + ": " + wrong);
  return holds("coefficients", Evidence::symbolic, list.empty() ? "there is one monomial" : list);
}

Json layout_json(const AttentionLayout& layout) {
  Json json;
  json["h"] = layout.h.to_string();
  std::string order;
  for (const MonomialSet& monomial : monomials_by_preference(layout.h)) {
    if (!order.empty()) order += ", ";
    for (std::size_t i = 0; i < monomial.size(); ++i)
      order += fmt::format("{}x{}", i == 0 ? "" : " ", monomial[i] + 1);
  }
  json["monomials in their order"] = order;
  json["scale"] = fmt::format("1/d~, d~ = {} d", layout.blocks());
  for (std::size_t j = 0; j < layout.variables(); ++j) {
    std::string upper;
    std::string lower;
    for (const LayoutBlock& block : layout.q[j]) {
      upper += fmt::format("{}{}", upper.empty() ? "" : " | ", row_text(block.upper, layout.set_of(j)));
      lower += fmt::format("{}{}", lower.empty() ? "" : " | ", row_text(block.lower, std::nullopt));
    }
    json[fmt::format("Q^({}), upper rows", j + 1)] = upper;
    json[fmt::format("Q^({}), lower rows", j + 1)] = lower;
    if (j > 0)
      json[fmt::format("V^({}), first column", j + 1)] =
          fmt::format("{} in the upper rows, {} in the lower", layout.v[j - 1].upper, layout.v[j - 1].lower);
  }
  return json;
}

}  // namespace attest
