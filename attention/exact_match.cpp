#include "attention/exact_match.hpp"

#include "attention/weights_json.hpp"

namespace attest {

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
          {"Q", weights::to_json(Q)},
          {"K", weights::to_json(K)},
          {"V", weights::to_json(V)},
          {"psi", {{"formula", psi_formula}, {"layers", psi.to_json()}}}};
}

}  // namespace attest
