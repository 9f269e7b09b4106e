#include "constructions/attention/exact_match.hpp"

namespace attest {

namespace {

Json matrix_json(const RationalMatrix& matrix) {
  Json rows = Json::array();
  for (Eigen::Index r = 0; r < matrix.rows(); ++r) {
    Json row = Json::array();
    for (Eigen::Index c = 0; c < matrix.cols(); ++c) row.push_back(to_string(matrix(r, c)));
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

ExactMatchOutput exact_match(const RationalVector& query, const std::vector<RationalVector>& keys,
                             const std::vector<RationalVector>& values) {
  ExactMatchOutput result;
  result.value = RationalVector::Constant(values.front().size(), Rational(0));
  for (std::size_t j = 0; j < keys.size(); ++j) {
    if (keys[j] != query) continue;
    result.matches.push_back(j);
    result.value += values[j];
  }
  if (!result.matches.empty()) result.value /= Rational(result.matches.size());
  return result;
}

RationalVector ExactMatchConstruction::features(long x) const {
  RationalVector result(static_cast<Eigen::Index>(phi.size()));
  for (std::size_t c = 0; c < phi.size(); ++c) result(static_cast<Eigen::Index>(c)) = phi[c].value(x);
  return result;
}

Json ExactMatchConstruction::to_json() const {
  Json formulas = Json::array();
  for (const auto& feature : phi) formulas.push_back(feature.formula);
  return {{"phi", std::move(formulas)},
          {"Q", matrix_json(Q)},
          {"K", matrix_json(K)},
          {"V", matrix_json(V)},
          {"psi", {{"formula", psi_formula}, {"layers", psi.to_json()}}}};
}

}  // namespace attest
