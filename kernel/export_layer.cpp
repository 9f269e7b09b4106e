// Encoding, rows, values, scale and readout.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "kernel/exporter.hpp"

namespace attest::theorems::coq {

using language::Expression;
using language::Node;
using language::Op;
using proof::Laurent;
using proof::Refusal;

void Exporter::read_layer() {
  const LayerStatement& layer = text_.layers.front();
  result_.residual = layer.residual;
  for (const Laurent& coordinate : theorem_.encoding())
    result_.encoding.push_back(real(of_token(coordinate)));
  result_.encoding.resize(theorem_.dimension(), "0");
  const auto readout = theorem_.readout_coordinate();
  if (!readout) outside("a readout that is more than one coordinate of the stream");
  result_.readout = *readout + 1;
  const PiecewiseForm& form = theorem_.readout();
  if (theorem_.heads().size() != 1) outside("a layer with several heads");
  if (!form.form.fixed.is_zero() || form.form.means.size() != 1 ||
      !(form.form.means.begin()->second == Laurent(1)))
    outside("a readout that is not the mean of one value alone");
  result_.value_read = form.form.means.begin()->first.second + 1;
  result_.value_size = theorem_.heads()[0].value.size();
  result_.output.assign(theorem_.dimension(), std::vector<std::string>(result_.value_size, "0"));
  std::vector<std::vector<Laurent>> sum(theorem_.dimension(), std::vector<Laurent>(result_.value_size));
  for (const Landing& landing : theorem_.landings()) sum[landing.to][landing.value] += landing.factor;
  for (std::size_t r = 0; r < sum.size(); ++r) {
    for (std::size_t c = 0; c < sum[r].size(); ++c) result_.output[r][c] = real(sizes(sum[r][c], "W_O"));
  }
}

Product Exporter::product_of(std::size_t variable, const LinearRows& map) {
  Product product;
  product.variable = variable + 1;
  for (std::size_t r = 0; r < map.rows.size(); ++r) {
    product.rows.push_back(of_token(map.rows[r]));
    std::vector<std::string> row;
    for (const Laurent& w : map.weights[r]) row.push_back(real(sizes(w, "W")));
    row.resize(theorem_.dimension(), "0");
    product.weights.push_back(row);
  }
  return product;
}

void Exporter::read_head() {
  const SymbolicHead& head = theorem_.heads()[0];
  result_.monomials = head.monomials;
  std::vector<std::string> words;
  for (const auto& monomial : head.monomials) {
    if (monomial.size() != 2) outside("products of more than two rows");
    words.push_back(fmt::format("x{}*x{}", monomial[0] + 1, monomial[1] + 1));
  }
  result_.product = fmt::format("{}", fmt::join(words, " + "));
  for (const auto& [variable, map] : head.row_maps) result_.rows.push_back(product_of(variable, map));
  for (const auto& [variable, map] : head.value_maps) {
    if (variable == 0) outside("a value of the receiver");
    result_.values.push_back(product_of(variable, map));
  }
  const HeadStatement& statement = text_.layers.front().heads.front();
  if (!statement.over.empty() || !head.runs.empty())
    outside("a head that does not look at all tuples of tokens");
  read_scale(head);
  result_.receiver = result_.index;
  for (const RowStatement& row : statement.rows) {
    const bool first =
        row.label == "query" || (row.number && row.number->op == Op::number && row.number->value == 1);
    if (row.role == RowStatement::Role::row && first && !row.indices.empty())
      result_.receiver = names_(row.indices[0]);
  }
  for (const SummedToken& token : head.tokens) {
    if (token.indices.size() != 1) outside("tokens of two indices");
    if (names_(token.indices[0]) == result_.receiver) result_.receiver = "receiver";
  }
  expect_names(head);
  for (const DisplayStatement& display : statement.displays) {
    if (!display.essential) continue;
    if (display.what != "score" || !display.family.empty())
      outside(fmt::format("the displayed {}", display.what));
    result_.displayed = integer(display.formula, displayed_names());
  }
  result_.units = of_pair(head.any_score);
}

void Exporter::expect_names(const SymbolicHead& head) const {
  std::vector<std::string> names{result_.size, result_.receiver};
  for (const Field& field : result_.fields) names.push_back(field.name);
  for (const Feature& feature : result_.features) names.push_back(feature.name);
  for (const SummedToken& token : head.tokens) names.push_back(names_(token.indices[0]));
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (std::count(names.begin(), names.end(), names[k]) > 1)
      outside(fmt::format("two things that would be called {}", names[k]));
  }
}

void Exporter::read_scale(const SymbolicHead& head) {
  const auto factor = head.unit.factor.constant();
  if (head.unit.log_of || !factor) outside("a scale that grows with the size");
  if (denominator_of(head.unit.under_root) != 1) outside("a scale with the root of a fraction");
  const Integer root = numerator_of(head.unit.under_root);
  result_.scale_squared = *factor * *factor * root;
  result_.under_root = root;
  result_.root_factor = *factor * root;
  const Integer a = numerator_of(result_.root_factor);
  const Integer b = denominator_of(result_.root_factor);
  const std::string fraction =
      b == 1 ? fmt::format("IZR {}", a.str()) : fmt::format("IZR {} / IZR {}", a.str(), b.str());
  if (root == 1) {
    result_.scale = fraction;
  } else {
    result_.scale = (a == 1 && b == 1 ? "" : fraction + " * ") + fmt::format("/ sqrt (IZR {})", root.str());
  }
}

}  // namespace attest::theorems::coq
