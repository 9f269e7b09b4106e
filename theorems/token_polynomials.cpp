#include "theorems/token_polynomials.hpp"

#include <algorithm>
#include <string>

#include "claims/usage_error.hpp"
#include "language/words.hpp"
#include "numeric/checked.hpp"
#include "numeric/linear_combination.hpp"

namespace attest::theorems {

namespace {

using language::Expression;
using language::Node;
using language::Op;

std::optional<std::size_t> place_in(const std::vector<std::string>& names, const std::string& name) {
  const auto at = std::find(names.begin(), names.end(), name);
  return at == names.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - names.begin()));
}

// The feature that is named: phi, phi_i or A(i, j) with the token's own indices; nothing for what another token shows.
std::optional<std::string> feature_named(const Node& e, const std::vector<std::string>& indices) {
  if (e.op == Op::name) return e.name;
  if (e.op != Op::subscript && e.op != Op::call) return std::nullopt;
  if (e.children.size() != indices.size()) return std::nullopt;
  for (std::size_t k = 0; k < indices.size(); ++k) {
    if (e.children[k]->op != Op::name || e.children[k]->name != indices[k]) return std::nullopt;
  }
  return e.name;
}

// `stream` is no name of a text.
Polynomial coordinate_variable(std::size_t place) {
  return Polynomial::variable("stream_" + std::to_string(place + 1));
}

}  // namespace

TokenPolynomials::TokenPolynomials(const TokenGroup& kind, const Encoding& encoding,
                                   const NetworkNames& constants)
    : kind_(kind), text_(encoding), constants_(constants) {
  std::vector<Polynomial> coordinates;
  for (const Expression& coordinate : encoding.coordinates) {
    const auto polynomials = polynomials_of(coordinate, names(kind.indices, false));
    if (!polynomials) return;
    coordinates.insert(coordinates.end(), polynomials->begin(), polynomials->end());
  }
  encoding_ = std::move(coordinates);
}

std::vector<std::optional<RationalVector>> TokenPolynomials::combinations(
    const Expression& row, const std::vector<std::string>& indices, std::size_t dimension,
    std::size_t length) const {
  std::vector<std::optional<RationalVector>> result(length);
  // What is still missing, out of the row in these names.
  const auto complete = [&](std::vector<Polynomial> encoding, const PolynomialNames& meanings) {
    const auto polynomials = polynomials_of(row, meanings);
    if (!polynomials || polynomials->size() != length) return;
    encoding.resize(dimension);
    for (std::size_t c = 0; c < length; ++c) {
      if (!result[c]) result[c] = linear_combination(encoding, (*polynomials)[c]);
    }
  };
  if (encoding_) complete(*encoding_, names(indices, true));
  if (text_.names.empty()) return result;
  std::vector<Polynomial> coordinates;
  for (std::size_t c = 0; c < text_.names.size(); ++c) coordinates.push_back(coordinate_variable(c));
  complete(std::move(coordinates), coordinate_names(indices));
  return result;
}

PolynomialNames TokenPolynomials::coordinate_names(const std::vector<std::string>& indices) const {
  PolynomialNames result = names(indices, false);
  result.variable = [this, indices, integer = result.integer,
                     other = result.variable](const Node& e) -> std::optional<Polynomial> {
    const auto named = feature_named(e, indices);
    if (const auto place = named ? place_in(text_.names, *named) : std::nullopt)
      return coordinate_variable(*place);
    const bool of_block =
        e.op == Op::call && e.children.size() == 1 && language::find_builtin(e.name) == nullptr;
    if (of_block) {  // symbol(2)
      const auto at = integer(*e.children[0]);
      if (const auto place =
              at ? place_in(text_.names, e.name + "(" + std::to_string(*at) + ")") : std::nullopt)
        return coordinate_variable(*place);
    }
    return other(e);
  };
  return result;
}

PolynomialNames TokenPolynomials::names(const std::vector<std::string>& indices, bool coordinates) const {
  const auto number = [this](const Node& e) -> std::optional<Rational> {
    try {
      return evaluate_number(std::make_shared<Node>(e), constants_);
    } catch (const NetworkError&) {  // speaks of the token
      return std::nullopt;
    }
  };
  PolynomialNames result;
  result.integer = [number](const Node& e) -> std::optional<long> {
    const auto value = number(e);
    return value ? fits_long(*value) : std::nullopt;
  };
  result.members = [this](const Node& e) -> std::optional<std::vector<Rational>> {
    try {
      const auto all = evaluate_set(std::make_shared<Node>(e), constants_);
      return std::vector<Rational>(all.begin(), all.end());
    } catch (const NetworkError&) {
      return std::nullopt;
    }
  };
  result.condition = [this](const Node& e) -> std::optional<bool> {
    try {
      return evaluate_truth(std::make_shared<Node>(e), constants_);
    } catch (const NetworkError&) {
      return std::nullopt;
    }
  };
  result.variable = [this, indices, coordinates](const Node& e) -> std::optional<Polynomial> {
    if (e.op == Op::name) {
      if (const auto index = place_in(indices, e.name)) return Polynomial::variable(kind_.indices[*index]);
    }
    if (const auto feature = feature_named(e, indices)) {
      if (place_in(kind_.features, *feature)) return Polynomial::variable(*feature);
      const auto coordinate = coordinates ? place_in(text_.names, *feature) : std::nullopt;
      // By its number among all that vectors write out, of which the text has fewer.
      if (coordinate && encoding_ && *coordinate < encoding_->size()) return (*encoding_)[*coordinate];
    }
    if (e.op != Op::name || !constants_.name) return std::nullopt;
    const auto value = constants_.name(e.name);
    const auto* constant = value ? std::get_if<Rational>(&value->content) : nullptr;
    return constant == nullptr ? std::nullopt : std::optional(Polynomial(*constant));
  };
  return result;
}

}  // namespace attest::theorems
