#include "attention/softmax_layer.hpp"

#include <fmt/format.h>

#include <map>
#include <stdexcept>
#include <utility>

#include "attention/construction.hpp"
#include "attention/derive_matrix.hpp"
#include "attention/weights_json.hpp"
#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"

namespace attest {

namespace {

Json rows_json(const Rows& rows) {
  Json result = Json::array();
  for (const auto& row : rows) result.push_back(row.to_string());
  return result;
}

}  // namespace

TokenPolynomial::TokenPolynomial(const Polynomial& polynomial) {
  for (const auto& term : polynomial.terms()) {
    Term compiled{term.coefficient, 0, 0, std::nullopt};
    for (const auto& [name, exponent] : term.exponents) {
      if (name == "i") {
        compiled.i_exponent = exponent;
      } else if (name == "phi") {
        compiled.phi_exponent = exponent;
      } else {
        throw std::invalid_argument("an encoding in an unknown feature: " + name);
      }
    }
    add(compiled.coefficient, compiled.i_exponent, compiled.phi_exponent);
  }
}

TokenPolynomial::TokenPolynomial(const RationalVector& row, const std::vector<TokenPolynomial>& encoding) {
  std::map<std::pair<unsigned long, unsigned long>, Rational> sum;
  for (std::size_t c = 0; c < encoding.size(); ++c) {
    const Rational& weight = row(static_cast<Eigen::Index>(c));
    if (weight == 0) continue;
    for (const auto& term : encoding[c].terms_) {
      sum[{term.i_exponent, term.phi_exponent}] += weight * term.coefficient;
    }
  }
  for (const auto& [exponents, coefficient] : sum) {
    if (coefficient != 0) add(coefficient, exponents.first, exponents.second);
  }
}

void TokenPolynomial::add(const Rational& coefficient, unsigned long i_exponent, unsigned long phi_exponent) {
  std::optional<long> machine;
  if (denominator_of(coefficient) == 1 &&
      boost::multiprecision::abs(coefficient) < Rational(Integer(1) << 62)) {
    machine = fits_long(coefficient);
  }
  terms_.push_back({coefficient, i_exponent, phi_exponent, machine});
}

bool TokenPolynomial::at(long i, long phi, long& out) const {
  out = 0;
  for (const auto& term : terms_) {
    if (!term.machine) return false;
    long product = *term.machine;
    for (unsigned long e = 0; e < term.i_exponent; ++e) {
      if (__builtin_mul_overflow(product, i, &product)) return false;
    }
    for (unsigned long e = 0; e < term.phi_exponent; ++e) {
      if (__builtin_mul_overflow(product, phi, &product)) return false;
    }
    if (__builtin_add_overflow(out, product, &out)) return false;
  }
  return true;
}

Rational TokenPolynomial::at(const Integer& i, const Integer& phi) const {
  Rational result = 0;
  for (const auto& term : terms_) {
    Integer monomial = 1;
    for (unsigned long e = 0; e < term.i_exponent; ++e) monomial *= i;
    for (unsigned long e = 0; e < term.phi_exponent; ++e) monomial *= phi;
    result += term.coefficient * Rational(monomial);
  }
  return result;
}

Integer TokenPolynomial::denominator() const {
  Integer result = 1;
  for (const auto& term : terms_)
    result = boost::multiprecision::lcm(result, denominator_of(term.coefficient));
  return result;
}

RationalVector SoftmaxLayer::encode(const Integer& i, const Integer& phi) const {
  RationalVector x(dimension());
  for (Eigen::Index c = 0; c < dimension(); ++c) x(c) = encoding[c].at(i, phi);
  return x;
}

Instantiation instantiate(const Construction& construction, const std::map<std::string, Polynomial>& sizes) {
  Instantiation result;
  SoftmaxLayer& layer = result.layer;
  Rows encoding;
  for (const auto& entry : construction.encoding) encoding.push_back(entry.substitute(sizes));
  encoding.resize(static_cast<std::size_t>(construction.embedding_dimension));
  layer.attention = construction.attention;
  for (const auto& entry : encoding) layer.encoding.emplace_back(entry);
  for (std::size_t v = 0; v < construction.query.size(); ++v) {
    layer.query.push_back(
        derive_matrix(construction.query[v], encoding, fmt::format("Q^({})", v + 1), sizes, result.problems));
  }
  for (std::size_t v = 0; v < construction.value.size(); ++v) {
    layer.value.push_back(
        derive_matrix(construction.value[v], encoding, fmt::format("V^({})", v + 2), sizes, result.problems));
  }
  layer.scale = construction.scale;
  layer.residual = construction.residual;
  layer.output_matrix = construction.output_matrix;
  layer.readout = construction.readout;
  layer.readout_bias = construction.readout_bias;
  return result;
}

Json weights_json(const Construction& construction, const std::map<std::string, Polynomial>& sizes) {
  const Instantiation instance = instantiate(construction, sizes);
  Json result;
  result["attention_polynomial"] = construction.attention.to_string();
  result["embedding_dimension"] = construction.embedding_dimension;
  result["scale"] = {{"formula", construction.scale_text}, {"exact", construction.scale.to_string()}};
  Rows encoding;
  for (const auto& entry : construction.encoding) encoding.push_back(entry.substitute(sizes));
  encoding.resize(static_cast<std::size_t>(construction.embedding_dimension));
  result["encoding"] = rows_json(encoding);
  result["rows"] = {{"Q", Json::array()}, {"V", Json::array()}};
  for (const auto& rows : construction.query) result["rows"]["Q"].push_back(rows_json(rows));
  for (const auto& rows : construction.value) result["rows"]["V"].push_back(rows_json(rows));
  result["W_Q"] = Json::array();
  for (const auto& matrix : instance.layer.query) result["W_Q"].push_back(weights::to_json(matrix));
  result["W_V"] = Json::array();
  for (const auto& matrix : instance.layer.value) result["W_V"].push_back(weights::to_json(matrix));
  result["W_O"] = weights::to_json(construction.output_matrix);
  result["residual"] = construction.residual;
  result["readout"] = {{"weights", weights::to_json(construction.readout.transpose())[0]},
                       {"bias", to_string(construction.readout_bias)}};
  result["problems"] = instance.problems;
  return result;
}

SoftmaxLayer softmax_layer_from_json(const Json& json, const AttentionPolynomial& attention,
                                     const Json& own) {
  SoftmaxLayer layer;
  layer.attention = attention;
  weights::only(json,
                {"attention_polynomial", "embedding_dimension", "scale", "encoding", "rows", "W_Q", "W_V",
                 "W_O", "residual", "readout", "problems"},
                "");
  for (const char* name : {"attention_polynomial", "rows", "problems"})
    weights::displayed(json, own, name, "");
  const Eigen::Index d = weights::dimension(json);
  for (const auto& entry : weights::encoding(weights::field(json, "encoding", ""), d, {"i", "phi"})) {
    layer.encoding.emplace_back(entry);
  }
  const auto matrices = [&](const char* name, std::size_t count) {
    const Json& list = weights::field(json, name, "");
    if (!list.is_array() || list.size() != count) {
      throw UsageError(name, weights::short_text(list), fmt::format("an array of {} matrices", count));
    }
    std::vector<RationalMatrix> result;
    for (std::size_t k = 0; k < count; ++k) {
      result.push_back(weights::matrix(list[k], d, d, fmt::format("{}[{}]", name, k)));
    }
    return result;
  };
  layer.query = matrices("W_Q", attention.variables());
  layer.value = matrices("W_V", attention.variables() - 1);
  layer.output_matrix = weights::matrix(weights::field(json, "W_O", ""), d, d, "W_O");
  const Json& scale = weights::field(json, "scale", "");
  weights::only(scale, {"formula", "exact"}, "scale.");
  weights::displayed(scale, own.at("scale"), "formula", "scale.");
  layer.scale = weights::scale(weights::field(scale, "exact", "scale."), "scale.exact");
  const Json& residual = weights::field(json, "residual", "");
  if (!residual.is_boolean()) throw UsageError("residual", weights::short_text(residual), "true or false");
  layer.residual = residual.get<bool>();
  const Json& readout = weights::field(json, "readout", "");
  weights::only(readout, {"weights", "bias"}, "readout.");
  layer.readout = weights::vector(weights::field(readout, "weights", "readout."), d, "readout.weights");
  layer.readout_bias = weights::number(weights::field(readout, "bias", "readout."), "readout.bias");
  return layer;
}

}  // namespace attest
