#include "constructions/poly/root_finding_layer.hpp"

#include <functional>
#include <map>
#include <set>
#include <utility>

namespace attest {

namespace {

// The exponents of y and l in a monomial of the Q^(r), with n as a number.
using Powers = std::pair<unsigned long, unsigned long>;

std::map<Powers, Rational> powers_of(const Polynomial& column, long n) {
  std::map<Powers, Rational> result;
  for (const auto& term : column.substitute({{"n", Polynomial(n)}}).terms()) {
    Powers powers{0, 0};
    for (const auto& [name, exponent] : term.exponents) {
      if (exponent != 0) (name == "y" ? powers.first : powers.second) = exponent;
    }
    result[powers] += term.coefficient;
  }
  return result;
}

// Where the encoding holds each power, ascending.
std::map<Powers, Eigen::Index> features_of(const RootFinding& record, long n) {
  std::set<Powers> powers{{0, 0}, {1, 0}};
  for (const Rows& columns : record.query) {
    for (const Polynomial& column : columns) {
      for (const auto& [power, coefficient] : powers_of(column, n)) powers.insert(power);
    }
  }
  std::map<Powers, Eigen::Index> result;
  for (const Powers& power : powers) result.emplace(power, static_cast<Eigen::Index>(result.size()));
  return result;
}

RationalVector encoding_of(const std::map<Powers, Eigen::Index>& features, Eigen::Index d, long number,
                           long position) {
  RationalVector x = RationalVector::Constant(d, Rational(0));
  for (const auto& [power, at] : features) {
    Rational value = 1;
    for (unsigned long e = 0; e < power.first; ++e) value *= number;
    for (unsigned long e = 0; e < power.second; ++e) value *= position;
    x(at) = value;
  }
  return x;
}

// 1/2 - |p|, the monomials of p by exponents of x_1, then x_2, .., descending. x_1 is coordinate y_at, x_2 .. are those from
// others_at.
//
// Source: seed 003_fa68b7a15496b434.txt, file lines 3477-3478, "we can check using the output MLP layer if indeed the value is a
// root of the polynomial". That layer is not constructed there, and for a p that is not linear no network of ReLUs computes
// it exactly.
attention::Readout root_check_of(const RootFinding& record, std::size_t y_at, std::size_t others_at) {
  using attention::Readout;
  std::map<std::vector<unsigned long>, Rational, std::greater<>> terms;  // by exponents, descending
  for (const auto& term : record.p.terms()) {
    std::vector<unsigned long> exponents(record.variables, 0);
    for (const auto& [name, exponent] : term.exponents) {
      if (exponent != 0) exponents[std::stoul(name.substr(1)) - 1] = exponent;
    }
    terms[exponents] += term.coefficient;
  }
  Readout p = Readout::constant(0);
  for (const auto& [exponents, coefficient] : terms) {
    std::vector<Readout> factors;
    for (std::size_t v = 0; v < exponents.size(); ++v) {
      const std::size_t coordinate = v == 0 ? y_at : others_at + v - 1;
      factors.insert(factors.end(), exponents[v], Readout::coordinate(coordinate));
    }
    Readout monomial = Readout::product(std::move(factors));
    if (coefficient != 1) monomial = Readout::scaled(coefficient, std::move(monomial));
    p = p.constant_value() ? std::move(monomial) : Readout::sum(std::move(p), std::move(monomial));
  }
  return Readout::sum(Readout::constant(Rational(1, 2)), Readout::scaled(-1, Readout::absolute(p)));
}

}  // namespace

RootFindingLayer::RootFindingLayer(const RootFinding& record, long n)
    : tokens(RootFindingTask(record.p, record.variables, n, record.range)) {
  const std::map<Powers, Eigen::Index> features = features_of(record, n);
  const auto others = static_cast<Eigen::Index>(record.variables) - 1;
  const auto d = static_cast<Eigen::Index>(features.size()) + others;
  y_at = static_cast<std::size_t>(features.at({1, 0}));
  others_at = features.size();
  layer.readouts = {root_check_of(record, y_at, others_at)};
  layer.first.push_back(0);
  for (long position = 1; position <= n; ++position) {
    for (long number = -record.range; number <= record.range; ++number)
      layer.stream.push_back(encoding_of(features, d, number, position));
    layer.first.push_back(static_cast<attention::Kind>(layer.stream.size()));
  }
  layer.residual = true;
  const auto images = [&](const RationalMatrix& map) {
    std::vector<RationalVector> result;
    for (const RationalVector& x : layer.stream) result.emplace_back(map * x);
    return result;
  };
  attention::Head head;
  head.name = "head1";
  head.polynomial = record.h;
  head.scale = Surd(Rational(1, record.embedding_dimension));
  for (const Rows& columns : record.query) {
    RationalMatrix w = RationalMatrix::Constant(static_cast<Eigen::Index>(columns.size()), d, Rational(0));
    for (std::size_t c = 0; c < columns.size(); ++c) {
      for (const auto& [power, coefficient] : powers_of(columns[c], n))
        w(static_cast<Eigen::Index>(c), features.at(power)) = coefficient;
    }
    head.rows.push_back(images(w));
    head.maps.emplace_back(std::move(w));
  }
  // V^(r): y in its own column, 1 in those of the others (seed 003, line 3455).
  for (Eigen::Index r = 0; r < others; ++r) {
    RationalMatrix v = RationalMatrix::Constant(others, d, Rational(0));
    for (Eigen::Index c = 0; c < others; ++c) v(c, features.at({c == r ? 1u : 0u, 0})) = Rational(1);
    head.value.push_back({static_cast<std::size_t>(r) + 1, images(v), v});
    layer.landings.push_back(
        {0, static_cast<std::size_t>(r), others_at + static_cast<std::size_t>(r), Rational(1)});
  }
  head.value_length = static_cast<std::size_t>(others);
  std::vector<attention::Token> all;
  for (std::size_t token = 0; token < layer.tokens(); ++token)
    all.push_back(static_cast<attention::Token>(token));
  head.over = attention::IndexSet::product(
      std::vector<std::vector<attention::Token>>(record.variables - 1, all), all.size());
  layer.heads.push_back(std::move(head));
}

}  // namespace attest
